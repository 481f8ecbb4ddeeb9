// What the report draws of a machine without geometry.
#include "converter/page/data/machine.h"
#include <set>

#include "converter/page/data/channels.h"
#include "tests/converter/page/decoded_page.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

TEST_CASE("a homogeneous ellipsoid is drawn as itself") {
  // Half axes a, and about each axis m (b^2 + c^2) / 5; turned by 30 degrees about z.
  const Vector3 a(0.3, 0.2, 0.1);
  constexpr double kMass = 7;
  Matrix3 inertia = Matrix3::Zero();
  for (int k = 0; k < 3; ++k) inertia(k, k) = kMass / 5 * (a.squaredNorm() - a[k] * a[k]);
  const Matrix3 R = rotationAbout(2, 0.5235987755982988);
  CartesianModel model = readSample("pendulum");
  const BodyIndex bob = *findBody(model, "bob");
  model.bodies[bob].massProperties.mass = kMass;
  model.bodies[bob].massProperties.com = {0.1, 0.2, 0.3};
  model.bodies[bob].massProperties.inertia = R * inertia * R.transpose();
  const mb::Machine machine = machineOf(convertModel(model));
  REQUIRE(machine.bodies.size() == 1);
  REQUIRE(machine.bodies[0].ellipsoid);
  const mb::Machine::Ellipsoid& found = *machine.bodies[0].ellipsoid;
  CHECK((found.p - Vector3(0.1, 0.2, 0.3)).norm() == 0);
  // The surface is x' A x = 1 with A = Q diag(1 / a^2) Q', whatever the order of the axes.
  const Matrix3 Q = found.q.toRotationMatrix();
  const Matrix3 shape = Q * found.a.array().square().inverse().matrix().asDiagonal() * Q.transpose();
  const Matrix3 expected = R * a.array().square().inverse().matrix().asDiagonal() * R.transpose();
  CHECK((shape - expected).norm() < 1e-9 * expected.norm());
  CHECK(Q.determinant() == Approx(1));
}

TEST_CASE("bodies are links between the places of their joints, and every joint is there once") {
  for (const char* const sample : {"hmmwv", "four_bar", "truck", "van"}) {
    INFO(sample);
    const Conversion conversion = convertModel(readSample(sample));
    const mb::Machine machine = machineOf(conversion);
    const CartesianModel& model = conversion.source;
    CHECK(machine.joints.size() == static_cast<std::size_t>(model.joints.size()));
    std::set<int> numbers;
    for (const mb::Machine::Joint& joint : machine.joints) {
      if (joint.cut == 0) continue;
      numbers.insert(joint.cut);
      CHECK(std::ranges::count(joint.loop, joint.name) >= 1);
    }
    CHECK(numbers.size() == conversion.plan.cuts.size());
    for (const mb::Machine::Joint& joint : machine.joints) {
      const JointIndex index = *findJoint(model, joint.name);
      const auto world = [&](const mb::Machine::End& end) {
        return end.body < 0 ? end.p : machine.bodies[at(end.body)].X_WB * end.p;
      };
      CHECK((world(joint.ends[0]) - worldPose(model, model.joints[index].i).p).norm() < 1e-12);
      CHECK((world(joint.ends[1]) - worldPose(model, model.joints[index].j).p).norm() < 1e-12);
    }
  }
}

TEST_CASE("the road of a picture is as high as what is written") {
  Diagnostics diagnostics;
  const auto model = readModel(sourcePath("samples/hmmwv_full/half_round_8.xml"), diagnostics);
  REQUIRE(model);
  const HalfRound* round = nullptr;
  for (const RoadPiece& piece : model->roads[RoadIndex{0}].pieces) round = std::get_if<HalfRound>(&piece);
  REQUIRE(round);
  const auto road = roadBetween(*model, {round->x - 3, round->x + 3}, {-1, 1});
  REQUIRE(road);
  CHECK(road->profile.size() < 400);
  const double base = model->roads[RoadIndex{0}].height;
  const auto heightAt = [&](double x) {
    for (std::size_t k = 1; k < road->profile.size(); ++k) {
      const auto [x0, z0] = road->profile[k - 1];
      const auto [x1, z1] = road->profile[k];
      if (x <= x1) return z0 + (x - x0) / (x1 - x0) * (z1 - z0);
    }
    return road->profile.back()[1];
  };
  CHECK(heightAt(round->x - 2) == Approx(base).margin(1e-9));
  for (const double u : {-0.9, -0.5, 0.0, 0.3, 0.8}) {
    CHECK(heightAt(round->x + u * round->radius) == Approx(base + round->radius * std::sqrt(1 - u * u)).margin(5e-4));
  }
}

TEST_CASE("channels hold whole numbers up to their limit") {
  const std::vector<std::int32_t> values{0,  kLargestQuantum, -kLargestQuantum, kLargestQuantum, 5, -1, 63, 64, -64,
                                         -65};
  ChannelWriter writer;
  writer.add(values);
  writer.add(values);
  const auto channels = channelsOf(writer.text(), values.size());
  REQUIRE(channels.size() == 2);
  for (std::size_t k = 0; k < values.size(); ++k) CHECK(channels[1][k] == values[k]);
  CHECK(unitFor(100, 1e-5) == Approx(1e-5));
  CHECK(unitFor(1e5, 1e-5) == Approx(1e-3));  // 1e5 / 1e-4 is above 2^28
  CHECK(unitFor(0, 3e-4) == Approx(1e-3));
}
