#include "formats/model/basics/units.h"

#include <numbers>
#include <set>

#include "tests/support/test.h"

using namespace mb;

namespace {

constexpr BaseQuantity kAll[] = {BaseQuantity::length, BaseQuantity::mass, BaseQuantity::time, BaseQuantity::force,
                                 BaseQuantity::angle};

}  // namespace

TEST_CASE("units have their published values") {
  // NIST SP 811, Appendix B.8: exact where it prints bold, else to the seven digits it gives.
  struct Row {
    BaseQuantity quantity;
    const char* name;
    double value;
    double tolerance;
  };
  const Row rows[] = {
      {BaseQuantity::length, "in", 0.0254, 1e-15},        {BaseQuantity::length, "ft", 0.3048, 1e-15},
      {BaseQuantity::length, "yd", 0.9144, 1e-15},        {BaseQuantity::length, "mi", 1609.344, 1e-15},
      {BaseQuantity::length, "mil", 2.54e-5, 1e-15},      {BaseQuantity::mass, "lb", 0.45359237, 1e-15},
      {BaseQuantity::mass, "oz", 0.02834952, 2e-7},       {BaseQuantity::mass, "slug", 14.59390, 1e-6},
      {BaseQuantity::mass, "us_ton", 907.1847, 1e-7},     {BaseQuantity::mass, "tonne", 1000, 1e-15},
      {BaseQuantity::mass, "slinch", 175.1268, 1e-6},  // 12 slugs
      {BaseQuantity::force, "lbf", 4.448222, 1e-6},       {BaseQuantity::force, "ozf", 0.2780139, 2e-7},
      {BaseQuantity::force, "kgf", 9.80665, 1e-15},       {BaseQuantity::force, "dyn", 1e-5, 1e-15},
      {BaseQuantity::force, "poundal", 0.1382550, 1e-6},  {BaseQuantity::force, "kip", 4448.222, 1e-6},
      {BaseQuantity::angle, "deg", 0.01745329, 2e-7},     {BaseQuantity::angle, "rev", 6.283185, 1e-6},
      {BaseQuantity::angle, "arcsec", 4.848137e-6, 2e-7}, {BaseQuantity::time, "d", 86400, 1e-15},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const std::optional<double> value = unitValue(row.quantity, row.name);
    REQUIRE(value);
    CHECK(*value == Approx(row.value).epsilon(row.tolerance));
  }
}

TEST_CASE("long names may be spelled as ADAMS does, symbols only one way") {
  CHECK(unitValue(BaseQuantity::length, "MILLIMETER") == 1e-3);
  CHECK(unitValue(BaseQuantity::length, "Metres") == 1.0);
  CHECK(unitValue(BaseQuantity::length, "inches") == 0.0254);
  CHECK(unitValue(BaseQuantity::mass, "POUND_MASS") == 0.45359237);
  CHECK(unitValue(BaseQuantity::mass, "KILOGRAM") == 1.0);
  CHECK(unitValue(BaseQuantity::force, "KILOGRAM_FORCE") == 9.80665);
  CHECK(unitValue(BaseQuantity::force, "KNEWTON") == 1000.0);
  CHECK(unitValue(BaseQuantity::time, "MILLISECONDS") == 1e-3);
  CHECK(unitValue(BaseQuantity::force, "mN") == 1e-3);
  CHECK(unitValue(BaseQuantity::force, "MN") == 1e6);
  CHECK_FALSE(unitValue(BaseQuantity::force, "Mn"));
  CHECK_FALSE(unitValue(BaseQuantity::length, "M"));
  CHECK_FALSE(unitValue(BaseQuantity::length, "MM"));
  CHECK_FALSE(unitValue(BaseQuantity::length, "kg"));
  CHECK_FALSE(unitValue(BaseQuantity::length, ""));
}

TEST_CASE("no unit name means two quantities") {
  std::set<std::string> names;
  for (const BaseQuantity quantity : kAll) {
    for (const std::string& name : unitNames(quantity)) {
      INFO(name);
      CHECK(names.insert(name).second);
      CHECK(unitValue(quantity, name));
      for (const BaseQuantity other : kAll) CHECK((other == quantity || !unitValue(other, name)));
    }
  }
}

TEST_CASE("compound units are products, quotients and powers of simple ones") {
  const auto unit = [](const char* text) {
    INFO(text);
    const std::optional<NamedUnit> parsed = parseUnit(text);
    REQUIRE(parsed);
    return *parsed;
  };
  CHECK(unit("N/mm").value == Approx(1000));
  CHECK(unit("N/mm").dimension == dimension::kStiffness);
  CHECK(unit("kg*m^2").dimension == dimension::kInertia);
  CHECK(unit("N.s/m").dimension == dimension::kDamping);
  CHECK(unit("N*m/rad").dimension == dimension::kTorsionalStiffness);
  CHECK(unit("N*mm*s/deg").dimension == dimension::kTorsionalDamping);
  CHECK(unit("N*mm/deg").value == Approx(0.18 / std::numbers::pi));
  CHECK(unit("deg/s").dimension == dimension::kAngularVelocity);
  CHECK(unit("1/s").dimension == Dimension{0, 0, -1, 0, 0});
  CHECK(unit("s^-1").dimension == Dimension{0, 0, -1, 0, 0});
  CHECK(unit("m/(s*s)").dimension == dimension::kAcceleration);
  CHECK(unit("m/s/s").dimension == dimension::kAcceleration);
  CHECK(unit("m / s").dimension == dimension::kVelocity);
  CHECK(unit("lbf/in^2").value == Approx(6894.757).epsilon(1e-7));  // NIST SP 811
  CHECK(unit("ft*lbf").value == Approx(1.355818).epsilon(1e-6));    // NIST SP 811
  CHECK(unit("rpm").value == Approx(0.1047198).epsilon(1e-6));      // NIST SP 811
  for (const char* text : {"", "N/", "/m", "N m", "N//m", "N^", "N^x", "N^22", "(N", "N)", "furlong", "2", "kg m"}) {
    INFO(text);
    CHECK_FALSE(parseUnit(text));
  }
  CHECK_FALSE(parseUnit(std::string(100000, '(')));
}

