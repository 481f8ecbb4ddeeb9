#include "formats/model/recursive.h"

#include "formats/model/body_places.h"
#include "tests/support/test.h"

using namespace mb;
using mb::testing::contains;

namespace {

Link link(const std::string& name, LinkIndex parent, const std::string& joint, std::string_view type) {
  Link result;
  result.name = name;
  result.parent = parent;
  result.joint = joint;
  result.type = *findJointType(type);
  result.massProperties = {1, Vector3::Zero(), Matrix3::Identity()};
  result.z_dot.assign(static_cast<std::size_t>(dofOf(result.type)), 0.0);
  for (const Motion& motion : result.type.motions()) {
    if (motion.kind == MotionKind::ball) result.z.push_back(1);
    result.z.resize(result.z.size() + static_cast<std::size_t>(velocitiesOf(motion.kind)));
  }
  return result;
}

// world --free-- chassis --revolute "hinge"-- arm --spherical "ball"-- wheel, and a rod "tie" from wheel to chassis
struct Corner {
  RecursiveModel model;
  LinkIndex chassis = model.links.add(link("chassis", {}, "", "free"));
  LinkIndex arm = model.links.add(link("arm", chassis, "hinge", "revolute"));
  LinkIndex wheel = model.links.add(link("wheel", arm, "ball", "spherical"));

  Corner() {
    model.joints.add({"hinge", arm, -1});
    model.joints.add({"ball", wheel, -1});
    Cut cut;
    cut.joint = "tie";
    cut.type = *findJointType("distance");
    cut.linkF = wheel;
    cut.linkM = chassis;
    cut.length = 0.4;
    model.cuts.push_back(cut);
    model.joints.add({"tie", {}, 0});
  }
};

void checkError(const RecursiveModel& model, const std::string& part) {
  Diagnostics diagnostics;
  check(model, diagnostics);
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.all()) text += toText(diagnostic);
  INFO("expected: " << part << "\nfound: " << text);
  CHECK(diagnostics.errorCount() == 1);
  CHECK(contains(text, part));
}

bool isGood(const RecursiveModel& model) {
  Diagnostics diagnostics;
  check(model, diagnostics);
  return !diagnostics.hasErrors();
}

}  // namespace

TEST_CASE("a suspension corner is a good recursive model") { CHECK(isGood(Corner().model)); }

TEST_CASE("parents come before their children and have higher numbers") {
  Corner c;
  SECTION("later parent") {
    c.model.links[c.arm].parent = c.wheel;
    checkError(c.model, "link 'arm' is number 2 in the file and its parent number 3");
  }
  SECTION("its own parent") {
    c.model.links[c.arm].parent = c.arm;
    checkError(c.model, "link 'arm' is number 2 in the file and its parent number 2");
  }
  SECTION("numbers from the leaves to the root") {
    c.model.links[c.chassis].number = 3;
    c.model.links[c.arm].number = 2;
    c.model.links[c.wheel].number = 1;
    CHECK(isGood(c.model));
    c.model.links[c.chassis].number = 1;
    checkError(c.model, "link 'arm' has number 2 and its parent 1");
  }
}

TEST_CASE("the initial state has the sizes of the joint and unit quaternions") {
  Corner c;
  SECTION("positions") {
    c.model.links[c.wheel].z.pop_back();
    checkError(c.model, "link 'wheel' has 3 positions and 3 velocities, a spherical joint has 4 and 3");
  }
  SECTION("velocities") {
    c.model.links[c.arm].z_dot.clear();
    checkError(c.model, "has 1 positions and 0 velocities");
  }
  SECTION("quaternion of a base, behind its translations") {
    c.model.links[c.chassis].z[3] = 1 + 1e-8;
    checkError(c.model, "quaternion of link 'chassis' has norm 1.00000001");
    c.model.links[c.chassis].z[3] = 1 + 1e-10;
    CHECK(isGood(c.model));
  }
}

