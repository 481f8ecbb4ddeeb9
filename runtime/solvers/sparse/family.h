// The solvers that work on the whole open chain and exploit its sparsity.
#pragma once

#include "runtime/evaluation/solver.h"

namespace mb {

// Maggi's equations with sparse Phi_z, R, M and R' M R [HG12 §5]. Refuses nothing.
std::unique_ptr<Solver> makeMaggiSparse(const Mechanism& m);

// Lagrange multipliers with Baumgarte's stabilisation [PRN06]. Refuses nothing; stabilises the equations itself.
std::unique_ptr<Solver> makeLagrangeBaumgarte(const Mechanism& m);

// (Phi_z M^-1 Phi_z') lambda = ... with M factored in the tree's pattern [CYI01 §4.2], or as if dense [§4.1].
std::optional<std::string> reducedLagrangeRefusal(const Mechanism& m, const Workspace& w);
std::unique_ptr<Solver> makeReducedLagrange(const Mechanism& m, bool dense);
std::unique_ptr<Solver> makeReducedLagrange(const Mechanism& m);

// The same with every branch eliminated into the base's block [CYI01 §4.3].
std::optional<std::string> blockMassRefusal(const Mechanism& m, const Workspace& w);
std::unique_ptr<Solver> makeBlockMass(const Mechanism& m);

// The accelerations of the implicit method [Pan Eq. 5]: Newton on its residual, which is linear in them. Refuses laws
// with states and drives that follow the motion, because its Newton matrix does not include them.
std::optional<std::string> implicitBdfRefusal(const Mechanism& m, const Workspace& w);
std::unique_ptr<Solver> makeImplicitBdf(const Mechanism& m);

}  // namespace mb
