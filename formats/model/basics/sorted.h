// Lists in increasing order.
#pragma once

#include <algorithm>
#include <vector>

namespace mb {

// In increasing order, each value once.
template <class T>
void sortUnique(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

// The index of a value that is in the list.
template <class T>
int placeInSorted(const std::vector<T>& sorted, const T& value) {
  return static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin());
}

}  // namespace mb
