#include <optional>

#include "graph/choose/plan_tree.h"
#include "tests/graph/models.h"
#include "tests/support/brief.h"
#include "tests/support/test.h"

using namespace mb;
using mb::testing::brief;
using mb::testing::contains;
using namespace mb::test;
using Names = std::vector<std::string>;

namespace {

struct Refusal {
  ErrorClass kind = ErrorClass::internal;
  std::optional<Code> code;
  std::string text;
};

Refusal refusalOf(const CartesianModel& model, const PlanOptions& options) {
  Diagnostics diagnostics;
  planTree(model, options, diagnostics);
  if (diagnostics.all().empty()) return {};
  const Diagnostic& first = diagnostics.all().front();
  return {classOf(first.code), first.code, brief(first)};
}

std::string reasonOf(const CartesianModel& model, const Plan& plan, const std::string& joint) {
  for (const Plan::TreeJoint& row : plan.tree) {
    if (model.joints[row.joint].name == joint) return row.reason;
  }
  return "not in the tree";
}

}  // namespace

TEST_CASE("joints to keep that form a loop are refused by name") {
  PlanOptions options;
  options.keep = {"lower_arm", "upper_arm", "lower_ball", "upper_ball"};
  const Refusal refusal = refusalOf(wishboneCorner(), options);
  CHECK(refusal.kind == ErrorClass::model);
  for (const std::string& name : options.keep) CHECK(contains(refusal.text, "'" + name + "'"));
}

TEST_CASE("a cut that disconnects bodies is refused and names them") {
  PlanOptions options;
  options.cut = {"fl_hub"};
  const Refusal hub = refusalOf(car(), options);
  CHECK(hub.kind == ErrorClass::model);
  CHECK(contains(hub.text, "'fl_hub' lies on no loop"));
  CHECK(contains(hub.text, "'fl_wheel'"));

  options.cut = {"lower_arm", "lower_ball"};
  const Refusal arm = refusalOf(wishboneCorner(), options);
  CHECK(arm.kind == ErrorClass::model);
  CHECK(contains(arm.text, "cutting 'lower_arm', 'lower_ball' together separates 'lca'"));
}

TEST_CASE("a joint cannot be cut and kept") {
  PlanOptions options;
  options.cut = options.keep = {"lower_arm"};
  const Refusal refusal = refusalOf(wishboneCorner(), options);
  CHECK(refusal.kind == ErrorClass::model);
  CHECK(contains(refusal.text, "'lower_arm' is both to be cut and to be kept"));
}

TEST_CASE("unknown names are answered with the nearest known one") {
  PlanOptions cut;
  cut.cut = {"lower_bal"};
  PlanOptions base;
  base.base = {"chasis"};
  PlanOptions weight;
  weight.weights["sferical"] = kWeightUnit;
  for (const auto& [options, hint] : {std::pair{cut, "lower_ball"}, {base, "chassis"}, {weight, "spherical"}}) {
    const Refusal refusal = refusalOf(wishboneCorner(), options);
    CHECK(refusal.kind == ErrorClass::usage);
    CHECK(refusal.code == Code::optionNamesNothing);
    CHECK(contains(refusal.text, hint));
  }
}

TEST_CASE("an unknown name of a plan file is an error at each of its places there") {
  const auto file = std::make_shared<SourceFile>(SourceFile{"plan.xml", "<plan/>"});
  PlanOptions options;
  options.base = options.cut = options.keep = options.prefer = options.rods.bodies = {"nope"};
  options.weights["nope"] = kWeightUnit;
  int line = 0;
  for (const PlanItem item :
       {PlanItem::weight, PlanItem::rod, PlanItem::keep, PlanItem::cut, PlanItem::prefer, PlanItem::base}) {
    options.places.insert({{item, "nope"}, {file, ++line, 1}});
  }
  options.places.insert({{PlanItem::base, "nope"}, {file, ++line, 1}});
  Diagnostics diagnostics;
  planTree(wishboneCorner(), options, diagnostics);
  CHECK(classOf(diagnostics.firstError()->code) == ErrorClass::input);
  REQUIRE(diagnostics.errorCount() == line);
  for (int k = 0; k < line; ++k) {
    const Diagnostic& error = diagnostics.all()[static_cast<std::size_t>(k)];
    CHECK(error.at.file == file);
    CHECK(error.at.line == k + 1);
    CHECK(error.code == Code::unknownName);
    CHECK_FALSE(error.hint.empty());
  }
}

