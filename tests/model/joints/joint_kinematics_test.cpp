#include "formats/model/joints/joint_kinematics.h"

#include <numbers>
#include <random>

#include "formats/model/basics/decompositions.h"
#include "tests/support/test.h"

using namespace mb;

namespace {

constexpr int kPositions = 50;
constexpr double kRoundOff = 1e-13;  // sums of a dozen products of numbers up to 10
const JointParameters kParameters{0.7, 0.3, 1.1};

// All rows, and general joints with each number of free rotations.
std::vector<JointType> typesUnderTest() {
  std::vector<JointType> types(jointTypes().begin(), jointTypes().end());
  for (const std::array<bool, 6>& isFree : std::initializer_list<std::array<bool, 6>>{
           {true, false, true, false, false, false},
           {false, true, false, true, false, false},
           {true, true, false, false, true, false},
           {false, false, true, false, true, true},
           {true, false, true, true, false, true},
           {true, true, true, true, true, false},
           {false, true, true, true, true, true},
       }) {
    types.push_back(generalJointType(isFree));
  }
  return types;
}

std::vector<double> randomPosition(const JointType& type, std::mt19937& random) {
  // Angles within a turn; bends below pi, where a constant velocity joint folds back on itself.
  const auto uniform = [&](double limit) { return std::uniform_real_distribution<double>(-limit, limit)(random); };
  std::vector<double> z;
  for (const Motion& motion : type.motions()) {
    switch (motion.kind) {
      case MotionKind::rotation:
      case MotionKind::screw: z.push_back(uniform(3.1)); break;
      case MotionKind::translation: z.push_back(uniform(2)); break;
      case MotionKind::bend:
        z.push_back(uniform(1.8));
        z.push_back(uniform(1.8));
        break;
      case MotionKind::ball: {
        Eigen::Vector4d q;
        for (double& c : q) c = uniform(1);
        q.normalize();
        z.insert(z.end(), q.data(), q.data() + 4);
        break;
      }
      case MotionKind::offset:
      case MotionKind::turn: break;
    }
  }
  return z;
}

template <class Matrix>
double smallestSingularValue(const Matrix& M) {
  return singularValues(M).minCoeff();
}

double largest(const Eigen::MatrixXd& M) { return M.size() == 0 ? 0 : M.cwiseAbs().maxCoeff(); }

// The twist at the origin of F that leads from one pose to a close one in the time h, from their middle.
Vector6 twistBetween(const Pose& before, const Pose& after, double h) {
  Vector6 twist;
  const Vector3 w = rotationVectorOf(after.R * before.R.transpose()) / h;
  twist << (after.p - before.p) / h - w.cross(0.5 * (before.p + after.p)), w;
  return twist;
}

template <class Visit>
void forEachTypeAndPosition(Visit visit) {
  for (const JointType& type : typesUnderTest()) {
    INFO(type.name << ": " << motionsText(type) << " | " << equationsText(type));
    std::mt19937 random(7);
    for (int k = 0; k < kPositions; ++k) {
      const std::vector<double> z = randomPosition(type, random);
      INFO("position " << k);
      visit(type, z);
    }
  }
}

}  // namespace

TEST_CASE("the motions a joint allows satisfy its equations") {
  forEachTypeAndPosition([](const JointType& type, const std::vector<double>& z) {
    const Pose X_FM = jointPose(type, kParameters, z);
    const auto H = jointColumns(type, kParameters, z);
    const auto C = equationRows(type, kParameters, X_FM);
    REQUIRE(H.cols() == dofOf(type));
    REQUIRE(C.rows() == equationsOf(type));
    if (!keepsEquationInTree(type)) {
      CHECK(largest(C * H) < kRoundOff);
      CHECK(largest(equationValues(type, kParameters, X_FM)) < kRoundOff);
      CHECK(C.rows() + H.cols() == 6);
    }
    // Bends shrink their row by sin(angle) / angle, no less than 0.2 up to 2.55 rad.
    if (C.rows() > 0) CHECK(smallestSingularValue(C) > 0.01);
    if (H.cols() > 0) CHECK(smallestSingularValue(H) > 0.01);
  });
}

