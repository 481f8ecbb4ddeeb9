#include "converter/tables/compare_align.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "formats/model/basics/limits.h"

namespace mb {
namespace {

constexpr double kSameTime = 1e-9;  // of a step: the effect of few digits in the text and of summed steps

// The rows of one table that are compared: times and, in the order of the pairs, columns in our units.
struct Side {
  std::vector<double> time;
  std::vector<std::vector<double>> columns;
  std::size_t repeated = 0;
};

bool isSameTime(double a, double b, double step) {
  return std::abs(a - b) <=
         std::max(kSameTime * step, 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b)));
}

// The mean interval between rows.
double stepOf(const std::vector<double>& times) {
  return times.size() > 1 ? (times.back() - times.front()) / static_cast<double>(times.size() - 1) : 0;
}

SourceRef placeIn(const CsvTable& table) { return {table.file, table.headerLine, 1}; }

// The rows in order of time, each time once.
std::optional<std::vector<std::size_t>> rowsInTime(const CsvTable& table, int column, double factor, Side& side,
                                                   Diagnostics& diagnostics) {
  std::vector<std::size_t> rows;
  const std::vector<double>& times = table.columns[static_cast<std::size_t>(column)];
  for (std::size_t row = 0; row < times.size(); ++row) {
    const double time = factor * times[row];
    if (!std::isfinite(time) || (!side.time.empty() && time < side.time.back())) {
      diagnostics
          .error(sourceAt(table, row, column), std::isfinite(time) ? Code::mustIncrease : Code::notFinite,
                 std::isfinite(time) ? fmt::format("the time runs back from {:.9g} to {:.9g} in row {}",
                                                   side.time.back(), time, row + 1)
                                     : fmt::format("row {} has no time", row + 1))
          .withHint("a table to be compared is one run, with its rows in order of time");
      return std::nullopt;
    }
    if (!side.time.empty() && time == side.time.back()) {
      ++side.repeated;
      continue;
    }
    side.time.push_back(time);
    rows.push_back(row);
  }
  return rows;
}

// Keeps the rows of the common time, and two on either side to interpolate with.
void clip(Side& side, std::vector<std::size_t>& rows, double start, double end) {
  const auto first = std::lower_bound(side.time.begin(), side.time.end(), start) - side.time.begin();
  const auto last = std::upper_bound(side.time.begin(), side.time.end(), end) - side.time.begin();
  const std::ptrdiff_t from = std::max<std::ptrdiff_t>(first - 2, 0);
  const std::ptrdiff_t to = std::min<std::ptrdiff_t>(last + 2, std::ssize(side.time));
  side.time = std::vector<double>(side.time.begin() + from, side.time.begin() + to);
  rows = std::vector<std::size_t>(rows.begin() + from, rows.begin() + to);
}

void takeColumn(const CsvTable& table, int column, double factor, const std::vector<std::size_t>& rows, Side& side,
                Diagnostics& diagnostics) {
  const std::vector<double>& from = table.columns[static_cast<std::size_t>(column)];
  std::vector<double>& values = side.columns.emplace_back();
  for (std::size_t k = 0; k < rows.size(); ++k) values.push_back(factor * from[rows[k]]);
  const auto gap = std::find_if_not(values.begin(), values.end(),
                                    [](double value) { return std::abs(value) <= limits::kLargestValue; });
  if (gap == values.end()) return;
  const auto row = static_cast<std::size_t>(gap - values.begin());
  const std::string& name = table.names[static_cast<std::size_t>(column)];
  diagnostics
      .error(sourceAt(table, rows[row], column), std::isfinite(*gap) ? Code::outOfRange : Code::notFinite,
             std::isfinite(*gap)
                 ? fmt::format("column '{}' is {:.3g} at time {:.9g}: beyond {:g} differences cannot be measured", name,
                               *gap, side.time[row], limits::kLargestValue)
                 : fmt::format("column '{}' has no finite number at time {:.9g}", name, side.time[row]))
      .withHint("leave the column out of this table, or end the tables before");
}

