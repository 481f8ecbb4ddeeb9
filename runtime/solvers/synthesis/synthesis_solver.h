// Shared by both forms of the synthesis as solvers: bases and forces. A form supplies the equations of one subsystem
// over its independent coordinates and receives their accelerations.
#pragma once

#include "runtime/evaluation/rod_ends.h"
#include "runtime/solvers/synthesis/synthesis.h"

namespace mb {

// Bias forces less applied ones per link, including rods, in Workspace::carried; and the ends of the rods, by rod.
void setLinkForces(const Mechanism& m, Workspace& w, std::span<RodPoints> points);

// The equations of a base (eq. 1), lower triangle, about the reference point.
struct BaseEquations {
  Mat6<double> M = Mat6<double>::Zero();
  Vector6 P = Vector6::Zero();
  Vector6 Y = Vector6::Zero();  // its acceleration beyond A_bias
};
// Everything that the base carries, as if it were one body.
void startBase(const Workspace& w, int link, BaseEquations& base);
// Solves for z_ddot of the base and for Y.
bool solveBase(const Mechanism& m, int link, BaseEquations& base, Workspace& w);

template <class Form>
class SynthesisSolver final : public Solver {
 public:
  explicit SynthesisSolver(const Mechanism& m)
      : synthesis_(makeSynthesis(m)), form_(m, synthesis_), bases_(synthesis_.bases.size()), rodEnds_(m.rods.size()) {
    for (const Subsystem& s : synthesis_.subsystems) reduced_.emplace_back(s.velocities.size());
  }

  bool solve(const Mechanism& m, Workspace& w) override {
    setLinkForces(m, w, rodEnds_);
    for (std::size_t k = 0; k < bases_.size(); ++k) startBase(w, synthesis_.bases[k], bases_[k]);
    for (std::size_t i = 0; i < m.links.size(); ++i) {
      if (synthesis_.baseOfLink[i] >= 0) baseAt(i).P -= w.carried[i];
    }
    for (std::size_t k = 0; k < m.rods.size(); ++k) {
      // A rod of a floating machine has both ends on it; otherwise the equation of its length would hold the base.
      const int link = m.rods[k].link[m.rods[k].link[0] >= 0 ? 0 : 1];
      if (link < 0 || synthesis_.baseOfLink[static_cast<std::size_t>(link)] < 0) continue;
      const SpatialInertia inertia = rodInertia<double>(m.rods[k].b, rodEnds_[k][0], rodEnds_[k][1]);
      addLower<double>(inertia, baseAt(static_cast<std::size_t>(link)).M);
    }
    form_.begin(m, w);
    for (std::size_t k = 0; k < reduced_.size(); ++k) {
      const Subsystem& s = synthesis_.subsystems[k];
      if (!form_.reduce(m, synthesis_, k, rodEnds_, w, reduced_[k])) return false;
      BaseEquations* const base = s.base >= 0 ? &baseAt(static_cast<std::size_t>(s.base)) : nullptr;
      const int massless = eliminate(reduced_[k], base ? &base->M : nullptr, base ? &base->P : nullptr);
      if (massless >= 0) {
        w.singularRow = s.velocities[static_cast<std::size_t>(form_.columnOf(k, massless))];
        return false;
      }
    }
    for (std::size_t k = 0; k < bases_.size(); ++k) {
      if (!solveBase(m, synthesis_.bases[k], bases_[k], w)) return false;
    }
    for (std::size_t k = 0; k < reduced_.size(); ++k) {
      const Subsystem& s = synthesis_.subsystems[k];
      accelerationsOf(reduced_[k], s.base >= 0 ? &baseAt(static_cast<std::size_t>(s.base)).Y : nullptr);
      form_.expand(m, synthesis_, k, reduced_[k], w);
    }
    return true;
  }

 private:
  BaseEquations& baseAt(std::size_t link) { return bases_[static_cast<std::size_t>(synthesis_.baseOfLink[link])]; }

  Synthesis synthesis_;
  Form form_;
  std::vector<Reduced<double>> reduced_;  // by subsystem
  std::vector<BaseEquations> bases_;
  std::vector<RodPoints> rodEnds_;
};

}  // namespace mb
