#include "runtime/solvers/embedded/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace mb::embedded {
namespace {

constexpr int kFewLanes = 2;  // of four, on average, from which on links of one group are worth a slot of four

class Builder {
 public:
  explicit Builder(const Mechanism& m) : m_(m) {
    const auto links = m.links.size();
    layout_.links.resize(links);
    layout_.columns.resize(at(m.vCount));
    layout_.rowAt.resize(m.rows.size(), -1);
    layout_.rowStride.resize(m.rows.size(), 1);
    layout_.slotOfClosing.resize(m.closings.size(), -1);
    layout_.laneOfClosing.resize(m.closings.size(), 0);
    layout_.rodPoints.resize(m.rods.size(), -1);
    layout_.rodStride.resize(m.rods.size(), 1);
    layout_.rodConstant.resize(m.rods.size(), -1);
  }

  Layout run() {
    s_.ground = {take(kLinkSize, 1), 1};
    s_.velocityCount = m_.vCount;
    setFrames();
    layout_.groups = groupsOf(m_);
    bundleGroups();
    for (const Bundle& bundle : layout_.bundles) addLinks(bundle);
    for (const Bundle& bundle : layout_.bundles) addClosings(bundle);
    for (const Bundle& bundle : layout_.bundles) addRods(bundle);
    addSprings();
    layout_.unitsFrom = s_.valueCount;
    return std::move(layout_);
  }

 private:
  // Room for `count` numbers a lane.
  int take(int count, int width) {
    const int first = s_.valueCount;
    s_.valueCount += (count * width + 3) / 4 * 4;
    return first;
  }
  int takeConstants(int count, int width) {
    const auto first = s_.constants.size();
    s_.constants.resize(first + at((count * width + 3) / 4 * 4));
    return static_cast<int>(first);
  }

  // One constant by lane; lanes that are not in use repeat the first.
  template <class Of>
  void setConstants(int first, int width, int lanes, Of of) {
    for (int l = 0; l < width; ++l) {
      int n = 0;
      for (const double value : of(l < lanes ? l : 0)) s_.constants[at(first + n++ * width + l)] = value;
    }
  }
  static std::vector<double> numbersOf(const Pose& X) {
    std::vector<double> numbers(X.R.data(), X.R.data() + 9);
    numbers.insert(numbers.end(), X.p.data(), X.p.data() + 3);
    return numbers;
  }

  bool isHinge(int link) const {
    const Mechanism::Link& source = m_.links[at(link)];
    return source.stepCount == 1 && m_.steps[at(source.firstStep)].kind == StepKind::rotation;
  }

  // A hinge's axes in the order that makes its axis z; turned over when the joint is reversed, since a turn back about
  // an axis is a turn about the opposite one.
  Pose turned(int link) const {
    Pose C;
    if (!isHinge(link)) return C;
    const int a = m_.steps[at(m_.links[at(link)].firstStep)].axis;
    const bool isReversed = m_.links[at(link)].reversed;
    C.R.setZero();
    C.R(a, 2) = isReversed ? -1 : 1;
    C.R((a + (isReversed ? 2 : 1)) % 3, 0) = 1;
    C.R((a + (isReversed ? 1 : 2)) % 3, 1) = 1;
    return C;
  }

  // A link's frame is that of its joint, which saves a product of poses.
  void setFrames() {
    for (int k = 0; k < static_cast<int>(m_.links.size()); ++k)
      layout_.T.push_back(inverse(turned(k)) * m_.links[at(k)].X_BL);
  }
  Pose frameOn(int link, const Pose& X) const { return link < 0 ? X : layout_.T[at(link)] * X; }