TEST_CASE("the columns of a joint are the derivatives of its pose") {
  const double h = 1e-5;  // central differences: h^2 = 1e-10 against round-off 1e-16 / h = 1e-11
  forEachTypeAndPosition([&](const JointType& type, const std::vector<double>& z) {
    const auto H = jointColumns(type, kParameters, z);
    for (int k = 0; k < dofOf(type); ++k) {
      std::vector<double> dz(static_cast<std::size_t>(dofOf(type)), 0.0);
      std::vector<double> before = z;
      std::vector<double> after = z;
      dz[static_cast<std::size_t>(k)] = -h;
      advance(type, before, dz);
      dz[static_cast<std::size_t>(k)] = h;
      advance(type, after, dz);
      const Vector6 twist =
          twistBetween(jointPose(type, kParameters, before), jointPose(type, kParameters, after), 2 * h);
      INFO("coordinate " << k);
      CHECK(largest(twist - H.col(k)) < 2e-9);
    }
  });
}

TEST_CASE("the rows of a joint are the derivatives of its equations, at any pose") {
  const double h = 1e-5;
  for (const JointType& type : typesUnderTest()) {
    INFO(type.name << ": " << equationsText(type));
    std::mt19937 random(8);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int sample = 0; sample < kPositions; ++sample) {
      Vector6 x;
      for (double& c : x) c = uniform(random);
      Pose X{rotationOf(x.tail<3>()), x.head<3>()};
      if (needsPitch(type)) X.p.z() = 0.1 * x(2);  // away from the jump between two turns
      const auto C = equationRows(type, kParameters, X);
      for (int k = 0; k < 6; ++k) {
        const Vector6 twist = Vector6::Unit(k);
        const auto moved = [&](double t) {
          const Matrix3 R = rotationOf(t * twist.tail<3>());
          return equationValues(type, kParameters, {R * X.R, R * X.p + t * twist.head<3>()});
        };
        const Eigen::VectorXd up = moved(h);
        const Eigen::VectorXd down = moved(-h);
        for (Eigen::Index row = 0; row < up.size(); ++row) {
          // A pitch wraps where half a turn is left over; there is no derivative across the wrap.
          if (std::abs(up(row) - down(row)) > 0.1) continue;
          CHECK(std::abs((up(row) - down(row)) / (2 * h) - C(row, k)) < 1e-8);
        }
      }
    }
  }
}

TEST_CASE("fitting finds the position a joint's pose was made with") {
  forEachTypeAndPosition([](const JointType& type, const std::vector<double>& z) {
    const FittedPosition fitted = fitPosition(type, kParameters, jointPose(type, kParameters, z));
    CHECK(fitted.gap.length < 1e-10);
    CHECK(fitted.gap.angle < 1e-10);
    REQUIRE(fitted.z.size() == z.size());
    std::size_t at = 0;
    for (const Motion& motion : type.motions()) {
      const auto count = static_cast<std::size_t>(positionsOf(motion.kind));
      double dot = 0;
      for (std::size_t k = at; k < at + count; ++k) dot += z[k] * fitted.z[k];
      const double sign = motion.kind == MotionKind::ball && dot < 0 ? -1 : 1;  // q and -q are one rotation
      for (std::size_t k = at; k < at + count; ++k) {
        double error = fitted.z[k] - sign * z[k];
        if (motion.kind == MotionKind::rotation) error = std::remainder(error, 2 * std::numbers::pi);
        CHECK(std::abs(error) < 1e-9);
      }
      at += count;
    }
  });
}

TEST_CASE("fitting a revolute joint to frames that do not meet reports the gap") {
  const JointType& type = *findJointType("revolute");
  const Pose X{rotationAbout(2, 1.2) * rotationAbout(0, 0.01), {0.003, 0.004, 0}};
  const FittedPosition fitted = fitPosition(type, {}, X);
  CHECK(fitted.gap.length == Approx(0.005));
  CHECK(fitted.gap.angle == Approx(0.01));
  CHECK(fitted.z[0] == Approx(1.2));
}

