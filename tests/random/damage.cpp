#include "tests/random/damage.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "converter/verify/random_states.h"
#include "formats/recursive/recursive_xml.h"
#include "runtime/cartesian/reference.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/model_numbers.h"
#include "tests/support/motion.h"

namespace mb::random {
namespace {

constexpr double kWanted = 1e-6;
constexpr double kLastDigits = 1e-11;  // of a number: ten times the round-off that `verify` allows
constexpr double kNear = 3;            // within this factor of it
constexpr int kStates = 6;
constexpr int kAttempts = 12;
constexpr double kFloor = 1e-3;      // of gravity, and of the acceleration due to rotation at the size of the machine
constexpr double kUnchanged = 1e-9;  // of the machine's largest acceleration: below this, nothing changed

struct Seen {
  double time = 0;
  std::vector<double> y;
  testing::Motions motions;
};

// Accelerations of bodies at some states, and the scales of their changes.
class Accelerations {
 public:
  explicit Accelerations(const Conversion& conversion)
      : length_(makeCartesianSystem(conversion.source).length), mechanism_(makeMechanism(conversion.recursive)) {
    Simulation start(mechanism_);
    if (!start.start(0, initialState(mechanism_))) return;
    RandomStates random(mechanism_, start.state(), 3, nullptr, 0.5);
    for (int k = 0; k < kStates; ++k) {
      if (!random.next()) return;
      Seen seen{random.time(), {random.state().begin(), random.state().end()}, {}};
      Simulation here(mechanism_, findSolver("maggi-dense"));
      if (!here.start(seen.time, seen.y)) continue;
      seen.motions = testing::motionsOf(mechanism_, here.workspace());
      note(seen.motions);
      states_.push_back(std::move(seen));
    }
  }
  bool empty() const { return states_.empty(); }

  // The largest change of a body's acceleration relative to that body's scale; nothing if the model cannot be run.
  struct Change {
    double value = 0;
    std::string body;
  };
  std::optional<Change> changeTo(const RecursiveModel& model) const {
    const Mechanism other = makeMechanism(model);
    if (other.vCount != mechanism_.vCount) return std::nullopt;
    Change worst;
    for (const Seen& seen : states_) {
      Simulation here(other, findSolver("maggi-dense"));
      if (!here.start(seen.time, seen.y)) return std::nullopt;
      for (const auto& [name, motion] : testing::motionsOf(other, here.workspace())) {
        const auto before = seen.motions.find(name);
        if (before == seen.motions.end() || isRod(name)) continue;
        const double change = std::max((motion.v_dot - before->second.v_dot).norm(),
                                       length_ * (motion.w_dot - before->second.w_dot).norm());
        const double relative = change / std::max(scales_.at(name), kUnchanged / kWanted * largest_);
        if (!(relative <= worst.value)) worst = {relative, name};
      }
    }
    return worst;
  }

 private:
  // The spin of a rod is its own; its ends are points of other bodies.
  bool isRod(const std::string& body) const {
    return std::ranges::any_of(mechanism_.model.rods, [&](const Rod& rod) { return rod.body == body; });
  }

  double length_;
  Mechanism mechanism_;
  std::vector<Seen> states_;
  std::map<std::string, double> scales_;
  double largest_ = 0;

  void note(const testing::Motions& motions) {
    for (const auto& [name, motion] : motions) {
      const double size = std::max({motion.v_dot.norm(), length_ * motion.w_dot.norm(),
                                    kFloor * mechanism_.gravity.norm(), kFloor * length_ * motion.w.squaredNorm()});
      scales_[name] = std::max(scales_[name], size);
      largest_ = std::max(largest_, size);
    }
  }
};

std::optional<RecursiveModel> read(const std::string& text) {
  Diagnostics diagnostics;
  RecursiveModel model =
      readRecursive(std::make_shared<const SourceFile>(SourceFile{"damaged.xml", text}), diagnostics);
  if (diagnostics.hasErrors()) return std::nullopt;
  return model;
}

}  // namespace

const char* toText(DamageAnswer answer) {
  constexpr std::array<const char*, kDamageAnswers> kTexts{"not equivalent", "EQUIVALENT", "not decided",
                                                           "cannot act",     "refused",    "its last digits suffice"};
  return kTexts[static_cast<std::size_t>(answer)];
}

Damage damageOne(const Conversion& conversion, Draws& draws, const VerifyOptions& options) {
  Damage damage;
  const Accelerations accelerations(conversion);
  const std::string text = writeRecursive(conversion.recursive);
  const std::vector<testing::ModelNumber> numbers = testing::numbersIn(text);
  if (accelerations.empty() || numbers.empty()) return damage;
  const testing::ModelNumber& number = draws.of(numbers);
  damage.field = number.field;
  damage.from = number.value;
  // Round-off around zero is changed like zero.
  const double size = std::abs(number.value) > 1e-12 ? std::abs(number.value) : 1;
  double step = 1e-4 * size * draws.sign();
  std::optional<RecursiveModel> damaged;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    damage.to = number.value + step;
    damage.text = testing::withNumber(text, number, damage.to);
    damaged = read(damage.text);
    damage.answer = DamageAnswer::refused;
    if (!damaged) {
      step /= 30;
      continue;
    }
    const auto change = accelerations.changeTo(*damaged);
    damage.answer = DamageAnswer::cannotAct;
    damage.change = change ? change->value : 0;
    damage.body = change ? change->body : std::string();
    if (!change || !std::isfinite(damage.change)) {
      step /= 30;
    } else if (std::abs(step) < kLastDigits * size) {
      damage.answer = DamageAnswer::lastDigits;
      return damage;
    } else if (damage.change > kWanted / kNear && damage.change < kWanted * kNear) {
      Verdict verdict = verify(conversion.source, *damaged, options).verdict();
      // Runs may find what no state shows, such as a body placed elsewhere.
      if (verdict == Verdict::equivalent) verdict = verify(conversion.source, *damaged, {}).verdict();
      damage.answer = verdict == Verdict::equivalent      ? DamageAnswer::equivalent
                      : verdict == Verdict::notEquivalent ? DamageAnswer::different
                                                          : DamageAnswer::notDecided;
      return damage;
    } else {
      step *= std::clamp(kWanted / std::max(damage.change, 1e-300), 1e-6, 1e3);
      if (std::abs(step) > size) return damage;  // it would be another machine
    }
  }
  return damage;
}

}  // namespace mb::random
