// Units for the coordinates that were chosen: which entries go where, and the order of elimination.
#include <algorithm>
#include <map>

#include "runtime/solvers/embedded/unit_plan.h"

namespace mb::embedded {
namespace {

class UnitBuilder {
 public:
  UnitBuilder(const Mechanism& m, const Workspace& w, Layout& layout)
      : m_(m), w_(w), layout_(layout), s_(layout.schedule) {}

  void run() {
    s_.units.clear();
    s_.valueCount = layout_.unitsFrom;
    for (LinkSlot& slot : s_.links) slot.isRigid = false;
    for (const Bundle& bundle : layout_.bundles) {
      std::vector<Choice> choices;
      for (const int group : bundle.groups) choices.push_back(choiceOf(layout_.groups[at(group)]));
      const bool isAlike =
          std::all_of(choices.begin(), choices.end(), [&](const Choice& c) { return c == choices[0]; });
      if (isAlike && bundle.groups.size() > 1) {
        addUnit(bundle, bundle.groups, choices);
      } else {
        for (std::size_t k = 0; k < bundle.groups.size(); ++k) addUnit(bundle, {bundle.groups[k]}, {choices[k]});
      }
    }
    setRows();
  }

 private:
  Choice choiceOf(const Group& group) const {
    Choice choice;
    std::vector<int> velocities;
    for (const int link : group.links) {
      for (int v = 0; v < m_.links[at(link)].vCount; ++v) velocities.push_back(m_.links[at(link)].v + v);
    }
    int first = 0;
    for (const int n : group.blocks) {
      const Mechanism::Block& block = m_.blocks[at(n)];
      const Partition& partition = w_.blocks[at(n)].partition;
      for (int r = 0; r < partition.rank; ++r) {
        choice.rows.push_back(block.firstRow + partition.rows[at(r)]);
        choice.rowsWithin.push_back(first + partition.rows[at(r)]);
        const int v = m_.columns[at(block.firstColumn + partition.columns[at(r)])].v;
        choice.dependent.push_back(
            static_cast<int>(std::find(velocities.begin(), velocities.end(), v) - velocities.begin()));
      }
      first += block.rowCount;
    }
    return choice;
  }

  void addUnit(const Bundle& bundle, const std::vector<int>& groups, const std::vector<Choice>& choices) {
    UnitPlan plan{m_, w_, layout_, groups, choices, {}, 0};
    Unit& u = plan.u;
    const Group& group = layout_.groups[at(groups[0])];
    u.lanes = static_cast<int>(groups.size());
    u.width = groups.size() > 1 ? 4 : 1;
    u.stride = bundle.stride;
    u.baseIsGround = group.base < 0;
    std::vector<int> bases;
    for (const int g : groups) bases.push_back(layout_.groups[at(g)].base);
    setBase(u, bases);
    addLinks(u, groups);
    const int columns = static_cast<int>(u.b.size());
    u.rank = static_cast<int>(choices[0].rows.size());
    u.free = columns - u.rank;
    std::vector<char> isDependent(at(columns), 0);
    for (const int c : choices[0].dependent) isDependent[at(c)] = 1;
    for (int c = 0; c < columns; ++c) {
      if (!isDependent[at(c)]) u.independent.push_back(c);
    }
    if (u.rank > 0) addEquations(plan);
    u.localR = plan.take(u.rank * u.free);
    shiftR(u);
    u.localB = plan.take(u.rank * u.free);
    u.localE = plan.take(u.rank * u.free);
    u.localX = plan.take(u.rank);
    u.localRate = plan.take(u.rank);
    u.localD = plan.take(u.free * u.free);
    addMasses(plan);
    u.localV = plan.take(6 * u.free);
    u.localS = plan.take(u.free);
    u.localRho = plan.take(columns);
    u.isAcross = bundle.groups.size() == 1 && u.stride == 4;
    if (u.isAcross) putSideBySide(plan);
    const bool isSplit = u.stride == 4 && !u.isAcross && u.width == 1;
    u.byMotions = !isSplit && isCheaperByMotions(u);
    if (u.byMotions) addMotions(plan, u.stride);
    u.localSums = plan.take(kLinkSize);
    u.carriesOthers = u.hasSignals;
    for (const Group& other : layout_.groups) {
      for (const int g : groups) {
        const std::vector<int>& links = layout_.groups[at(g)].links;
        u.carriesOthers = u.carriesOthers || std::binary_search(links.begin(), links.end(), other.base);
      }
    }
    u.isRigid = u.byMotions && u.baseIsGround && !u.carriesOthers;
    for (LinkSlot& slot : s_.links) {
      const auto holds = [&](const MotionSlot& other) { return other.at == slot.at; };
      if (u.isRigid && std::any_of(u.slots.begin(), u.slots.end(), holds)) slot.isRigid = true;
    }
    u.localLu = s_.valueCount;
    s_.valueCount += (plan.next * u.width + 3) / 4 * 4;
    u.isFree = u.baseIsGround && u.rank == 0 &&
               std::all_of(groups.begin(), groups.end(), [&](int g) { return isFree(layout_.groups[at(g)]); });
    for (std::size_t l = 0; l < groups.size(); ++l) u.blocks[l] = layout_.groups[at(groups[l])].blocks;
    s_.units.push_back(std::move(u));
  }