TEST_CASE("suggestions and errors for many unknown names are limited in number") {
  PlanOptions options;
  for (int k = 0; k < 20'000; ++k) options.cut.push_back("lower_bal" + std::to_string(k));
  Diagnostics diagnostics;
  planTree(wishboneCorner(), options, diagnostics);
  const auto isGuessed = [](const Diagnostic& error) { return contains(error.hint, "did you mean"); };
  CHECK(std::ranges::count_if(diagnostics.all(), isGuessed) <= 20);
  CHECK(diagnostics.errorCount() < 2000);
  CHECK_FALSE(diagnostics.all().back().hint.empty());
}

TEST_CASE("impossible bases are refused with the reason") {
  PlanOptions options;
  options.base = {"chassis", "lca"};
  const Refusal second = refusalOf(wishboneCorner(), options);
  CHECK(second.code == Code::notABase);
  CHECK(contains(second.text, "'chassis' is the base of the same bodies already"));
  options.base = {"fl_tie"};
  const Refusal rod = refusalOf(car(), options);
  CHECK(rod.kind == ErrorClass::model);
  CHECK(rod.code == Code::notABase);
  CHECK(contains(rod.text, "rod"));
  CartesianModel grounded = wishboneCorner();
  grounded.bodies[*findBody(grounded, "chassis")].isGround = true;
  options.base = {"lca"};
  const Refusal onGround = refusalOf(grounded, options);
  CHECK(onGround.kind == ErrorClass::model);
  CHECK(onGround.code == Code::notABase);
  CHECK(contains(onGround.text, "ground"));
}

TEST_CASE("requested cuts and kept joints are followed, and their extra weight is given") {
  const CartesianModel model = wishboneCorner();
  PlanOptions options;
  options.keep = {"upper_ball", "lower_ball"};
  const Plan result = plan(model, options);
  CHECK(toText(result.weight) == "7.1");
  CHECK(result.minimalCount == "2");
  CHECK(contains(reasonOf(model, result, "upper_ball"), "costs 1.9 more weight"));

  options = {};
  options.cut = {"lower_arm"};
  const Plan cut = plan(model, options);
  CHECK(toText(cut.weight) == "7.1");
  CHECK(contains(cut.cuts[0].reason, "cut as asked"));
}

TEST_CASE("weights may be given by type and by name") {
  const CartesianModel model = wishboneCorner();
  PlanOptions options;
  options.weights["spherical"] = weightFrom(0.5);
  options.weights["upper_ball"] = weightFrom(9);
  const Plan result = plan(model, options);
  CHECK(toText(result.weight) == "2.7");  // 0.5 + 1.1 + 1.1
  CHECK(cutNames(model, result) == Names{"tie_rod", "upper_ball"});
}

TEST_CASE("a driven joint stays in the tree although it costs weight, and the plan says how much") {
  CartesianModel model = macPhersonCorner(false);
  Drive drive;
  drive.coordinate = CoordinateRef{*findJoint(model, "top"), 0};
  model.drives.push_back(drive);
  drive.coordinate = CoordinateRef{*findJoint(model, "ball"), 0};
  model.drives.push_back(drive);
  const Plan result = plan(model);
  CHECK(toText(result.weight) == "7.1");  // both balls and the revolute; the cylindrical joint is cut
  CHECK(cutNames(model, result) == Names{"slider"});
  CHECK(contains(reasonOf(model, result, "ball"), "costs 0.9 more weight"));
  CHECK(std::any_of(result.remarks.begin(), result.remarks.end(),
                    [](const std::string& text) { return contains(text, "'ball'"); }));
}

TEST_CASE("driven joints that close a loop among themselves cannot all stay") {
  CartesianModel model = fourBarOnChassis();
  for (const JointIndex joint : model.joints.indexes()) {
    Drive drive;
    drive.coordinate = CoordinateRef{joint, 0};
    model.drives.push_back(drive);
  }
  const Plan result = plan(model);
  CHECK(cutNames(model, result) == Names{"d"});
  REQUIRE(!result.remarks.empty());
  CHECK(contains(result.remarks.front(), "'d' cannot stay in the tree"));
  CHECK(contains(result.cuts[0].reason, "reconstructed"));
}

TEST_CASE("preferences decide ties and nothing more") {
  CartesianModel model = wishboneCorner();
  PlanOptions options;
  for (const std::string name : {"upper_ball", "lower_ball"}) {
    options.prefer = {name};
    const Plan result = plan(model, options);
    CHECK(toText(result.weight) == "5.2");
    CHECK(reasonOf(model, result, name) == "preferred");
  }
  options.prefer = {"tie_rod"};
  CHECK(toText(plan(model, options).weight) == "5.2");

  for (const std::string name : {"upper_ball", "lower_ball"}) {
    CartesianModel other = model;
    other.joints[*findJoint(other, name)].preference = TreePreference::cut;
    const Names cuts = cutNames(other, plan(other));
    CHECK(std::count(cuts.begin(), cuts.end(), name) == 1);
  }
  // Friction in one joint of a four-bar: it stays, wherever the base.
  CartesianModel fourBar = fourBarOnChassis();
  for (const JointIndex joint : fourBar.joints.indexes()) {
    CartesianModel other = fourBar;
    other.joints[joint].frictions.push_back({});
    const Plan result = plan(other);
    CHECK(result.cuts[0].edge.joint != joint);
  }
}

TEST_CASE("a cut rod is removed, a kept one is a chain of two joints") {
  const CartesianModel model = fiveLinkCorner();
  PlanOptions options;
  options.keep = {"link3"};
  options.cut = {"link1"};
  const Plan result = plan(model, options);
  CHECK(result.coordinates == 11);
  REQUIRE(result.tree.size() == 2);
  CHECK(model.bodies[result.tree[0].child].name == "link3");
  CHECK(model.bodies[result.tree[1].parent].name == "link3");
  CHECK(result.depth == 3);
  for (const Plan::Rod& rod : result.rods) CHECK(rod.removed == (model.bodies[rod.candidate.body].name != "link3"));

  // A joint of a bar taken by name makes the bar an ordinary body.
  options = {};
  options.cut = {"link1_ball"};
  const Plan asBody = plan(model, options);
  CHECK(asBody.rods.size() == 4);
  CHECK(asBody.treeCount == "9");  // four bars and a chain of two joints in parallel: 1 * 2 * 4 + 1
}