TEST_CASE("fitting finds the velocity behind a joint's twist and leaves the rest as a gap") {
  forEachTypeAndPosition([](const JointType& type, const std::vector<double>& z) {
    const auto H = jointColumns(type, kParameters, z);
    Eigen::VectorXd z_dot(dofOf(type));
    for (Eigen::Index k = 0; k < z_dot.size(); ++k) z_dot(k) = 1 + 0.3 * static_cast<double>(k);
    const Vector6 twist = H * z_dot;
    const FittedVelocity fitted = fitVelocity(type, kParameters, z, twist);
    REQUIRE(fitted.z_dot.size() == static_cast<std::size_t>(z_dot.size()));
    for (Eigen::Index k = 0; k < z_dot.size(); ++k) {
      CHECK(std::abs(fitted.z_dot[static_cast<std::size_t>(k)] - z_dot(k)) < 1e-10);
    }
    CHECK(fitted.gap.norm() < 1e-10);
  });
  const FittedVelocity fitted = fitVelocity(*findJointType("fixed"), {}, {}, Vector6::Ones());
  CHECK(fitted.gap.norm() == Approx(std::sqrt(6.0)));
}

TEST_CASE("the cross of a universal joint is F.z and M.z, that of a Hooke joint F.y and M.x") {
  const std::vector<double> z{0.7, -0.4};
  const Pose universal = jointPose(*findJointType("universal"), {}, z);
  CHECK(std::abs(universal.R(2, 2)) < kRoundOff);
  const Pose hooke = jointPose(*findJointType("hooke"), {}, z);
  CHECK(std::abs(hooke.R(1, 0)) < kRoundOff);
  // Turning the joint's second coordinate leaves the second arm in place.
  const Pose turned = jointPose(*findJointType("universal"), {}, std::vector<double>{0.7, 1.4});
  CHECK((turned.R.col(2) - universal.R.col(2)).norm() < kRoundOff);
}

TEST_CASE("a screw advances by its pitch in a turn") {
  const Pose X = jointPose(*findJointType("screw"), kParameters, std::vector<double>{2 * std::numbers::pi});
  CHECK((X.p - Vector3(0, 0, kParameters.pitch)).norm() < kRoundOff);
  CHECK((X.R - Matrix3::Identity()).norm() < kRoundOff);
}

TEST_CASE("a constant velocity joint turns both shafts alike") {
  // A shaft angle carried through: R_z(a) bend R_z(-a) is again a bend, by the turned vector.
  const JointType& type = *findJointType("constant-velocity");
  for (const double a : {0.3, 1.1, 2.9}) {
    const Pose bent = jointPose(type, {}, std::vector<double>{0.5, -0.2});
    const Pose carried{rotationAbout(2, a) * bent.R * rotationAbout(2, -a), Vector3::Zero()};
    CHECK(largest(equationValues(type, {}, carried)) < kRoundOff);
  }
}

TEST_CASE("the characteristic length is 1 for coincident points and their spread otherwise") {
  const auto lengthOf = [](double size, const Vector3& place) {
    return characteristicLength(std::vector<Vector3>{place, place + size * Vector3::UnitX(), place, place});
  };
  // Four points, one of them off by d: 3/16 d^2 is the mean square.
  const double share = std::sqrt(3.0 / 16);
  for (const double size : {1e-9, 1e-5, 1.0, 1e3}) CHECK(lengthOf(size, Vector3::Zero()) == Approx(share * size));
  CHECK(lengthOf(0, Vector3(1, 2, 3)) == 1);
  CHECK(lengthOf(1e-15, Vector3(1, 2, 3)) == 1);
  CHECK(lengthOf(1e-30, Vector3::Zero()) == 1);  // rotations of the origin
}
