#include "converter/conversion/played_inputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "formats/model/elements/element_visitors.h"

namespace mb {
namespace {

class Playing {
 public:
  Playing(const CsvTable& table, BetweenRows between, const RecursiveModel& model, Diagnostics& diagnostics)
      : table_(table), between_(between), model_(model), diagnostics_(diagnostics) {}

  std::optional<PlayedTable> played() {
    const int errorsBefore = diagnostics_.errorCount();
    const int time = findColumn(table_, "time", diagnostics_);
    if (time >= 0) readTimes(time);
    for (int column = 0; column < static_cast<int>(table_.names.size()); ++column) {
      if (column != time) addColumn(column);
    }
    for (const Input& input : model_.inputs) {
      if (std::ranges::count(table_.names, input.name) == 0) played_.atStart.push_back(input.name);
    }
    if (diagnostics_.errorCount() > errorsBefore) return std::nullopt;
    played_.end = times_.back();
    return std::move(played_);
  }

 private:
  // The SI value of a column's unit; without one in the table, that of `own`.
  double unitOf(int column, const std::string& own) {
    const auto k = static_cast<std::size_t>(column);
    const std::string& text = k < table_.units.size() ? table_.units[k] : own;
    const NamedUnit wanted = parseUnit(own).value_or(NamedUnit{});
    const std::optional<NamedUnit> unit = text.empty() ? wanted : parseUnit(text);
    if (unit && !contradict(unit->dimension, wanted.dimension)) return unit->value;
    diagnostics_
        .error({table_.file, table_.headerLine, 1}, unit ? Code::otherType : Code::unknownUnit,
               fmt::format("the column '{}' is in '{}', which is no unit of '{}'", table_.names[k], text,
                           own.empty() ? "a plain number" : own))
        .withHint("give the column a unit of the input's quantity");
    return 1;
  }

  void readTimes(int column) {
    const double unit = unitOf(column, "s");
    for (const double value : table_.columns[static_cast<std::size_t>(column)]) {
      const bool isLater = times_.empty() || unit * value > times_.back();
      if (!std::isfinite(value) || !isLater) {
        diagnostics_
            .error(sourceAt(table_, times_.size(), column), Code::mustIncrease,
                   fmt::format("the time {} of row {} does not come after that of the row before", value,
                               times_.size() + 1))
            .withHint("sort the rows; a jump needs two rows a little apart");
        return;
      }
      times_.push_back(unit * value);
    }
  }

  void addColumn(int column) {
    const std::string& name = table_.names[static_cast<std::size_t>(column)];
    const auto found = std::ranges::find(model_.inputs, name, &Input::name);
    if (found == model_.inputs.end()) return refuseColumn(name);
    PlayedInput one;
    one.input = static_cast<int>(found - model_.inputs.begin());
    one.time = times_;
    const double unit = unitOf(column, found->unit);
    for (const double value : table_.columns[static_cast<std::size_t>(column)]) one.value.push_back(unit * value);
    const auto outside = std::ranges::find_if(one.value, [&](double value) { return isOutside(*found, value); });
    if (outside != one.value.end()) {
      diagnostics_
          .error(sourceAt(table_, static_cast<std::size_t>(outside - one.value.begin()), column), Code::outOfRange,
                 outsideText(*found, *outside))
          .withHint("keep it within the bounds of the <input>, or widen them")
          .withNote(found->origin.at, "they are given here");
      return;
    }
    checkFollowers(*found, one.value);
    if (between_ != BetweenRows::held && times_.size() > 1 && one.time.size() == one.value.size()) {
      const auto how = between_ == BetweenRows::akima ? Interpolation::akima : Interpolation::linear;
      one.curve = std::make_shared<const Curve>(makeCurve(how, one.time, one.value));
    }
    played_.inputs.push_back(std::move(one));
  }

  void refuseColumn(const std::string& name) {
    std::vector<std::string> names;
    for (const Input& input : model_.inputs) names.push_back(input.name);
    std::string hint = didYouMean(name, names);
    if (hint.empty()) {
      hint = names.empty() ? "declare it as an <input> of the model"
                           : fmt::format("the model has {}; leave out other columns", fmt::join(names, ", "));
    }
    diagnostics_
        .error({table_.file, table_.headerLine, 1}, Code::unknownName,
               fmt::format("the column '{}' is no input of the model", name))
        .withHint(std::move(hint));
  }

  // Held values have no rates, and straight lines have corners.
  void checkFollowers(const Input& input, const std::vector<double>& values) {
    const bool isConstant = std::ranges::adjacent_find(values, std::not_equal_to{}) == values.end();
    if (between_ == BetweenRows::akima || isConstant) return;
    const std::vector<std::string> followers = followersWithoutFilter(model_, input);
    if (followers.empty()) return;
    if (between_ == BetweenRows::held) {
      diagnostics_.error(input.origin.at, Code::functionJumps, tearsText(input, followers)).withHint(kTearsHint);
    } else {
      diagnostics_
          .warning(input.origin.at, Code::functionJumps,
                   fmt::format("the input '{}' goes along straight lines, and '{}' changes its speed at once at their "
                               "corners",
                               input.name, fmt::join(followers, "', '")))
          .withHint(kTearsHint);
    }
  }

  const CsvTable& table_;
  BetweenRows between_;
  const RecursiveModel& model_;
  Diagnostics& diagnostics_;
  PlayedTable played_;
  std::vector<double> times_;
};

}  // namespace

std::optional<PlayedTable> playedInputs(const CsvTable& table, BetweenRows between, const RecursiveModel& model,
                                        Diagnostics& diagnostics) {
  return Playing(table, between, model, diagnostics).played();
}

}  // namespace mb
