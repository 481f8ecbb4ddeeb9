#include "runtime/laws/driver_law.h"

namespace mb {

CompiledDriver compileDriver(const Driver& driver) {
  CompiledDriver compiled{driver, {}};
  if (const auto* table = std::get_if<PathTable>(&driver.path)) {
    compiled.table = makeCurve(table->interpolation, table->x, table->y);
  }
  return compiled;
}

}  // namespace mb
