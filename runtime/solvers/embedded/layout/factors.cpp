#include <set>

#include "runtime/solvers/embedded/layout/layout.h"

namespace mb::embedded {

std::vector<int> factorPlaces(const Layout& layout) {
  std::set<int> places;
  for (const ClusterBatch& batch : layout.schedule.batches) {
    if (batch.rank == 0) continue;
    const auto add = [&](int local) {
      for (int l = 0; l < batch.width; ++l) places.insert(batch.local + local * batch.width + l);
    };
    for (const ForwardOp& op : batch.forward) add(op.entry);
    const int* p = batch.backward.data();
    for (int k = batch.rank; k-- > 0;) {
      add(batch.localPivots + k);
      for (int n = *p++; n > 0; --n, p += 2) add(p[0]);
    }
  }
  return {places.begin(), places.end()};
}

}  // namespace mb::embedded