  void bundleGroups() {
    std::map<std::string, int> open;  // by shape: a bundle with lanes left
    for (int g = 0; g < static_cast<int>(layout_.groups.size()); ++g) {
      const auto found = open.find(layout_.groups[at(g)].shape);
      if (found != open.end() && layout_.bundles[at(found->second)].groups.size() < 4) {
        layout_.bundles[at(found->second)].groups.push_back(g);
        continue;
      }
      open[layout_.groups[at(g)].shape] = static_cast<int>(layout_.bundles.size());
      layout_.bundles.push_back({{g}, 1});
    }
    // The shape holds the level, so that every base is placed before what hangs on it.
    std::stable_sort(layout_.bundles.begin(), layout_.bundles.end(), [&](const Bundle& a, const Bundle& b) {
      return layout_.groups[at(a.groups[0])].level < layout_.groups[at(b.groups[0])].level;
    });
    for (Bundle& bundle : layout_.bundles) {
      if (bundle.groups.size() > 1) bundle.stride = 4;
    }
    for (Bundle& bundle : layout_.bundles) {
      if (bundle.groups.size() > 1) continue;
      const auto alike = innerSlots(layout_.groups[at(bundle.groups[0])]);
      if (layout_.groups[at(bundle.groups[0])].links.size() >= kFewLanes * alike.size()) bundle.stride = 4;
    }
  }

  // The links of a group from neighbour to neighbour, by joints and closings: numbers in this order.
  std::map<int, int> neighbourOrder(const Group& group) const {
    std::map<int, std::vector<int>> neighbours;
    const auto join = [&](int x, int y) {
      neighbours[x].push_back(y);
      neighbours[y].push_back(x);
    };
    for (const int link : group.links) {
      if (std::binary_search(group.links.begin(), group.links.end(), m_.links[at(link)].parent)) {
        join(link, m_.links[at(link)].parent);
      }
    }
    for (const int closing : group.closings) join(m_.closings[at(closing)].linkF, m_.closings[at(closing)].linkM);
    std::map<int, int> order;
    for (const int start : group.links) {
      std::vector<int> queue{start};
      for (std::size_t k = 0; k < queue.size(); ++k) {
        const bool isInside = std::binary_search(group.links.begin(), group.links.end(), queue[k]);
        if (!isInside || !order.emplace(queue[k], static_cast<int>(order.size())).second) continue;
        queue.insert(queue.end(), neighbours[queue[k]].begin(), neighbours[queue[k]].end());
      }
    }
    return order;
  }

  // Four lanes of things in order: each lane has a stretch of them, so that neighbours stand in the same lane of
  // neighbouring slots.
  static std::vector<std::vector<int>> inLanes(const std::vector<int>& things) {
    const std::size_t count = (things.size() + 3) / 4;
    std::vector<std::vector<int>> slots(count);
    for (std::size_t k = 0; k < things.size(); ++k) slots[k % count].push_back(things[k]);
    return slots;
  }

  // Links of one group that can be worked on side by side: the same distance from the base, the same motion, and the
  // same below them, so that children come to stand in the lanes of their parents.
  std::vector<std::vector<int>> innerSlots(const Group& group) const {
    std::map<int, std::string> below;  // by link
    for (std::size_t n = group.links.size(); n-- > 0;) {
      const int link = group.links[n];
      below[link] = fmt::format("({}{})", motionShape(m_, link), below[link]);
      below[m_.links[at(link)].parent] += below[link];
    }
    std::map<int, int> depth;
    std::map<std::pair<int, std::string>, std::vector<int>> alike;
    for (const int link : group.links) {
      const auto above = depth.find(m_.links[at(link)].parent);
      depth[link] = above == depth.end() ? 0 : above->second + 1;
      alike[{depth[link], below[link]}].push_back(link);
    }
    const std::map<int, int> order = neighbourOrder(group);
    std::vector<std::vector<int>> slots;
    for (auto& [key, links] : alike) {
      std::sort(links.begin(), links.end(), [&](int x, int y) { return order.at(x) < order.at(y); });
      for (std::vector<int>& slot : inLanes(links)) slots.push_back(std::move(slot));
    }
    return slots;
  }

