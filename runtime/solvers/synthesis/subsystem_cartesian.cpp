#include "runtime/solvers/synthesis/subsystem_cartesian.h"

#include "runtime/solvers/synthesis/synthesis_solver.h"

namespace mb {
namespace {

class CartesianForms {
 public:
  CartesianForms(const Mechanism& m, const Synthesis& synthesis) {
    for (const Subsystem& s : synthesis.subsystems) {
      work_.emplace_back(s);
      coordinates_.push_back(makeCoordinates<double>(m, s));
    }
  }

  void begin(const Mechanism&, const Workspace&) {}

  bool reduce(const Mechanism& m, const Synthesis& synthesis, std::size_t k, std::span<const RodPoints> rodEnds,
              Workspace& w, Reduced<double>& out) {
    const Subsystem& s = synthesis.subsystems[k];
    setCoordinates(m, synthesis, s, w, coordinates_[k]);
    CartesianForm<double> form(m, synthesis, s, coordinates_[k], work_[k]);
    form.setJoints(w.b.data());
    if (!form.setModes(w, w.gradient.data())) {
      w.singularRow = s.velocities.empty() ? 0 : s.velocities[0];
      return false;
    }
    form.setBias(w, w.gamma.data());
    form.reduce({w.inertia.data(), w.carried.data(), w.tau.data(), rodEnds.data()}, out);
    return true;
  }

  void expand(const Mechanism& m, const Synthesis& synthesis, std::size_t k, const Reduced<double>& reduced,
              Workspace& w) {
    const Subsystem& s = synthesis.subsystems[k];
    CartesianForm<double>(m, synthesis, s, coordinates_[k], work_[k])
        .expand(reduced.Qq.data(), work_[k].p,
                [&](int column, double value) { w.z_ddot[at(s.velocities[at(column)])] = value; });
  }

  int columnOf(std::size_t k, int independent) const { return coordinates_[k].independent[at(independent)].column; }

 private:
  std::vector<CartesianWork<double>> work_;  // by subsystem
  std::vector<Coordinates<double>> coordinates_;
};

}  // namespace

std::unique_ptr<Solver> makeSubsystemCartesian(const Mechanism& m) {
  return std::make_unique<SynthesisSolver<CartesianForms>>(m);
}

}  // namespace mb
