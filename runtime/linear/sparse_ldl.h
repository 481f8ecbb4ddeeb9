// Symmetric matrices with a fixed sparse pattern and their factors L' D L without square roots, from the last row to
// the first. With children after their parents this goes from the leaves to the root: rows couple only with their path,
// so the factors of a tree's mass matrix have no fill-in ([CYI01 §4.2], [HG12 §2]).
#pragma once

#include <span>
#include <vector>

namespace mb {

// The lower triangle by rows, columns ascending, diagonal last; fill-in of the elimination is included.
struct SymmetricPattern {
  int size = 0;
  std::vector<int> first;
  std::vector<int> column;
  // The same by columns without the diagonal: the rows below it, descending, and the slots of this column in them.
  std::vector<int> firstBelow;
  std::vector<int> rowBelow;
  std::vector<int> slotBelow;

  int diagonal(int row) const { return first[static_cast<std::size_t>(row) + 1] - 1; }
  // The slot of an entry in the pattern.
  int slot(int row, int column) const;
};

// Makes the pattern from the columns of each row in any order; columns right of the diagonal go to the other triangle.
SymmetricPattern makePattern(std::vector<std::vector<int>> rows);
SymmetricPattern fullPattern(int size);

// A = L' D L, with D on the diagonal of l. scratch has one number per row, zero before and after. Returns -1, or the
// first row whose pivot is not above `tolerance` times its diagonal.
int factorLdl(const SymmetricPattern& pattern, std::span<const double> a, std::span<double> l,
              std::span<double> scratch, double tolerance);
void solveLdl(const SymmetricPattern& pattern, std::span<const double> l, std::span<double> b);
// y = A x
void multiply(const SymmetricPattern& pattern, std::span<const double> a, std::span<const double> x,
              std::span<double> y);

}  // namespace mb
