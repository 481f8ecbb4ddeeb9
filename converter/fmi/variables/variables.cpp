#include "converter/fmi/variables/variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "converter/fmi/variables/wheel_hubs.h"
#include "converter/tables/files/units_file.h"
#include "runtime/directional/directional.h"
#include "runtime/evaluation/partition.h"
#include "runtime/simulation/simulate.h"

namespace mb::fmi {
namespace {

bool isIdentifier(std::string_view part) {
  const auto isPlain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return !part.empty() && std::isdigit(static_cast<unsigned char>(part[0])) == 0 && std::ranges::all_of(part, isPlain);
}

// The part of a name without an index that stands behind it: "k[1]".
std::string_view withoutIndex(std::string_view part) {
  const std::size_t bracket = part.find('[');
  return part.substr(0, bracket);
}

// Works of forces and drives are integrals along the run, and no functions of a state.
bool isIntegral(const std::string& column) {
  return column == "energy.work_forces" || column == "energy.work_drives" || column == "energy.balance";
}

class Builder {
 public:
  Builder(const Mechanism& m, const Trajectory& trajectory, const Workspace& start, StateView y)
      : m_(m), trajectory_(trajectory), start_(start), y_(y) {}

  VariableTable run(const std::vector<Parameter>& parameters) {
    Variable time = variable("time", "s", Source::time, 0);
    add(std::move(time));
    findPlaces();
    const std::vector<WheelHub> hubs = wheelHubs(m_, trajectory_);
    for (std::size_t k = 1; k < trajectory_.columns.size(); ++k) addColumn(static_cast<int>(k));
    for (const WheelHub& hub : hubs) addTerminal(hub);
    addOtherStates();
    addRates();
    for (const InputIndex index : m_.model.inputs.indexes()) addInput(m_.model.inputs[index], index.value);
    for (std::size_t k = 0; k < parameters.size(); ++k) addParameter(parameters[k], static_cast<int>(k));
    return std::move(table_);
  }

 private:
  static Variable variable(std::string name, std::string unit, Source source, int index) {
    Variable out;
    out.name = std::move(name);
    out.unit = std::move(unit);
    out.source = source;
    out.index = index;
    return out;
  }

  int add(Variable one) {
    for (int k = 2; !names_.insert(one.name).second; ++k) one.name = fmt::format("{}_{}", one.name, k);
    one.reference = static_cast<int>(table_.all.size());
    table_.all.push_back(std::move(one));
    return static_cast<int>(table_.all.size()) - 1;
  }

  // The columns of joints in the tree are places in the state.
  void findPlaces() {
    for (const Trajectory::JointColumns& joint : trajectory_.joints) {
      if (joint.link < 0) continue;
      const Mechanism::Link& link = m_.links[at(joint.link)];
      shown_.insert(joint.link);
      const int positions = positionsOf(joint.type);
      for (int k = 0; k < positions; ++k) placeOfColumn_[joint.first + k] = link.z + k;
      for (int k = 0; k < link.vCount; ++k) placeOfColumn_[joint.first + positions + k] = m_.velocityAt() + link.v + k;
    }
  }

  bool isInput(const std::string& column) const {
    return std::ranges::any_of(m_.model.inputs, [&](const Input& input) { return input.name == column; });
  }

  void addColumn(int index) {
    const Trajectory::Column& column = trajectory_.columns[at(index)];
    // What is set from outside is an input, and no column.
    if (isIntegral(column.name) || isInput(column.name)) return;
    const auto place = placeOfColumn_.find(index);
    ofColumn_[index] = static_cast<int>(table_.all.size());
    Variable one = variable(structuredName(column.name), column.unitText, Source::column, index);
    one.perUnit = column.unit;
    one.isOutput = column.isMain;
    if (place == placeOfColumn_.end()) {
      add(std::move(one));
      return;
    }
    one.source = Source::state;
    one.index = place->second;
    one.start = y_[at(place->second)];
    ofPlace_[place->second] = add(std::move(one));
  }

  // Connections are made of outputs.
  void addTerminal(const WheelHub& hub) {
    Terminal terminal{structuredName(hub.name), {}};
    for (const WheelHub::Member& member : hub.members) {
      const int number = ofColumn_.at(member.column);
      table_.all[at(number)].isOutput = true;
      terminal.members.push_back({member.name, number});
    }
    table_.terminals.push_back(std::move(terminal));
  }

