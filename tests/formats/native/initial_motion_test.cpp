// One motion for all bodies of a file: units, axes, includes, mirrors, what adds to it.
#include <Eigen/Geometry>

#include "tests/support/scratch_folder.h"
#include "tests/support/texts/native_text.h"

namespace mb {

using testing::contains;
using testing::ScratchFolder;

namespace {

constexpr double kVelocityRound = 1e-13;  // velocities of some m/s, a few products

std::string bodyText(const std::string& name, const std::string& at, const std::string& more = "") {
  return "<body name='" + name + "'><pose pos='" + at + "'/><mass value='1'/><inertia xx='1' yy='1' zz='1'/>" + more +
         "</body>";
}

void checkMotion(const CartesianModel& model, std::string_view name, const Vector3& v, const Vector3& w) {
  const Body& found = bodyOf(model, name);
  INFO(name << ": v " << found.v_WB.transpose() << ", w " << found.w_WB.transpose());
  CHECK((found.v_WB - v).norm() < kVelocityRound);
  CHECK((found.w_WB - w).norm() < kVelocityRound);
}

CartesianModel including(const std::string& part, const std::string& model) {
  const ScratchFolder folder;
  folder.write("part.xml", "<mbs version='2'>" + part + "</mbs>");
  return nativeModel(model, folder / "model.xml");
}

}  // namespace

TEST_CASE("all bodies start as parts of one rigid body, and their own velocities add") {
  const CartesianModel model = nativeModel(
      "<initial-motion lin='20 0 0' ang='0 0 2' at='1 0 0'/>" + bodyText("a", "1 0 0") + bodyText("b", "4 0 0") +
      bodyText("c", "1 1 0", "<velocity ang='0 5 0'/>") + "<marker body='ground' name='m'/>");
  checkMotion(model, "a", {20, 0, 0}, {0, 0, 2});
  checkMotion(model, "b", {20, 6, 0}, {0, 0, 2});
  checkMotion(model, "c", {18, 0, 0}, {0, 5, 2});
  checkMotion(model, "ground", Vector3::Zero(), Vector3::Zero());
  CHECK(bodyOf(model, "a").velocityIsGuess);
  CHECK_FALSE(bodyOf(model, "c").velocityIsGuess);
  CHECK_FALSE(bodyOf(nativeModel("<initial-motion lin='0 0 0'/>" + bodyText("a", "1 0 0")), "a").velocityIsGuess);
}

TEST_CASE("the initial motion is in the units and axes of the file") {
  // SAE: y to the right, z down. 3 deg/s about down, at a body 100 mm to the right: 0.3 deg m/s backwards.
  const CartesianModel model = nativeModel(
      "<units length='mm' angle='deg'/><axes convention='sae'/><initial-motion lin='5000 0 0' ang='0 0 3'/>" +
      bodyText("a", "0 100 0"));
  checkMotion(model, "a", {5 - 0.1 * 3 * kDegree, 0, 0}, {0, 0, -3 * kDegree});
}

TEST_CASE("included files move along, and their own motion is placed and mirrored with them") {
  const std::string outer = "<initial-motion lin='10 0 0' ang='0 0 1'/>";
  const std::string part = "<initial-motion lin='0 2 0' ang='1 0 0' at='0 0 1'/>" + bodyText("w", "0 1 0");
  // By itself: v = (0 2 0) + (1 0 0) x ((0 1 0) - (0 0 1)) = (0 3 1).
  const CartesianModel placed =
      including(part, outer + "<include file='part.xml'><pose pos='3 0 0' rpy='0 0 90*deg'/></include>");
  // Turned by 90 deg: (-3 0 1) and w (0 1 0), at (2 0 0), where the outer motion is (10 2 0).
  checkMotion(placed, "w", {7, 2, 1}, {0, 1, 1});
  const CartesianModel mirrored = including(part, outer + "<include file='part.xml' mirror='xz'/>");
  // The image in y: v (0 -3 1), w about x changes its sign; at (0 -1 0) the outer motion is (11 0 0).
  checkMotion(mirrored, "w", {11, -3, 1}, {-1, 0, 1});
  const CartesianModel alone = including(part, bodyText("a", "5 5 5") + "<include file='part.xml'/>");
  checkMotion(alone, "a", Vector3::Zero(), Vector3::Zero());
  checkMotion(alone, "w", {0, 3, 1}, {1, 0, 0});
}

TEST_CASE("guessed velocities are still guesses when written and read again") {
  const CartesianModel model = nativeModel("<initial-motion lin='1 2 3'/>" + bodyText("a", "1 0 0"));
  const std::string text = writeNative(model);
  CHECK(contains(text, "<mbs version=\"2\""));
  CHECK(contains(text, "guess=\"yes\""));
  Diagnostics diagnostics;
  const CartesianModel again =
      readNative(std::make_shared<const SourceFile>(SourceFile{"test.xml", text}), diagnostics);
  CHECK(diagnostics.all().empty());
  CHECK(writeNative(again) == text);
}

}  // namespace mb
