// Changes one number of a recursive model so little that accelerations change by a millionth: verify must detect it.
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
  notDecided,  // the runs decide nothing, or cannot be made
  cannotAct,   // no change of that number moves the accelerations enough
  refused,     // the reader refuses the number
  lastDigits,  // a change close to round-off suffices, which no verdict can distinguish from it
};
constexpr int kDamageAnswers = 6;
const char* toText(DamageAnswer answer);

struct Damage {
  DamageAnswer answer = DamageAnswer::cannotAct;
  std::string field;  // "mass value"
  double from = 0;
  double to = 0;
  double change = 0;  // of accelerations, relative to the scale of the body's
  std::string body;   // that changes most
  std::string text;   // of the damaged model
};

// Draws a number at random, changes it and verifies.
Damage damageOne(const Conversion& conversion, Draws& draws, const VerifyOptions& options);

}  // namespace mb::random