// A quaternion and its negative are the same rotation; each row takes the one closer to the row before.
void makeContinuous(Side& side, const std::array<std::size_t, 4>& places) {
  for (std::size_t row = 1; row < side.time.size(); ++row) {
    double dot = 0;
    for (const std::size_t k : places) dot += side.columns[k][row - 1] * side.columns[k][row];
    if (dot >= 0) continue;
    for (const std::size_t k : places) side.columns[k][row] = -side.columns[k][row];
  }
}

// A value between rows as a weighted sum of rows: Lagrange's cubic through the nearest four, or a single row.
struct Stencil {
  std::size_t first = 0;
  std::size_t count = 1;
  std::array<double, 4> weights{1, 0, 0, 0};

  double apply(const std::vector<double>& values) const {
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k) sum += weights[k] * values[first + k];
    return sum;
  }
};

class Rows {
 public:
  Rows(const std::vector<double>& times, Alignment alignment)
      : times_(times), alignment_(alignment), step_(stepOf(times)) {}

  // Returns nothing when no row is close enough.
  std::optional<Stencil> at(double time) const {
    const auto upper = std::upper_bound(times_.begin(), times_.end(), time) - times_.begin();
    const auto below = static_cast<std::size_t>(std::max<std::ptrdiff_t>(upper - 1, 0));
    const std::size_t above = std::min(below + 1, times_.size() - 1);
    const std::size_t nearest = time - times_[below] <= times_[above] - time ? below : above;
    const double gap = std::abs(time - times_[nearest]);
    const double local = above > below ? times_[above] - times_[below] : step_;
    if (isSameTime(time, times_[nearest], local)) return Stencil{nearest};
    if (alignment_ == Alignment::nearest) {
      return gap <= (0.5 + kSameTime) * step_ ? std::optional(Stencil{nearest}) : std::nullopt;
    }
    if (time < times_.front() || time > times_.back()) return Stencil{nearest};  // an end written with other digits
    return cubic(time, below);
  }

 private:
  Stencil cubic(double time, std::size_t below) const {
    Stencil stencil;
    stencil.count = std::min<std::size_t>(4, times_.size());
    stencil.first = std::min(below > 0 ? below - 1 : 0, times_.size() - stencil.count);
    for (std::size_t i = 0; i < stencil.count; ++i) {
      double weight = 1;
      for (std::size_t j = 0; j < stencil.count; ++j) {
        const double node = times_[stencil.first + j];
        if (j != i) weight *= (time - node) / (times_[stencil.first + i] - node);
      }
      stencil.weights[i] = weight;
    }
    return stencil;
  }

  const std::vector<double>& times_;
  Alignment alignment_;
  double step_;
};

std::size_t countWithin(const Side& side, double start, double end) {
  return static_cast<std::size_t>(
      std::count_if(side.time.begin(), side.time.end(), [&](double time) { return time >= start && time <= end; }));
}

AlignedTables align(const Side& ours, const Side& theirs, double start, double end, Alignment alignment,
                    TableComparison& result) {
  const Side& coarse = result.atOurTimes ? ours : theirs;
  const Side& fine = result.atOurTimes ? theirs : ours;
  const Rows rows(fine.time, alignment);
  AlignedTables aligned;
  aligned.ours.resize(ours.columns.size());
  aligned.theirs.resize(ours.columns.size());
  std::vector<std::vector<double>>& atRows = result.atOurTimes ? aligned.ours : aligned.theirs;
  std::vector<std::vector<double>>& between = result.atOurTimes ? aligned.theirs : aligned.ours;
  for (std::size_t row = 0; row < coarse.time.size(); ++row) {
    const double time = coarse.time[row];
    if (time < start || time > end) continue;
    const std::optional<Stencil> stencil = rows.at(time);
    if (!stencil) {
      ++result.unmatched;
      continue;
    }
    if (stencil->count > 1) ++result.interpolated;
    aligned.time.push_back(time);
    for (std::size_t k = 0; k < coarse.columns.size(); ++k) {
      atRows[k].push_back(coarse.columns[k][row]);
      between[k].push_back(stencil->apply(fine.columns[k]));
    }
  }
  return aligned;
}

