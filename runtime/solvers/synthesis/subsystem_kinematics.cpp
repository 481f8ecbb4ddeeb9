#include "runtime/solvers/synthesis/subsystem_kinematics.h"

#include <fmt/format.h>

namespace mb {

std::optional<std::string> kinematicsRefusal(const Mechanism& m, const Subsystem& s) {
  const auto name = [&](int link) { return m.model.links[LinkIndex{link}].joint; };
  for (const int i : s.links) {
    const Mechanism::Link& link = m.links[static_cast<std::size_t>(i)];
    for (int k = link.firstMotion; k < link.firstMotion + link.motionCount; ++k) {
      if (m.motions[static_cast<std::size_t>(k)].kind == MotionKind::bend) {
        return fmt::format("operations of the constant-velocity joint '{}' are not counted", name(i));
      }
    }
  }
  for (const int n : s.blocks) {
    const Mechanism::Block& block = m.blocks[static_cast<std::size_t>(n)];
    for (int r = block.firstRow; r < block.firstRow + block.rowCount; ++r) {
      const Mechanism::Row& row = m.rows[static_cast<std::size_t>(r)];
      if (row.kind == RowKind::pitch || row.kind == RowKind::radius || row.kind == RowKind::angle) {
        return fmt::format("operations of '{}' are not counted: its equation measures an angle or a radius", row.name);
      }
    }
  }
  return std::nullopt;
}

}  // namespace mb
