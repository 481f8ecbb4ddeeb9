#include "tests/random/shrink.h"

#include <algorithm>
#include <set>

#include "formats/model/elements/element_visitors.h"
#include "graph/normalise/model_edit.h"
#include "tests/random/rounded.h"

namespace mb::random {
namespace {

bool namesJoint(const Force& force, const std::string& joint) {
  ElementTables alone;
  alone.forces.push_back(force);
  const std::set<std::string> names = namesInExpressions(alone, ExpressionFunction::Argument::coordinate);
  return std::ranges::any_of(names, [&](const std::string& name) { return name.starts_with(joint + "."); });
}

bool namesMarkerOf(const CartesianModel& model, const Force& force, BodyIndex body) {
  ElementTables alone;
  alone.forces.push_back(force);
  for (const std::string& name : namesInExpressions(alone, ExpressionFunction::Argument::marker)) {
    for (const Marker& marker : model.markers) {
      if (marker.name == name && marker.body == body) return true;
    }
  }
  bool names = false;
  forEachMarker(force, [&](const MarkerIndex& marker) { names |= model.markers[marker].body == body; });
  return names;
}

// Removes everything that refers to it too.
CartesianModel withoutJoint(CartesianModel model, JointIndex joint) {
  const std::string name = model.joints[joint].name;
  std::erase_if(model.drives, [&](const Drive& d) { return d.coordinate && d.coordinate->joint == joint; });
  std::erase_if(model.couplers, [&](const Coupler& c) {
    return std::ranges::any_of(c.terms, [&](const Coupler::Term& t) { return t.coordinate.joint == joint; });
  });
  std::erase_if(model.forces, [&](const Force& force) { return namesJoint(force, name); });
  std::vector<bool> dropped(at(model.joints.size()), false);
  dropped[at(joint.value)] = true;
  return withoutJoints(std::move(model), dropped);
}

CartesianModel withoutBody(CartesianModel model, BodyIndex body) {
  for (int k = model.joints.size() - 1; k >= 0; --k) {
    const Joint& joint = model.joints[JointIndex{k}];
    if (bodyI(model, joint) == body || bodyJ(model, joint) == body)
      model = withoutJoint(std::move(model), JointIndex{k});
  }
  std::erase_if(model.forces, [&](const Force& force) { return namesMarkerOf(model, force, body); });
  std::erase_if(model.probes, [&](const Probe& probe) { return model.markers[probe.marker].body == body; });
  std::vector<bool> dropped(at(model.bodies.size()), false);
  dropped[at(body.value)] = true;
  return withoutBodies(std::move(model), dropped);
}

// Puts the body frames at the world frame, so that points that coincide in the world have the same numbers.
CartesianModel withWorldFrames(CartesianModel model) {
  for (const BodyIndex index : model.bodies.indexes()) {
    Body& body = model.bodies[index];
    if (body.isGround) continue;
    for (Marker& marker : model.markers) {
      if (marker.body == index) marker.X_BM = body.X_WB * marker.X_BM;
    }
    body.massProperties = transformed(body.X_WB, body.massProperties);
    body.massProperties.inertia = body.massProperties.inertia.selfadjointView<Eigen::Upper>();
    body.v_WB -= body.w_WB.cross(body.X_WB.p);
    body.X_WB = {};
  }
  return model;
}

// Removes unused markers.
CartesianModel withUsedMarkers(CartesianModel model) {
  std::set<int> used;
  const auto use = [&](MarkerIndex marker) {
    if (marker.valid()) used.insert(marker.value);
  };
  for (const Joint& joint : model.joints) {
    use(joint.i);
    use(joint.j);
  }
  forEachElementMarker(model, use);
  const std::set<std::string> named = namesInExpressions(model, ExpressionFunction::Argument::marker);
  for (const MarkerIndex index : model.markers.indexes()) {
    if (named.contains(model.markers[index].name)) use(index);
  }
  Table<MarkerIndex, Marker> kept;
  std::vector<MarkerIndex> place(at(model.markers.size()));
  for (const int index : used) place[at(index)] = kept.add(model.markers[MarkerIndex{index}]);
  const auto renumber = [&](MarkerIndex& marker) { marker = place[at(marker.value)]; };
  for (Joint& joint : model.joints) {
    renumber(joint.i);
    renumber(joint.j);
  }
  forEachElementMarker(model, renumber);
  model.markers = std::move(kept);
  return model;
}

class Shrinker {
 public:
  Shrinker(CartesianModel model, const Fails& fails, int mostTries)
      : model_(std::move(model)), fails_(fails), triesLeft_(mostTries) {}

