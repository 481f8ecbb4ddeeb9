#include "runtime/laws/joint_laws.h"

namespace mb {

double transitionVelocity(const Friction& friction) { return friction.velocity > 0 ? friction.velocity : 1e-3; }

}  // namespace mb
