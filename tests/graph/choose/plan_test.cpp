#include <random>

#include "tests/graph/models.h"
#include "tests/support/test.h"

using namespace mb;
using mb::testing::contains;
using namespace mb::test;
using Names = std::vector<std::string>;

TEST_CASE("the corner of the paper keeps both revolutes and one ball, and cuts the other ball and the distance") {
  const CartesianModel model = wishboneCorner();
  const Plan result = plan(model);
  CHECK(result.treeCount == "8");
  CHECK(result.minimalCount == "2");
  CHECK(toText(result.weight) == "5.2");
  CHECK(result.coordinates == 11);
  CHECK(result.equations == 4);
  REQUIRE(result.cuts.size() == 2);
  CHECK(nameOf(model, result, result.cuts[0].edge) == "tie_rod");
  CHECK(model.joints[result.cuts[1].edge.joint].type.name == "spherical");
  REQUIRE(result.bases.size() == 1);
  // From the lower arm M has 60 non-zeros, from the chassis 62: too close to prefer a light arm.
  CHECK(model.bodies[result.bases[0].body].name == "chassis");
  CHECK(result.massMatrixEntries == 62);
}

TEST_CASE("the HMMWV is cut alike at its four corners") {
  const CartesianModel model = hmmwv();
  const Plan result = plan(model);
  CHECK(result.treeCount == "4096");
  CHECK(result.minimalCount == "16");
  CHECK(toText(result.weight) == "20.8");
  CHECK(result.cuts.size() == 8);
  CHECK(result.coordinates == 26);
  CHECK(result.equations == 16);
  CHECK(result.depth == 3);
  CHECK(result.blocks.size() == 4);
  CHECK(result.tiesExhausted);
  const bool upper = cutNames(model, result)[1] == "fl_upper_ball";
  CHECK(cutNames(model, result) == (upper ? Names{"fl_tie_rod", "fl_upper_ball", "fr_tie_rod", "fr_upper_ball",
                                                  "rl_tie_rod", "rl_upper_ball", "rr_tie_rod", "rr_upper_ball"}
                                          : Names{"fl_lower_ball", "fl_tie_rod", "fr_lower_ball", "fr_tie_rod",
                                                  "rl_lower_ball", "rl_tie_rod", "rr_lower_ball", "rr_tie_rod"}));
  for (const Plan::CutEdge& cut : result.cuts) {
    INFO(nameOf(model, result, cut.edge) << ": " << cut.reason);
    CHECK(contains(cut.reason, cut.rows == 3 ? "conditioning" : "heaviest"));
  }
}

TEST_CASE("the base of the HMMWV is the body from which the mass matrix is smallest") {
  const CartesianModel model = hmmwv();
  const Plan free = plan(model);
  CHECK(free.massMatrixEntries == 185);
  CHECK(free.bases[0].reason.find("least predicted cost of 13 candidates: 185 mass-matrix entries, depth 3") == 0);

  // By hand: 21 for the base, then dof * (dof above) + dof (dof + 1) / 2 a joint, the upper balls cut everywhere.
  struct Row {
    const char* base;
    int depth;
    int entries;
  };
  for (const Row& row :
       {Row{"chassis", 3, 185}, Row{"fl_lca", 4, 198}, Row{"fl_uca", 4, 204}, Row{"fl_knuckle", 5, 249}}) {
    PlanOptions options;
    options.base = {row.base};
    options.cut = {"fl_upper_ball"};
    const Plan result = plan(model, options);
    INFO(row.base);
    CHECK(result.depth == row.depth);
    CHECK(result.massMatrixEntries == row.entries);
    CHECK(result.bases[0].reason == "as asked");
  }
  // From the upper arm it is better to cut the lower ball of that corner: the mirror image of the lower arm's case.
  PlanOptions options;
  options.base = {"fl_uca"};
  const Plan result = plan(model, options);
  CHECK(result.massMatrixEntries == 198);
  CHECK(cutNames(model, result)[0] == "fl_lower_ball");
}

TEST_CASE("the tree of every mechanism has the fewest coordinates and equations") {
  struct Row {
    const char* name;
    CartesianModel model;
    bool rods;
    int coordinates;
    int equations;
    const char* trees;
    const char* minimal;
  };
  const Row rows[] = {
      {"wishbone corner", wishboneCorner(), true, 11, 4, "8", "2"},
      {"HMMWV", hmmwv(), true, 26, 16, "4096", "16"},
      {"MacPherson corner", macPhersonCorner(false), true, 12, 3, "4", "2"},
      {"MacPherson corner with rack and tie rod", macPhersonCorner(true), false, 15, 6, "", ""},
      {"five links as bodies", fiveLinkCorner(), false, 19, 12, "80", "5"},
      {"five links as edges", fiveLinkCorner(), true, 11, 4, "5", "5"},
      {"four-bar on a chassis", fourBarOnChassis(), true, 9, 5, "4", "4"},
      {"link axle, bars as bodies", linkAxle(), false, 16, 6, "12", "3"},
      {"link axle, bars as edges", linkAxle(), true, 12, 2, "5", "1"},
      {"car, bars as bodies", car(), false, 51, 36, "1536000", "225"},
      {"car, bars as edges", car(), true, 31, 16, "3200", "100"},
  };
  for (const Row& row : rows) {
    const Plan result = plan(row.model, row.rods ? PlanOptions{} : rodsAsBodies());
    INFO(row.name);
    CHECK(result.coordinates == row.coordinates);
    CHECK(result.equations == row.equations);
    if (*row.trees != 0) {
      CHECK(result.treeCount == row.trees);
      CHECK(result.minimalCount == row.minimal);
    }
    CHECK(result.treeCount != "errors");
  }
  CHECK(toText(plan(macPhersonCorner(false)).weight) == "6.2");
}

