// Saved states of SDFormat.
#include "tests/support/texts/sdf_text.h"

namespace mb {
namespace {

using namespace sdftext;

CartesianModel readWorld(std::string_view models, std::string_view state) {
  return readText("<sdf version=\"1.6\"><world name=\"w\">" + std::string(models) + "<state world_name=\"w\">" +
                  std::string(state) + "</state></world></sdf>")
      .model;
}

// A link that turns about y of the world.
const std::string kHinge =
    "<model name=\"m\"><link name=\"a\"/><joint name=\"j\" type=\"revolute\"><parent>world</parent><child>a</child>"
    "<axis><xyz>0 1 0</xyz></axis></joint></model>";

bool changesMotion(const CartesianModel& model, std::string_view loss) {
  CAPTURE(loss);
  const ForeignText* const found = lossOf(model, loss);
  REQUIRE(found);
  return found->changesMotion;
}

TEST_CASE("sdf: a saved state moves bodies and not joints") {
  const CartesianModel model =
      readText(
          "<sdf version=\"1.6\"><world name=\"w\"><model name=\"m\"><link name=\"l\"><pose>0 0 1 0 0 0</pose></link>"
          "<joint name=\"j\" type=\"revolute\"><parent>world</parent><child>l</child><axis><xyz>1 0 "
          "0</xyz></axis></joint>"
          "</model><state world_name=\"w\"><model name=\"m\"><link name=\"l\"><pose>0 0 1 0.5 0 0</pose>"
          "<velocity>0 0 0 2 0 0</velocity></link></model></state></world></sdf>")
          .model;
  const Joint& j = joint(model, "j");
  const Matrix3 R_FM = worldPose(model, j.j).R.transpose() * worldPose(model, j.i).R;
  CHECK(near(rotationVectorOf(R_FM), {0, 0, 0.5}));  // about z of the joint: the angle it has turned
  CHECK(near(body(model, "l").w_WB, {2, 0, 0}));
}

TEST_CASE("sdf: a saved pose moves the whole model except parts with a saved pose of their own") {
  const std::string models =
      "<model name=\"m\"><pose>1 0 0 0 0 0</pose><link name=\"a\"/><link name=\"b\"><pose>0 1 0 0 0 0</pose></link>"
      "<model name=\"n\"><pose>0 0 1 0 0 0</pose><link name=\"c\"/></model>"
      "<model name=\"k\"><pose>2 0 0 0 0 0</pose><link name=\"d\"><pose>0 0 1 0 0 0</pose></link></model></model>";
  const CartesianModel model = readWorld(
      models,
      "<model name=\"m\"><pose>0 0 5 0 0 1.5707963267948966</pose><link name=\"b\"><pose>7 7 7 0 0 0</pose></link>"
      "<model name=\"k\"><pose>3 0 0 0 0 0</pose></model></model>");
  CHECK(near(body(model, "a").X_WB.p, {0, 0, 5}));
  CHECK(near(body(model, "a").X_WB.R.col(0), {0, 1, 0}));
  CHECK(near(body(model, "b").X_WB.p, {7, 7, 7}));
  CHECK(near(body(model, "n_c").X_WB.p, {0, 0, 6}));
  CHECK(near(body(model, "k_d").X_WB.p, {3, 0, 1}));
  CHECK(model.foreign.empty());
  CHECK(model.remarks.size() == 1);

  const CartesianModel still = readWorld(models, "<model name=\"m\"><pose>1.000001 0 0 0 0 0</pose></model>");
  CHECK(body(still, "n_c").X_WB.p == Vector3(1, 0, 1));  // as far as digits go
  CHECK(still.remarks.empty());
}

TEST_CASE("sdf: a saved state moves static models with everything attached to them") {
  const CartesianModel model = readWorld(
      "<model name=\"floor\"><static>true</static><link name=\"l\"/></model><model name=\"box\"><link name=\"l\"/>"
      "</model><joint name=\"j\" type=\"ball\"><parent>floor::l</parent><child>box::l</child></joint>",
      "<model name=\"floor\"><pose>0 0 2 0 0 0</pose></model><model name=\"box\"><pose>0 0 2 0 0 0</pose></model>");
  CHECK(near(body(model, "floor_l").X_WB.p, {0, 0, 2}));
  CHECK(near(worldPose(model, joint(model, "floor_l_static").j).p, {0, 0, 2}));
  CHECK(near(worldPose(model, joint(model, "j").j).p, {0, 0, 2}));
  CHECK(near(worldPose(model, joint(model, "j").i).p, {0, 0, 2}));
}

TEST_CASE("sdf: parts of a saved state that have no effect are reported") {
  const CartesianModel unknown = readWorld(
      kHinge,
      "<model name=\"typo\"><link name=\"a\"><velocity>1 0 0 0 0 0</velocity></link></model>"
      "<model name=\"m\"><scale>1 1 2</scale><link name=\"x\"/><joint name=\"y\"><angle axis=\"0\">1</angle></joint>"
      "</model>");
  for (const std::string_view loss :
       {"<state> of model 'typo'", "<state> of link 'x'", "<state> of joint 'y'", "<scale> of model 'm'"}) {
    CHECK(changesMotion(unknown, loss));
  }
  CHECK(unknown.foreign.size() == 4);
  CHECK(readWorld(kHinge, "<model name=\"m\"><scale>1 1 1</scale></model>").foreign.empty());
}

TEST_CASE("sdf: a saved joint position is a loss unless it is zero or its link has a saved pose") {
  const auto turned = [](std::string_view angle, std::string_view link = "") {
    return changesMotion(readWorld(kHinge, "<model name=\"m\">" + std::string(link) + "<joint name=\"j\">" +
                                               std::string(angle) + "</joint></model>"),
                         "<state> of joint 'j'");
  };
  CHECK(turned("<angle axis=\"0\">1.2</angle>"));
  CHECK(turned("<axis_state><position>1.2</position></axis_state>"));
  CHECK(!turned("<angle axis=\"0\">0</angle>"));
  CHECK(!turned("<angle axis=\"0\">1.2</angle>", "<link name=\"a\"><pose>0 0 0 0 1.2 0</pose></link>"));
}

}  // namespace
}  // namespace mb
