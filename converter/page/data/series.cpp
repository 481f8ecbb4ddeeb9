#include "converter/page/data/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "converter/tables/files/glob.h"

namespace mb {
namespace {

constexpr std::size_t kMostCurves = 6;  // of a chart that nobody asked for
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
        add(name, run_.units[k], run_.units[k].empty() ? pattern : fmt::format("{}, {}", pattern, run_.units[k]));
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
      const std::string unit = unitOf(measure.name);
      add(measure.name, unit, unit.empty() ? "Measures" : fmt::format("Measures, {}", unit));
    }
    for (const Probe& probe : model_.probes) {
      for (const char* const component : {".ax", ".ay", ".az"}) {
        add(probe.name + component, "m/s²", fmt::format("{}, acceleration", probe.name));
      }
    }
    for (const Force& force : model_.forces) {
      if (std::holds_alternative<TyreForce>(force.law)) addFew(force.name + ".fz", "N", "Tyre, vertical force");
    }
    for (const Machine::Body& body : machine_.bodies) {
      if (body.wheel) addFew(body.name + ".z", "m", "Wheel, height of its body");
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
      addFew(force.name + ".fx", "N", "Tyre, longitudinal force");
      addFew(force.name + ".fy", "N", "Tyre, lateral force");
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
        addFew(joint.name + suffix, coordinate.isRotation ? "rad" : "m",
               coordinate.isRotation ? "Joint, angle" : "Joint, displacement");
      }
    }
  }

  std::size_t countOf(const std::string& group) const {
    return static_cast<std::size_t>(std::ranges::count(series_, group, &ShownSeries::group));
  }
  void addFew(const std::string& name, const std::string& unit, const std::string& group) {
    if (countOf(group) < kMostCurves) add(name, unit, group);
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

// Brings the series of a group together, in the order of their first ones.
void groupTogether(std::vector<ShownSeries>& series) {
  std::vector<std::string> groups;
  for (const ShownSeries& one : series) {
    if (std::ranges::find(groups, one.group) == groups.end()) groups.push_back(one.group);
  }
  const auto place = [&](const ShownSeries& one) { return std::ranges::find(groups, one.group) - groups.begin(); };
  std::ranges::stable_sort(series, {}, place);
  for (ShownSeries& one : series) one.isShown = place(one) < static_cast<std::ptrdiff_t>(kFirstCharts);
}

}  // namespace

std::vector<ShownSeries> seriesOf(const RecordedRun& run, const CartesianModel& model, const Machine& machine,
                                  const std::vector<std::string>& patterns) {
  SeriesChoice choice(run, model, machine);
  std::vector<ShownSeries> series = patterns.empty() ? choice.usual() : choice.matching(patterns);
  groupTogether(series);
  return series;
}

}  // namespace mb
