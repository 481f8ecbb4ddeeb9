#include "formats/model/joints/joint_types.h"

#include <map>
#include <set>

#include "tests/support/test.h"

using namespace mb;

TEST_CASE("weights, freedoms and equations of the joints follow from their rows") {
  // [PRN06 Table 1] gives revolute, translational, spherical, distance, cylindrical and universal; the others add up
  // the same elements.
  struct Row {
    int freedoms;
    int equations;
    double weight;
  };
  const std::map<std::string_view, Row> expected{
      {"fixed", {0, 6, 0.0}},
      {"revolute", {1, 5, 1.1}},
      {"translational", {1, 5, 1.0}},
      {"screw", {1, 5, 1.1}},
      {"cylindrical", {2, 4, 2.1}},
      {"universal", {2, 4, 2.2}},
      {"hooke", {2, 4, 2.2}},
      {"constant-velocity", {2, 4, 2.2}},
      {"spherical", {3, 3, 3.0}},
      {"planar", {3, 3, 3.1}},
      {"orientation", {3, 3, 3.0}},
      {"in-line", {4, 2, 4.0}},
      {"parallel", {4, 2, 4.1}},
      {"revolute-spherical", {4, 2, 4.1}},
      {"in-plane", {5, 1, 5.0}},
      {"perpendicular", {5, 1, 5.2}},
      {"distance", {6, 1, 6.0}},
      {"free", {6, 0, 6.0}},
      {"angle", {6, 1, 6.0}},
      {"revolute-revolute", {2, 4, 2.2}},
      {"revolute-cylindrical", {3, 3, 3.2}},
      {"cylindrical-spherical", {5, 1, 5.1}},
  };
  CHECK(jointTypes().size() == expected.size());
  for (const JointType& type : jointTypes()) {
    INFO(type.name);
    REQUIRE(expected.contains(type.name));
    const Row& row = expected.at(type.name);
    CHECK(dofOf(type) == row.freedoms);
    CHECK(equationsOf(type) == row.equations);
    CHECK(weightOf(type) == weightFrom(row.weight));
    CHECK(coordinateNames(type).size() == static_cast<std::size_t>(row.freedoms));
    CHECK(findJointType(type.name) == &type);
  }
  CHECK(findJointType("hinge") == nullptr);
}

TEST_CASE("sums of weights are exact") {
  Weight sum = 0;
  for (int k = 0; k < 1000; ++k) sum += weightFrom(1.1);
  CHECK(sum == weightFrom(1100));
  CHECK(toText(weightFrom(5.2)) == "5.2");
  CHECK(toText(weightFrom(1.1) + weightFrom(1.1) + weightFrom(3.0)) == "5.2");  // [PRN06] the corner's best tree
  CHECK(toText(weightFrom(3)) == "3.0");
}

TEST_CASE("only a ball needs more numbers for its position than for its velocity") {
  for (const JointType& type : jointTypes()) {
    int balls = 0;
    for (const Motion& motion : type.motions()) balls += motion.kind == MotionKind::ball ? 1 : 0;
    CHECK(positionsOf(type) == dofOf(type) + balls);
  }
}

TEST_CASE("only a distance and an angle keep their equation in the tree") {
  for (const JointType& type : jointTypes()) {
    CHECK(keepsEquationInTree(type) == (type.name == "distance" || type.name == "angle"));
  }
}

TEST_CASE("length, pitch and angle are required by the joints that have them") {
  std::set<std::string_view> withLength;
  std::set<std::string_view> withPitch;
  for (const JointType& type : jointTypes()) {
    if (needsLength(type)) withLength.insert(type.name);
    if (needsPitch(type)) withPitch.insert(type.name);
    CHECK(needsAngle(type) == (type.name == "angle"));
  }
  CHECK(withLength == std::set<std::string_view>{"cylindrical-spherical", "distance", "revolute-cylindrical",
                                                 "revolute-revolute", "revolute-spherical"});
  CHECK(withPitch == std::set<std::string_view>{"screw"});
}

TEST_CASE("coordinates have the names of the documentation and tell rotation from translation") {
  const auto names = [](std::string_view type) {
    std::string text;
    for (const CoordinateName& coordinate : coordinateNames(*findJointType(type))) text += coordinate.name + " ";
    return text;
  };
  CHECK(names("revolute") == "rz ");
  CHECK(names("cylindrical") == "tz rz ");
  CHECK(names("universal") == "rz rx ");
  CHECK(names("hooke") == "ry rx ");
  CHECK(names("constant-velocity") == "bx by ");
  CHECK(names("spherical") == "wx wy wz ");
  CHECK(names("planar") == "tx ty rz ");
  CHECK(names("free") == "tx ty tz wx wy wz ");
  CHECK(names("revolute-cylindrical") == "rz rz2 tz ");
  for (const JointType& type : jointTypes()) {
    std::set<std::string> seen;
    for (const CoordinateName& coordinate : coordinateNames(type)) {
      CHECK(seen.insert(coordinate.name).second);
      CHECK(coordinate.isRotation == (coordinate.name[0] != 't'));
    }
  }
}

TEST_CASE("a general joint has the freedoms of its mask for all 64 masks") {
  for (unsigned mask = 0; mask < 64; ++mask) {
    std::array<bool, 6> isFree{};
    int freedoms = 0;
    for (unsigned k = 0; k < 6; ++k) {
      isFree[k] = ((mask >> k) & 1U) != 0;
      freedoms += isFree[k] ? 1 : 0;
    }
    const JointType type = generalJointType(isFree);
    INFO(motionsText(type) << " | " << equationsText(type));
    CHECK(dofOf(type) == freedoms);
    CHECK(equationsOf(type) == 6 - freedoms);
  }
}

TEST_CASE("a general joint with the freedoms of a catalogue joint equals it") {
  const auto sameAs = [](const JointType& general, std::string_view name) {
    JointType type = *findJointType(name);
    type.name = general.name;
    return type == general;
  };
  CHECK(sameAs(generalJointType({false, false, true, false, false, false}), "translational"));
  CHECK(sameAs(generalJointType({true, true, true, true, true, true}), "free"));
  CHECK(sameAs(generalJointType({false, false, false, true, true, true}), "spherical"));
  CHECK(sameAs(generalJointType({false, false, false, true, true, false}), "constant-velocity"));
  CHECK(weightOf(generalJointType({false, false, true, false, false, true})) ==
        weightOf(*findJointType("cylindrical")));
}
