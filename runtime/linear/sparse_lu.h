// LU of a sparse matrix of any shape and rank: the pivots are chosen once by Markowitz cost with threshold rook
// pivoting (as in LUSOL; [HG12 §5] uses MA48), then the matrix is factored repeatedly with that order and pattern.
#pragma once

#include <span>
#include <vector>

#include "runtime/linear/markowitz.h"

namespace mb {

class SparseLu {
 public:
  // Chooses rows, columns and order of the pivots, and hence the pattern of L and U including fill-in; entries that
  // happen to be zero stay in it. Returns the rank: the number of pivots above `tolerance` times the largest entry, or
  // times 1 if all are smaller. Rows and columns must be scaled. The first call allocates; later ones with the same
  // pattern do so only if a large matrix fills in more than before.
  int choose(const SparsePattern& pattern, std::span<const double> values, double tolerance);

  // Factors the chosen rows and columns for new values in the same pattern. Allocates nothing.
  void factor(std::span<const double> values);
  // Since choose(), a pivot has become so small compared with its alternatives that the factors are too large to trust.
  bool isDegraded() const { return isDegraded_; }
  // Smallest over largest pivot.
  double pivotRatio() const { return pivotRatio_; }

  int rank() const { return rank_; }
  // Pivots have places 0 ... rank - 1.
  int rowAt(int place) const { return rowOrder_[static_cast<std::size_t>(place)]; }
  int columnAt(int place) const { return colOrder_[static_cast<std::size_t>(place)]; }
  // -1: the row has no pivot.
  int placeOfRow(int row) const { return placeOfRow_[static_cast<std::size_t>(row)]; }

  // Solves in place by pivot places: from the right-hand side of rowAt(k) to the unknown of columnAt(k).
  void solve(std::span<double> x) const;

  // The places that a right-hand side with few entries reaches, after forward and after backward substitution.
  struct Reach {
    std::vector<int> down;
    std::vector<int> back;
  };
  void setReach(std::span<const int> places, Reach& reach);
  // As solve(), with x zero except for the right-hand side.
  void solve(const Reach& reach, std::span<double> x) const;

 private:
  int rank_ = 0;
  bool isDegraded_ = false;
  double pivotRatio_ = 1;
  std::vector<int> rowOrder_;
  std::vector<int> colOrder_;
  std::vector<int> placeOfRow_;
  // By pivot row: entries of the matrix, of L left of the diagonal in elimination order, and of U right of it.
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