TEST_CASE("a system of units converts every dimension") {
  const Units mmks = *unitSystem("MMKS");
  CHECK(toSi(mmks, dimension::kStiffness) == Approx(1000));
  CHECK(toSi(mmks, dimension::kInertia) == Approx(1e-6));
  CHECK(toSi(mmks, dimension::kTorque) == Approx(1e-3));
  CHECK(toSi(mmks, dimension::kAcceleration) == Approx(1e-3));
  const Units cgs = *unitSystem("CGS");  // consistent: dyn = g cm/s^2
  CHECK(toSi(cgs, dimension::kForce) == Approx(toSi(cgs, Dimension{1, 1, -2, 0, 0})));
  const Units mmts = *unitSystem("mmts");  // consistent: N = t mm/s^2
  CHECK(toSi(mmts, dimension::kForce) == Approx(toSi(mmts, Dimension{1, 1, -2, 0, 0})));
  const Units ips = *unitSystem("ips");
  CHECK(ips.mass == Approx(0.45359237));  // not consistent: lbf = 386.0886 lb in/s^2
  CHECK(toSi(ips, dimension::kForce) / toSi(ips, Dimension{1, 1, -2, 0, 0}) == Approx(386.0886).epsilon(1e-6));
  CHECK(unitSystem("FPS")->lengthName == "ft");
  CHECK_FALSE(unitSystem("metric"));
  for (const std::string& name : unitSystemNames()) CHECK(unitSystem(name));
}

TEST_CASE("the text of a unit reads back as the same value and dimension, in symbols") {
  using namespace dimension;
  CHECK(unitText({}, kNone) == "1");
  CHECK(unitText({}, kTorque) == "N*m");
  CHECK(unitText({}, kTorsionalDamping) == "N*m*s/rad");
  CHECK(unitText({}, {0, 0, -2, 0, 0}) == "1/s^2");
  Units source = *unitSystem("MMKS");
  source.lengthName = "MILLIMETER";
  source.angle = kDegree;
  source.angleName = "degrees";
  CHECK(unitText(source, kAcceleration) == "mm/s^2");
  for (const Units& units : {Units{}, source}) {
    for (const Dimension& dimension : {kLength, kInertia, kStiffness, kTorsionalDamping, kAngularVelocity}) {
      const auto read = parseUnit(unitText(units, dimension));
      REQUIRE(read);
      CHECK(read->dimension == dimension);
      CHECK(read->value == Approx(toSi(units, dimension)).epsilon(1e-14));
    }
  }
}

TEST_CASE("world axes become x forward, y left, z up") {
  // x right, y forward, z up
  const Matrix3 R = *axesRotation("+y", "+z");
  CHECK(R * Vector3(0, 1, 0) == Vector3(1, 0, 0));
  CHECK(R * Vector3(1, 0, 0) == Vector3(0, -1, 0));
  CHECK(R * Vector3(0, 0, 1) == Vector3(0, 0, 1));
  // SAE: x forward, y right, z down
  const Matrix3 sae = *axesRotation(axesConvention("sae")->forward, axesConvention("sae")->up);
  CHECK(sae * Vector3(0, 1, 0) == Vector3(0, -1, 0));
  CHECK(sae * Vector3(0, 0, 1) == Vector3(0, 0, -1));
  CHECK(*axesRotation("+x", "z") == Matrix3::Identity());
  CHECK(axesConvention("dads")->forward == "+y");
  CHECK_FALSE(axesConvention("left-handed"));
}

TEST_CASE("all 24 choices of forward and up are proper rotations, and parallel ones are refused") {
  int count = 0;
  for (const char* forward : {"+x", "-x", "+y", "-y", "+z", "-z"}) {
    for (const char* up : {"+x", "-x", "+y", "-y", "+z", "-z"}) {
      const std::optional<Matrix3> R = axesRotation(forward, up);
      CHECK(R.has_value() == (forward[1] != up[1]));
      if (!R) continue;
      ++count;
      CHECK(R->determinant() == 1);
      CHECK(*R * R->transpose() == Matrix3::Identity());
    }
  }
  CHECK(count == 24);
  for (const char* name : {"", "+", "w", "xx", "--x", "+-x"}) CHECK_FALSE(axesRotation(name, "+z"));
}

TEST_CASE("dimensions contradict each other unless force is mass times acceleration and an angle is a number") {
  CHECK(contradict(dimension::kLength, dimension::kMass));
  CHECK(contradict(dimension::kForce, dimension::kTorque));
  CHECK_FALSE(contradict(dimension::kForce, parseUnit("kg*m/s^2")->dimension));
  CHECK_FALSE(contradict(dimension::kAngularVelocity, parseUnit("Hz")->dimension));
}
