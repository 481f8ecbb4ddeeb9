// Numbers of a model that are variables: what stands in their places in laws and in the kernel's constants.
#pragma once

#include <set>

#include "formats/model/tracing/dual.h"
#include "runtime/mechanism/rod_shares.h"
#include "runtime/scalars/evaluation_of.h"

namespace Eigen {

template <>
struct NumTraits<mb::Traced> : NumTraits<double> {
  using Real = mb::Traced;
  using NonInteger = mb::Traced;
  using Nested = mb::Traced;
  using Literal = mb::Traced;
  enum { RequireInitialization = 1 };
};
template <class T>
struct NumTraits<mb::DualOf<T>> : NumTraits<double> {
  using Real = mb::DualOf<T>;
  using NonInteger = mb::DualOf<T>;
  using Nested = mb::DualOf<T>;
  using Literal = mb::DualOf<T>;
  enum { RequireInitialization = 1 };
};

}  // namespace Eigen

namespace mb {

// How a law takes the numbers of the model, which it must refer to in Mechanism::model.
template <class T>
auto numbersOf(const EvaluationOf<T>& e) {
  return [&e](const double& number) {
    const auto found = e.inputs.parameters.find(&number);
    return found == e.inputs.parameters.end() ? T(number) : found->second;
  };
}

namespace scalars {

// Into a lane of a slot; lanes that are not in use repeat the first.
template <class T, class Slot, class Numbers>
void setLane(EvaluationOf<T>& e, const Slot& slot, int width, int lane, int first, const Numbers& numbers) {
  T* const constants = e.constants.data()->numbers;
  for (int l = 0; l < width; ++l) {
    if (l != lane && !(lane == 0 && l >= slot.lanes)) continue;
    int n = first;
    for (const T& number : numbers) constants[slot.constants + width * n++ + l] = number;
  }
}

template <class T>
void setSpringConstants(EvaluationOf<T>& e) {
  const auto of = numbersOf(e);
  int spring = 0;
  for (std::size_t k = 0; k < e.layout.isSpring.size(); ++k) {
    if (!e.layout.isSpring[k]) continue;
    const Tsda& law = std::get<Tsda>(e.m.model.forces[k].law);
    const std::array<T, 4> numbers{of(law.stiffness), of(law.damping), of(law.length), of(law.preload)};
    constexpr int kAfterPoints = 6;
    setLane(e, e.layout.schedule.springs[at(spring / 4)], 4, spring % 4, kAfterPoints, numbers);
    ++spring;
  }
}

template <class T>
MassesOf<T> plus(const MassesOf<T>& a, const MassesOf<T>& b) {
  Eigen::Matrix<T, 3, 1> com = centreOf(a, b);
  for (int k = 0; k < 3; ++k) com(k) = choose(a.mass + b.mass > T(0), com(k), 0.5 * (a.com(k) + b.com(k)));
  return sumAbout(a, b, com);
}

// Links whose masses depend on parameters: their own, and those of rods that were removed.
template <class T>
std::set<int> changedLinks(const EvaluationOf<T>& e) {
  std::set<int> links;
  const auto& parameters = e.inputs.parameters;
  const RecursiveModel& model = e.m.model;
  for (const LinkIndex link : model.links.indexes()) {
    if (parameters.contains(&model.links[link].massProperties.mass)) links.insert(link.value);
  }
  for (std::size_t k = 0; k < model.rods.size(); ++k) {
    if (parameters.contains(&model.rods[k].mass)) links.insert(e.m.rods[k].link.begin(), e.m.rods[k].link.end());
  }
  links.erase(-1);
  return links;
}

// As makeMechanism() adds them up.
template <class T>
void setMassConstants(EvaluationOf<T>& e) {
  const auto of = numbersOf(e);
  const Mechanism& m = e.m;
  std::map<int, MassesOf<T>> masses;
  for (const int link : changedLinks(e)) {
    const MassProperties& own = m.model.links[LinkIndex{link}].massProperties;
    masses[link] = {of(own.mass), own.com.template cast<T>(), own.inertia.template cast<T>()};
  }
  for (std::size_t k = 0; k < m.rods.size(); ++k) {
    const Mechanism::RodTerm& rod = m.rods[k];
    const RodSharesOf<T> shares = rodShares(m.model.rods[k], of(m.model.rods[k].mass));
    for (std::size_t end = 0; end < 2; ++end) {
      const auto found = masses.find(rod.link[end]);
      if (found == masses.end()) continue;
      const MassesOf<T> point{end == 0 ? shares.a : shares.c, rod.point[end].template cast<T>()};
      found->second = plus(found->second, point);
    }
    for (const embedded::RodSlot& slot : e.layout.schedule.rods) {
      const int lane = e.layout.rodPoints[k] - slot.at;
      constexpr int kAfterPoints = 6;
      if (e.layout.rodPoints[k] >= 0 && lane >= 0 && lane < slot.lanes)
        setLane(e, slot, slot.width, lane, kAfterPoints, std::array<T, 1>{shares.b});
    }
  }
  for (const auto& [link, whole] : masses) {
    for (const embedded::LinkSlot& slot : e.layout.schedule.links) {
      const int lane = e.layout.links[at(link)].at - slot.at;
      if (lane >= 0 && lane < slot.lanes)
        setLane(e, slot, slot.width, lane, embedded::kMass, embedded::massConstants(e.layout.T[at(link)], whole));
    }
  }
}

}  // namespace scalars

// What the kernel knows of the numbers.
template <class T>
void setConstants(EvaluationOf<T>& e) {
  if (e.inputs.parameters.empty()) return;
  scalars::setSpringConstants(e);
  scalars::setMassConstants(e);
}

}  // namespace mb