  void addLinks(const Bundle& bundle) {
    const Group& first = layout_.groups[at(bundle.groups[0])];
    if (bundle.groups.size() == 1 && bundle.stride == 4) {
      for (const std::vector<int>& links : innerSlots(first)) addLinkSlot(links, 4);
      return;
    }
    for (std::size_t k = 0; k < first.links.size(); ++k) {
      std::vector<int> links;
      for (const int group : bundle.groups) links.push_back(layout_.groups[at(group)].links[k]);
      addLinkSlot(links, bundle.stride);
    }
  }

  Source sourceOf(const std::vector<int>& links, int width) const {
    Source source;
    for (std::size_t l = 0; l < 4; ++l) {
      const int link = links[l < links.size() ? l : 0];
      source.place[l] = link < 0 ? s_.ground : layout_.links[at(link)];
    }
    bool isOne = true;
    bool isSame = width == 4;
    for (std::size_t l = 0; l < at(width); ++l) {
      isOne = isOne && source.place[l].at == source.place[0].at;
      // Lanes not in use may read any number.
      isSame = isSame && source.place[0].at % 4 == 0 && source.place[0].stride == 4 &&
               (l >= links.size() || source.place[l].at == source.place[0].at + static_cast<int>(l));
    }
    source.from = isSame ? From::same : isOne ? From::one : From::any;
    return source;
  }

  void addLinkSlot(const std::vector<int>& links, int width) {
    const Mechanism::Link& first = m_.links[at(links[0])];
    LinkSlot slot;
    slot.width = width;
    slot.lanes = static_cast<int>(links.size());
    slot.at = take(kLinkSize, width);
    slot.columnCount = first.vCount;
    slot.columns = take(kColumnSize * first.vCount, width);
    slot.isHinge = isHinge(links[0]);
    slot.hasMass = false;
    slot.firstStep = static_cast<int>(s_.steps.size());
    slot.stepCount = first.stepCount;
    std::vector<int> parents;
    for (int l = 0; l < slot.lanes; ++l) {
      const int link = links[at(l)];
      const Mechanism::Link& source = m_.links[at(link)];
      layout_.links[at(link)] = {slot.at + l, width};
      for (int v = 0; v < source.vCount; ++v)
        layout_.columns[at(source.v + v)] = slot.columns + kColumnSize * v * width + l;
      parents.push_back(source.parent);
      slot.hasMass = slot.hasMass || source.mass > 0 || !source.inertia.isZero(0);
    }
    slot.parent = sourceOf(parents, width);
    slot.isOnGround = std::all_of(parents.begin(), parents.end(), [](int parent) { return parent < 0; });
    const auto laneLink = [&](int l) -> int { return links[at(l < slot.lanes ? l : 0)]; };
    for (int l = 0; l < 4; ++l) slot.v[at(l)] = m_.links[at(laneLink(l))].v;
    slot.constants = takeConstants(kLinkConstants, width);
    setConstants(slot.constants, width, slot.lanes, [&](int l) {
      const int link = links[at(l)];
      const Mechanism::Link& source = m_.links[at(link)];
      std::vector<double> numbers = numbersOf(frameOn(source.parent, source.X_PA) * turned(link));
      const Vector3 com = layout_.T[at(link)] * source.com;
      const Matrix3 I = layout_.T[at(link)].R * source.inertia * layout_.T[at(link)].R.transpose();
      for (const double n :
           {source.mass, com.x(), com.y(), com.z(), I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)})
        numbers.push_back(n);
      return numbers;
    });
    addSteps(links, slot, laneLink);
    s_.links.push_back(slot);
  }

