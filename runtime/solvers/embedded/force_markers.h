// The markers whose motion a force needs.
#pragma once

#include <optional>
#include <set>

#include "runtime/laws/force_set.h"

namespace mb::embedded {

// Visits a force and notes its markers.
struct MarkersOf {
  std::set<int>& used;
  void mark(MarkerIndex marker) const {
    if (marker.valid()) used.insert(marker.value);
  }
  void mark(const std::optional<Program>& program) const {
    if (!program) return;
    for (const Instruction& instruction : program->code) {
      for (const MarkerIndex marker :
           {instruction.measure.i, instruction.measure.j, instruction.measure.k, instruction.measure.l})
        mark(marker);
    }
  }
  void operator()(const CompiledTsda& force) const {
    mark(force.law.i);
    mark(force.law.j);
    mark(force.function);
  }
  void operator()(const CompiledRsda& force) const {
    mark(force.law.i);
    mark(force.law.j);
    mark(force.function);
  }
  void operator()(const Bushing& law) const {
    mark(law.i);
    mark(law.j);
  }
  void operator()(const Field& law) const {
    mark(law.i);
    mark(law.j);
  }
  void operator()(const CompiledTyre& tyre) const { mark(tyre.force.i); }
  void operator()(const CompiledGeneral& force) const {
    mark(force.law.i);
    mark(force.law.j);
    mark(force.law.in);
    for (std::size_t k = 0; k < 3; ++k) {
      mark(force.force[k]);
      mark(force.torque[k]);
    }
  }
};

}  // namespace mb::embedded
