#include "converter/tables/compare_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "converter/tables/compare_align.h"
#include "converter/tables/compare_columns.h"
#include "formats/model/basics/numbers.h"

namespace mb {
namespace {

constexpr double kStill =
    1e-9;  // of its own size and of the motion of its kind: below this, a column counts as constant

constexpr int kFewestDigits = 3;  // numbers with fewer digits may simply be round
constexpr int kMostDigits = 10;   // with more, nothing is lost by rounding

// The number of digits a column was written with: the fewest that reproduce its values.
int digitsOf(const std::vector<double>& values) {
  for (int digits = 1; digits <= kMostDigits; ++digits) {
    const bool isEnough = std::all_of(values.begin(), values.end(), [&](double value) {
      return !std::isfinite(value) || parseNumber(fmt::format("{:.{}e}", value, digits - 1)) == value;
    });
    if (isEnough) return digits;
  }
  return kMostDigits + 1;
}

int digitsOf(const CsvTable& table, const std::vector<ColumnPair>& pairs) {
  int digits = 0;
  for (const ColumnPair& pair : pairs) {
    digits = std::max(digits, digitsOf(table.columns[static_cast<std::size_t>(pair.theirs)]));
  }
  return digits >= kFewestDigits && digits <= kMostDigits ? digits : 0;
}

// Ranges of motion in the reference: of each column, of its fellow components, and of all columns of its quantity.
struct Ranges {
  std::vector<double> own, largest;
  std::map<std::string, double> group, quantity;
};

Ranges rangesOf(const AlignedTables& aligned, const std::vector<ColumnKind>& kinds) {
  Ranges ranges;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const auto [low, high] = std::minmax_element(aligned.theirs[k].begin(), aligned.theirs[k].end());
    ranges.own.push_back(*high - *low);
    ranges.largest.push_back(std::max(std::abs(*low), std::abs(*high)));
    double& group = ranges.group[kinds[k].owner + " " + kinds[k].quantity];
    double& quantity = ranges.quantity[kinds[k].quantity];
    group = std::max(group, ranges.own[k]);
    quantity = std::max(quantity, ranges.own[k]);
  }
  return ranges;
}

void setScale(const Ranges& ranges, const ColumnKind& kind, std::size_t k, ComparedColumn& column) {
  const double own = ranges.own[k];
  const double group = ranges.group.at(kind.owner + " " + kind.quantity);
  const double quantity = ranges.quantity.at(kind.quantity);
  const double still = kStill * std::max(ranges.largest[k], quantity);
  column.isConstant = own <= still;
  column.scale = column.isConstant ? std::max(ranges.largest[k], group > still ? group : quantity) : own;
}

void measure(const AlignedTables& aligned, std::size_t k, const CompareOptions& options, ComparedColumn& column) {
  for (std::size_t row = 0; row < aligned.time.size(); ++row) {
    const double difference = std::abs(aligned.ours[k][row] - aligned.theirs[k][row]);
    if (row > 0 && difference <= column.difference) continue;
    column.difference = difference;
    column.time = aligned.time[row];
    column.ours = aligned.ours[k][row];
    column.theirs = aligned.theirs[k][row];
  }
  if (column.difference > 0) {
    column.relative = column.scale > 0 ? column.difference / column.scale : std::numeric_limits<double>::infinity();
  }
  column.isWithin = column.relative <= options.tolerance || column.difference <= options.absoluteTolerance;
}

}  // namespace

const ComparedColumn* TableComparison::worst() const {
  const auto found = std::max_element(columns.begin(), columns.end(), [](const auto& a, const auto& b) {
    return a.isWithin != b.isWithin ? a.isWithin : a.relative < b.relative;
  });
  return found == columns.end() ? nullptr : &*found;
}

bool TableComparison::isWithin() const {
  return std::all_of(columns.begin(), columns.end(), [](const ComparedColumn& column) { return column.isWithin; });
}

std::optional<TableComparison> compareTables(const CsvTable& ours, const CsvTable& theirs,
                                             const CompareOptions& options, Diagnostics& diagnostics) {
  const std::optional<ColumnPairs> pairs = pairColumns(ours, theirs, options.maps, diagnostics);
  if (!pairs) return std::nullopt;
  TableComparison result;
  result.onlyOurs = pairs->onlyOurs;
  result.onlyTheirs = pairs->onlyTheirs;
  result.rowsOurs = ours.rows();
  result.rowsTheirs = theirs.rows();
  const auto aligned = alignTables(ours, theirs, *pairs, options.align, result, diagnostics);
  if (!aligned) return std::nullopt;
  std::vector<ColumnKind> kinds;
  for (const ColumnPair& pair : pairs->columns) kinds.push_back(kindOf(pair.map.ours));
  const Ranges ranges = rangesOf(*aligned, kinds);
  result.digits = digitsOf(theirs, pairs->columns);
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    ComparedColumn& column = result.columns.emplace_back();
    column.map = pairs->columns[k].map;
    setScale(ranges, kinds[k], k, column);
    measure(*aligned, k, options, column);
    if (result.digits > 0 && ranges.largest[k] > 0) {
      // Computed for the numbers as written, before the factor.
      const double factor = std::abs(column.map.factor);
      const double exponent = std::floor(std::log10(ranges.largest[k] / factor));
      column.rounding = factor * 0.5 * std::pow(10, exponent - (result.digits - 1));
    }
  }
  return result;
}

}  // namespace mb
