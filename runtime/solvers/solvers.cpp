// The table of solvers.
#include "runtime/solvers/solvers.h"

#include "runtime/solvers/clusters/cluster_dense.h"
#include "runtime/solvers/embedded/embedded.h"
#include "runtime/solvers/sparse/family.h"
#include "runtime/solvers/synthesis/synthesis.h"

namespace mb {
namespace {

class MaggiDense : public Solver {
 public:
  bool solve(const Mechanism& m, Workspace& w) override {
    setOpenChain(m, w);
    return solveMaggi(m, w);
  }
};

std::unique_ptr<Solver> makeMaggiDense(const Mechanism&) { return std::make_unique<MaggiDense>(); }

const SolverType kSolvers[]{
    {"embedded", "beyond the papers", "recursion over loop clusters, each one joint between its base and its links",
     "linear in the number of clusters, cube of each", "", refusesNothing, makeEmbedded, true},
    {"maggi-dense", "HG12 §4", "double velocity transformation, full pivoting of the rectangular Jacobian",
     "cube of a block, square of the coordinates", "", refusesNothing, makeMaggiDense, true},
    {"maggi-sparse", "HG12 §5",
     "the same with a sparse LU: pivots and pattern chosen once, values refactored each time",
     "nonzeros of the Jacobian", "", refusesNothing, makeMaggiSparse},
    {"lagrange-baumgarte", "PRN06",
     "composite mass matrix bordered by the Jacobian, multipliers, Baumgarte's stabilisation instead of projection",
     "cube of coordinates and rows", "", refusesNothing, makeLagrangeBaumgarte, false, false},
    {"reduced-lagrange", "CYI01 §4.1-4.2", "multipliers from Phi M^-1 Phi', M by the sparse LDL' of the tree's pattern",
     "entries of the tree's mass matrix, cube of the rows", "independent rows only", reducedLagrangeRefusal,
     makeReducedLagrange},
    {"block-mass", "CYI01 §4.3", "every branch eliminated into the 6 x 6 of its base",
     "linear in the number of branches, cube of each", "independent rows only", blockMassRefusal, makeBlockMass},
    {"subsystem-joint", "SK §4, Pan Eqs. 3-4",
     "effective inertia and force of each subsystem on its base, in joint coordinates",
     "linear in the number of subsystems, cube of each", "no equation may hold a floating base", subsystemRefusal,
     makeSubsystemJoint},
    {"subsystem-cartesian", "SK §3", "the same, in Cartesian coordinates relative to the base",
     "linear in the number of subsystems, cube of each", "no equation may hold a floating base", subsystemRefusal,
     makeSubsystemCartesian},
    {"implicit-bdf", "Pan Eq. 5",
     "backward differentiation formulas with Newton, residual and Jacobian by recursion: for stiff models",
     "cube of the independent coordinates", "no tyres with transient slip, no driver", implicitBdfRefusal,
     makeImplicitBdf, false, true, true},
    {"cluster-dense", "Jain12, CAKW23", "the recursion of embedded in plain dense algebra, written to be read",
     "linear in the number of clusters, cube of the links of each", "", refusesNothing, makeClusterDense, false, true,
     false, true},
};

}  // namespace

bool Solver::evaluate(const Mechanism& m, double time, StateView y, Workspace& w) {
  setMotionAndForces(m, time, y, w);
  if (!solve(m, w)) return false;
  setDrivePower(m, w);
  return true;
}

std::span<const SolverType> solverTypes() { return kSolvers; }

const SolverType* findSolver(std::string_view name) {
  for (const SolverType& type : kSolvers) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

std::optional<std::string> refusesNothing(const Mechanism&, const Workspace&) { return std::nullopt; }

}  // namespace mb
