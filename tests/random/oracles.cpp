#include "tests/random/oracles.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "formats/model/checks/loop_tolerance.h"
#include "formats/recursive/recursive_xml.h"
#include "runtime/cartesian/reference.h"
#include "tests/random/rounded.h"
#include "tests/support/agreement.h"
#include "tests/support/decisions.h"
#include "tests/support/motion.h"
#include "tests/support/shuffled.h"

namespace mb::random {
namespace {

// Round-off of accelerations grows with the condition of the equations; if it leaves fewer than four digits, nothing is
// compared.
constexpr double kRoundOff = 1e-10;
constexpr double kPerCondition = 1e-12;
constexpr double kTooMuch = 1e-4;
constexpr double kMargin = 256;  // from few draws of round-off to the worst of many
constexpr double kPerSquare =
    16 * std::numeric_limits<double>::epsilon();  // solvers with J M^-1 J' square the condition
double toleranceFor(double condition) {
  return kRoundOff + kPerCondition * condition + kPerSquare * condition * condition;
}

std::string firstError(const Diagnostics& diagnostics) {
  for (const Diagnostic& one : diagnostics.all()) {
    if (one.severity == Severity::error) return codeText(one) + " " + one.message;
  }
  return {};
}

// A message without the names and figures in it.
std::string kindOf(const std::string& message) {
  std::string kind;
  bool isQuoted = false;
  for (const char c : message) {
    if (c == '\'') isQuoted = !isQuoted;
    if (!isQuoted && (std::isalpha(static_cast<unsigned char>(c)) || c == ' ')) kind += c;
  }
  return kind.substr(0, 60);
}

void askVerify(const Conversion& conversion, const VerifyOptions& options, Examination& result) {
  const Verification verification = verify(conversion.source, conversion.recursive, options);
  result.verdict = verification.verdict();
  if (result.verdict == Verdict::notDecided) {
    result.undecided = verification.failure ? "run fails: " + verification.failure->message : std::string();
    for (const NamedFinding& row : findingsOf(verification)) {
      if (result.undecided.empty() && !row.finding->decides()) result.undecided = row.name;
    }
    return;
  }
  if (result.verdict == Verdict::equivalent) return;
  if (!verification.counts.holds()) {
    result.problems.push_back(
        {"verify", "counts",
         fmt::format("degrees of freedom {} and {}, only in one: {}", verification.counts.dofCartesian,
                     verification.counts.dofRecursive, fmt::join(verification.counts.missing, ", "))});
  }
  for (const NamedFinding& row : findingsOf(verification)) {
    if (!row.finding->decides() || row.finding->holds()) continue;
    result.problems.push_back({"verify", std::string(row.key),
                               fmt::format("{:.3g} at {}, tolerance {:.3g}", row.finding->value, row.finding->where,
                                           row.finding->tolerance)});
  }
}

// Returns the worst condition, for the other oracles.
double askSolvers(const Conversion& conversion, const ExamineOptions& options, Examination& result) {
  double condition = 1;
  const auto all = testing::agreements(conversion.recursive, options.solverStates);
  for (const auto& [solver, agreement] : all) condition = std::max(condition, agreement.condition);
  if (toleranceFor(condition) > kTooMuch) {
    result.skipped.push_back("solvers: ill conditioned");
    return condition;
  }
  for (const auto& [solver, agreement] : all) {
    if (!agreement.refusal.empty()) continue;
    const double worst = std::max(agreement.worst, 0.1 * agreement.worstWhole);
    if (worst <= toleranceFor(condition) + kMargin * agreement.roundOff) continue;
    result.problems.push_back({"solvers", solver, fmt::format("off by {:.3g}, condition {:.3g}", worst, condition)});
  }
  return condition;
}

// Whether the velocities are consistent as given, so that the assembly has no choice.
bool startsAsGiven(const CartesianModel& model) {
  if (std::ranges::any_of(model.joints, [](const Joint& joint) { return !joint.initials.empty(); })) return false;
  const CartesianSystem system = makeCartesianSystem(model);
  CartesianState state = initialState(system);
  double fastest = 0;
  for (const FrameMotion& body : state.bodies) fastest = std::max({fastest, body.v.norm(), body.w.norm()});
  return projectPositions(system, state).residualBefore <= 1e-9 * system.length &&
         projectVelocities(system, state).residualBefore <= 1e-9 * fastest;
}

void askRods(const Conversion& conversion, double condition, Examination& result) {
  if (conversion.recursive.rods.empty()) return;
  if (toleranceFor(condition) > kTooMuch || !startsAsGiven(conversion.source)) {
    result.skipped.push_back("rods: another start, or ill conditioned");
    return;
  }
  PlanOptions options;
  options.rods.mode = RodOptions::Mode::keep;
  Diagnostics diagnostics;
  const std::optional<Conversion> kept = convert(conversion.source, options, diagnostics);
  if (!kept) {
    result.problems.push_back({"rods", "keep", firstError(diagnostics)});
    return;
  }
  std::vector<std::string> except;
  for (const Rod& rod : conversion.recursive.rods) except.push_back(rod.body);
  // The shares of a light bar may worsen their condition.
  const double off = testing::difference(testing::motionsAfter(conversion.recursive, 0, 0),
                                         testing::motionsAfter(kept->recursive, 0, 0), except);
  if (off > 100 * toleranceFor(condition)) {
    result.problems.push_back({"rods", "motion", fmt::format("off by {:.3g}, condition {:.3g}", off, condition)});
  }
}

void askOrder(const Conversion& conversion, std::uint64_t seed, Examination& result) {
  std::mt19937 random(static_cast<std::mt19937::result_type>(seed));
  Diagnostics diagnostics;
  const std::optional<Conversion> other = convert(test::shuffled(conversion.source, random), {}, diagnostics);
  if (!other) {
    result.problems.push_back({"order", "conversion", firstError(diagnostics)});
    return;
  }
  if (test::decisions(*other) != test::decisions(conversion)) {
    result.problems.push_back({"order", "plan", test::decisions(conversion) + "against\n" + test::decisions(*other)});
    return;
  }
  if (other->mobility.dof != conversion.mobility.dof) {
    result.problems.push_back(
        {"order", "mobility", fmt::format("{} against {}", conversion.mobility.dof, other->mobility.dof)});
  }
  if (writeRecursive(other->recursive) != writeRecursive(conversion.recursive)) {
    result.problems.push_back({"order", "model", "the recursive models differ"});
  }
}

// A copy with few digits must be the same machine with the same mobility, or be refused with its loops named. Rods stay
// bodies: a bar that is no longer quite straight is not removed, and its spin counts.
void askRounded(const Conversion& conversion, std::uint64_t seed, Examination& result) {
  const int digits = 4 + static_cast<int>(seed % 7);
  PlanOptions options;
  options.rods.mode = RodOptions::Mode::keep;
  Diagnostics ignored;
  const std::optional<Conversion> exact = convert(conversion.source, options, ignored);
  Diagnostics diagnostics;
  const std::optional<Conversion> other = convert(roundedCopy(conversion.source, digits), options, diagnostics);
  if (!exact || !other) {
    result.skipped.push_back("rounded: refused, " + firstError(exact ? diagnostics : ignored).substr(0, 5));
    return;
  }
  if (other->mobility.dof == exact->mobility.dof) return;
  // A machine that is as close to another one as the numbers are exact cannot be distinguished from it.
  options.idealise.tolerance = toleranceOfDigits(digits);
  const std::optional<Conversion> asNear = convert(conversion.source, options, ignored);
  if (asNear && other->mobility.dof == asNear->mobility.dof) {
    result.skipped.push_back("rounded: the digits cannot tell");
  } else {
    result.problems.push_back(
        {"rounded", "freedoms",
         fmt::format("{} digits: {} instead of {}", digits, other->mobility.dof, exact->mobility.dof)});
  }
}

}  // namespace

Examination examine(const CartesianModel& model, std::uint64_t seed, const ExamineOptions& options) {
  Examination result;
  Diagnostics diagnostics;
  const std::optional<Conversion> conversion = convert(model, {}, diagnostics);
  if (!conversion) {
    result.refusal = firstError(diagnostics);
    return result;
  }
  result.dof = conversion->mobility.dof;
  result.rods = static_cast<int>(conversion->recursive.rods.size());
  result.redundant = conversion->mobility.equations - conversion->mobility.rank;
  if (options.verifies) askVerify(*conversion, options.verify, result);
  if (options.verifies && options.mustDecide && result.verdict == Verdict::notDecided) {
    result.problems.push_back({"verify", "not decided " + kindOf(result.undecided), result.undecided});
  }
  if (result.undecided.starts_with("run fails")) return result;
  // A solver or a run that gives up ends only its own oracle.
  const auto ask = [&](const char* oracle, const auto& question) {
    try {
      question();
    } catch (const std::runtime_error& failure) {
      // Nothing determines the spin of a massless bar that is kept as a body; that is not a fault of the run.
      const std::string what = failure.what();
      if (what.find("neither inertia") != std::string::npos) {
        result.skipped.push_back(std::string(oracle) + ": the spin of a massless bar");
      } else {
        result.problems.push_back({oracle, "fails " + kindOf(what), what});
      }
    }
  };
  double condition = 1;
  if (options.solvers) ask("solvers", [&] { condition = askSolvers(*conversion, options, result); });
  if (options.rods) ask("rods", [&] { askRods(*conversion, condition, result); });
  if (options.order) ask("order", [&] { askOrder(*conversion, seed, result); });
  if (options.rounded) ask("rounded", [&] { askRounded(*conversion, seed, result); });
  return result;
}

}  // namespace mb::random
