#include <numbers>

#include "formats/recursive/recursive_xml.h"
#include "formats/xml/xml_writer.h"
#include "tests/support/cartesian_fields.h"
#include "tests/support/every_force.h"
#include "tests/support/machines/recursive_models.h"
#include "tests/support/test.h"
#include "tests/support/texts/parsed_xml.h"

namespace mb {
namespace {

RecursiveModel readBack(const std::string& text) {
  Diagnostics diagnostics;
  RecursiveModel model =
      readRecursive(std::make_shared<const SourceFile>(SourceFile{"test.recursive.xml", text}), diagnostics);
  INFO(toText(diagnostics));
  REQUIRE(diagnostics.all().empty());
  return model;
}

// Written, read and written again: the same bytes. Returns what was read.
RecursiveModel roundTrip(const RecursiveModel& model) {
  const std::string text = writeRecursive(model);
  RecursiveModel read = readBack(text);
  REQUIRE(writeRecursive(read) == text);
  return read;
}

Expression expression(std::string_view text) {
  ExpressionError error;
  const auto parsed = parseExpression(text, {}, error);
  INFO(error.message);
  REQUIRE(parsed);
  return *parsed;
}

Origin from(const std::shared_ptr<const SourceFile>& file, int line, int column, const std::string& by = {}) {
  Origin origin;
  origin.at = SourceRef{file, line, column};
  origin.by = by;
  return origin;
}

bool same(const Pose& a, const Pose& b) { return a.R == b.R && a.p == b.p; }
bool same(const MassProperties& a, const MassProperties& b) {
  return a.mass == b.mass && a.com == b.com && a.inertia == b.inertia;
}

void checkSame(const Link& a, const Link& b) {
  CAPTURE(a.name);
  CHECK(a.name == b.name);
  CHECK(a.parent == b.parent);
  CHECK(a.joint == b.joint);
  CHECK(a.type == b.type);
  CHECK(a.reversed == b.reversed);
  CHECK(same(a.X_PA, b.X_PA));
  CHECK(same(a.X_LB, b.X_LB));
  CHECK(a.length == b.length);
  CHECK(a.pitch == b.pitch);
  CHECK(a.z == b.z);
  CHECK(a.z_dot == b.z_dot);
  CHECK(same(a.massProperties, b.massProperties));
  CHECK(a.number == b.number);
  CHECK(a.fusedFrom == b.fusedFrom);
}

void checkSame(const Cut& a, const Cut& b) {
  CAPTURE(a.joint);
  CHECK(a.joint == b.joint);
  CHECK(a.type == b.type);
  CHECK(a.linkF == b.linkF);
  CHECK(a.linkM == b.linkM);
  CHECK(same(a.X_LF, b.X_LF));
  CHECK(same(a.X_LM, b.X_LM));
  CHECK(a.length == b.length);
  CHECK(a.pitch == b.pitch);
  CHECK(a.block == b.block);
}

// A cylindrical joint c in the tree, a slider s after it, and three markers.
RecursiveModel smallModel() {
  RecursiveModels make(1);
  RecursiveModel model;
  model.gravity = {0, 0, -9.81};
  Link base = make.link("base", {}, *findJointType("cylindrical"));
  base.joint = "c";
  base.number = 2;
  Link slider = make.link("slider", LinkIndex{0}, *findJointType("translational"));
  slider.joint = "s";
  slider.number = 1;
  model.links.add(base);
  model.links.add(slider);
  model.joints.add({"c", LinkIndex{0}, -1});
  model.joints.add({"s", LinkIndex{1}, -1});
  model.markers.add({"world.m", {}, {}});
  model.markers.add({"base.m", LinkIndex{0}, make.pose()});
  model.markers.add({"slider.m", LinkIndex{1}, make.pose()});
  model.splines.add({"soft", Interpolation::linear, {-1, 0, 0.1}, {-3, 0, 1.0 / 3}, {}});
  return model;
}

}  // namespace

TEST_CASE("every joint type comes back as it was, in the tree and cut") {
  RecursiveModels make(7);
  std::vector<JointType> types(jointTypes().begin(), jointTypes().end());
  for (unsigned mask = 0; mask < 64; ++mask) {
    std::array<bool, 6> isFree{};
    for (std::size_t k = 0; k < 6; ++k) isFree[k] = ((mask >> k) & 1U) != 0;
    types.push_back(generalJointType(isFree));
  }
  RecursiveModel model;
  const int count = static_cast<int>(types.size());
  for (int k = 0; k < count; ++k) {
    Link link = make.link("l" + std::to_string(k), LinkIndex{k - 1}, types[static_cast<std::size_t>(k)]);
    link.number = count - k;
    model.links.add(link);
  }
  for (int k = 0; k < count; ++k) {
    model.cuts.push_back(make.cut("cut" + std::to_string(k), LinkIndex{k - 1},
                                  LinkIndex{count - 1 - (k == count - 1 ? 3 : 0)}, types[static_cast<std::size_t>(k)]));
  }
  model.cuts.back().linkF = LinkIndex{};
  const RecursiveModel read = roundTrip(model);
  REQUIRE(read.links.size() == count);
  for (const LinkIndex index : model.links.indexes()) checkSame(read.links[index], model.links[index]);
  REQUIRE(read.cuts.size() == model.cuts.size());
  for (std::size_t k = 0; k < model.cuts.size(); ++k) checkSame(read.cuts[k], model.cuts[k]);
}

TEST_CASE("a random tree of 200 links comes back exactly") {
  RecursiveModels make(GENERATE(11U, 12U, 13U));
  const RecursiveModel model = make.tree(200, 60);
  const RecursiveModel read = roundTrip(model);
  CHECK(read.gravity == model.gravity);
  CHECK(read.name == "tree");
  REQUIRE(read.links.size() == 200);
  for (const LinkIndex index : model.links.indexes()) checkSame(read.links[index], model.links[index]);
  REQUIRE(read.cuts.size() == 60);
  for (std::size_t k = 0; k < model.cuts.size(); ++k) checkSame(read.cuts[k], model.cuts[k]);
  CHECK(read.joints.size() == 260);
}

TEST_CASE("joints are placed by name, those of the tree before their own row") {
  RecursiveModels make(3);
  RecursiveModel model;
  Link bar = make.link("bar", {}, *findJointType("distance"));
  bar.joint = "rope";
  bar.number = 1;
  model.links.add(bar);
  model.cuts.push_back(make.cut("rope", {}, LinkIndex{0}, *findJointType("distance")));
  model.cuts.push_back(make.cut("anchor", {}, LinkIndex{0}, *findJointType("in-plane")));
  const RecursiveModel read = roundTrip(model);
  REQUIRE(read.joints.size() == 2);
  CHECK(read.joints[JointIndex{0}].name == "anchor");
  CHECK(read.joints[JointIndex{0}].cut == 1);
  CHECK(read.joints[JointIndex{1}].name == "rope");
  CHECK(read.joints[JointIndex{1}].link == LinkIndex{0});
}

TEST_CASE("splines are written by name: the order in which they came does not change the bytes") {
  const Spline soft{"soft", Interpolation::linear, {-1, 0, 0.1}, {-3, 0, 1.0 / 3}, {}};
  const Spline hard{"hard", Interpolation::cubic, {-1, 0, 1}, {-9, 0, 9}, {}};
  RecursiveModel model = smallModel();
  RecursiveModel other = model;
  model.splines = {};
  other.splines = {};
  const SplineIndex index = model.splines.add(soft);
  model.splines.add(hard);
  other.splines.add(hard);
  const SplineIndex otherIndex = other.splines.add(soft);
  model.forces.push_back({"t", Tsda{MarkerIndex{1}, MarkerIndex{2}, 1, 2, 3, 4, index, {}, {}}, {}});
  other.forces.push_back({"t", Tsda{MarkerIndex{1}, MarkerIndex{2}, 1, 2, 3, 4, otherIndex, {}, {}}, {}});
  CHECK(writeRecursive(model) == writeRecursive(other));
  roundTrip(model);
}

TEST_CASE("forces of every type come back with all their fields from a recursive file") {
  const CartesianModel source = testing::modelForForces();
  RecursiveModel model = smallModel();
  model.markers = {};
  int link = 0;
  for (const Marker& marker : source.markers) model.markers.add({marker.name, LinkIndex{(link++) - 1}, {}});
  model.splines = source.splines;
  model.roads = source.roads;
  model.tyres = source.tyres;
  model.forces = testing::everyForce();
  model.forces.push_back({"nothing", Tsda{MarkerIndex{1}, MarkerIndex{2}, 0, 0, 0, 0, {}, {}, {}}, {}});
  GeneralForce general;
  general.i = MarkerIndex{1};
  general.in = MarkerIndex{0};
  general.force[1] = expression("-100*(dm(b.m, c.m) - 0.2) - 5*joint_rate(c.rz) + spline(elastic, dz(c.m))");
  general.torque[2] = expression("if(time - 1, 0, 1, 2)");
  model.forces.push_back({"partial", general, {}});

  const RecursiveModel read = roundTrip(model);
  const std::vector<std::string> wanted = testing::FieldLines::of(model.forces);
  CHECK(wanted.size() > 10);
  CHECK(testing::FieldLines::of(read.forces) == wanted);
}

TEST_CASE("every function of time and every kind of coupler comes back") {
  RecursiveModel model = smallModel();
  const std::vector<TimeFunction> functions{ConstantFunction{0},
                                            LinearFunction{1, 2},
                                            SineFunction{0.5, 1, 2, std::numbers::pi},
                                            StepFunction{0, 0, 1, 0.25},
                                            TableFunction{Interpolation::cubic, {0, 1, 2}, {0, 0.1, 0}},
                                            TableFunction{Interpolation::akima, {0, 1}, {0, 0.1}},
                                            expression("0.1*sin(2*pi*time)")};
  for (std::size_t k = 0; k < functions.size(); ++k) {
    Drive drive;
    drive.name = "d" + std::to_string(k);
    if (k % 2 == 0) drive.coordinate = CoordinateRef{JointIndex{0}, 1};
    drive.i = MarkerIndex{1};
    drive.j = MarkerIndex{0};
    drive.component = 4;
    drive.function = functions[k];
    drive.derivative = static_cast<int>(k % 3);
    model.drives.push_back(drive);
  }
  Coupler coupler{"k", "coupler", {{{JointIndex{0}, 1}, 1}, {{JointIndex{1}, 0}, -0.05}}, 0.25, expression("time^2"),
                  {}};
  model.couplers.push_back(coupler);
  for (const char* kind : {"gear", "rack-pinion"}) {
    coupler.name = coupler.kind = kind;
    coupler.offset.reset();
    coupler.function.reset();
    model.couplers.push_back(coupler);
  }
  const RecursiveModel read = roundTrip(model);
  REQUIRE(read.drives.size() == functions.size());
  for (std::size_t k = 0; k < functions.size(); ++k) {
    CHECK(read.drives[k].function.index() == functions[k].index());
    CHECK(read.drives[k].derivative == static_cast<int>(k % 3));
    CHECK(read.drives[k].coordinate.has_value() == (k % 2 == 0));
  }
  CHECK(read.drives[1].component == 4);
  CHECK(std::get<SineFunction>(read.drives[2].function).phase == std::numbers::pi);
  CHECK(std::get<StepFunction>(read.drives[3].function).v1 == 0.25);
  CHECK(std::get<TableFunction>(read.drives[4].function).interpolation == Interpolation::cubic);
  REQUIRE(read.couplers.size() == 3);
  CHECK(read.couplers[0].terms[1].coordinate == CoordinateRef{JointIndex{1}, 0});
  CHECK(read.couplers[0].terms[1].factor == -0.05);
  CHECK(read.couplers[0].offset == 0.25);
  CHECK_FALSE(read.couplers[1].offset);
  CHECK(read.couplers[2].kind == "rack-pinion");
}

TEST_CASE("rods, welded members, stops and other tools' text come back with their origins") {
  RecursiveModels make(9);
  RecursiveModel model = smallModel();
  const auto file = std::make_shared<const SourceFile>(SourceFile{"car.xml", {}});
  const auto included = std::make_shared<const SourceFile>(SourceFile{"corner <left> & \"right\".xml", {}});
  model.source = "car.xml";
  model.name = "\xC3\xA9t\xC3\xA9 & <co> \"quoted\"\t'x'";
  model.units = *unitSystem("MMKS");
  model.axes = {"+x", "+y"};
  model.R_WS = *axesRotation("+x", "+y");
  model.world.push_back(Member{"ground", {}, {}, from(file, 3, 1)});
  model.world.push_back(Member{"road", make.pose(), make.mass(), from(included, 9, 3, "merge-welds")});
  Link& base = model.links[LinkIndex{0}];
  base.members.push_back(Member{"bracket", make.pose(), make.mass(), from(file, 12, 5)});
  base.origin = from(file, 10, 3);
  base.jointOrigin = from(file, 40, 3, "fuse-joints");
  base.fusedFrom = {"first of two", "second"};
  base.limits = {{0, -0.5, std::nullopt, 1e5, 10}, {1, std::nullopt, 1, 0, 0}};
  base.frictions = {{1, 1, 2, 0, 0.01}};
  base.initials = {{0, 0.0, std::nullopt}, {1, 0.5, -2}};
  Rod rod;
  rod.body = "tie_rod";
  rod.ends = {Rod::End{LinkIndex{1}, make.vector(), Vector3::Zero(), "inner"},
              Rod::End{{}, make.vector(), make.vector(), "outer"}};
  rod.length = 0.3;
  rod.mass = 1.25;
  rod.s = 0.5;
  rod.transverseInertia = 1.25 * 0.09 / 12;
  rod.X_RB = make.pose();
  rod.block = 2;
  rod.members.emplace_back();
  rod.members.back().name = "boot";
  rod.origin = from(file, 77, 3, "rods");
  model.rods.push_back(rod);
  model.foreign.push_back(
      {"adams", "PART/1, QG = 1 < 2 & 3\n  , \"x\"", "PART/1", "a reason", "a meaning", true, from(file, 99, 3)});
  model.forces.push_back(
      {"spring", Tsda{MarkerIndex{1}, MarkerIndex{2}, 1, 0, 0, 0, {}, {}, {}}, from(included, 5, 2)});

  const RecursiveModel read = roundTrip(model);
  CHECK(read.name == model.name);
  CHECK(read.source == "car.xml");
  CHECK(read.units.length == 1e-3);
  CHECK(read.R_WS == model.R_WS);
  REQUIRE(read.world.size() == 2);
  CHECK(same(read.world[1].X_BM, model.world[1].X_BM));
  CHECK(same(read.world[1].massProperties, model.world[1].massProperties));
  CHECK(read.world[1].origin.at.file->path == included->path);
  CHECK(read.world[1].origin.by == "merge-welds");
  const Link& link = read.links[LinkIndex{0}];
  checkSame(link, base);
  CHECK(link.members[0].name == "bracket");
  CHECK(link.origin.at.line == 10);
  CHECK(link.origin.at.column == 3);
  CHECK(link.origin.at.file->path == "car.xml");
  CHECK(link.jointOrigin.at.line == 40);
  CHECK(link.jointOrigin.by == "fuse-joints");
  CHECK(link.limits[0].lower == -0.5);
  CHECK_FALSE(link.limits[0].upper);
  CHECK(link.limits[0].stiffness == 1e5);
  CHECK(link.frictions[0].velocity == 0.01);
  CHECK(link.initials[0].value == 0.0);
  CHECK(link.initials[1].rate == -2);
  REQUIRE(read.rods.size() == 1);
  CHECK(read.rods[0].body == "tie_rod");
  CHECK(read.rods[0].ends[0].link == LinkIndex{1});
  CHECK(read.rods[0].ends[0].point == rod.ends[0].point);
  CHECK_FALSE(read.rods[0].ends[1].link.valid());
  CHECK(read.rods[0].ends[1].joint == "outer");
  CHECK(read.rods[0].ends[0].axis.isZero(0));
  CHECK(read.rods[0].ends[1].axis == rod.ends[1].axis);
  CHECK(read.rods[0].transverseInertia == rod.transverseInertia);
  CHECK(read.rods[0].s == 0.5);
  CHECK(read.rods[0].block == 2);
  CHECK(same(read.rods[0].X_RB, rod.X_RB));
  CHECK(read.rods[0].members.size() == 1);
  CHECK_FALSE(read.links[LinkIndex{1}].origin.at.file);
  CHECK(read.foreign[0].text == model.foreign[0].text);
  CHECK(read.forces[0].origin.at.file->path == included->path);
}

TEST_CASE("a recursive file is recognised by its root") {
  CHECK(looksLikeRecursive(writeRecursive(smallModel())));
  CHECK(looksLikeRecursive("<?xml version='1.0'?><!-- <mbs> --><recursive version='1'/>"));
  CHECK_FALSE(looksLikeRecursive("<mbs version='1'/>"));
  CHECK_FALSE(looksLikeRecursive("<recursively/>"));
  CHECK_FALSE(looksLikeRecursive(""));
}

TEST_CASE("text in a comment cannot end the comment") {
  XmlWriter xml;
  xml.open("a");
  xml.comment("one -- two --> three -");
  xml.close();
  const std::string text = std::move(xml).text();
  CHECK(text.find("-->") == text.rfind("-->"));
  ParsedXml parsed(text);
  CHECK(parsed.diagnostics.all().empty());
}

}  // namespace mb
