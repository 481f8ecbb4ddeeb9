// Measures on bodies that the conversion welds together, and on rods that it removes when nothing looks at them.
#include <cmath>

#include "converter/verify/verify.h"
#include "tests/support/columns.h"
#include "tests/support/test.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

std::string plainBody(const std::string& name, const std::string& at, const std::string& markers) {
  return "<body name='" + name + "'><pose pos='" + at + "'/><mass value='1'/><inertia xx='0.1' yy='0.1' zz='0.1'/>" +
         markers + "</body>";
}

// Two cranks of 1 m that hang side by side, 2 m apart, and the rod between their ends.
std::string parallelogram(const std::string& measures) {
  const auto crankAt = [](const std::string& name, double x) {
    const std::string point = std::to_string(x) + " 0 0";
    return "<body name='" + name + "'><pose pos='" + std::to_string(x + 0.6) + " 0 -0.8'/><mass value='2'/>" +
           "<inertia xx='0.2' yy='0.2' zz='0.2'/><marker name='end'><pose/></marker></body><joint name='" + name +
           "_hinge' type='revolute' i='" + name + "' j='ground' point='" + point + "' axis='0 1 0'/>";
  };
  return "<gravity vector='0 0 -9.81'/>" + crankAt("a", 0) + crankAt("b", 2) +
         "<body name='rod'><pose pos='1.6 0 -0.8'/><mass value='1'/><inertia xx='0.01' yy='0.3' zz='0.3'/>"
         "<marker name='quarter'><pose pos='-0.5 0 0'/></marker></body>"
         "<joint name='left' type='spherical' i='rod' j='a' point='0.6 0 -0.8'/>"
         "<joint name='right' type='spherical' i='rod' j='b' point='2.6 0 -0.8'/>" +
         measures;
}

VerifyOptions statesOnly(int states) {
  VerifyOptions options;
  options.states = states;
  options.trajectories = false;
  options.end = 0.01;
  return options;
}

}  // namespace

TEST_CASE("measures on a body that is welded to another are those of the closed form") {
  constexpr double g = 9.81;
  // Both bodies turn about the hinge as one: I is about it, S the first moment along the arm.
  constexpr double I = 0.1 + 1 * 1 * 1 + 0.1 + 1 * 2 * 2;
  constexpr double S = 1 * 1 + 1 * 2;
  const CartesianModel model =
      nativeModel("<gravity vector='0 0 -9.81'/>" + plainBody("arm", "1 0 0", "") +
                  plainBody("tip", "2 0 0", "<marker name='far'><pose pos='0.5 0 0'/></marker>") +
                  "<joint name='hinge' type='revolute' i='arm' j='ground' point='0 0 0' axis='0 1 0'/>"
                  "<joint name='weld' type='fixed' i='tip' j='arm' point='1.5 0 0'/>"
                  "<measure name='angle' function='joint(hinge)'/><measure name='out' function='dm(tip.far)'/>"
                  "<measure name='ax' function='accx(tip.far)'/><measure name='speed' function='vm(tip.far)'/>"
                  "<measure name='fx' function='reaction_fx(hinge)'/>");
  const Conversion conversion = convertModel(model);
  REQUIRE(conversion.recursive.links.size() == 1);
  for (const NamedRow& row : rowsOf(conversion.recursive, 0.6, 600, 50)) {
    const double a = row.at("angle");  // below the horizontal, positive downwards
    const double w2 = 2 * S * g * std::sin(a) / I;
    const double alpha = S * g * std::cos(a) / I;
    const double along = -(alpha * std::sin(a) + w2 * std::cos(a));  // of x, for each metre from the hinge
    CHECK(row.at("out") == Approx(2.5).epsilon(1e-14));
    CHECK(row.at("ax") == Approx(2.5 * along).epsilon(1e-9).margin(1e-9));
    CHECK(row.at("speed") == Approx(2.5 * std::sqrt(w2)).epsilon(1e-9).margin(1e-9));
    CHECK(row.at("fx") == Approx(S * along).epsilon(1e-9).margin(1e-9));
  }
  const Verification verification = verify(conversion.source, conversion.recursive, statesOnly(4));
  CHECK(verification.equivalent());
  CHECK(verification.states.measuresCompared == 5);
}

TEST_CASE("a weld whose reaction is measured stays, and carries what hangs on it") {
  const CartesianModel model =
      nativeModel("<gravity vector='0 0 -9.81'/>" + plainBody("arm", "1 0 0", "") +
                  plainBody("tip", "2 0 0", "<marker name='m'><pose/></marker>") +
                  "<joint name='hinge' type='revolute' i='arm' j='ground' point='0 0 0' axis='0 1 0'/>"
                  "<joint name='weld' type='fixed' i='tip' j='arm' point='2 0 0'/>"
                  "<measure name='az' function='accz(tip.m)'/><measure name='fz' function='reaction_fz(weld)'/>"
                  "<measure name='ty' function='reaction_ty(weld)'/><measure name='turning' function='wdty(tip.m)'/>");
  for (const NamedRow& row : rowsOf(convertModel(model).recursive, 0.5, 500, 100)) {
    CHECK(row.at("fz") == Approx(1 * (row.at("az") + 9.81)).epsilon(1e-10).margin(1e-10));
    CHECK(row.at("ty") == Approx(0.1 * row.at("turning")).epsilon(1e-10).margin(1e-10));
  }
}

TEST_CASE("a rod on which something is measured stays, and moves as its ends do") {
  const std::string ends =
      "<measure name='end_z' function='dz(a.end)'/><measure name='end_ax' function='accx(a.end)'/>"
      "<measure name='apart' unit='mm' function='dm(a.end, b.end)'/>";
  // What is measured beside the rod does not need it.
  const Conversion without = convertModel(nativeModel(parallelogram(ends)));
  REQUIRE(without.recursive.rods.size() == 1);
  const Conversion with =
      convertModel(nativeModel(parallelogram(
          ends + "<measure name='z' function='dz(rod.quarter)'/><measure name='ax' function='accx(rod.quarter)'/>"
                 "<measure name='pull' function='reaction_fx(left)'/>")));
  CHECK(with.recursive.rods.empty());
  const auto removed = rowsOf(without.recursive, 0.8, 800, 100);
  const auto kept = rowsOf(with.recursive, 0.8, 800, 100);
  REQUIRE(removed.size() == kept.size());
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const NamedRow& row = kept[k];
    // The rod only shifts; half of what it needs along x may come from either end, whose cranks are alike.
    CHECK(row.at("z") == Approx(row.at("end_z")).epsilon(1e-10));
    CHECK(row.at("ax") == Approx(row.at("end_ax")).epsilon(1e-9).margin(1e-9));
    CHECK(row.at("pull") == Approx(0.5 * row.at("end_ax")).epsilon(1e-8).margin(1e-8));
    CHECK(removed[k].at("end_z") == Approx(row.at("end_z")).epsilon(1e-9));
    CHECK(removed[k].at("apart") == Approx(2000).epsilon(1e-10));
  }
  for (const Conversion* const conversion : {&without, &with}) {
    const Verification verification = verify(conversion->source, conversion->recursive, statesOnly(3));
    CHECK(verification.equivalent());
    CHECK(verification.states.measuresCompared == static_cast<int>(conversion->recursive.measures.size()));
  }
}
