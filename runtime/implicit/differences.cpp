#include "runtime/implicit/differences.h"

#include <algorithm>

#include "formats/model/basics/index.h"

namespace mb {
namespace {

constexpr std::size_t kSize = Differences::kHighest + 1;
using Square = std::array<std::array<double, kSize>, kSize>;

// 1 + 1/2 + ... + 1/k: the formula is sum of (1/j) D_j y = h y_dot.
double harmonic(int k) {
  double sum = 0;
  for (int j = 1; j <= k; ++j) sum += 1.0 / j;
  return sum;
}

// Values at j steps of `ratio` back, from differences at steps of 1.
Square valuesByDifferences(int order, double ratio) {
  Square table{};
  for (int j = 0; j <= order; ++j) {
    double product = 1;
    table[0][at(j)] = 1;
    for (int i = 1; i <= order; ++i) {
      product *= (i - 1 - ratio * j) / i;
      table[at(i)][at(j)] = product;
    }
  }
  return table;
}

}  // namespace

Differences::Differences(std::size_t size) {
  for (std::vector<double>& d : d_) d.assign(size, 0.0);
}

void Differences::start(std::span<const double> y, std::span<const double> rates, double h) {
  for (std::vector<double>& d : d_) std::fill(d.begin(), d.end(), 0.0);
  for (std::size_t n = 0; n < y.size(); ++n) {
    d_[0][n] = y[n];
    d_[1][n] = h * rates[n];
  }
  h_ = h;
  order_ = 1;
  sinceChange_ = 0;
}

double Differences::c() const { return h_ / harmonic(order_); }

void Differences::predict(std::span<double> predicted, std::span<double> history) const {
  std::array<double, kSize> share{};  // of the differences that the formula already contains
  for (int j = 1; j <= order_; ++j) share[at(j)] = harmonic(j) / harmonic(order_);
  for (std::size_t n = 0; n < predicted.size(); ++n) {
    double sum = d_[0][n];
    double psi = 0;
    for (int j = 1; j <= order_; ++j) {
      sum += d_[at(j)][n];
      psi += share[at(j)] * d_[at(j)][n];
    }
    predicted[n] = sum;
    history[n] = sum - psi;
  }
}

void Differences::accept(std::span<const double> y, std::span<const double> predicted) {
  const std::size_t k = at(order_);
  for (std::size_t n = 0; n < y.size(); ++n) {
    const double d = y[n] - predicted[n];
    d_[k + 2][n] = d - d_[k + 1][n];
    d_[k + 1][n] = d;
    for (std::size_t j = k + 1; j-- > 0;) d_[j][n] += d_[j + 1][n];
  }
  ++sinceChange_;
}

void Differences::setStep(double h) {
  if (h == h_) return;
  // Values at the new steps from the old differences, then differences of these values: the table is its own inverse at
  // ratio 1.
  const Square values = valuesByDifferences(order_, h / h_);
  const Square back = valuesByDifferences(order_, 1);
  Square both{};
  for (std::size_t i = 0; i <= at(order_); ++i) {
    for (std::size_t j = 0; j <= at(order_); ++j) {
      for (std::size_t l = 0; l <= at(order_); ++l) both[i][j] += values[i][l] * back[l][j];
    }
  }
  std::array<double, kSize> old{};
  for (std::size_t n = 0; n < d_[0].size(); ++n) {
    for (std::size_t i = 0; i <= at(order_); ++i) old[i] = d_[i][n];
    for (std::size_t j = 0; j <= at(order_); ++j) {
      double sum = 0;
      for (std::size_t i = 0; i <= at(order_); ++i) sum += both[i][j] * old[i];
      d_[j][n] = sum;
    }
  }
  h_ = h;
  sinceChange_ = 0;
}

void Differences::interpolate(double back, std::span<double> y) const {
  std::copy(d_[0].begin(), d_[0].end(), y.begin());
  double product = 1;
  for (int j = 1; j <= order_; ++j) {
    product *= (-back / h_ + (j - 1)) / j;
    for (std::size_t n = 0; n < y.size(); ++n) y[n] += product * d_[at(j)][n];
  }
}

}  // namespace mb
