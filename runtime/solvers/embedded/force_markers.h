// The markers whose motion a force needs: its own and those that its functions measure.
#pragma once

#include <optional>
#include <set>

#include "formats/model/elements/element_visitors.h"
#include "runtime/laws/force_set.h"

namespace mb::embedded {

// Visits a force and adds its markers to `used`.
struct MarkersOf {
  std::set<int>& used;
  void mark(const std::optional<Program>& program) const {
    if (!program) return;
    for (const Instruction& instruction : program->code) {
      for (const MarkerIndex marker :
           {instruction.measure.i, instruction.measure.j, instruction.measure.k, instruction.measure.l}) {
        if (marker.valid()) used.insert(marker.value);
      }
    }
  }
  template <class Law>
  void operator()(const Compiled<Law>& force) const {
    const auto note = [&](MarkerIndex marker) { used.insert(marker.value); };
    MarkerVisitor visitor(note);
    Law::describe(force.law, visitor);
    for (const std::optional<Program>& program : force.programs()) mark(program);
  }
};

}  // namespace mb::embedded
