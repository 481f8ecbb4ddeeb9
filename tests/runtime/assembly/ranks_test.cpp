// Ranks that the choice of coordinates decides, where they are known; scripts/bench ranks does thousands of them.
#include <fmt/format.h>

#include "tests/support/machines/rank_cases.h"
#include "tests/support/motion.h"
#include "tests/support/test.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

TEST_CASE("ranks known by construction are found, with pivots as good as full pivoting's") {
  Random random(2);
  for (const RankFamily& family : rankFamilies()) {
    for (int k = 0; k < 25; ++k) {
      INFO(family.name << ", number " << k);
      const RankVerdict verdict = family.make(random);
      CHECK(verdict.decided == verdict.expected);
      CHECK(verdict.conditionRatio < 1e3);
    }
  }
}

TEST_CASE("a chain of n four-bars has rank 2n, and rank n when its bars are in line") {
  for (const int windows : {1, 3, 10, 72}) {  // the last one is too large for full pivoting
    INFO(windows << " windows");
    const RankVerdict aside = judgeModel(leaningFourBars(windows, 0.4, 0), 2 * windows);
    CHECK(aside.decided == aside.expected);
    CHECK(aside.conditionRatio < 1e3);
    CHECK(judgeModel(leaningFourBars(windows, std::acos(0.0), 0), windows).decided == windows);
  }
}

TEST_CASE("samples in line and at dead centres have the rank that they must") {
  for (const KnownPosition& position : knownPositions()) {
    INFO(position.name);
    CHECK(judgeModel(position.model, position.rank).decided == position.rank);
    // The check used for the other samples agrees.
    Random random(4);
    const RecursiveModel model = convertModel(position.model).recursive;
    const SampleVerdicts verdicts = judgeSample(model, 1, random, singularValues);
    REQUIRE(verdicts.counted.size() == 1);
    CHECK(verdicts.counted[0].expected == position.rank);
  }
}

TEST_CASE("ranks of the samples' loops are those that their singular values show") {
  Random random(3);
  int counted = 0;
  for (const std::string sample : {"andrews_squeezer", "bricard", "four_bar", "n_four_bar", "massless_links",
                                   "slider_crank", "units_sae", "rigid_axle"}) {
    INFO(sample);
    const RecursiveModel model = convertModel(readSample(sample)).recursive;
    const SampleVerdicts verdicts = judgeSample(model, 8, random, singularValues);
    for (const RankVerdict& verdict : verdicts.counted) {
      CHECK(verdict.decided == verdict.expected);
      CHECK(verdict.conditionRatio < 1e3);
    }
    counted += static_cast<int>(verdicts.counted.size());
  }
  CHECK(counted > 60);  // few may be left out
}

TEST_CASE("a gear holds whatever the unit of its factors") {
  // Shafts of 1 kg m2 each and a gear 1 : 2, 3 N m on the first: the second adds four times its inertia.
  for (const double unit : {1.0, 1e-9, 1e9}) {
    INFO(unit);
    CartesianModel model;
    model.name = "gear";
    const BodyIndex ground = addGround(model);
    for (int k = 0; k < 2; ++k) {
      const BodyIndex shaft = model.bodies.add(plainBody("shaft" + std::to_string(k), {}, 1));
      addJoint(model, "bearing" + std::to_string(k), "revolute", shaft, ground, {});
    }
    Coupler gear;
    gear.name = "gear";
    gear.terms = {{{JointIndex{0}, 0}, 2 * unit}, {{JointIndex{1}, 0}, unit}};
    model.couplers.push_back(gear);
    Rsda torque;
    torque.i = model.joints[JointIndex{0}].i;
    torque.j = model.joints[JointIndex{0}].j;
    torque.torque = 3;
    model.forces.push_back({"torque", torque, {}});
    const Motions motions = motionsAfter(convertModel(model).recursive, 0.5, 20);
    CHECK(motions.at("shaft0").w_dot.z() == Approx(3.0 / 5).epsilon(1e-9));
    CHECK(motions.at("shaft1").w.z() == Approx(-2 * 0.5 * 3.0 / 5).epsilon(1e-9));
  }
}

namespace {

// Four bodies and the ground in a ring of five hinges.
CartesianModel pentagon(const std::array<Vector3, 5>& points, const std::array<Vector3, 5>& axes) {
  std::string text = "<gravity vector=\"0 0 -9.81\"/>\n";
  const auto name = [](std::size_t k) { return k % 5 == 0 ? std::string("ground") : fmt::format("b{}", k); };
  for (std::size_t k = 0; k < 5; ++k) {
    if (k < 4) {
      text += fmt::format(R"xml(<body name="b{}"><pose pos="{:.7g} {:.7g} {:.7g}"/>)xml", k + 1, points[k].x(),
                          points[k].y(), points[k].z()) +
              "<mass value=\"1\"/><inertia xx=\"0.1\" yy=\"0.1\" zz=\"0.1\"/></body>\n";
    }
    text += fmt::format(R"xml(<joint name="j{}" type="revolute" i="{}" j="{}" point="{} {} {}" axis="{} {} {}"/>)xml",
                        k, name(k + 1), name(k), points[k].x(), points[k].y(), points[k].z(), axes[k].x(), axes[k].y(),
                        axes[k].z()) +
            "\n";
  }
  return nativeModel(text);
}

}  // namespace

TEST_CASE("a planar loop typed with seven digits moves in a plane through changes of coordinates") {
  // Three rows repeat others up to 1e-7, the tolerance of the rank.
  const std::array<Vector3, 5> points{Vector3(0.168375049221, -1.02063066132, -0.287550191999),
                                      Vector3(-0.467056159064, -0.999934912971, 0.659521579153),
                                      Vector3(0.650400450295, -0.377112541961, 1.33873587758),
                                      Vector3(1.70260464267, -0.100160184744, 0.877449737106),
                                      Vector3(1.14225572761, -0.71140370876, -0.526378580019)};
  const std::array<Vector3, 5> axes{Vector3(-0.348692758044, 0.902255632851, -0.253669424111),
                                    Vector3(-0.348692825128, 0.902255570859, -0.253669383548),
                                    Vector3(-0.348692813766, 0.902255645194, -0.253669417764),
                                    Vector3(-0.348692775317, 0.90225558544, -0.253669416885),
                                    Vector3(-0.348692800801, 0.902255562702, -0.253669431821)};
  const Vector3 normal = (axes[0] + axes[1] + axes[2] + axes[3] + axes[4]).normalized();
  std::array<Vector3, 5> inPlane = points;
  for (Vector3& point : inPlane) point -= normal.dot(point - points[0]) * normal;
  const Motions typed = motionsAfter(convertModel(pentagon(points, axes)).recursive, 2.2, 1100);
  const Motions exact =
      motionsAfter(convertModel(pentagon(inPlane, {normal, normal, normal, normal, normal})).recursive, 2.2, 1100);
  for (const auto& [name, motion] : exact) {
    INFO(name);
    CHECK((typed.at(name).X.p - motion.X.p).norm() < 1e-5);  // 1e-7, and what two swings make of it
    CHECK((typed.at(name).X.R - motion.X.R).norm() < 1e-5);
  }
}
