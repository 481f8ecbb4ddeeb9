#include "converter/pictures/graph/plan_view.h"

namespace mb {
namespace {

constexpr double kShiftRight = 0.25;
constexpr double kShiftUp = 0.35;

}  // namespace

std::vector<PicturePoint> seenFrom(Viewpoint viewpoint, const CartesianModel& model,
                                   const std::vector<BodyIndex>& bodies, const std::vector<JointIndex>& joints) {
  Table<JointIndex, Vector3> points;
  struct Mean {
    Vector3 sum = Vector3::Zero();
    int count = 0;
  };
  Table<BodyIndex, Mean> means;
  means.resize(model.bodies.size());
  const auto add = [&](BodyIndex body, const Vector3& point) {
    means[body].sum += point;
    ++means[body].count;
  };
  for (const Joint& joint : model.joints) {
    const Vector3 point = 0.5 * (worldPose(model, joint.i).p + worldPose(model, joint.j).p);
    points.add(point);
    add(bodyI(model, joint), point);
    add(bodyJ(model, joint), point);
  }
  for (const BodyIndex index : bodies) {
    const Body& body = model.bodies[index];
    if (!body.isGround && body.massProperties.mass > 0) add(index, body.X_WB * body.massProperties.com);
  }
  const auto seen = [&](const Vector3& p) {
    const double across = viewpoint == Viewpoint::ahead ? -p.y() : p.x();
    const double up = viewpoint == Viewpoint::above ? p.y() : p.z();
    const double away = viewpoint == Viewpoint::above ? p.z() : viewpoint == Viewpoint::side ? p.y() : p.x();
    return PicturePoint{across + kShiftRight * away, -(up + kShiftUp * away)};
  };
  std::vector<PicturePoint> places;
  for (const BodyIndex index : bodies) {
    const Mean& mean = means[index];
    places.push_back(seen(mean.count == 0 ? model.bodies[index].X_WB.p : Vector3(mean.sum / mean.count)));
  }
  for (const JointIndex joint : joints) places.push_back(seen(points[joint]));
  return places;
}

}  // namespace mb