  bool isFree(const Group& group) const {
    if (group.links.size() != 1) return false;
    const Mechanism::Link& link = m_.links[at(group.links[0])];
    if (link.stepCount != 4 || link.reversed || link.vCount != 6) return false;
    int axes = 0;
    for (int k = 0; k < 3; ++k) {
      const Mechanism::Step& step = m_.steps[at(link.firstStep + k)];
      if (step.kind != StepKind::translation) return false;
      axes |= 1 << step.axis;
    }
    const auto acts = [&](const auto& law) { return law.link == group.links[0]; };
    return axes == 7 && std::none_of(m_.frictions.begin(), m_.frictions.end(), acts) &&
           std::none_of(m_.limits.begin(), m_.limits.end(), acts);
  }

  void setBase(Unit& u, const std::vector<int>& bases) const {
    for (std::size_t l = 0; l < 4; ++l) {
      const int base = bases[l < bases.size() ? l : 0];
      u.base.place[l] = base < 0 ? s_.ground : layout_.links[at(base)];
    }
    u.base.from = fromOf(u.base, u.lanes);
  }

  void addLinks(Unit& u, const std::vector<int>& groups) const {
    const Group& group = layout_.groups[at(groups[0])];
    const std::map<int, int> numbers = numbersOf(group);
    for (std::size_t n = 0; n < group.links.size(); ++n) {
      const Mechanism::Link& source = m_.links[at(group.links[n])];
      UnitLink link;
      link.at = layout_.links[at(group.links[n])].at;
      const auto above = numbers.find(source.parent);
      link.parent = above == numbers.end() ? -1 : above->second;
      link.firstColumn = static_cast<int>(u.b.size());
      link.columnCount = source.vCount;
      link.firstPath = static_cast<int>(u.path.size());
      for (int k = link.parent; k >= 0; k = u.links[at(k)].parent) {
        const UnitLink& other = u.links[at(k)];
        for (int c = other.firstColumn; c < other.firstColumn + other.columnCount; ++c) u.path.push_back(c);
      }
      link.pathCount = static_cast<int>(u.path.size()) - link.firstPath;
      for (int v = 0; v < source.vCount; ++v) {
        u.b.push_back(layout_.columns[at(source.v + v)]);
        Four velocities{};
        for (std::size_t l = 0; l < 4; ++l) {
          velocities[l] = m_.links[at(layout_.groups[at(groups[l < groups.size() ? l : 0])].links[n])].v + v;
        }
        u.v.push_back(velocities);
      }
      u.links.push_back(link);
    }
  }

  static void shiftR(Unit& u) {
    for (ConstantOp& op : u.constants) {
      if (op.local < 0) op.local = u.localR - 1 - op.local;
    }
    for (JacobianOp& op : u.jacobian) {
      if (op.local < 0) op.local = u.localR - 1 - op.local;
    }
  }

