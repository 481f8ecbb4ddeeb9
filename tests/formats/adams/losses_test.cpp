// Parts of an ADAMS dataset without effect, errors in its functions, and what is reported about them.
#include <set>

#include "tests/support/texts/adams_text.h"

namespace mb {

using namespace testing;

TEST_CASE("statements of an ADAMS dataset beyond the mechanics are reported") {
  const CartesianModel model = readTwo(
      "GRAPHICS/1, CYLINDER, CM=1\nGRAPHICS/2, CYLINDER, CM=1\nOUTPUT/REQSAVE\nFRICTION/1, JOINT=1\n"
      "CONTACT/1, IGEOM=1, JGEOM=2\nSFORCE/1, TRANSLATIONAL, I=3, J=1, FUNCTION=USER(1,2)\\ROUTINE=a::b\n"
      "VARIABLE/1, FUNCTION=TIME\nREQUEST/1, D, I=3, J=1, C=where, it is: (x)\nREQUEST/2, A, I=3, J=1\n"
      "FLEX_BODY/7, QG=0,0,0\nMARKER/70, FLEX_BODY=7, NODE_ID=3\nJOINT/1, REVOLUTE, I=3, J=70\n"
      "WHATNOT/5, PEPPER=125");
  CHECK(lossesOf(model, true) == 6);  // friction, contact, subroutine, flexible body, its joint, the unknown
  REQUIRE(model.probes.size() == 1);
  CHECK(model.probes[0].name == "marker_3");
  CHECK(model.forces.empty());
  int pictures = 0;
  for (const ForeignText& one : model.foreign) {
    CHECK(one.format == "adams");
    CHECK(!one.text.empty());
    pictures += one.what == "2 GRAPHICS statements";
  }
  CHECK(pictures == 1);
}

TEST_CASE("arguments of ADAMS parts, markers and joints that have no effect are reported") {
  const CartesianModel model = readClean(kMetres,
                                         "PART/1, GROUND, MASS=3\nMARKER/1, PART=1\nPART/2, MASS=1, CM=3, IP=1,1,1\n"
                                         "MARKER/3, PART=2, CURVE=1, VX=1\nJOINT/1, REVOLUTE, I=1, J=3, DELTA_V=2\n"
                                         "ARRAY/1, X, SIZE=3");
  CHECK(lossesOf(model, true) == 0);
  CHECK(lossesOf(model, false) == 4);
  // What is reported is the part that is lost: the statement itself is modelled.
  std::set<std::string> lost;
  for (const ForeignText& one : model.foreign) lost.insert(one.what);
  CHECK(lost.contains("the mass and motion of PART/1"));
  CHECK(lost.contains("the curve or node of MARKER/3"));
  CHECK(lost.contains("the friction of JOINT/1"));
}

TEST_CASE("switched-off friction in an ADAMS joint and unused numbers are not losses") {
  const CartesianModel model = readTwo(
      "JOINT/1, REVOLUTE, I=1, J=3, FRICTION=OFF, DELTA_V=2, MU_STAT_ROT=0.3\n"
      "MARKER/70, FLEX_BODY=7, NODE_ID=3, QP=1,2,3\nARRAY/1, IC, SIZE=2, NUMBERS=1,2\n"
      "MOTION/1, JOINT=1, ROTATIONAL, DISPLACEMENT, FUNCTION=ARYVAL(1,2)");
  CHECK(model.foreign.empty());
  CHECK(model.drives.size() == 1);
}

TEST_CASE("ADAMS friction bounds are lost with the friction, nodes with the flexible part") {
  const CartesianModel joint = readTwo(
      "JOINT/1, REVOLUTE, I=1, J=3, DELTA_V=0.01, MU_DYN_ROT=0.3, MU_STAT_ROT=0.4, MAX_FRIC_ROT=0\n"
      "JOINT/2, TRANSLATIONAL, I=2, J=4, MAX_FRIC_TRANS=5");
  CHECK(joint.joints.size() == 2);
  CHECK(lossesOf(joint, true) == 1);   // the coefficients
  CHECK(lossesOf(joint, false) == 1);  // a bound of no friction
  const CartesianModel nodes =
      readTwo("FE_PART/2\nMARKER/70, FE_PART=2, NODE_LABEL=4\nFE_NODE/1, FE_PART=2, LABEL=3, S=0.4");
  CHECK(lossesOf(nodes, true) == 1);
  CHECK(lossesOf(nodes, false) == 1);
}

TEST_CASE("errors in ADAMS functions are reported at their place") {
  Diagnostics diagnostics;
  readText(std::string(kMetres) + std::string(kTwoParts) +
               "SFORCE/1, TRANSLATIONAL, I=3, J=1\n, FUNCTION = 1 +\n,   DM(3, 99)\nEND\n",
           diagnostics);
  REQUIRE(diagnostics.errorCount() == 1);
  const Diagnostic& error = diagnostics.all().front();
  CHECK(error.at.line == 11);
  CHECK(error.at.column >= 5);
}

}  // namespace mb
