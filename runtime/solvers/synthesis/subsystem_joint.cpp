#include "runtime/solvers/synthesis/subsystem_joint.h"

#include "runtime/evaluation/partition.h"
#include "runtime/solvers/synthesis/synthesis_solver.h"

namespace mb {
namespace {

class JointForm {
 public:
  JointForm(const Mechanism& m, const Synthesis& synthesis) : carried_(m.links.size()) {
    for (const Subsystem& s : synthesis.subsystems) {
      work_.emplace_back(s.velocities.size());
      coordinates_.push_back(makeCoordinates<double>(m, s));
    }
  }

  void begin(const Mechanism& m, const Workspace& w) {
    std::copy(w.carried.begin(), w.carried.end(), carried_.begin());
    for (std::size_t i = m.links.size(); i-- > 0;) {
      if (m.links[i].parent >= 0) carried_[at(m.links[i].parent)] += carried_[i];
    }
  }

  bool reduce(const Mechanism& m, const Synthesis& synthesis, std::size_t k, std::span<const RodPoints> rodEnds,
              Workspace& w, Reduced<double>& out) {
    const Subsystem& s = synthesis.subsystems[k];
    Coordinates<double>& q = coordinates_[k];
    setCoordinates(m, synthesis, s, w, q);
    for (std::size_t n = 0; n < s.blocks.size(); ++n) {
      solveDependent(m, s.blocks[n], w.gamma, w);
      q.blocks[n].R = w.blocks[at(s.blocks[n])].R.data();
      q.blocks[n].x = w.blocks[at(s.blocks[n])].x.data();
    }
    setMass<double>(m, s, {w.b.data(), w.composite.data(), carried_.data(), w.tau.data(), rodEnds.data()}, work_[k]);
    mb::reduce(s, q, work_[k], out);
    return true;
  }

  void expand(const Mechanism&, const Synthesis& synthesis, std::size_t k, const Reduced<double>& reduced,
              Workspace& w) const {
    const Subsystem& s = synthesis.subsystems[k];
    mb::expand(coordinates_[k], reduced,
               [&](int column, double value) { w.z_ddot[at(s.velocities[at(column)])] = value; });
  }

  int columnOf(std::size_t k, int independent) const { return coordinates_[k].independent[at(independent)].column; }

 private:
  std::vector<JointWork<double>> work_;  // by subsystem
  std::vector<Coordinates<double>> coordinates_;
  std::vector<Vector6> carried_;  // by link, including all links beyond
};

}  // namespace

std::unique_ptr<Solver> makeSubsystemJoint(const Mechanism& m) {
  return std::make_unique<SynthesisSolver<JointForm>>(m);
}

}  // namespace mb