  // Of bases that move freely, and of cuts whose coordinates something acts on.
  void addOtherStates() {
    for (int number = 0; number < static_cast<int>(m_.links.size()); ++number) {
      if (!shown_.contains(number)) addLink(number);
    }
    for (std::size_t k = 0; k < m_.drives.size(); ++k) {
      const std::string name = m_.model.drives[k].name;
      const int first = m_.integralAt() + 2 * static_cast<int>(k);
      if (m_.drives[k].derivative > 0) addState(name + ".integral[1]", "1", first);
      if (m_.drives[k].derivative > 1) addState(name + ".integral[2]", "1", first + 1);
    }
    for (std::size_t k = 0; k < m_.forces.states.size(); ++k) {
      const ForceSet::States& states = m_.forces.states[k];
      for (int n = 0; n < states.count; ++n) {
        addState(fmt::format("{}.state[{}]", m_.model.forces[k].name, n + 1), "1", m_.lawStateAt() + states.first + n);
      }
    }
  }

  void addLink(int number) {
    const Link& source = m_.model.links[LinkIndex{number}];
    const std::string of = source.joint.empty() ? source.name : source.joint;
    const std::vector<CoordinateName> names = coordinateNames(source.type);
    const Mechanism::Link& link = m_.links[at(number)];
    for (int k = link.firstMotion; k < link.firstMotion + link.motionCount; ++k) {
      const Mechanism::Motion& motion = m_.motions[at(k)];
      if (motion.kind == MotionKind::ball) {
        constexpr const char* kParts[] = {"w", "x", "y", "z"};
        for (int n = 0; n < 4; ++n) addState(fmt::format("{}.q.q{}", of, kParts[n]), "1", motion.z + n);
        for (int n = 0; n < 3; ++n)
          addState(fmt::format("{}.qd.w{}", of, kParts[n + 1]), "rad/s", m_.velocityAt() + motion.v + n);
        continue;
      }
      for (int n = 0; n < velocitiesOf(motion.kind); ++n) {
        const CoordinateName& name = names[at(motion.v + n - link.v)];
        addState(of + ".q." + name.name, name.isRotation ? "rad" : "m", motion.z + n);
        addState(of + ".qd." + name.name, name.isRotation ? "rad/s" : "m/s", m_.velocityAt() + motion.v + n);
      }
    }
  }

  void addState(const std::string& name, const std::string& unit, int place) {
    Variable one = variable(structuredName(name), unit, Source::state, place);
    one.start = y_[at(place)];
    ofPlace_[place] = add(std::move(one));
  }

  // Independent coordinates and velocities are states. A quaternion is one as long as one of its three velocities is:
  // what the equations prescribe of it is corrected when it is used.
  void addRates() {
    for (const Mechanism::Motion& motion : m_.motions) {
      const int count = velocitiesOf(motion.kind);
      bool isAnyFree = false;
      for (int n = 0; n < count; ++n) isAnyFree = isAnyFree || !start_.isDependent[at(motion.v + n)];
      if (motion.kind == MotionKind::ball) {
        for (int n = 0; n < 4 && isAnyFree; ++n) makeState(motion.z + n, -1);
      }
      for (int n = 0; n < count; ++n) {
        if (start_.isDependent[at(motion.v + n)]) continue;
        const int velocity = m_.velocityAt() + motion.v + n;
        if (motion.kind != MotionKind::ball) makeState(motion.z + n, velocity);
        makeState(velocity, -1);
      }
    }
    for (int place = m_.integralAt(); place < m_.workAt(); ++place) {
      if (ofPlace_.contains(place)) makeState(place, -1);
    }
  }