TEST_CASE("the plan does not depend on the order of bodies and joints") {
  const CartesianModel models[] = {wishboneCorner(),
                                   hmmwv(),
                                   macPhersonCorner(false),
                                   macPhersonCorner(true),
                                   fiveLinkCorner(),
                                   fourBarOnChassis(),
                                   linkAxle(),
                                   car(),
                                   ring(12)};
  std::mt19937 random(7);
  for (const CartesianModel& model : models) {
    for (const PlanOptions& options : {PlanOptions{}, rodsAsBodies()}) {
      const std::string expected = textOf(model, plan(model, options));
      for (int k = 0; k < 100; ++k) {
        const CartesianModel other = shuffled(model, random);
        REQUIRE(textOf(other, plan(other, options)) == expected);
      }
    }
  }
}

TEST_CASE("a mirrored machine is cut at the mirrored joints") {
  for (const CartesianModel& model : {hmmwv(), car(), macPhersonCorner(true), linkAxle()}) {
    const CartesianModel image = mirrored(model);
    CHECK(textOf(image, plan(image)) == textOf(model, plan(model)));
    CHECK(textOf(image, plan(image, rodsAsBodies())) == textOf(model, plan(model, rodsAsBodies())));
  }
  // Left and right of one machine, too.
  const CartesianModel model = car();
  Names left;
  Names right;
  for (const std::string& name : cutNames(model, plan(model)))
    (name[1] == 'l' ? left : right).push_back(name.substr(2));
  CHECK(left == right);
}

TEST_CASE("a driven rack splits the front axle into two blocks") {
  CartesianModel model = car();
  CHECK(plan(model).blocks.size() == 3);
  Drive drive;
  drive.name = "steer";
  drive.coordinate = CoordinateRef{*findJoint(model, "rack_slide"), 0};
  model.drives.push_back(drive);
  const Plan result = plan(model);
  CHECK(result.blocks.size() == 4);
  CHECK(result.coordinates == 31);
  for (const Plan::Block& block : result.blocks) {
    CHECK(std::count(block.joints.begin(), block.joints.end(), drive.coordinate->joint) == 0);
  }
}

TEST_CASE("a track is cut opposite to its base") {
  const Plan result = plan(ring(80));
  CHECK(result.treeCount == "80");
  CHECK(result.minimalCount == "80");
  CHECK(result.massMatrixEntries == 2095);  // 21 + 79 * 6 + branches of 39 and 40 with 780 and 820 pairs
  CHECK(result.depth == 41);

  PlanOptions options;
  options.base = {"shoe1000000"};
  options.cut = {"pin1000000"};  // next to the base
  const Plan chain = plan(ring(80), options);
  CHECK(chain.massMatrixEntries == 3655);
  CHECK(chain.depth == 80);
}

TEST_CASE("bodies without joints between them have bases of their own, and the ground comes first") {
  Builder b;
  b.body("cart", 10);
  b.body("apart", 3);
  b.model.bodies[b.body("world", 0)].isGround = true;
  b.joint("rail", "translational", "cart", "world", {0, 0, 0});
  const Plan result = plan(b.model);
  REQUIRE(result.bases.size() == 2);
  CHECK(b.model.bodies[result.bases[0].body].name == "world");
  CHECK(result.bases[0].reason == "ground");
  CHECK(b.model.bodies[result.bases[1].body].name == "apart");
  CHECK(result.coordinates == 1 + 6);
  CHECK(result.massMatrixEntries == 1 + 21);
}

TEST_CASE("a distance that has to hold the tree together keeps its row") {
  Builder b;
  b.body("a", 5);
  b.body("b", 1);
  b.distance("string", "b", "a", {0, 0, 0}, {0, 0, 1});
  const Plan result = plan(b.model);
  CHECK(result.coordinates == 6 + 6);
  CHECK(result.equations == 1);
  REQUIRE(result.cuts.size() == 1);
  CHECK(result.cuts[0].loop == std::vector{JointIndex{0}});
  CHECK(result.tree.size() == 1);
}

TEST_CASE("alternatives are listed with the criterion by which they lost") {
  const CartesianModel model = hmmwv();
  PlanOptions options;
  options.alternatives = 20;
  const Plan result = plan(model, options);
  REQUIRE(result.alternatives.size() == 20);
  // 16 trees of least weight, one of them chosen; then a revolute cut instead of a ball: 1.9 heavier.
  for (int k = 0; k < 15; ++k) {
    CHECK(result.alternatives[k].weight == result.weight);
    CHECK(result.alternatives[k].lostBy == "conditioning");
  }
  CHECK(toText(result.alternatives[15].weight) == "22.7");
  CHECK(result.alternatives[15].lostBy == "weight");
}
