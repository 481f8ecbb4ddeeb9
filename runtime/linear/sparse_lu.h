// LU of a sparse matrix of any shape and rank: pivots chosen once by Markowitz cost with threshold rook pivoting (as in
// LUSOL; [HG12 §5] uses MA48), then factored again and again with that order and pattern.
#pragma once

#include <span>
#include <vector>

#include "runtime/linear/markowitz.h"

namespace mb {

class SparseLu {
 public:
  // Chooses rows, columns and order of the pivots, and with them the pattern of L and U, fill included; entries that
  // happen to be zero stay in it. Returns the rank: the number of pivots above `tolerance` times the largest entry, or
  // times 1 where all are smaller. Rows and columns are taken to be scaled. The first call takes from the heap, others
  // with the same pattern only where a large matrix fills in more than before.
  int choose(const SparsePattern& pattern, std::span<const double> values, double tolerance);

  // L and U of the chosen rows and columns, for other values in the same pattern. Takes nothing from the heap.
  void factor(std::span<const double> values);
  // Since choose() a pivot has become small among those it could be exchanged with: factors are too large to trust.
  bool isDegraded() const { return isDegraded_; }
  // Smallest over largest pivot.
  double pivotRatio() const { return pivotRatio_; }

  int rank() const { return rank_; }
  // Pivots stand at places 0 ... rank - 1.
  int rowAt(int place) const { return rowOrder_[static_cast<std::size_t>(place)]; }
  int columnAt(int place) const { return colOrder_[static_cast<std::size_t>(place)]; }
  // -1: no pivot in it.
  int placeOfRow(int row) const { return placeOfRow_[static_cast<std::size_t>(row)]; }

  // By places, in place: from the right-hand side of rowAt(k) to the unknown of columnAt(k).
  void solve(std::span<double> x) const;

  // The places that a right-hand side with few entries reaches, on the way down and after the way back.
  struct Reach {
    std::vector<int> down;
    std::vector<int> back;
  };
  void setReach(std::span<const int> places, Reach& reach);
  // As solve(); x is zero but for the right-hand side.
  void solve(const Reach& reach, std::span<double> x) const;

 private:
  int rank_ = 0;
  bool isDegraded_ = false;
  double pivotRatio_ = 1;
  std::vector<int> rowOrder_;
  std::vector<int> colOrder_;
  std::vector<int> placeOfRow_;
  // By pivot row: entries of the matrix, of L left of the diagonal in elimination order, of U right of it.
  std::vector<int> aFirst_;
  std::vector<int> aSource_;
  std::vector<int> aPlace_;
  std::vector<int> lFirst_;
  std::vector<int> lPlace_;
  std::vector<double> l_;
  std::vector<int> uFirst_;
  std::vector<int> uPlace_;
  std::vector<double> u_;
  std::vector<double> pivot_;  // inverted
  std::vector<double> x_;
  Markowitz pivots_;
  std::vector<int> placeOfColumn_;
  std::vector<int> next_;
  std::vector<char> isReached_;
};

}  // namespace mb