  // `ratePlace`: the state that is its derivative; -1: the derivative is a variable of its own.
  void makeState(int place, int ratePlace) {
    const int number = ofPlace_.at(place);
    table_.all[at(number)].isState = true;
    table_.states.push_back(number);
    int rate = ratePlace >= 0 ? ofPlace_.at(ratePlace) : -1;
    if (rate < 0) {
      const Variable& state = table_.all[at(number)];
      const std::string unit = state.unit == "1"            ? "1/s"
                               : state.unit.ends_with("/s") ? state.unit + "^2"
                                                            : state.unit + "/s";
      rate = add(variable("der(" + state.name + ")", unit, Source::rate, place));
    }
    table_.all[at(rate)].derivativeOf = number;
    table_.rates.push_back(rate);
  }

  void addInput(const Input& input, int index) {
    Variable one = variable(structuredName(input.name), input.unit.empty() ? "1" : input.unit, Source::input, index);
    if (const std::optional<NamedUnit> unit = parseUnit(one.unit)) one.perUnit = unit->value;
    one.start = input.start / one.perUnit;
    if (input.least) one.least = *input.least / one.perUnit;
    if (input.most) one.most = *input.most / one.perUnit;
    add(std::move(one));
  }

  void addParameter(const Parameter& parameter, int index) {
    Variable one = variable(structuredName(parameter.path), parameter.unit, Source::parameter, index);
    one.start = *parameter.value;
    one.isNegativeToo = parameter.isNegativeToo;
    add(std::move(one));
  }

  const Mechanism& m_;
  const Trajectory& trajectory_;
  const Workspace& start_;
  StateView y_;
  std::map<int, int> placeOfColumn_;  // in the state, of columns that are places there
  std::map<int, int> ofColumn_;       // variables by their column
  std::set<int> shown_;               // links whose coordinates are columns
  std::map<int, int> ofPlace_;        // variables by their place in the state
  std::set<std::string> names_;
  VariableTable table_;
};

}  // namespace

std::string structuredName(std::string_view name) {
  std::string out;
  for (std::size_t from = 0; from <= name.size();) {
    const std::size_t dot = std::min(name.find('.', from), name.size());
    const std::string_view part = name.substr(from, dot - from);
    if (!out.empty()) out += '.';
    out += isIdentifier(withoutIndex(part)) ? std::string(part) : fmt::format("'{}'", part);
    from = dot + 1;
  }
  return out;
}

VariableTable served(const VariableTable& table, const std::function<bool(const Variable&)>& isServed) {
  VariableTable out = table;
  out.all.clear();
  std::vector<int> now(table.all.size(), -1);
  for (const Variable& one : table.all) {
    if (!isServed(one)) continue;
    now[at(one.reference)] = static_cast<int>(out.all.size());
    out.all.push_back(one);
  }
  const auto move = [&](int& place) { place = place < 0 ? -1 : now[at(place)]; };
  for (Variable& one : out.all) move(one.derivativeOf);
  for (int& state : out.states) move(state);
  for (int& rate : out.rates) move(rate);
  for (Terminal& terminal : out.terminals) {
    for (Terminal::Member& member : terminal.members) move(member.variable);
    std::erase_if(terminal.members, [](const Terminal::Member& member) { return member.variable < 0; });
  }
  return out;
}

Trajectory shownColumns(const Mechanism& m) {
  Trajectory trajectory = makeTrajectory(m, {});
  Diagnostics none;
  selectColumns(m, {}, trajectory, none);  // marks the main ones, which become outputs
  for (Trajectory::Column& column : trajectory.columns) column.isKept = !isIntegral(column.name);
  return trajectory;
}

std::optional<VariableTable> makeVariables(const Mechanism& m, const Trajectory& trajectory,
                                           const std::vector<Parameter>& parameters,
                                           std::optional<mb::RunFailure>& failure) {
  mb::Simulation simulation(m);
  if (!simulation.start(0, initialState(m))) {
    failure = simulation.report().failure;
    return std::nullopt;
  }
  VariableTable table = Builder(m, trajectory, simulation.workspace(), simulation.state()).run(parameters);
  SavedMotion saved;
  simulation.save(saved);
  table.partitions = saved.partitions;
  table.choice = saved.choice;
  table.hasDerivatives = !turnsFreely(m) && hasDerivatives(m, simulation.workspace(), simulation.state());
  return table;
}

bool turnsFreely(const Mechanism& m) {
  return std::ranges::any_of(m.motions, [](const auto& motion) { return motion.kind == MotionKind::ball; });
}

}  // namespace mb::fmi