// Takes the sign of their quaternion that is closer to ours.
void chooseSigns(AlignedTables& aligned, const std::array<std::size_t, 4>& places) {
  for (std::size_t row = 0; row < aligned.time.size(); ++row) {
    double dot = 0;
    for (const std::size_t k : places) dot += aligned.ours[k][row] * aligned.theirs[k][row];
    if (dot >= 0) continue;
    for (const std::size_t k : places) aligned.theirs[k][row] = -aligned.theirs[k][row];
  }
}

}  // namespace

std::optional<AlignedTables> alignTables(const CsvTable& ours, const CsvTable& theirs, const ColumnPairs& pairs,
                                         Alignment alignment, TableComparison& result, Diagnostics& diagnostics) {
  Side a;
  Side b;
  auto rowsA = rowsInTime(ours, pairs.time.ours, 1, a, diagnostics);
  // A table that is compared with itself would report the same error twice.
  if (!rowsA && ours.file == theirs.file) return std::nullopt;
  auto rowsB = rowsInTime(theirs, pairs.time.theirs, pairs.time.map.factor, b, diagnostics);
  if (!rowsA || !rowsB) return std::nullopt;
  result.repeatedTimes = a.repeated + b.repeated;
  double start = std::max(a.time.front(), b.time.front());
  double end = std::min(a.time.back(), b.time.back());
  // Ends that were written with different digits count as the same end, and so do ends that the nearest rows may match.
  const double longest = std::max(a.time.back() - a.time.front(), b.time.back() - b.time.front());
  const double slack =
      alignment == Alignment::nearest ? 0.5 * std::min(stepOf(a.time), stepOf(b.time)) : kSameTime * longest;
  if (start > end + slack) {
    diagnostics
        .error(placeIn(theirs), Code::nothingInCommon,
               fmt::format("the tables have no time in common: {:.6g} to {:.6g} and {:.6g} to {:.6g}", a.time.front(),
                           a.time.back(), b.time.front(), b.time.back()))
        .withHint("map times in another unit by a factor, as time=0.001*Time", Topic::columnMaps);
    return std::nullopt;
  }
  start -= slack;
  end += slack;
  clip(a, *rowsA, start, end);
  clip(b, *rowsB, start, end);
  for (const ColumnPair& pair : pairs.columns) {
    takeColumn(ours, pair.ours, 1, *rowsA, a, diagnostics);
    takeColumn(theirs, pair.theirs, pair.map.factor, *rowsB, b, diagnostics);
  }
  if (diagnostics.hasErrors()) return std::nullopt;

  const std::vector<std::array<std::size_t, 4>> quaternions = quaternionsIn(pairs.columns);
  for (const auto& places : quaternions) {
    makeContinuous(a, places);
    makeContinuous(b, places);
  }
  result.atOurTimes = countWithin(a, start, end) <= countWithin(b, start, end);
  AlignedTables aligned = align(a, b, start, end, alignment, result);
  if (aligned.time.empty()) {
    diagnostics
        .error(placeIn(theirs), Code::nothingInCommon,
               fmt::format("no row of the tables lies in their common time, {:.6g} to {:.6g}", start, end))
        .withHint("the tables must overlap by more than the distance of their rows");
    return std::nullopt;
  }
  for (const auto& places : quaternions) chooseSigns(aligned, places);
  result.rows = aligned.time.size();
  result.start = aligned.time.front();
  result.end = aligned.time.back();
  return aligned;
}

}  // namespace mb
