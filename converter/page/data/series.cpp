#include "converter/page/data/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "converter/tables/files/glob.h"

namespace mb {
namespace {

constexpr std::size_t kMostCurves = 6;        // of a chart that nobody asked for
constexpr std::size_t kMostAskedCurves = 12;  // of one that somebody did; more are not told apart
constexpr std::size_t kFirstCharts = 4;

class SeriesChoice {
 public:
  SeriesChoice(const RecordedRun& run, const CartesianModel& model, const Machine& machine)
      : run_(run), model_(model), machine_(machine) {}

  std::vector<ShownSeries> matching(const std::vector<std::string>& patterns) {
    for (const std::string& pattern : patterns) {
      for (std::size_t k = 0; k < run_.names.size(); ++k) {
        const std::string& name = run_.names[k];
        if (name == "time" || !matchesPattern(pattern, name)) continue;
        add(name, run_.units[k], pattern);
      }
    }
    return std::move(series_);
  }

  std::vector<ShownSeries> usual() {
    for (const Input& input : model_.inputs) {
      const std::string unit = unitOf(input.name);
      add(input.name, unit, unit.empty() ? "Inputs" : fmt::format("Inputs, {}", unit));
    }
    for (const Measure& measure : model_.measures) {
      add(measure.name, unitOf(measure.name), "Measures");
    }
    for (const Probe& probe : model_.probes) {
      for (const char* const component : {".ax", ".ay", ".az"}) {
        add(probe.name + component, "m/s²", fmt::format("{}, acceleration", probe.name));
      }
    }
    for (const Force& force : model_.forces) {
      if (std::holds_alternative<TyreForce>(force.law)) add(force.name + ".fz", "N", "Tyre, vertical force");
    }
    for (const Machine::Body& body : machine_.bodies) {
      if (body.wheel) add(body.name + ".z", "m", "Wheel, height of its body");
    }
    addJoints();
    for (const char* const part : {".kinetic", ".potential"}) add(std::string("energy") + part, "J", "Energy");
    add("energy.balance", "J", "Energy balance, change since the start");
    if (!series_.empty() && series_.back().name == "energy.balance") {
      const double first = series_.back().values.front();
      for (double& value : series_.back().values) value -= first;
    }
    for (const Force& force : model_.forces) {
      if (!std::holds_alternative<TyreForce>(force.law)) continue;
      add(force.name + ".fx", "N", "Tyre, longitudinal force");
      add(force.name + ".fy", "N", "Tyre, lateral force");
    }
    return std::move(series_);
  }

 private:
  std::string unitOf(const std::string& name) const {
    const auto found = std::ranges::find(run_.names, name);
    return found == run_.names.end() ? std::string() : run_.units[static_cast<std::size_t>(found - run_.names.begin())];
  }

  void addJoints() {
    for (const Joint& joint : model_.joints) {
      const std::vector<CoordinateName> names = coordinateNames(joint.type);
      for (const CoordinateName& coordinate : names) {
        const std::string suffix = names.size() == 1 ? ".q" : ".q." + coordinate.name;
        if (keepsEquationInTree(joint.type)) continue;
        add(joint.name + suffix, coordinate.isRotation ? "rad" : "m",
            coordinate.isRotation ? "Joint, angle" : "Joint, displacement");
      }
    }
  }

  // Columns that the run does not have, or that have gaps, are left out.
  void add(const std::string& name, const std::string& unit, const std::string& group) {
    const std::vector<double>* const values = run_.find(name);
    if (!values || !taken_.insert(name).second) return;
    if (!std::ranges::all_of(*values, [](double value) { return std::isfinite(value); })) return;
    series_.push_back({name, unit, group, true, *values});
  }

  const RecordedRun& run_;
  const CartesianModel& model_;
  const Machine& machine_;
  std::set<std::string> taken_;
  std::vector<ShownSeries> series_;
};

// Brings the series of a group together, in the order of their first ones. Groups are as their titles and units.
void groupTogether(std::vector<ShownSeries>& series) {
  std::vector<std::pair<std::string, std::string>> groups;
  const auto place = [&](const ShownSeries& one) {
    return std::ranges::find(groups, std::pair(one.group, one.unit)) - groups.begin();
  };
  for (const ShownSeries& one : series) {
    if (place(one) == std::ssize(groups)) groups.emplace_back(one.group, one.unit);
  }
  std::ranges::stable_sort(series, {}, place);
  for (ShownSeries& one : series) one.isShown = place(one) < static_cast<std::ptrdiff_t>(kFirstCharts);
}

// Charts of more curves than one can tell apart become several; only the first of them is shown at first.
void splitCharts(std::size_t most, std::vector<ShownSeries>& series) {
  for (std::size_t first = 0; first < series.size();) {
    const std::string group = series[first].group;
    const std::string unit = series[first].unit;
    std::size_t last = first;
    while (last < series.size() && series[last].group == group && series[last].unit == unit) ++last;
    const std::size_t count = last - first;
    for (std::size_t k = 0; count > most && k < count; ++k) {
      ShownSeries& one = series[first + k];
      const std::size_t from = k / most * most;
      one.group = fmt::format("{} ({} to {} of {})", group, from + 1, std::min(from + most, count), count);
      one.isShown &= from == 0;
    }
    first = last;
  }
}

}  // namespace

std::vector<ShownSeries> seriesOf(const RecordedRun& run, const CartesianModel& model, const Machine& machine,
                                  const std::vector<std::string>& patterns) {
  SeriesChoice choice(run, model, machine);
  std::vector<ShownSeries> series = patterns.empty() ? choice.usual() : choice.matching(patterns);
  groupTogether(series);
  splitCharts(patterns.empty() ? kMostCurves : kMostAskedCurves, series);
  return series;
}

}  // namespace mb
