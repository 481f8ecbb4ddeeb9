// The contact by one point.
#include <algorithm>

#include "runtime/laws/roads/contact.h"

namespace mb {

Contact pointContact(const RoadSurface& road, const WheelPlace& wheel, double radius) {
  Contact contact;
  if (!wheel.centre.allFinite() || !wheel.axis.allFinite()) return contact;
  // A fixed number of passes, so that the contact is as smooth a function of position as the road.
  constexpr int kPasses = 3;
  Vector3 point = wheel.centre;
  RoadPoint under;
  double distance = 0;  // from the centre to the road, in the wheel's plane
  for (int pass = 0; pass < kPasses; ++pass) {
    const RoadPoint next = heightAt(road, point.x(), point.y());
    const bool isSamePlane = pass > 0 && next == under && under.slopeX == 0 && under.slopeY == 0;
    if (isSamePlane) break;  // nothing would change
    under = next;
    const Vector3 n = Vector3(-under.slopeX, -under.slopeY, 1).normalized();
    const Vector3 inPlane = n - n.dot(wheel.axis) * wheel.axis;
    const double sine = inPlane.norm();
    if (!(sine > kLiesOnItsSide)) return {};
    const Vector3 onRoad(point.x(), point.y(), under.height);
    distance = (wheel.centre - onRoad).dot(n) / sine;
    point = wheel.centre - distance / sine * inPlane;
    contact.normal = n;
    contact.heading = wheel.axis.cross(n).normalized();
  }
  contact.touches = distance < radius;
  if (!contact.touches || !point.allFinite()) return {};
  contact.point = point;
  contact.deflection = std::min(radius - distance, 2 * radius);
  contact.friction = frictionAt(road, point.x(), point.y());
  return contact;
}

}  // namespace mb
