#include "runtime/mechanism/block_sizes.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/model/basics/block_limit.h"

namespace mb {

void checkBlockSizes(const Mechanism& m, Diagnostics& diagnostics) {
  for (const Mechanism::Block& block : m.blocks) {
    const double rows = block.rowCount;
    const double columns = block.columnCount;
    if (rows * columns * std::min(rows, columns) <= limits::kMostWork) continue;
    const Mechanism::Row& first = m.rows[at(block.firstRow)];
    diagnostics
        .error(first.at, Code::tooMany,
               fmt::format("{} equations of loops, couplers and drives that share coordinates, the first of '{}', act "
                           "on {} coordinates; the limit is about 670 on 670",
                           block.rowCount, first.name, block.columnCount))
        .withHint(
            "they are solved together; couple parts that turn alike to one shaft, or convert the model in "
            "pieces");
  }
}

}  // namespace mb
