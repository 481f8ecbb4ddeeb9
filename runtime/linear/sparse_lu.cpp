#include "runtime/linear/sparse_lu.h"

#include <algorithm>
#include <cmath>

#include "formats/model/basics/index.h"

namespace mb {
namespace {

constexpr double kDegraded = 1e-3;  // of a pivot, relative to the largest entry it could be exchanged with

}  // namespace

int SparseLu::choose(const SparsePattern& pattern, std::span<const double> values, double tolerance) {
  pivots_.run(pattern, values, tolerance);
  rank_ = static_cast<int>(pivots_.rows.size());
  rowOrder_ = pivots_.rows;
  colOrder_ = pivots_.columns;
  placeOfRow_.assign(at(pattern.rows), -1);
  placeOfColumn_.assign(at(pattern.cols), -1);
  for (int k = 0; k < rank_; ++k) {
    placeOfRow_[at(rowOrder_[at(k)])] = k;
    placeOfColumn_[at(colOrder_[at(k)])] = k;
  }
  for (std::vector<int>* list : {&aSource_, &aPlace_, &uPlace_}) {
    list->clear();
    list->reserve(roomFor(pattern, at(pattern.rows) * at(pattern.cols), values.size()));
  }
  aFirst_.assign(at(rank_) + 1, 0);
  lFirst_.assign(at(rank_) + 1, 0);
  uFirst_.assign(at(rank_) + 1, 0);
  for (std::size_t k = 0; k < at(rank_); ++k) {
    const std::size_t row = at(rowOrder_[k]);
    for (int s = pattern.first[row]; s < pattern.first[row + 1]; ++s) {
      const int place = placeOfColumn_[at(pattern.column[at(s)])];
      if (place < 0) continue;
      aSource_.push_back(s);
      aPlace_.push_back(place);
    }
    for (std::size_t t = at(pivots_.firstRight[k]); t < at(pivots_.firstRight[k + 1]); ++t) {
      const int place = placeOfColumn_[at(pivots_.right[t])];
      if (place >= 0) uPlace_.push_back(place);
    }
    aFirst_[k + 1] = static_cast<int>(aSource_.size());
    uFirst_[k + 1] = static_cast<int>(uPlace_.size());
  }
  // Rows of L in the order of elimination.
  for (const Markowitz::Subtracted& from : pivots_.subtracted) {
    if (placeOfRow_[at(from.row)] >= 0) ++lFirst_[at(placeOfRow_[at(from.row)]) + 1];
  }
  for (std::size_t k = 0; k < at(rank_); ++k) lFirst_[k + 1] += lFirst_[k];
  lPlace_.reserve(roomFor(pattern, at(pattern.rows) * at(pattern.cols), values.size()));
  lPlace_.resize(at(lFirst_[at(rank_)]));
  isReached_.assign(at(std::min(pattern.rows, pattern.cols)), 0);
  next_.assign(lFirst_.begin(), lFirst_.end());
  for (const Markowitz::Subtracted& from : pivots_.subtracted) {
    const int place = placeOfRow_[at(from.row)];
    if (place >= 0) lPlace_[at(next_[at(place)]++)] = from.pivot;
  }
  l_.reserve(lPlace_.capacity());
  l_.resize(lPlace_.size());
  u_.reserve(uPlace_.capacity());
  u_.resize(uPlace_.size());
  pivot_.resize(at(rank_));
  x_.assign(at(rank_), 0.0);
  factor(values);
  return rank_;
}

void SparseLu::factor(std::span<const double> values) {
  double smallest = 0;
  double largest = 0;
  bool keeps = true;
  for (std::size_t i = 0; i < at(rank_); ++i) {
    const std::size_t lBegin = at(lFirst_[i]);
    const std::size_t lEnd = at(lFirst_[i + 1]);
    const std::size_t uBegin = at(uFirst_[i]);
    const std::size_t uEnd = at(uFirst_[i + 1]);
    for (std::size_t t = lBegin; t < lEnd; ++t) x_[at(lPlace_[t])] = 0;
    for (std::size_t t = uBegin; t < uEnd; ++t) x_[at(uPlace_[t])] = 0;
    x_[i] = 0;
    for (std::size_t s = at(aFirst_[i]); s < at(aFirst_[i + 1]); ++s) x_[at(aPlace_[s])] = values[at(aSource_[s])];
    double worst = 0;
    for (std::size_t t = lBegin; t < lEnd; ++t) {
      const std::size_t k = at(lPlace_[t]);
      const double factor = x_[k] * pivot_[k];
      l_[t] = factor;
      worst = std::max(worst, std::abs(factor));
      for (std::size_t s = at(uFirst_[k]); s < at(uFirst_[k + 1]); ++s) x_[at(uPlace_[s])] -= factor * u_[s];
    }
    keeps = keeps && worst * kDegraded <= 1;
    const double size = std::abs(x_[i]);
    worst = 0;
    for (std::size_t t = uBegin; t < uEnd; ++t) {
      u_[t] = x_[at(uPlace_[t])];
      worst = std::max(worst, std::abs(u_[t]));
    }
    keeps = keeps && size >= kDegraded * worst && size > 0;  // false for NaN
    pivot_[i] = 1 / x_[i];
    smallest = i == 0 || !(size >= smallest) ? size : smallest;
    largest = std::max(largest, size);
  }
  isDegraded_ = !keeps;
  pivotRatio_ = rank_ == 0 ? 1 : largest > 0 ? smallest / largest : 0;
}

void SparseLu::solve(std::span<double> x) const {
  for (std::size_t i = 0; i < at(rank_); ++i) {
    double sum = x[i];
    for (std::size_t t = at(lFirst_[i]); t < at(lFirst_[i + 1]); ++t) sum -= l_[t] * x[at(lPlace_[t])];
    x[i] = sum;
  }
  for (std::size_t i = at(rank_); i-- > 0;) {
    double sum = x[i];
    for (std::size_t t = at(uFirst_[i]); t < at(uFirst_[i + 1]); ++t) sum -= u_[t] * x[at(uPlace_[t])];
    x[i] = sum * pivot_[i];
  }
}

void SparseLu::setReach(std::span<const int> places, Reach& reach) {
  reach.down.clear();
  reach.back.clear();
  reach.down.reserve(at(rank_));
  reach.back.reserve(at(rank_));
  std::fill(isReached_.begin(), isReached_.end(), 0);
  for (const int place : places) isReached_[at(place)] = 1;
  const auto look = [&](int i, const std::vector<int>& first, const std::vector<int>& place) {
    for (std::size_t t = at(first[at(i)]); t < at(first[at(i) + 1]); ++t) isReached_[at(i)] |= isReached_[at(place[t])];
    return isReached_[at(i)] != 0;
  };
  for (int i = 0; i < rank_; ++i) {
    if (look(i, lFirst_, lPlace_)) reach.down.push_back(i);
  }
  for (int i = rank_; i-- > 0;) {
    if (look(i, uFirst_, uPlace_)) reach.back.push_back(i);
  }
}

void SparseLu::solve(const Reach& reach, std::span<double> x) const {
  for (const int i : reach.down) {
    double sum = x[at(i)];
    for (std::size_t t = at(lFirst_[at(i)]); t < at(lFirst_[at(i) + 1]); ++t) sum -= l_[t] * x[at(lPlace_[t])];
    x[at(i)] = sum;
  }
  for (const int i : reach.back) {
    double sum = x[at(i)];
    for (std::size_t t = at(uFirst_[at(i)]); t < at(uFirst_[at(i) + 1]); ++t) sum -= u_[t] * x[at(uPlace_[t])];
    x[at(i)] = sum * pivot_[at(i)];
  }
}

}  // namespace mb
