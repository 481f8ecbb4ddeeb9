// Loops that nearly fit. Singular values and degrees of freedom are those of a study of such machines made apart from
// this code, in another language; the conditions under which linkages move are theirs: parallel axes (planar), Bennett,
// Bricard.
#include "graph/idealise/idealise.h"

#include <algorithm>
#include <map>

#include "graph/idealise/frame_changes.h"
#include "graph/idealise/idealise_frames.h"
#include "tests/support/machines/closed_linkages.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::linkages;

namespace {

Linkage linkageOf(const CartesianModel& model, double size = 0) {
  Linkage linkage = linkagesOf(model).at(0);
  if (size > 0) linkage.size = size;
  return linkage;
}

Eigen::VectorXd valuesOf(const Example& example) {
  const CartesianModel model = modelOf(example);
  const Linkage linkage = linkageOf(model, example.size);
  return spectrumOf(evaluate(linkage, positionOf(linkage, model)).J).sigma;
}

void checkValues(const Example& example, const std::vector<double>& exact, const std::vector<double>& afterTilt) {
  INFO(example.name);
  const Eigen::VectorXd sigma = valuesOf(example);
  REQUIRE(sigma.size() >= static_cast<Eigen::Index>(exact.size()));
  for (std::size_t k = 0; k < exact.size(); ++k) {
    // Published with six digits; the size with six as well.
    CHECK(std::abs(sigma(static_cast<Eigen::Index>(k)) - exact[k]) <= 5e-6 * std::max(exact[k], 1e-3));
  }
  const Eigen::VectorXd tiltedSigma = valuesOf(tilted(example));
  for (std::size_t k = 0; k < afterTilt.size(); ++k) {
    const double value = tiltedSigma(tiltedSigma.size() - static_cast<Eigen::Index>(afterTilt.size() - k));
    CHECK(std::abs(value - afterTilt[k]) <= 1e-5 * afterTilt[k]);
  }
}

int freedoms(const CartesianModel& model, double tau) {
  const Linkage linkage = linkageOf(model);
  const Decision decision = decide(linkage, positionOf(linkage, model), tau);
  return static_cast<int>(linkage.columns.size()) - decision.rank;
}

// Both frames of every joint in one linkage after the other, as far as another tree may have them.
double departure(const CartesianModel& a, const CartesianModel& b) {
  double worst = 0;
  for (const JointIndex joint : a.joints.indexes()) {
    const auto same = findJoint(b, a.joints[joint].name);
    REQUIRE(same);
    for (const auto& [one, other] :
         {std::pair{a.joints[joint].i, b.joints[*same].i}, {a.joints[joint].j, b.joints[*same].j}}) {
      const Gap gap = gapBetween(a.markers[one].X_BM, b.markers[other].X_BM);
      worst = std::max({worst, gap.length, gap.angle});
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("Singular values of linkages, exact and tilted, are the published ones") {
  checkValues(fourBar(), {1.20694, 0.515541, 0}, {9.37164e-5});
  checkValues(parallelogram(70, 3.68709), {1.30225, 0.342001, 0}, {1.09574e-4});
  checkValues(parallelogram(0, 4.3), {1.26397, 0, 0}, {1.2886e-4, 1.06194e-4});
  checkValues(sliderCrank(), {1.25707, 0.99896, 0}, {7.9725e-5});
  checkValues(bricard(), {1.58549, 1.50458, 0.858043, 0.697285, 0}, {4.30855e-5});
  checkValues(bennett(), {1.75379, 0.787868, 0}, {5.71819e-5});
  checkValues(fourBars(3, 75, 3.39896), {0.702459}, {0.154011, 1.28549e-4});
  checkValues(shakyBars(), {1.14868, 0}, {5.83753e-5});
  const double a = degrees(1);
  checkValues(fourBar({0.6 * std::sin(a), 0.8 * std::sin(a), std::cos(a)}), {1.20692, 0.515558, 0.0137662},
              {0.0138354});
}

TEST_CASE("Derivatives of a linkage's equations agree with finite differences") {
  const CartesianModel model = disturbed(sliderCrank(), 1e-2, 3);
  const Linkage linkage = linkageOf(model);
  const LinkagePosition z = positionOf(linkage, model);
  const LinkageEquations equations = evaluate(linkage, z, FrameDerivatives::yes);
  constexpr double h = 1e-6;
  for (Eigen::Index c = 0; c < equations.J.cols(); ++c) {
    const Eigen::VectorXd dv = h * Eigen::VectorXd::Unit(equations.J.cols(), c);
    const Eigen::VectorXd difference =
        (evaluate(linkage, moved(linkage, z, dv)).Phi - evaluate(linkage, moved(linkage, z, -dv)).Phi) / (2 * h);
    CHECK((difference - equations.J.col(c)).norm() < 1e-9);
  }
  for (std::size_t hinge = 0; hinge < linkage.hinges.size(); ++hinge) {
    for (int k = 0; k < 12; ++k) {
      const auto shifted = [&](double by) {
        Linkage other = linkage;
        Vector6 twist = Vector6::Zero();
        twist(k % 6) = by;
        Pose& X = k < 6 ? other.hinges[hinge].X_BF : other.hinges[hinge].X_BM;
        X = X * Pose{rotationOf(twist.tail<3>()), linkage.size * twist.head<3>()};
        return evaluate(other, z).Phi;
      };
      const Eigen::VectorXd difference = (shifted(h) - shifted(-h)) / (2 * h);
      CHECK((difference - equations.A.col(static_cast<Eigen::Index>(12 * hinge) + k)).norm() < 1e-9);
    }
  }
}

TEST_CASE("Disturbed linkages keep their freedom up to the tolerance") {
  const std::vector<Example> moving{
      fourBar(), parallelogram(70, 3.68709), parallelogram(0, 4.3), sliderCrank(), bricard(),
      bennett(), fourBars(3, 75, 3.39896)};
  for (const Example& example : moving) {
    for (const double epsilon : {1e-9, 1e-7, 1e-5, 1e-4}) {
      INFO(example.name << " " << epsilon);
      CHECK(freedoms(disturbed(example, epsilon, 1), std::max(epsilon, 1e-9)) == 1);
    }
  }
}

TEST_CASE("Linkages that are nearly singular or misaligned gain no freedom") {
  CHECK(freedoms(disturbed(shakyBars(), 1e-5, 1), 1e-4) == 0);
  const double a = degrees(1);
  CHECK(freedoms(modelOf(fourBar({0.6 * std::sin(a), 0.8 * std::sin(a), std::cos(a)})), 1e-4) == 0);
  // A dead centre with exact data is left as it is.
  IdealiseReport report;
  Diagnostics diagnostics;
  idealise(modelOf(parallelogram(0, 4.3)), {}, report, diagnostics);
  idealise(modelOf(shakyBars()), {}, report, diagnostics);
  CHECK(report.blocks.empty());
  CHECK(!diagnostics.hasErrors());
}

TEST_CASE("Idealised frames are near the written ones and let the linkage move exactly") {
  for (const Example& example : {fourBar(), sliderCrank(), bricard(), bennett(), fourBars(3, 75, 3.39896)}) {
    for (const double epsilon : {1e-6, 1e-4}) {
      INFO(example.name << " " << epsilon);
      const CartesianModel model = disturbed(example, epsilon, 5);
      IdealiseReport report;
      Diagnostics diagnostics;
      IdealiseOptions options;
      options.tolerance = epsilon;
      const CartesianModel ideal = idealise(model, options, report, diagnostics);
      REQUIRE(!diagnostics.hasErrors());
      REQUIRE(report.blocks.size() == 1);
      CHECK(report.blocks[0].dof == 1);
      CHECK(departure(model, ideal) <= 3 * epsilon * example.size);
      // A second look finds nothing more to do.
      IdealiseReport again;
      idealise(ideal, options, again, diagnostics);
      CHECK(again.blocks.empty());
    }
  }
}

TEST_CASE("A planar four-bar becomes planar or spherical: the two axes on a link have a point in common") {
  // Besides these two only Bennett's four-bar moves, whose opposite links are equal.
  const CartesianModel model = disturbed(fourBar(), 1e-5, 9);
  IdealiseReport report;
  Diagnostics diagnostics;
  const CartesianModel ideal = idealise(model, {}, report, diagnostics);
  std::map<BodyIndex, std::vector<Pose>> frames;
  const auto missed = [](const std::vector<Pose>& pair) {
    const Vector3 normal = pair[0].R.col(2).cross(pair[1].R.col(2));
    return std::abs(normal.dot(pair[1].p - pair[0].p));
  };
  double before = 0;
  for (const CartesianModel* one : {&model, &ideal}) {
    frames.clear();
    for (const Joint& joint : one->joints) {
      for (const MarkerIndex marker : {joint.i, joint.j}) {
        frames[one->markers[marker].body].push_back(one->markers[marker].X_BM);
      }
    }
    double worst = 0;
    for (const auto& [body, pair] : frames) worst = std::max(worst, missed(pair));
    if (one == &model) before = worst;
    // Rounding of a product of lengths of some metres and directions.
    if (one == &ideal) CHECK(worst < 1e-13);
  }
  CHECK(before > 1e-6);
}

TEST_CASE("Idealised frames do not depend on the tree or the order of joints") {
  const CartesianModel model = disturbed(fourBar(), 1e-4, 11);
  CartesianModel renamed = model;  // another joint is outside of the tree
  const std::vector<std::string> names{"d", "c", "a", "b"};
  for (const JointIndex joint : renamed.joints.indexes()) renamed.joints[joint].name = names[at(joint.value)];
  IdealiseReport report;
  Diagnostics diagnostics;
  const CartesianModel one = idealise(model, {}, report, diagnostics);
  CartesianModel other = idealise(renamed, {}, report, diagnostics);
  for (const JointIndex joint : other.joints.indexes()) other.joints[joint].name = model.joints[joint].name;
  REQUIRE(report.blocks.size() == 2);
  // The change is 1e-4 of the size; trees differ in its second order at most where the conditions are met.
  CHECK(departure(one, other) < 1e-4 * 1e-4 * 4.5);
}

TEST_CASE("A loop locked by more than the tolerance is an error, a structure is not") {
  const double a = degrees(0.05);
  const CartesianModel off = modelOf(fourBar({std::sin(a), 0, std::cos(a)}));
  IdealiseReport report;
  Diagnostics diagnostics;
  IdealiseOptions strict;
  strict.tolerance = 1e-5;
  idealise(off, strict, report, diagnostics);
  REQUIRE(diagnostics.errorCount() == 1);
  CHECK(diagnostics.all()[0].code == Code::nearlyMoves);
  CHECK(diagnostics.all()[0].message.find("joint1") != std::string::npos);

  Diagnostics none;
  Example triangle{
      "triangle",
      2,
      3,
      {{"revolute", 0, 1, Vector3::Zero(), kZ}, {"revolute", 1, 2, {1, 1, 0}, kZ}, {"revolute", 2, 0, {2, 0, 0}, kZ}}};
  IdealiseReport rigid;
  idealise(disturbed(triangle, 1e-6, 2), {}, rigid, none);
  CHECK(!none.hasErrors());
  CHECK(rigid.structures.size() == 1);
}

TEST_CASE("The reported frame changes turn the model of the file into the idealised model") {
  const CartesianModel model = disturbed(fourBar(), 1e-5, 4);
  IdealiseReport report;
  Diagnostics diagnostics;
  const CartesianModel ideal = idealise(model, {}, report, diagnostics);
  CHECK(report.changes().size() == 4);
  CHECK(departure(withFrameChanges(model, report.changes()), ideal) == 0);
}
