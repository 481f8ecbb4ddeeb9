// REQUEST statements of ADAMS as measures and probes.
#include "tests/support/texts/adams_text.h"

namespace mb {

using namespace testing;

namespace {

constexpr std::string_view kThird = "PART/3, MASS=1, CM=5, IP=1,1,1\nMARKER/5, PART=3\nMARKER/6, PART=3\n";

std::string functionOf(const CartesianModel& model, std::string_view name) {
  for (const Measure& one : model.measures) {
    if (one.name == name) return toText(one.function) + " in " + one.unit;
  }
  return "none";
}

}  // namespace

TEST_CASE("functions of a request become measures in the units of the dataset") {
  const CartesianModel model = readTwo(
      std::string(kThird) + "REQUEST/7, F2=DX(3, 5, 1) - 20\\F3=ACCZ(3)\\F4=2*DM(3)\\F8=WZ(3)\nREQUEST/8, F1=USER(1)",
      kMillimetres);
  CHECK(model.measures.size() == 4);
  CHECK(functionOf(model, "request_7_f2").ends_with(" in mm"));
  CHECK(functionOf(model, "request_7_f3").ends_with(" in mm/s^2"));
  CHECK(functionOf(model, "request_7_f4").ends_with(" in "));
  CHECK(functionOf(model, "request_7_f8").ends_with(" in rad/s"));
  CHECK(lossesOf(model, false) == 1);  // the subroutine
}

TEST_CASE("motion relative to another part is measured, motion in the world is that of a probe") {
  const CartesianModel model = readTwo(std::string(kThird) +
                                       "REQUEST/1, DISPLACEMENT, I=3, J=5, RM=5\nREQUEST/2, VELOCITY, I=4\n"
                                       "REQUEST/3, ACCELERATION, I=4, J=6");
  REQUIRE(model.probes.size() == 1);
  CHECK(model.measures.size() == 15);
  CHECK(functionOf(model, "request_1_dx") == "dx(part_2.marker_3, part_3.marker_5, part_3.marker_5) in m");
  CHECK(functionOf(model, "request_3_accm") == "accm(part_2.marker_4, part_3.marker_6) in m/s^2");
  CHECK(lossesOf(model, false) == 0);
}

TEST_CASE("forces are measured at the joint between the markers of a request, and lost elsewhere") {
  const CartesianModel model =
      readTwo("JOINT/1, REVOLUTE, I=3, J=1\nREQUEST/1, FORCE, I=3, J=1, RM=3\nREQUEST/2, FORCE, I=4, J=2");
  CHECK(model.measures.size() == 8);
  CHECK(functionOf(model, "request_1_fx") == "reaction_fx(joint_1, part_2.marker_3) in N");
  CHECK(functionOf(model, "request_1_tm") == "reaction_tm(joint_1) in N*m");
  CHECK(lossesOf(model, false) == 1);
}

TEST_CASE("forces still cannot follow accelerations") {
  const CartesianModel model = readTwo("SFORCE/1, TRANSLATIONAL, I=3, J=1, FUNCTION=ACCX(3)");
  CHECK(lossesOf(model, true) == 1);
}

}  // namespace mb