  template <class LaneLink>
  void addSteps(const std::vector<int>& links, const LinkSlot& slot, LaneLink laneLink) {
    const Mechanism::Link& first = m_.links[at(links[0])];
    for (int k = 0; k < first.stepCount; ++k) {
      const int number = first.reversed ? first.stepCount - 1 - k : k;
      const Mechanism::Step& source = m_.steps[at(first.firstStep + number)];
      StepOp step;
      step.kind = source.kind;
      step.axis = source.axis;
      step.isInverse = first.reversed;
      step.column = source.v - first.v;
      for (int l = 0; l < 4; ++l) step.z[at(l)] = m_.steps[at(m_.links[at(laneLink(l))].firstStep + number)].z;
      if (source.kind == StepKind::offset || source.kind == StepKind::screw) {
        step.constant = takeConstants(1, slot.width);
        setConstants(step.constant, slot.width, slot.lanes, [&](int l) {
          return std::vector<double>{m_.steps[at(m_.links[at(links[at(l)])].firstStep + number)].constant};
        });
      }
      if (source.kind == StepKind::bend) step.frame = take(12, slot.width);
      s_.steps.push_back(step);
    }
  }

  void addClosings(const Bundle& bundle) {
    const Group& first = layout_.groups[at(bundle.groups[0])];
    if (bundle.groups.size() > 1 || bundle.stride == 1) {
      for (std::size_t k = 0; k < first.closings.size(); ++k) {
        std::vector<int> closings;
        for (const int group : bundle.groups) closings.push_back(layout_.groups[at(group)].closings[k]);
        addClosingSlot(closings, bundle.stride);
      }
      return;
    }
    std::map<std::string, std::vector<int>> alike;
    for (const int closing : first.closings) alike[rowsShape(m_, closing)].push_back(closing);
    const std::map<int, int> order = neighbourOrder(first);
    const auto placeOf = [&](int link) {
      const auto found = order.find(link);
      return found == order.end() ? -1 : found->second;
    };
    for (auto& [shape, closings] : alike) {
      // In the order of the links they hold, so that these stand in the same lanes.
      std::sort(closings.begin(), closings.end(), [&](int a, int b) {
        const Mechanism::Closing& x = m_.closings[at(a)];
        const Mechanism::Closing& y = m_.closings[at(b)];
        return std::pair(placeOf(x.linkM), placeOf(x.linkF)) < std::pair(placeOf(y.linkM), placeOf(y.linkF));
      });
      for (const std::vector<int>& slot : inLanes(closings)) addClosingSlot(slot, 4);
    }
  }

  void addClosingSlot(const std::vector<int>& closings, int width) {
    ClosingSlot slot;
    slot.width = width;
    slot.lanes = static_cast<int>(closings.size());
    std::vector<int> linksF;
    std::vector<int> linksM;
    for (const int closing : closings) {
      linksF.push_back(m_.closings[at(closing)].linkF);
      linksM.push_back(m_.closings[at(closing)].linkM);
      layout_.slotOfClosing[at(closing)] = static_cast<int>(s_.closings.size());
      layout_.laneOfClosing[at(closing)] = static_cast<int>(linksF.size()) - 1;
    }
    slot.F = sourceOf(linksF, width);
    slot.M = sourceOf(linksM, width);
    slot.at = take(24, width);
    slot.constants = takeConstants(24, width);
    setConstants(slot.constants, width, slot.lanes, [&](int l) {
      const Mechanism::Closing& closing = m_.closings[at(closings[at(l)])];
      std::vector<double> numbers = numbersOf(frameOn(closing.linkF, closing.X_LF));
      for (const double n : numbersOf(frameOn(closing.linkM, closing.X_LM))) numbers.push_back(n);
      return numbers;
    });
    // Rows of closings side by side share their room, in the order in which each closing has them.
    std::vector<std::vector<int>> rows(closings.size());
    for (int r = 0; r < static_cast<int>(m_.rows.size()); ++r) {
      for (std::size_t l = 0; l < closings.size(); ++l) {
        if (m_.rows[at(r)].closing == closings[l]) rows[l].push_back(r);
      }
    }
    for (std::size_t n = 0; n < rows[0].size(); ++n) {
      const int place = take(7, width);
      for (std::size_t l = 0; l < closings.size(); ++l) {
        layout_.rowAt[at(rows[l][n])] = place + static_cast<int>(l);
        layout_.rowStride[at(rows[l][n])] = width;
      }
    }
    s_.closings.push_back(slot);
  }

