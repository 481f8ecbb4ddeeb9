#include "runtime/solvers/synthesis/operation_counts.h"

#include <fmt/format.h>

#include "runtime/solvers/synthesis/counted.h"
#include "runtime/solvers/synthesis/subsystem_cartesian.h"
#include "runtime/solvers/synthesis/subsystem_joint.h"
#include "runtime/solvers/synthesis/subsystem_kinematics.h"

namespace mb {

namespace {

using T = Counted;

enum Phase { position, velocity, rhs, mass, effective, acceleration };
constexpr std::array<std::string_view, 6> kPhases{
    "Position", "Velocity", "RHS", "Mass/Force", "Effective mass/force", "Acceleration"};

// The operations of one subsystem in both forms, its part in the base's equations (eqs. 12, 27), and its acceleration.
class Evaluation {
 public:
  Evaluation(const Mechanism& m, StateView y, const Workspace& w, std::size_t subsystem)
      : m_(m),
        w_(w),
        synthesis_(makeSynthesis(m)),
        s_(synthesis_.subsystems[subsystem]),
        q_(makeCoordinates<T>(m, s_)),
        kinematics_(m, s_, y, w),
        reduced_(s_.velocities.size()),
        inertia_(m.links.size()),
        carried_(m.links.size()) {
    setCoordinates(m, synthesis_, s_, w, q_);
    for (int v = 0; v < m.vCount; ++v) tau_.emplace_back(w.tau[at(v)]);
    for (const std::string_view phase : kPhases) result_.phases.push_back({phase});
    result_.z_ddot.resize(s_.velocities.size());
    Y_.setZero();
    M0_.setZero();
    P0_.setZero();
    if (s_.base < 0) return;
    Vector6 Y = Vector6::Zero();
    for (int k = 0; k < 6; ++k) Y += w.z_ddot[at(m.links[at(s_.base)].v + k)] * w.b[at(m.links[at(s_.base)].v + k)];
    Y_ = Y.cast<T>();
  }

  CountedEvaluation run(SynthesisForm form) {
    if (form == SynthesisForm::joint) {
      runJoint();
    } else {
      runCartesian();
    }
    return result_;
  }

 private:
  template <class Work>
  void in(Phase phase, const Work& work) {
    const OperationCounts before = T::counts();
    work();
    const OperationCounts after = T::counts();
    PhaseCounts& counts = result_.phases[at(phase)];
    counts.multiplications += after.multiplications - before.multiplications;
    counts.additions += after.additions - before.additions;
    counts.functions += after.functions - before.functions;
  }

  // The closing equations of a subsystem's blocks, solved for the dependent coordinates.
  struct BlockFactors {
    explicit BlockFactors(std::size_t blocks) : lu(blocks), R(blocks), x(blocks), exchange(blocks) {}
    std::vector<std::vector<T>> lu;
    std::vector<std::vector<T>> R;
    std::vector<std::vector<T>> x;
    std::vector<std::vector<int>> exchange;
  };

  template <class Right>
  void solveFor(std::size_t n, BlockFactors& factors, const Right& right) {
    const Mechanism::Block& block = m_.blocks[at(s_.blocks[n])];
    const Partition& partition = w_.blocks[at(s_.blocks[n])].partition;
    std::vector<T>& x = factors.x[n];
    x.resize(at(partition.rank));
    for (int r = 0; r < partition.rank; ++r) x[at(r)] = right(block.firstRow + partition.rows[at(r)]);
    solveSparseLu(factors.lu[n].data(), partition.rank, factors.exchange[n].data(), x.data());
  }

  void setDependentVelocities(BlockFactors& factors) {
    for (std::size_t n = 0; n < s_.blocks.size(); ++n) {
      factorRows(n, factors.lu[n], factors.exchange[n], factors.R[n]);
      solveFor(n, factors, [&](int row) { return rateOf(row); });
      const auto& block = q_.blocks[n];
      for (int r = 0; r < block.rank; ++r) {
        T sum = factors.x[n][at(r)];
        for (int c = 0; c < block.free; ++c) {
          const T product = factors.R[n][at(r * block.free + c)] * z_dot(block.columns[at(block.rank + c)]);
          sum = c == 0 && valueOf(sum) == 0 ? product : sum + product;
        }
        z_dot(block.columns[at(r)]) = sum;
      }
    }
  }

