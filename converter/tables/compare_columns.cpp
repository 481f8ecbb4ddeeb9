#include "converter/tables/compare_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "formats/model/basics/numbers.h"
#include "formats/model/basics/text.h"
#include "formats/model/basics/units.h"

namespace mb {
namespace {

// The columns of a table by name.
class ColumnIndex {
 public:
  explicit ColumnIndex(const CsvTable& table) {
    for (std::size_t k = 0; k < table.names.size(); ++k) {
      exact_.try_emplace(table.names[k], static_cast<int>(k));
      const auto [place, isNew] = inLowerCase_.try_emplace(lowerCase(table.names[k]), static_cast<int>(k));
      if (!isNew) place->second = -1;
    }
  }

  // The column with this name, or the only one whose name differs in case alone; otherwise -1.
  int find(const std::string& name) const {
    if (const auto found = exact_.find(name); found != exact_.end()) return found->second;
    const auto found = inLowerCase_.find(lowerCase(name));
    return found != inLowerCase_.end() ? found->second : -1;
  }

 private:
  std::map<std::string, int> exact_;
  std::map<std::string, int> inLowerCase_;
};

int mappedColumn(const CsvTable& table, const ColumnIndex& columns, const std::string& name, Diagnostics& diagnostics) {
  const int column = columns.find(name);
  if (column >= 0) return column;
  const std::string closest = didYouMean(name, table.names);
  diagnostics
      .error({table.file, table.headerLine, 1}, Code::noSuchColumn,
             fmt::format("no column '{}', which is to be mapped", name))
      .withHint(!closest.empty() ? closest : fmt::format("the columns here are named like '{}'", table.names.back()),
                Topic::columnMaps);
  return -1;
}

class Pairing {
 public:
  Pairing(const CsvTable& ours, const CsvTable& theirs, Diagnostics& diagnostics)
      : ours_(ours),
        theirs_(theirs),
        ourColumns_(ours),
        theirColumns_(theirs),
        diagnostics_(diagnostics),
        partner_(ours.names.size()) {
    taken_.resize(theirs.names.size());
  }

  std::optional<ColumnPairs> pair(const std::vector<ColumnMap>& maps) {
    for (const ColumnMap& map : maps) pairByMap(map);
    if (diagnostics_.hasErrors()) return std::nullopt;
    for (std::size_t k = 0; k < partner_.size(); ++k) {
      if (!partner_[k]) pairByName(k);
    }
    if (diagnostics_.hasErrors()) return std::nullopt;
    return listed();
  }

 private:
  void pairByMap(const ColumnMap& map) {
    const int a = mappedColumn(ours_, ourColumns_, map.ours, diagnostics_);
    const int b = mappedColumn(theirs_, theirColumns_, map.theirs, diagnostics_);
    if (a < 0 || b < 0) return;
    const auto place = static_cast<std::size_t>(a);
    if (partner_[place]) {
      diagnostics_
          .error({ours_.file, ours_.headerLine, 1}, Code::badOption,
                 fmt::format("column '{}' is mapped twice", map.ours))
          .withHint("keep one of the two", Topic::columnMaps);
      return;
    }
    join(place, b, map.factor);
  }

  void pairByName(std::size_t place) {
    const int b = theirColumns_.find(ours_.names[place]);
    // A column that a map has taken is not paired by name as well.
    if (b < 0 || taken_[static_cast<std::size_t>(b)] ||
        ourColumns_.find(theirs_.names[static_cast<std::size_t>(b)]) != static_cast<int>(place)) {
      return;
    }
    join(place, b, 1);
  }

  // Where both units are known, a factor follows from them, unless the user gave one.
  void join(std::size_t place, int b, double factor) {
    if (std::abs(factor) == 1) factor *= unitFactor(place, static_cast<std::size_t>(b));
    taken_[static_cast<std::size_t>(b)] = true;
    partner_[place] = ColumnPair{
        {ours_.names[place], factor, theirs_.names[static_cast<std::size_t>(b)]}, static_cast<int>(place), b};
  }

  double unitFactor(std::size_t a, std::size_t b) {
    if (ours_.units.empty() || theirs_.units.empty()) return 1;
    const std::optional<NamedUnit> ours = parseUnit(ours_.units[a]);
    const std::optional<NamedUnit> theirs = parseUnit(theirs_.units[b]);
    if (!ours || !theirs) return 1;
    if (!contradict(ours->dimension, theirs->dimension)) return theirs->value / ours->value;
    diagnostics_
        .error({theirs_.file, theirs_.headerLine, 1}, Code::unknownUnit,
               fmt::format("'{}' is in {} here and '{}' in {} in the other table", theirs_.names[b], theirs_.units[b],
                           ours_.names[a], ours_.units[a]))
        .withHint("these are different quantities: map the columns that belong together", Topic::columnMaps);
    return 1;
  }

