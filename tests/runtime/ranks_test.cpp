// Ranks that the choice of coordinates decides, where they are known; scripts/bench-ranks does thousands of them.
#include "tests/support/motion.h"
#include "tests/support/rank_cases.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

TEST_CASE("ranks that are known by construction are decided right, on pivots as good as full pivoting's") {
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

TEST_CASE("in a chain of four-bars all but one coordinate depend on the others; in line half of them") {
  for (const int windows : {1, 3, 10, 72}) {  // the last one is too large for full pivoting
    INFO(windows << " windows");
    const RankVerdict aside = judgeModel(leaningFourBars(windows, 0.4, 0), 2 * windows);
    CHECK(aside.decided == aside.expected);
    CHECK(aside.conditionRatio < 1e3);
    CHECK(judgeModel(leaningFourBars(windows, std::acos(0.0), 0), windows).decided == windows);
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
