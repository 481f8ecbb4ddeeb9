// The sparse LU that shows the rank, against Eigen's full pivoting, and the sparse L' D L.
#include "runtime/linear/sparse_lu.h"

#include <Eigen/LU>
#include <algorithm>
#include <random>

#include "runtime/evaluation/partition.h"
#include "runtime/linear/sparse_ldl.h"
#include "tests/support/test.h"

using namespace mb;

namespace {

using Matrix = Eigen::MatrixXd;
using Generator = std::mt19937;

double uniform(Generator& random) { return 2 * (static_cast<double>(random()) / 4294967295.0) - 1; }
int below(Generator& random, int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); }

struct Sparse {
  SparsePattern pattern;
  std::vector<double> values;
};

Sparse sparseOf(const Matrix& A) {
  Sparse result;
  result.pattern.rows = static_cast<int>(A.rows());
  result.pattern.cols = static_cast<int>(A.cols());
  for (int r = 0; r < A.rows(); ++r) {
    for (int c = 0; c < A.cols(); ++c) {
      if (A(r, c) == 0) continue;
      result.pattern.column.push_back(c);
      result.values.push_back(A(r, c));
    }
    result.pattern.first.push_back(static_cast<int>(result.values.size()));
  }
  return result;
}

// Loops in a row, each sharing a column with the next, as closing equations have them; some rows are sums of others,
// at their own scale.
Matrix loopChain(Generator& random, int loops, int rowsPerLoop, int columnsPerLoop, int redundant, double scale) {
  Matrix A = Matrix::Zero(loops * rowsPerLoop + redundant, loops * (columnsPerLoop - 1) + 1);
  for (int k = 0; k < loops; ++k) {
    for (int r = 0; r < rowsPerLoop; ++r) {
      for (int c = 0; c < columnsPerLoop; ++c) A(k * rowsPerLoop + r, k * (columnsPerLoop - 1) + c) = uniform(random);
    }
  }
  for (int r = 0; r < redundant; ++r) {
    const int loop = below(random, loops);
    for (int k = 0; k < rowsPerLoop; ++k) {
      A.row(loops * rowsPerLoop + r) += scale * uniform(random) * A.row(loop * rowsPerLoop + k);
    }
  }
  // Not at the end: the search must not be helped.
  for (int r = static_cast<int>(A.rows()); r-- > 1;) A.row(r).swap(A.row(below(random, r + 1)));
  return A;
}

int fullRank(const Matrix& A) {
  Eigen::FullPivLU<Matrix> lu(A);
  lu.setThreshold(kRankTolerance);
  return static_cast<int>(lu.rank());
}

Matrix pivotBlock(const Matrix& A, const SparseLu& lu) {
  Matrix block(lu.rank(), lu.rank());
  for (int r = 0; r < lu.rank(); ++r) {
    for (int c = 0; c < lu.rank(); ++c) block(r, c) = A(lu.rowAt(r), lu.columnAt(c));
  }
  return block;
}

// Of A x = b restricted to the pivots, relative.
double solveError(const Matrix& A, const SparseLu& lu, Generator& random) {
  Eigen::VectorXd x(lu.rank());
  for (int k = 0; k < lu.rank(); ++k) x(k) = uniform(random);
  Eigen::VectorXd b = pivotBlock(A, lu) * x;
  lu.solve({b.data(), static_cast<std::size_t>(b.size())});
  return (b - x).norm() / x.norm();
}

}  // namespace

TEST_CASE("redundant matrices get the rank of full pivoting and pivots that can be solved for") {
  Generator random(5);
  double worst = 0;
  for (int n = 0; n < 400; ++n) {
    const int rows = 1 + below(random, 5);
    const int columns = 2 + below(random, 6);
    const int loops = 1 + below(random, 25);
    const double scale = n % 3 == 0 ? 1e4 : n % 3 == 1 ? 1 : 1e-4;
    // At a scale of 1e4 digits of the sums are lost that the tolerance, relative to the largest entry, allows for.
    const Matrix A = loopChain(random, loops, rows, columns, below(random, 6), scale);
    const Sparse sparse = sparseOf(A);
    SparseLu lu;
    INFO("matrix " << n << ", " << A.rows() << " x " << A.cols());
    REQUIRE(lu.choose(sparse.pattern, sparse.values, kRankTolerance) == fullRank(A));
    REQUIRE_FALSE(lu.isDegraded());
    const Matrix block = pivotBlock(A, lu);
    const double condition = block.norm() * block.inverse().norm();
    CHECK(solveError(A, lu, random) < 1e-14 * condition * lu.rank());
    worst = std::max(worst, condition);
  }
  INFO("worst condition " << worst);
  CHECK(worst < 1e9);
}

