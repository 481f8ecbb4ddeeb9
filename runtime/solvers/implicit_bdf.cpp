// Accelerations from the residual of the implicit method with a vanishing step: the residual is then linear, and one
// Newton iteration solves it.
#include <algorithm>

#include "runtime/implicit/newton_system.h"
#include "runtime/solvers/sparse/family.h"

namespace mb {
namespace {

class ImplicitBdf final : public Solver {
 public:
  explicit ImplicitBdf(const Mechanism& m) : newton_(m) {}

  bool solve(const Mechanism& m, Workspace& w) override {
    std::fill(w.z_ddot.begin(), w.z_ddot.end(), 0.0);
    newton_.setReducedResidual(m, w);
    newton_.setMassMatrix(m, w);
    const int massless = newton_.factorMasses();
    if (massless >= 0) {
      w.singularRow = w.independent[static_cast<std::size_t>(massless)];
      return false;
    }
    // The second iteration removes the round-off of the first.
    for (int iteration = 0; iteration < 2; ++iteration) {
      const std::span<const double> change = newton_.correctionByMasses();
      for (std::size_t k = 0; k < change.size(); ++k) w.z_ddot[static_cast<std::size_t>(w.independent[k])] += change[k];
      newton_.setReducedResidual(m, w);
    }
    return true;
  }

 private:
  NewtonSystem newton_;
};

}  // namespace

std::optional<std::string> implicitBdfRefusal(const Mechanism& m, const Workspace&) {
  if (std::ranges::any_of(m.library.inputs, [](const CompiledInput& input) { return input.state >= 0; }))
    return "an input is filtered";
  if (m.library.stateCount > 0) return "slip of its tyres builds up over time: give the tyres slip=\"steady\"";
  if (!m.forces.feedback.empty()) return "a drive follows the motion: a driver steers";
  return std::nullopt;
}

std::unique_ptr<Solver> makeImplicitBdf(const Mechanism& m) { return std::make_unique<ImplicitBdf>(m); }

}  // namespace mb