TEST_CASE("cuts, rods, markers and joints must refer to existing links") {
  Corner c;
  SECTION("cut") {
    c.model.cuts[0].linkM = LinkIndex{7};
    checkError(c.model, "cut 'tie' joins links 3 and 8, there are 3");
  }
  SECTION("cut to itself") {
    c.model.cuts[0].linkM = c.wheel;
    checkError(c.model, "joins a link to itself");
  }
  SECTION("cut to the world") {
    c.model.cuts[0].linkM = LinkIndex{};
    CHECK(isGood(c.model));
  }
  SECTION("rod") {
    Rod rod;
    rod.body = "bar";
    rod.length = 1;
    rod.ends[0].link = c.wheel;
    rod.ends[1].link = LinkIndex{5};
    c.model.rods = {rod};
    checkError(c.model, "rod 'bar' ends on link 6, there are 3");
    c.model.rods[0].ends[1].link = c.chassis;
    CHECK(isGood(c.model));
    c.model.rods[0].length = 0;
    checkError(c.model, "length of rod 'bar' is 0 m");
  }
  SECTION("marker") {
    c.model.markers.add({"wheel.m", LinkIndex{3}, {}});
    checkError(c.model, "marker 'wheel.m' is on link 4, there are 3");
  }
  SECTION("joint") {
    c.model.joints.add({"lost", {}, 1});
    checkError(c.model, "joint 'lost' is neither in the tree nor cut");
  }
}

TEST_CASE("bodies keep their names when they are welded or become rods") {
  Corner c;
  Member member;
  member.name = "arm";
  SECTION("welded to the world") { c.model.world = {member}; }
  SECTION("welded to a link") { c.model.links[c.wheel].members = {member}; }
  SECTION("a rod") {
    Rod rod;
    rod.body = "arm";
    rod.length = 1;
    c.model.rods = {rod};
  }
  checkError(c.model, "already a body 'arm'");
}

TEST_CASE("a distance may be in the tree and among the cuts, another joint only once") {
  Corner c;
  c.model.links.add(link("satellite", c.wheel, "tie", "distance"));
  c.model.links[LinkIndex{3}].length = 0.4;
  CHECK(isGood(c.model));
  c.model.cuts[0].joint = "hinge";
  c.model.cuts[0].type = *findJointType("revolute");
  checkError(c.model, "joint 'hinge' is in the tree and cut");
  c.model.cuts[0].type = *findJointType("distance");
  checkError(c.model, "has the name of a joint of type 'revolute' in the tree");
}

TEST_CASE("drives and couplers find their joints through the table") {
  Corner c;
  Drive drive;
  drive.name = "motor";
  drive.coordinate = CoordinateRef{JointIndex{0}, 0};
  c.model.drives = {drive};
  CHECK(isGood(c.model));
  c.model.drives[0].coordinate->joint = JointIndex{1};
  checkError(c.model, "cannot drive one component of a ball: joint 'ball'");
}

TEST_CASE("bodies of the source are found on links, on rods and in the world") {
  Corner corner;
  const auto member = [](const std::string& name, double x) {
    Member result;
    result.name = name;
    result.X_BM.p = {x, 0, 0};
    return result;
  };
  corner.model.world = {member("ground", 5)};
  corner.model.links[corner.arm].members = {member("bracket", 2)};
  Rod rod;
  rod.body = "strut";
  rod.X_RB.p = {0, 0, 3};
  rod.members = {member("clamp", 1)};
  corner.model.rods.push_back(rod);
  const std::vector<BodyPlace> places = bodyPlaces(corner.model);
  std::vector<std::string> names;
  for (const BodyPlace& place : places) names.push_back(place.name);
  REQUIRE(names == std::vector<std::string>{"ground", "chassis", "arm", "bracket", "wheel", "strut", "clamp"});
  CHECK(places[0].isInWorld());
  CHECK(places[0].X_LB.p == Vector3(5, 0, 0));
  CHECK(places[3].link == corner.arm.value);
  CHECK(places[3].X_LB.p == Vector3(2, 0, 0));
  CHECK_FALSE(places[6].isInWorld());
  CHECK(places[6].rod == 0);
  CHECK(places[6].X_LB.p == Vector3(1, 0, 3));
}