  // The rows that any unit uses.
  void setRows() {
    std::vector<std::map<int, RowOp>> used(s_.closings.size());  // by closing slot, by place
    for (std::size_t n = 0; n < m_.blocks.size(); ++n) {
      const Partition& partition = w_.blocks[n].partition;
      for (int r = 0; r < partition.rank; ++r) {
        const int number = m_.blocks[n].firstRow + partition.rows[at(r)];
        const Mechanism::Row& row = m_.rows[at(number)];
        if (row.closing < 0) continue;
        const int lane = layout_.laneOfClosing[at(row.closing)];
        auto& [place, op] =
            *used[at(layout_.slotOfClosing[at(row.closing)])].emplace(layout_.rowAt[at(number)] - lane, RowOp{}).first;
        op.kind = kindOf(row.kind);
        op.a = row.a;
        op.b = row.b;
        op.at = place;
        op.signal[at(lane)] = row.signal;
        op.hasSignal = op.hasSignal || row.signal >= 0;
      }
    }
    s_.rows.clear();
    for (std::size_t k = 0; k < s_.closings.size(); ++k) {
      ClosingSlot& slot = s_.closings[k];
      slot.firstRow = static_cast<int>(s_.rows.size());
      slot.rowCount = static_cast<int>(used[k].size());
      slot.axesF = slot.axesM = 0;
      for (auto& [place, op] : used[k]) {
        op.parameter = parameterOf(static_cast<int>(k), place);
        constexpr int kAll = 7;
        switch (op.kind) {
          case RowKind::on: slot.axesF |= 1 << op.a; break;
          case RowKind::onMoving: slot.axesM |= 1 << op.a; break;
          case RowKind::perpendicular:
            slot.axesF |= 1 << op.a;
            slot.axesM |= 1 << op.b;
            break;
          case RowKind::length: break;
          case RowKind::radius: slot.axesF |= 1 << 2; break;
          case RowKind::noTwist:
          case RowKind::pitch:
          case RowKind::angle: slot.axesF = slot.axesM = kAll; break;
        }
        s_.rows.push_back(op);
      }
    }
  }

  static RowKind kindOf(Mechanism::RowKind kind) {
    switch (kind) {
      case Mechanism::RowKind::on: return RowKind::on;
      case Mechanism::RowKind::onMoving: return RowKind::onMoving;
      case Mechanism::RowKind::perpendicular: return RowKind::perpendicular;
      case Mechanism::RowKind::noTwist: return RowKind::noTwist;
      case Mechanism::RowKind::length: return RowKind::length;
      case Mechanism::RowKind::radius: return RowKind::radius;
      case Mechanism::RowKind::pitch: return RowKind::pitch;
      case Mechanism::RowKind::angle:
      case Mechanism::RowKind::coordinates: break;
    }
    return RowKind::angle;
  }

  // Length or pitch of the rows at one place, by lane: constants are laid down the first time they are asked for.
  int parameterOf(int slot, int place) {
    const auto known = layout_.parameterAt.find(place);
    if (known != layout_.parameterAt.end()) return known->second;
    const int width = s_.closings[at(slot)].width;
    const int first = static_cast<int>(s_.constants.size());
    s_.constants.resize(s_.constants.size() + 4, 1.0);
    for (std::size_t r = 0; r < m_.rows.size(); ++r) {
      const int lane = layout_.rowAt[r] - place;
      if (m_.rows[r].closing >= 0 && lane >= 0 && lane < width) s_.constants[at(first + lane)] = m_.rows[r].parameter;
    }
    layout_.parameterAt[place] = first;
    return first;
  }

  const Mechanism& m_;
  const Workspace& w_;
  Layout& layout_;
  Schedule& s_;
};

}  // namespace

std::map<int, int> numbersOf(const Group& group) {
  std::map<int, int> numbers;
  for (const int link : group.links) numbers.emplace(link, static_cast<int>(numbers.size()));
  return numbers;
}

From fromOf(const Source& source, int lanes) {
  bool isOne = true;
  bool isSame = source.place[0].stride == 4 && source.place[0].at % 4 == 0;
  for (int l = 0; l < lanes; ++l) {
    isOne = isOne && source.place[at(l)].at == source.place[0].at;
    isSame = isSame && source.place[at(l)].at == source.place[0].at + l;
  }
  return isSame ? From::same : isOne ? From::one : From::any;
}

void makeUnits(const Mechanism& m, const Workspace& w, Layout& layout) { UnitBuilder(m, w, layout).run(); }

}  // namespace mb::embedded