  // The mass matrix and forces of the open chains, from inertias and forces with all that hangs on a link.
  void setOpenChains(JointWork<T>& work) {
    setForces();
    std::vector<SpatialInertiaOf<T>> composite = inertia_;
    std::vector<Vec6<T>> carried = carried_;
    for (std::size_t k = s_.links.size(); k-- > 0;) {
      const std::size_t i = at(s_.links[k]);
      const int parent = m_.links[i].parent;
      if (parent < 0 || synthesis_.placeOfLink[at(parent)] < 0) {
        if (s_.base >= 0) addToBase(composite[i], carried[i]);
        continue;
      }
      add(composite[at(parent)], composite[i]);
      carried[at(parent)] += carried[i];
    }
    if (s_.base >= 0) addRodsToBase();
    setMass<T>(m_, s_,
               {kinematics_.b.data(), composite.data(), carried.data(), tau_.data(), kinematics_.rodEnds.data()}, work);
  }

  void runJoint() {
    BlockFactors factors(s_.blocks.size());
    in(position, [&] {
      kinematics_.setPoses();
      kinematics_.setRows();
    });
    in(velocity, [&] {
      setDependentVelocities(factors);
      kinematics_.setMotions();
    });
    in(rhs, [&] { kinematics_.setBiases(); });
    JointWork<T> work(s_.velocities.size());
    in(mass, [&] {
      setOpenChains(work);
      for (std::size_t n = 0; n < s_.blocks.size(); ++n) {
        solveFor(n, factors, [&](int row) { return kinematics_.gamma[at(row)]; });
        q_.blocks[n].R = factors.R[n].data();
        q_.blocks[n].x = factors.x[n].data();
      }
      reduce(s_, q_, work, reduced_);
    });
    eliminateAndSolve(
        [&] { expand(q_, reduced_, [&](int column, const T& value) { result_.z_ddot[at(column)] = value.value; }); });
  }

  void runCartesian() {
    CartesianWork<T> work(s_);
    CartesianForm<T> form(m_, synthesis_, s_, q_, work);
    in(position, [&] {
      kinematics_.setRelativePoses();
      kinematics_.setRows();
      form.setJoints(kinematics_.b.data());
    });
    in(mass, [&] { form.setModes(w_, kinematics_.gradient.data()); });
    in(velocity, [&] {
      std::vector<T> rates(m_.rows.size());
      for (std::size_t r = 0; r < rates.size(); ++r) rates[r] = rateOf(static_cast<int>(r));
      form.setBias(w_, rates.data());
      std::vector<T> theta;
      for (const auto& independent : q_.independent) theta.push_back(z_dot(independent.column));
      form.expand(theta.data(), work.p, [&](int column, const T& value) { z_dot(column) = value; });
      for (std::size_t k = 0; k < s_.links.size(); ++k) {
        Vec6<T>& Z = kinematics_.Z[at(s_.links[k])];
        Z = form.motions()[k];
        if (s_.base >= 0) Z += kinematics_.Z[at(s_.base)];
      }
    });
    in(rhs, [&] { kinematics_.setBiases(); });
    in(mass, [&] {
      form.setBias(w_, kinematics_.gamma.data());
      setForces();
      if (s_.base >= 0) {
        for (const int i : s_.links) addToBase(inertia_[at(i)], carried_[at(i)]);
        addRodsToBase();
      }
      form.reduce({inertia_.data(), carried_.data(), tau_.data(), kinematics_.rodEnds.data()}, reduced_);
    });
    eliminateAndSolve([&] {
      form.expand(reduced_.Qq.data(), work.p,
                  [&](int column, const T& value) { result_.z_ddot[at(column)] = value.value; });
    });
  }

  template <class Expand>
  void eliminateAndSolve(const Expand& expandAll) {
    const bool hasBase = s_.base >= 0;
    in(effective, [&] { eliminate(reduced_, hasBase ? &M0_ : nullptr, hasBase ? &P0_ : nullptr); });
    in(acceleration, [&] {
      accelerationsOf(reduced_, hasBase ? &Y_ : nullptr);
      expandAll();
    });
  }

  T& z_dot(int column) { return kinematics_.z_dot[at(s_.velocities[at(column)])]; }
  T rateOf(int row) const { return m_.rows[at(row)].signal >= 0 ? w_.signals[at(m_.rows[at(row)].signal)].rate : 0; }