  void addRods(const Bundle& bundle) {
    const Group& first = layout_.groups[at(bundle.groups[0])];
    for (std::size_t k = 0; k < first.rods.size(); ++k) {
      RodSlot slot;
      slot.width = bundle.stride;
      slot.lanes = static_cast<int>(bundle.groups.size());
      slot.at = take(6, slot.width);
      slot.constants = takeConstants(7, slot.width);
      std::vector<int> rods;
      for (const int group : bundle.groups) rods.push_back(layout_.groups[at(group)].rods[k]);
      for (std::size_t e = 0; e < 2; ++e) {
        std::vector<int> links;
        for (const int rod : rods) links.push_back(m_.rods[at(rod)].link[e]);
        slot.end[e] = sourceOf(links, slot.width);
        slot.isGround[e] = links[0] < 0;
      }
      for (std::size_t l = 0; l < rods.size(); ++l) {
        layout_.rodPoints[at(rods[l])] = slot.at + static_cast<int>(l);
        layout_.rodStride[at(rods[l])] = slot.width;
        layout_.rodConstant[at(rods[l])] = slot.constants + 6 * slot.width + static_cast<int>(l);
      }
      setConstants(slot.constants, slot.width, slot.lanes, [&](int l) {
        const Mechanism::RodTerm& rod = m_.rods[at(rods[at(l)])];
        std::vector<double> numbers;
        for (std::size_t e = 0; e < 2; ++e) {
          const Vector3 point = frameOn(rod.link[e], {Matrix3::Identity(), rod.point[e]}).p;
          numbers.insert(numbers.end(), point.data(), point.data() + 3);
        }
        numbers.push_back(rod.b);
        return numbers;
      });
      s_.rods.push_back(slot);
    }
  }

  void addSprings() {
    std::vector<const Tsda*> springs;
    for (const CompiledForce& force : m_.forces.forces) {
      const auto* const tsda = std::get_if<CompiledTsda>(&force);
      const bool isLinear = tsda && !tsda->function && !tsda->law.spring.valid() && !tsda->law.damper.valid();
      layout_.isSpring.push_back(isLinear ? 1 : 0);
      if (isLinear) springs.push_back(&tsda->law);
    }
    for (std::size_t k = 0; k < springs.size(); k += 4) {
      SpringSlot slot;
      slot.lanes = static_cast<int>(std::min<std::size_t>(4, springs.size() - k));
      slot.constants = takeConstants(10, 4);
      for (std::size_t e = 0; e < 2; ++e) {
        std::vector<int> links;
        for (int l = 0; l < slot.lanes; ++l) {
          const Tsda& law = *springs[k + at(l)];
          const LinkIndex link = m_.model.markers[e == 0 ? law.i : law.j].link;
          links.push_back(link.valid() ? link.value : -1);
          slot.isGround[e][at(l)] = !link.valid();
          slot.touchesGround[e] = slot.touchesGround[e] || !link.valid();
        }
        slot.end[e] = sourceOf(links, 4);
      }
      setConstants(slot.constants, 4, slot.lanes, [&](int l) {
        const Tsda& law = *springs[k + at(l)];
        std::vector<double> numbers;
        for (const MarkerIndex index : {law.i, law.j}) {
          const LinkMarker& marker = m_.model.markers[index];
          const Vector3 point = frameOn(marker.link.valid() ? marker.link.value : -1, marker.X_LM).p;
          numbers.insert(numbers.end(), point.data(), point.data() + 3);
        }
        for (const double n : {law.stiffness, law.damping, law.length, law.preload}) numbers.push_back(n);
        return numbers;
      });
      s_.springs.push_back(slot);
    }
  }

  const Mechanism& m_;
  Layout layout_;
  Schedule& s_ = layout_.schedule;
};

}  // namespace

Layout makeLayout(const Mechanism& m) { return Builder(m).run(); }

}  // namespace mb::embedded
