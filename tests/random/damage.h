// One number of a recursive model changed so little that accelerations change by a millionth: verify must see it.
#pragma once

#include <optional>
#include <string>

#include "converter/conversion/convert.h"
#include "converter/verify/verify.h"
#include "tests/random/draws.h"

namespace mb::random {

enum class DamageAnswer {
  different,   // found
  equivalent,  // not found
  notDecided,  // the runs say nothing, or cannot be made
  cannotAct,   // no change of that number moves the accelerations so much
  refused,     // the reader does not take the number
  lastDigits,  // a change that is next to round-off suffices: no verdict can tell it from that
};
constexpr int kDamageAnswers = 6;
const char* toText(DamageAnswer answer);

struct Damage {
  DamageAnswer answer = DamageAnswer::cannotAct;
  std::string field;  // "mass value"
  double from = 0;
  double to = 0;
  double change = 0;  // of accelerations, by the scale of the body's
  std::string body;   // whose
  std::string text;   // of the damaged model
};

// A number drawn at random, changed and verified.
Damage damageOne(const Conversion& conversion, Draws& draws, const VerifyOptions& options);

}  // namespace mb::random