  // Phi_z of a block, the factors of Phi_u, and R.
  void factorRows(std::size_t n, std::vector<T>& lu, std::vector<int>& exchange, std::vector<T>& R) {
    const Mechanism::Block& block = m_.blocks[at(s_.blocks[n])];
    const Partition& partition = w_.blocks[at(s_.blocks[n])].partition;
    const int rank = partition.rank;
    const int free = q_.blocks[n].free;
    lu.assign(at(rank * rank), T(0));
    R.assign(at(rank * free), T(0));
    exchange.resize(at(rank));
    std::vector<int> scratch(at(rank));
    std::vector<T> J(s_.velocities.size());
    for (int r = 0; r < rank; ++r) {
      const int index = block.firstRow + partition.rows[at(r)];
      const Mechanism::Row& row = m_.rows[at(index)];
      std::fill(J.begin(), J.end(), T(0));
      if (row.closing < 0) {
        for (int k = 0; k < row.termCount; ++k) {
          const Mechanism::Term& term = m_.terms[at(row.firstTerm + k)];
          J[at(synthesis_.columnOf[at(term.v)])] = term.factor;
        }
      } else {
        const Mechanism::Closing& closing = m_.closings[at(row.closing)];
        for (int k = 0; k < closing.crossingCount; ++k) {
          const Mechanism::Crossing& crossing = m_.crossings[at(closing.firstCrossing + k)];
          const Mechanism::Link& link = m_.links[at(crossing.link)];
          for (int v = link.v; v < link.v + link.vCount; ++v) {
            const T entry = kinematics_.gradient[at(index)].dot(kinematics_.b[at(v)]);
            J[at(synthesis_.columnOf[at(v)])] = crossing.sign < 0 ? -entry : entry;
          }
        }
      }
      for (int c = 0; c < rank; ++c) lu[at(r * rank + c)] = J[at(q_.blocks[n].columns[at(c)])];
      for (int c = 0; c < free; ++c) R[at(r * free + c)] = -J[at(q_.blocks[n].columns[at(rank + c)])];
    }
    factorSparseLu(lu.data(), rank, exchange.data(), scratch.data());
    std::vector<T> column(at(rank));
    for (int c = 0; c < free; ++c) {
      for (int r = 0; r < rank; ++r) column[at(r)] = R[at(r * free + c)];
      solveSparseLu(lu.data(), rank, exchange.data(), column.data());
      for (int r = 0; r < rank; ++r) R[at(r * free + c)] = column[at(r)];
    }
  }

  // Inertias about the reference point and forces, per link.
  void setForces() {
    for (const int i : s_.links) {
      inertia_[at(i)] = kinematics_.inertiaOf(i);
      carried_[at(i)] =
          neededForce<T>(inertia_[at(i)], kinematics_.Z[at(i)], kinematics_.A_bias[at(i)]) - w_.wrench[at(i)].cast<T>();
    }
    kinematics_.addRodForces(carried_);
  }
  static void add(SpatialInertiaOf<T>& to, const SpatialInertiaOf<T>& inertia) {
    to.m += inertia.m;
    to.h += inertia.h;
    for (int k = 0; k < 3; ++k) {
      for (int l = 0; l <= k; ++l) to.I(k, l) = to.I(l, k) = to.I(k, l) + inertia.I(k, l);
    }
  }
  void addToBase(const SpatialInertiaOf<T>& inertia, const Vec6<T>& carried) {
    addLower<T>(inertia, M0_);
    P0_ -= carried;
  }
  void addRodsToBase() {
    for (const int k : s_.rods) {
      const std::array<Vec3<T>, 2>& ends = kinematics_.rodEnds[at(k)];
      addLower<T>(rodInertia<T>(m_.rods[at(k)].b, ends[0], ends[1]), M0_);
    }
  }

  const Mechanism& m_;
  const Workspace& w_;
  Synthesis synthesis_;
  const Subsystem& s_;
  Coordinates<T> q_;
  SubsystemKinematics<T> kinematics_;
  Reduced<T> reduced_;
  std::vector<SpatialInertiaOf<T>> inertia_;  // by link
  std::vector<Vec6<T>> carried_;              // by link, of each alone
  std::vector<T> tau_;                        // by velocity
  Mat6<T> M0_;
  Vec6<T> P0_;
  Vec6<T> Y_;
  CountedEvaluation result_;
};

}  // namespace

std::optional<std::string> countingRefusal(const Mechanism& m, std::size_t subsystem) {
  const Synthesis synthesis = makeSynthesis(m);
  if (subsystem >= synthesis.subsystems.size()) {
    return fmt::format("there are {} subsystems to count, not {}", synthesis.subsystems.size(), subsystem + 1);
  }
  return kinematicsRefusal(m, synthesis.subsystems[subsystem]);
}

CountedEvaluation evaluateCounted(const Mechanism& m, StateView y, const Workspace& w, SynthesisForm form,
                                  std::size_t subsystem) {
  return Evaluation(m, y, w, subsystem).run(form);
}

}  // namespace mb
