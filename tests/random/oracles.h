// Properties that must hold for every machine.
#pragma once

#include <string>
#include <vector>

#include "converter/conversion/convert.h"
#include "converter/verify/verify.h"
#include "tests/random/draws.h"

namespace mb::random {

struct Problem {
  std::string oracle;  // "verify", "rods", "solvers", "order", "conversion", "run"
  std::string part;    // that fails: a finding, a solver
  std::string what;    // with figures
  std::string key() const { return oracle + ": " + part; }
};

struct ExamineOptions {
  VerifyOptions verify;
  int solverStates = 3;
  bool verifies = true;
  bool rods = true;
  bool solvers = true;
  bool order = true;
  bool rounded = true;
  bool mustDecide = false;  // NOT DECIDED counts as a problem too
};

struct Examination {
  std::string refusal;  // code and message if it was not converted; otherwise empty
  Verdict verdict = Verdict::notDecided;
  std::string undecided;  // the finding, or the failed run
  std::vector<Problem> problems;
  std::vector<std::string> skipped;  // oracles that could not be applied, and why
  int dof = 0;
  int rods = 0;       // removed
  int redundant = 0;  // rows
};

Examination examine(const CartesianModel& model, std::uint64_t seed, const ExamineOptions& options);

}  // namespace mb::random
