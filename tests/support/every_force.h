// Forces of every type that there is, with all fields given and numbers that differ: what must hold for any force is
// tested for each, and a new one is tested without being named.
#pragma once

#include "formats/model/cartesian.h"
#include "formats/model/elements/element_visitors.h"
#include "tests/support/laws.h"

namespace mb::testing {

// The bodies a, b and c with a marker each; splines, a road and a tyre for those forces that name them.
inline CartesianModel modelForForces() {
  CartesianModel model;
  for (const char* name : {"a", "b", "c"}) {
    Body body;
    body.name = name;
    body.massProperties.mass = 1;
    body.massProperties.inertia = Matrix3::Identity();
    const BodyIndex index = model.bodies.add(body);
    model.markers.add({std::string(name) + ".m", index, {}, {}});
  }
  model.splines.add({"elastic", Interpolation::cubic, {-3, -1, 0, 1, 3}, {-9, -1, 0, 2, 5}, {}});
  model.splines.add({"viscous", Interpolation::linear, {-1, 0, 1}, {-2, 0, 3}, {}});
  Road road;
  road.name = "road";
  model.roads.add(road);
  Tyre tyre = standardTyre(tyreTypes().front());
  tyre.name = "tyre";
  for (const std::string_view key : missingKeys(tyre)) giveValue(tyre, *keyOf(*tyre.type, key), 1);
  giveValue(tyre, *keyOf(*tyre.type, "VERTICAL_STIFFNESS"), 1e5);
  model.tyres.add(tyre);
  return model;
}

// Gives every field something; `choice` is the number of the word where words are chosen from.
struct FieldFiller : FieldVisitor {
  explicit FieldFiller(int choice) : choice_(choice) {}
  void marker(std::string_view name, MarkerIndex& index) { index = MarkerIndex{name == "i" ? 0 : name == "j" ? 1 : 2}; }
  void optionalMarker(std::string_view name, MarkerIndex& index) { marker(name, index); }
  void number(std::string_view, double& value, const Dimension&, Mirror, int, NumberTraits traits = {}) {
    value = traits.range == NumberTraits::Range::plusOrMinusOne ? -1 : next();
  }
  void vector(std::string_view, Vector3& value, const Dimension&, Mirror) {
    for (double& entry : value) entry = next();
  }
  void matrix(std::string_view, Matrix6& value, const Dimension&) {
    for (double& entry : value.reshaped()) entry = std::sin(next());
  }
  void spline(std::string_view, SplineIndex& index, const Dimension& x, const Dimension&) {
    index = SplineIndex{x.time == 0 ? 0 : 1};
  }
  void road(std::string_view, RoadIndex& index) { index = RoadIndex{0}; }
  void tyre(std::string_view, TyreIndex& index) { index = TyreIndex{0}; }
  void expression(std::string_view, std::optional<Expression>& value, const Dimension&, Mirror, int) {
    value = parsed("sin(time) + " + std::to_string(next()) + "*vm(a.m, c.m)");
  }
  template <class Enum>
  void choice(std::string_view, Enum& value, std::initializer_list<std::string_view> words) {
    value = static_cast<Enum>(choice_ % static_cast<int>(words.size()));
  }

 private:
  int choice_;
  double last_ = 0.1;
  double next() { return last_ += 0.3; }
};

// By their types, those with choices once per word.
inline std::vector<Force> everyForce() {
  constexpr int kMostWords = 3;
  std::vector<Force> forces;
  for (int choice = 0; choice < kMostWords; ++choice) {
    forEachForceType([&](auto law) {
      FieldFiller filler(choice);
      law.describe(law, filler);
      forces.push_back({std::string(law.kType) + std::to_string(choice), law, {}});
    });
  }
  return forces;
}

}  // namespace mb::testing