  CartesianModel run() {
    for (bool isSmaller = true; isSmaller;) isSmaller = dropParts();
    tryOne(withUsedMarkers(model_));
    tryOne(withWorldFrames(model_));
    simplify();
    return std::move(model_);
  }

 private:
  CartesianModel model_;
  const Fails& fails_;
  int triesLeft_;

  bool tryOne(CartesianModel other) {
    if (triesLeft_-- <= 0) return false;
    Diagnostics diagnostics;
    check(other, diagnostics);
    if (diagnostics.hasErrors() || !hasBodies(other) || !fails_(other)) return false;
    model_ = std::move(other);
    return true;
  }

  template <class Change>
  bool tryChange(const Change& change) {
    CartesianModel other = model_;
    change(other);
    return tryOne(std::move(other));
  }

  bool dropParts() {
    bool isSmaller = false;
    for (int k = model_.bodies.size() - 1; k >= 0; --k) {
      isSmaller |= tryOne(withoutBody(model_, BodyIndex{k}));
    }
    for (int k = model_.joints.size() - 1; k >= 0; --k) isSmaller |= tryOne(withoutJoint(model_, JointIndex{k}));
    const auto dropFrom = [&](auto CartesianModel::*list) {
      for (std::size_t k = (model_.*list).size(); k-- > 0;) {
        isSmaller |= tryChange([&](CartesianModel& other) {
          (other.*list).erase((other.*list).begin() + static_cast<std::ptrdiff_t>(k));
        });
      }
    };
    dropFrom(static_cast<std::vector<Force> CartesianModel::*>(&CartesianModel::forces));
    dropFrom(static_cast<std::vector<Drive> CartesianModel::*>(&CartesianModel::drives));
    dropFrom(static_cast<std::vector<Coupler> CartesianModel::*>(&CartesianModel::couplers));
    dropFrom(static_cast<std::vector<Probe> CartesianModel::*>(&CartesianModel::probes));
    for (const JointIndex index : model_.joints.indexes()) {
      const Joint& joint = model_.joints[index];
      if (joint.limits.empty() && joint.frictions.empty() && joint.initials.empty()) continue;
      isSmaller |=
          tryChange([&](CartesianModel& other) { other.joints[index].limits.clear(); }) && !joint.limits.empty();
      tryChange([&](CartesianModel& other) { other.joints[index].frictions.clear(); });
      tryChange([&](CartesianModel& other) { other.joints[index].initials.clear(); });
    }
    return isSmaller;
  }

  void simplify() {
    tryChange([](CartesianModel& other) {
      for (Body& body : other.bodies) body.v_WB = body.w_WB = Vector3::Zero();
    });
    tryChange([](CartesianModel& other) { other.gravity = Vector3::Zero(); });
    for (const BodyIndex index : model_.bodies.indexes()) {
      if (model_.bodies[index].isGround) continue;
      tryChange([&](CartesianModel& other) { other.bodies[index].massProperties.com = Vector3::Zero(); });
      tryChange([&](CartesianModel& other) {
        MassProperties& mass = other.bodies[index].massProperties;
        mass.inertia = mass.inertia.trace() / 3 * Matrix3::Identity();
      });
      tryChange([&](CartesianModel& other) {
        MassProperties& mass = other.bodies[index].massProperties;
        mass.mass = rounded(mass.mass, 1);
        for (int k = 0; k < 3; ++k) mass.com(k) = rounded(mass.com(k), 1);
        for (double& entry : mass.inertia.reshaped()) entry = rounded(entry, 2);
      });
    }
    for (const int digits : {1, 2, 4, 8}) {
      const bool isRound = tryChange([&](CartesianModel& other) {
        for (Marker& marker : other.markers) {
          for (int k = 0; k < 3; ++k) marker.X_BM.p(k) = rounded(marker.X_BM.p(k), digits);
        }
      });
      if (isRound) break;
    }
    for (const JointIndex index : model_.joints.indexes()) {
      tryChange([&](CartesianModel& other) {
        const Joint& joint = other.joints[index];
        other.markers[joint.i].X_BM.R = other.markers[joint.j].X_BM.R = Matrix3::Identity();
      });
    }
  }
};

}  // namespace

CartesianModel shrunk(CartesianModel model, const Fails& fails, int mostTries) {
  return Shrinker(std::move(model), fails, mostTries).run();
}

}  // namespace mb::random