TEST_CASE("dense, empty and vanishing matrices") {
  Generator random(6);
  SparseLu lu;
  CHECK(lu.choose({}, {}, kRankTolerance) == 0);
  CHECK(lu.pivotRatio() == 1);
  Sparse sparse = sparseOf(Matrix::Ones(3, 4));
  CHECK(lu.choose(sparse.pattern, sparse.values, kRankTolerance) == 1);
  std::fill(sparse.values.begin(), sparse.values.end(), 0.0);
  CHECK(lu.choose(sparse.pattern, sparse.values, kRankTolerance) == 0);
  std::fill(sparse.values.begin(), sparse.values.end(), 1e-9);  // round-off in a matrix scaled to the order of 1
  CHECK(lu.choose(sparse.pattern, sparse.values, kRankTolerance) == 0);
  for (int n = 1; n < 30; ++n) {
    const int rank = 1 + below(random, n);
    Matrix left(n, rank);
    Matrix right(rank, n + 2);
    for (double& entry : left.reshaped()) entry = uniform(random);
    for (double& entry : right.reshaped()) entry = uniform(random);
    const Matrix A = left * right;
    const Sparse full = sparseOf(A);
    INFO(n << " x " << n + 2 << " of rank " << rank);
    CHECK(lu.choose(full.pattern, full.values, kRankTolerance) == fullRank(A));
  }
}

TEST_CASE("new values in the same pattern are factored in the same order until the pivots degrade") {
  Generator random(7);
  Matrix A = loopChain(random, 12, 3, 5, 0, 1);
  A(4, 5) = A.cwiseAbs().maxCoeff();
  const Sparse sparse = sparseOf(A);
  std::vector<double> values = sparse.values;
  values[7] = 0;  // zero now, not always
  SparseLu lu;
  const int rank = lu.choose(sparse.pattern, values, kRankTolerance);
  REQUIRE(rank == 36);
  lu.factor(sparse.values);
  CHECK(solveError(A, lu, random) < 1e-11);
  const double ratio = lu.pivotRatio();
  CHECK(ratio > 0);
  // The first pivot nearly vanishes: another order is needed, and found.
  const int row = lu.rowAt(0);
  const int column = lu.columnAt(0);
  A(row, column) = 1e-9;
  const Sparse degraded = sparseOf(A);
  lu.factor(degraded.values);
  CHECK(lu.isDegraded());
  CHECK(lu.choose(degraded.pattern, degraded.values, kRankTolerance) == rank);
  CHECK_FALSE(lu.isDegraded());
  CHECK(solveError(A, lu, random) < 1e-11);
}

TEST_CASE("solving a right-hand side with one entry along its reach equals the full solve") {
  Generator random(8);
  for (int n = 0; n < 20; ++n) {
    const Matrix A = loopChain(random, 10, 2, 4, 2, 1);
    const Sparse sparse = sparseOf(A);
    SparseLu lu;
    lu.choose(sparse.pattern, sparse.values, kRankTolerance);
    const int place = below(random, lu.rank());
    SparseLu::Reach reach;
    lu.setReach({&place, 1}, reach);
    std::vector<double> whole(static_cast<std::size_t>(lu.rank()));
    whole[static_cast<std::size_t>(place)] = 1;
    std::vector<double> along = whole;
    lu.solve(whole);
    lu.solve(reach, along);
    CHECK(whole == along);
    for (int k = 0; k < lu.rank(); ++k) {
      const bool isReached = std::find(reach.back.begin(), reach.back.end(), k) != reach.back.end();
      if (!isReached) CHECK(whole[static_cast<std::size_t>(k)] == 0);
    }
  }
}

TEST_CASE("L' D L of sparse positive definite matrices, with fill") {
  Generator random(9);
  for (int n = 1; n < 40; ++n) {
    Matrix A = Matrix::Identity(n, n) * n;
    std::vector<std::vector<int>> rows(static_cast<std::size_t>(n));
    for (int k = 0; k < n; ++k) {
      const int r = below(random, n);
      const int c = below(random, n);
      if (r == c) continue;
      A(r, c) = A(c, r) = uniform(random);
      rows[static_cast<std::size_t>(r)].push_back(c);
    }
    const SymmetricPattern pattern = makePattern(rows);
    std::vector<double> a(pattern.column.size());
    for (int r = 0; r < n; ++r) {
      for (int t = pattern.first[static_cast<std::size_t>(r)]; t <= pattern.diagonal(r); ++t) {
        a[static_cast<std::size_t>(t)] = A(r, pattern.column[static_cast<std::size_t>(t)]);
      }
    }
    std::vector<double> l(a.size());
    std::vector<double> scratch(static_cast<std::size_t>(n));
    REQUIRE(factorLdl(pattern, a, l, scratch, 1e-12) == -1);
    Eigen::VectorXd x(n);
    for (int k = 0; k < n; ++k) x(k) = uniform(random);
    const std::span<double> values(x.data(), static_cast<std::size_t>(n));
    std::vector<double> product(values.size());
    multiply(pattern, a, values, product);
    Eigen::Map<Eigen::VectorXd> b(product.data(), n);
    CHECK((A * x - b).norm() < 1e-12 * x.norm() * n);
    solveLdl(pattern, l, product);
    CHECK((b - x).norm() < 1e-12 * x.norm());
    // Without inertia in one row.
    a[static_cast<std::size_t>(pattern.diagonal(0))] = 0;
    CHECK(factorLdl(pattern, a, l, scratch, 1e-12) == 0);
  }
}