  std::optional<ColumnPairs> listed() {
    ColumnPairs pairs;
    const int time = ourColumns_.find("time");
    if (time < 0 || !partner_[static_cast<std::size_t>(time)]) {
      const CsvTable& table = time < 0 ? ours_ : theirs_;
      diagnostics_.error({table.file, table.headerLine, 1}, Code::noSuchColumn, "no column 'time'")
          .withHint(time < 0 ? "name the column of the times 'time'"
                             : fmt::format("map the one it is, as time={}", theirs_.names.front()),
                    time < 0 ? Topic::none : Topic::columnMaps);
      return std::nullopt;
    }
    for (std::size_t k = 0; k < partner_.size(); ++k) {
      if (!partner_[k])
        pairs.onlyOurs.push_back(ours_.names[k]);
      else if (static_cast<int>(k) == time)
        pairs.time = *partner_[k];
      else
        pairs.columns.push_back(*partner_[k]);
    }
    for (std::size_t k = 0; k < taken_.size(); ++k) {
      if (!taken_[k]) pairs.onlyTheirs.push_back(theirs_.names[k]);
    }
    if (!pairs.columns.empty()) return pairs;
    diagnostics_
        .error({theirs_.file, theirs_.headerLine, 1}, Code::nothingInCommon,
               "the two tables have no column in common but the time")
        .withHint(fmt::format("map those that belong together, as {}={}", exampleOf(pairs.onlyOurs),
                              exampleOf(pairs.onlyTheirs)),
                  Topic::columnMaps);
    return std::nullopt;
  }

  static std::string exampleOf(const std::vector<std::string>& names) {
    return names.empty() ? "COLUMN" : names.front();
  }

  const CsvTable& ours_;
  const CsvTable& theirs_;
  ColumnIndex ourColumns_;
  ColumnIndex theirColumns_;
  Diagnostics& diagnostics_;
  std::vector<std::optional<ColumnPair>> partner_;  // by our column
  std::vector<bool> taken_;                         // by theirs
};

bool isAxis(char c) { return c == 'x' || c == 'y' || c == 'z'; }

}  // namespace

std::optional<ColumnMap> parseColumnMap(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  ColumnMap map;
  map.ours = trimmed(text.substr(0, equals));
  std::string_view theirs = trimmed(text.substr(equals + 1));
  // A name may contain a star; the star of a factor follows a number.
  const std::size_t star = theirs.find('*');
  if (star != std::string_view::npos) {
    if (const std::optional<double> factor = parseNumber(trimmed(theirs.substr(0, star)))) {
      map.factor = *factor;
      theirs = trimmed(theirs.substr(star + 1));
    }
  }
  if (map.factor == 1 && (theirs.starts_with('-') || theirs.starts_with('+'))) {
    map.factor = theirs.front() == '-' ? -1 : 1;
    theirs = trimmed(theirs.substr(1));
  }
  map.theirs = theirs;
  if (map.ours.empty() || map.theirs.empty() || map.factor == 0) return std::nullopt;
  return map;
}

std::string toText(const ColumnMap& map) {
  if (map.factor == 1) return map.theirs;
  return map.factor == -1 ? "-" + map.theirs : fmt::format("{}*{}", map.factor, map.theirs);
}

std::optional<ColumnPairs> pairColumns(const CsvTable& ours, const CsvTable& theirs, const std::vector<ColumnMap>& maps,
                                       Diagnostics& diagnostics) {
  return Pairing(ours, theirs, diagnostics).pair(maps);
}

ColumnKind kindOf(const std::string& name) {
  const std::string lower = lowerCase(name);
  const std::size_t dot = lower.rfind('.');
  ColumnKind kind;
  if (dot != std::string::npos) kind.owner = lower.substr(0, dot);
  const std::string local = lower.substr(dot == std::string::npos ? 0 : dot + 1);
  const std::string stem = local.substr(0, local.size() - (local.empty() ? 0 : 1));
  kind.quantity = local;
  if (local.empty()) return kind;
  const char last = local.back();
  const bool isQuaternion =
      (stem == "q" || stem == "e") && (last == 'w' || isAxis(last) || (last >= '0' && last <= '3'));
  if (isAxis(last) || isQuaternion) {
    kind.quantity = stem;
    kind.component = last;
  } else if (isAxis(local[0]) && local.size() > 1 && local[1] == '_') {
    kind.quantity = local.substr(1);
    kind.component = local[0];
  }
  return kind;
}

std::vector<std::array<std::size_t, 4>> quaternionsIn(const std::vector<ColumnPair>& columns) {
  constexpr std::array<std::string_view, 2> kComponents{"wxyz", "0123"};
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::map<std::string, std::array<std::size_t, 4>> found;  // by owner, letter and spelling
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const ColumnKind kind = kindOf(columns[k].map.ours);
    if (kind.quantity != "q" && kind.quantity != "e") continue;
    for (const std::string_view components : kComponents) {
      const std::size_t place = components.find(kind.component);
      if (place == std::string_view::npos) continue;
      const std::string key = fmt::format("{} {} {}", kind.owner, kind.quantity, components);
      found.try_emplace(key, std::array{kNone, kNone, kNone, kNone}).first->second[place] = k;
    }
  }
  std::vector<std::array<std::size_t, 4>> quaternions;
  for (const auto& [key, places] : found) {
    if (std::find(places.begin(), places.end(), kNone) == places.end()) quaternions.push_back(places);
  }
  return quaternions;
}

}  // namespace mb
