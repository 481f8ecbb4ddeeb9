// Symmetric matrices with a fixed sparse pattern, and their factors L' D L without square roots, from the last row to
// the first. With children after their parents that is from the leaves to the root: rows couple with their path only,
// and the factors of a tree's mass matrix fill nothing in ([CYI01 §4.2], [HG12 §2]).
#pragma once

#include <span>
#include <vector>

namespace mb {

// Lower triangle row by row, columns ascending, the diagonal last; what elimination fills in is part of it.
struct SymmetricPattern {
  int size = 0;
  std::vector<int> first;
  std::vector<int> column;
  // The same by columns, without the diagonal: rows below it, descending, and where they have this column.
  std::vector<int> firstBelow;
  std::vector<int> rowBelow;
  std::vector<int> slotBelow;

  int diagonal(int row) const { return first[static_cast<std::size_t>(row) + 1] - 1; }
  // Of an entry that the pattern has.
  int slot(int row, int column) const;
};

// From the columns of each row, in any order; those right of the diagonal are added to the other triangle.
SymmetricPattern makePattern(std::vector<std::vector<int>> rows);
SymmetricPattern fullPattern(int size);

// A = L' D L, l holding D on the diagonal. scratch: one number a row, zero before and after. Returns -1, or the first
// row whose pivot is not above `tolerance` times its diagonal.
int factorLdl(const SymmetricPattern& pattern, std::span<const double> a, std::span<double> l,
              std::span<double> scratch, double tolerance);
void solveLdl(const SymmetricPattern& pattern, std::span<const double> l, std::span<double> b);
// y = A x
void multiply(const SymmetricPattern& pattern, std::span<const double> a, std::span<const double> x,
              std::span<double> y);

}  // namespace mb
