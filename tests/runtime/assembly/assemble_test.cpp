// Assembly: from poses and velocities that do not quite fit to ones that do, with what the user wants kept.
#include "runtime/assembly/assemble.h"

#include <fmt/format.h>

#include <random>

#include "formats/model/joints/joint_kinematics.h"
#include "runtime/mechanism/loops.h"
#include "tests/support/machines/structures.h"
#include "tests/support/motion.h"
#include "tests/support/test.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

// What a test adds to the four-bar.
struct Additions {
  std::string crank{};  // children of the bodies
  std::string coupler{};
  std::string rocker{};
  std::string a{};  // children of the joints
  std::string b{};
  std::string c{};
  std::string d{};
  std::string elements{};
  double misplaced = 0;           // of coupler and rocker: in units of 1 mm and 1 degree
  bool isPinTurnedRound = false;  // the axis of joint c on the rocker points against the one on the coupler
};

// Crank 0.25 m, coupler and rocker in the x-z plane; body frames in the middle of the bars, along the world.
CartesianModel fourBar(const Additions& more = {}) {
  const double mm = 1e-3 * more.misplaced;
  const double degree = kDegree * more.misplaced;
  const char* const pinAxes = more.isPinTurnedRound ? "3: 0 -1 0; 1: 1 0 0" : "3: 0 1 0; 1: 1 0 0";
  const std::string bodies = fmt::format(
      R"(<gravity vector="0 0 -9.81"/>
    <body name="ground" ground="true">
      <marker name="a"><pose axes="3: 0 1 0; 1: 1 0 0"/></marker>
      <marker name="d"><pose pos="0.625 0 0" axes="3: 0 1 0; 1: 1 0 0"/></marker>
    </body>
    <body name="crank"><pose pos="0 0 0.125"/><mass value="0.25"/><inertia xx="0.0013" yy="0.0013" zz="1e-5"/>
      <marker name="a"><pose pos="0 0 -0.125" axes="3: 0 1 0; 1: 1 0 0"/></marker>
      <marker name="b"><pose pos="0 0 0.125" axes="3: 0 1 0; 1: 1 0 0"/></marker>{}
    </body>
    <body name="coupler"><pose pos="{} {} {}" rpy="{} {} {}"/><mass value="0.8"/>
      <inertia xx="0.005" yy="0.04" zz="0.04"/>
      <marker name="b"><pose pos="-0.375 0 -0.125" axes="3: 0 1 0; 1: 1 0 0"/></marker>
      <marker name="c"><pose pos="0.375 0 0.125" axes="3: 0 1 0; 1: 1 0 0"/></marker>{}
    </body>
    <body name="rocker"><pose pos="{} {} {}" rpy="{} {} {}"/><mass value="0.5"/>
      <inertia xx="0.01" yy="0.01" zz="0.001"/>
      <marker name="c"><pose pos="0.0625 0 0.25" axes="{}"/></marker>
      <marker name="d"><pose pos="-0.0625 0 -0.25" axes="3: 0 1 0; 1: 1 0 0"/></marker>{}
    </body>)",
      more.crank, 0.375 + 2 * mm, -mm, 0.375 - 3 * mm, degree, -2 * degree, 0.5 * degree, more.coupler, 0.6875 - 3 * mm,
      2 * mm, 0.25 + mm, -degree, degree, degree, pinAxes, more.rocker);
  const std::string joints = fmt::format(
      R"(<joint name="a" type="revolute" i="crank.a" j="ground.a">{}</joint>
    <joint name="b" type="revolute" i="coupler.b" j="crank.b">{}</joint>
    <joint name="c" type="revolute" i="coupler.c" j="rocker.c">{}</joint>
    <joint name="d" type="revolute" i="rocker.d" j="ground.d">{}</joint>)",
      more.a, more.b, more.c, more.d);
  return nativeModel(bodies + joints + more.elements);
}

PlanOptions cutting(const std::string& joint) {
  PlanOptions options;
  options.cut = {joint};
  return options;
}

Motions assembledMotions(const Conversion& conversion) { return motionsAfter(conversion.recursive, 1, 0); }

// How far the loops are open at the assembled state.
double openBy(const RecursiveModel& model) {
  double worst = 0;
  for (const LoopBlock& block : loopBlocks(model)) {
    for (const Loop& loop : block.loops) {
      const Gap gap = gapOf(model, loop, initialPositions(model));
      worst = std::max({worst, gap.length, gap.angle});
    }
  }
  return worst;
}

// Of i against j about y, all axes being parallel to it.
double angleBetween(const BodyMotion& i, const Matrix3& R_j) {
  const Matrix3 R = R_j.transpose() * i.X.R;
  return std::atan2(R(0, 2), R(0, 0));
}

// The one error of a conversion that must fail.
Diagnostic errorAt(const CartesianModel& model, const PlanOptions& options = {}) {
  Diagnostics diagnostics;
  const auto conversion = convert(model, options, diagnostics);
  CHECK(!conversion);
  CHECK(diagnostics.errorCount() == 1);
  CHECK(classOf(diagnostics.firstError()->code) == ErrorClass::model);
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    CHECK(!diagnostic.hint.empty());
    if (diagnostic.severity == Severity::error) return diagnostic;
  }
  return {};
}
std::string errorOf(const CartesianModel& model, const PlanOptions& options = {}) {
  return errorAt(model, options).message;
}

}  // namespace

TEST_CASE("bodies that already fit together are not moved") {
  const Conversion conversion = convertModel(fourBar());
  CHECK(conversion.assembly.positions.before < 1e-14);
  CHECK(conversion.assembly.largestMove < 1e-14);
  CHECK(conversion.assembly.velocities.before == 0);
  const Motions motions = assembledMotions(conversion);
  CHECK((motions.at("coupler").X.p - Vector3(0.375, 0, 0.375)).norm() < 1e-14);
  CHECK((motions.at("coupler").X.R - Matrix3::Identity()).norm() < 1e-14);
}

TEST_CASE("bodies off by millimetres and degrees are assembled, and their distance is reported") {
  for (const std::string cut : {"", "a", "b", "c", "d"}) {
    INFO("cut " << cut);
    const Conversion conversion = convertModel(fourBar({.misplaced = 1}), cut.empty() ? PlanOptions{} : cutting(cut));
    const AssemblyReport& report = conversion.assembly;
    // A few millimetres and degrees over a mechanism of half a metre.
    CHECK(report.positions.before > 1e-3);
    CHECK(report.positions.before < 0.2);
    CHECK(report.positions.after < 1e-13);
    CHECK(!report.positions.worst.empty());
    if (!cut.empty()) CHECK(report.positions.worst == cut);
    CHECK(report.largestMove > 1e-3);
    CHECK(report.largestMove < 0.2);
    CHECK(!report.moved.empty());
    CHECK(openBy(conversion.recursive) < 1e-12);
    // Close to where they were: the sum of what was wrong.
    const Motions motions = assembledMotions(conversion);
    CHECK((motions.at("coupler").X.p - Vector3(0.377, -0.001, 0.372)).norm() < 0.02);
    // Assembling again moves nothing.
    RecursiveModel again = conversion.recursive;
    Diagnostics diagnostics;
    CHECK(assemble(again, {}, diagnostics).largestMove < 1e-13);
    CHECK(!diagnostics.hasErrors());
  }
}

TEST_CASE("every sample is assembled from disturbed poses, and worse poses move further") {
  // The least change is of the size of the error: twice as wrong moves twice as far, to first order.
  const double one = convertModel(fourBar({.misplaced = 0.5})).assembly.largestMove;
  const double two = convertModel(fourBar({.misplaced = 1})).assembly.largestMove;
  CHECK(two / one == Approx(2).margin(0.3));
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const std::string name :
       {"four_bar", "andrews_squeezer", "wishbone_corner", "spatial_slider_crank", "bricard"}) {
    INFO(name);
    CartesianModel model = readSample(name);
    // Andrews' mechanism is 0.1 m in size.
    const double size = name == "andrews_squeezer" ? 0.1 : 1;
    for (Body& body : model.bodies) {
      if (body.isGround) continue;
      const auto vector = [&] { return Vector3(uniform(random), uniform(random), uniform(random)); };
      body.X_WB.p += 2e-3 * size * vector();
      body.X_WB.R = rotationOf(0.5 * kDegree * vector()) * body.X_WB.R;
    }
    const Conversion conversion = convertModel(model);
    CHECK(conversion.assembly.positions.before > 1e-5);
    CHECK(conversion.assembly.positions.after < 1e-12);
    CHECK(openBy(conversion.recursive) < 1e-11);
  }
}

TEST_CASE("an exact component of a pose is kept, and the others move to fit it") {
  for (const std::string cut : {"", "a", "b", "c", "d"}) {
    for (const std::string component : {"x", "z", "ry"}) {
      INFO("cut " << cut << ", kept " << component);
      const PlanOptions options = cut.empty() ? PlanOptions{} : cutting(cut);
      const auto coordinateOf = [&](const std::string& exact) {
        const Conversion conversion = convertModel(
            fourBar({.coupler = exact.empty() ? "" : "<exact coords=\"" + exact + "\"/>", .misplaced = 1}), options);
        CHECK(conversion.assembly.positions.after < 1e-12);
        CHECK(openBy(conversion.recursive) < 1e-12);
        const BodyMotion coupler = assembledMotions(conversion).at("coupler");
        if (component == "x") return coupler.X.p.x();
        if (component == "z") return coupler.X.p.z();
        return angleBetween(coupler, Matrix3::Identity());
      };
      // ry is the angle by which the z axis leans towards x. Roll and yaw that the planar joints do not allow are gone.
      const double wanted = component == "x" ? 0.377 : component == "z" ? 0.372 : -2 * kDegree;
      const double tolerance = component == "ry" ? 1e-3 : 1e-12;
      CHECK(std::abs(coordinateOf(component) - wanted) < tolerance);
      CHECK(std::abs(coordinateOf("") - wanted) > 1e-5);
    }
  }
}

TEST_CASE("components that are kept are those of the file's axes") {
  // The file's y axis points forward: its -x is our y. The bar hangs in its y-z plane.
  const CartesianModel model = nativeModel(R"(<axes forward="+y" up="+z"/>
    <body name="bar"><pose pos="0 0.3 -0.41"/><mass value="1"/><inertia xx="0.1" yy="0.1" zz="0.1"/>
      <marker name="top"><pose pos="0 -0.3 0.4"/></marker>
      <velocity lin="0 0.5 0.1" fixed="lin.y"/><exact coords="y"/></body>
    <body name="ground" ground="true"><marker name="pin"><pose/></marker></body>
    <joint name="ball" type="spherical" i="bar.top" j="ground.pin"/>)");
  const BodyMotion bar = assembledMotions(convertModel(model)).at("bar");
  CHECK(std::abs(bar.X.p.x() - 0.3) < 1e-13);
  CHECK(std::abs(bar.X.p.norm() - 0.5) < 1e-13);
  CHECK(std::abs(bar.v.x() - 0.5) < 1e-13);
  CHECK(std::abs(bar.v.dot(bar.X.p)) < 1e-13);
}

TEST_CASE("velocities that are fixed stay, the others follow") {
  for (const std::string cut : {"", "a", "b", "c", "d"}) {
    INFO("cut " << cut);
    const PlanOptions options = cut.empty() ? PlanOptions{} : cutting(cut);
    const auto motions = [&](const std::string& crank, const std::string& coupler) {
      const Conversion conversion =
          convertModel(fourBar({.crank = crank, .coupler = coupler, .misplaced = 1}), options);
      CHECK(conversion.assembly.velocities.before > 0.1);
      CHECK(conversion.assembly.velocities.after < 1e-12);
      return assembledMotions(conversion);
    };
    const Motions turning = motions(R"(<velocity ang="0 3 0" fixed="ang.y"/>)", "");
    CHECK(std::abs(turning.at("crank").w.y() - 3) < 1e-12);
    // The frame's origin is 0.125 m from the pivot.
    CHECK(turning.at("crank").v.norm() == Approx(0.375).epsilon(1e-12));
    CHECK(turning.at("rocker").w.norm() > 0.1);
    const Motions sliding = motions("", R"(<velocity lin="0.7 0 0" fixed="lin.x"/>)");
    CHECK(std::abs(sliding.at("coupler").v.x() - 0.7) < 1e-12);
    // A guess is only a guess.
    const Motions guessed = motions(R"(<velocity ang="0 3 0"/>)", "");
    CHECK(std::abs(guessed.at("crank").w.y() - 3) > 1e-3);
  }
}

TEST_CASE("initial values and rates of a joint hold, in the tree and as a cut") {
  for (const std::string joint : {"a", "d", "b"}) {
    for (const bool isCut : {false, true}) {
      INFO("joint " << joint << (isCut ? ", cut" : ", in the tree"));
      Additions more;
      more.misplaced = 1;
      (joint == "a" ? more.a : joint == "b" ? more.b : more.d) = R"(<initial value="0.15" rate="2"/>)";
      PlanOptions options = isCut ? cutting(joint) : PlanOptions{};
      if (!isCut) options.keep = {joint};
      const Conversion conversion = convertModel(fourBar(more), options);
      CHECK(openBy(conversion.recursive) < 1e-12);
      const Motions motions = assembledMotions(conversion);
      const BodyMotion ground;
      const BodyMotion& i = motions.at(joint == "a" ? "crank" : joint == "b" ? "coupler" : "rocker");
      const BodyMotion& j = joint == "b" ? motions.at("crank") : ground;
      CHECK(std::abs(angleBetween(i, j.X.R) - 0.15) < 1e-12);
      CHECK(std::abs((i.w - j.w).y() - 2) < 1e-11);
    }
  }
}

TEST_CASE("a driven coordinate starts at the value of its drive") {
  for (const std::string joint : {"a", "d"}) {
    for (const bool isCut : {false, true}) {
      INFO("joint " << joint << (isCut ? ", cut" : ", in the tree"));
      const std::string motion =
          fmt::format(R"xml(<motion name="drive" joint="{}" function="0.2*cos(time) + 1.5*sin(time)"/>)xml", joint);
      PlanOptions options = isCut ? cutting(joint) : PlanOptions{};
      Diagnostics diagnostics;
      const auto conversion = convert(fourBar({.elements = motion}), options, diagnostics);
      INFO(textOf(diagnostics));
      REQUIRE(conversion);
      CHECK(conversion->assembly.positions.before > 0.1);
      CHECK(conversion->assembly.positions.after < 1e-12);
      CHECK(openBy(conversion->recursive) < 1e-12);
      const Motions motions = assembledMotions(*conversion);
      const BodyMotion& driven = motions.at(joint == "a" ? "crank" : "rocker");
      CHECK(std::abs(angleBetween(driven, Matrix3::Identity()) - 0.2) < 1e-12);
      CHECK(std::abs(driven.w.y() - 1.5) < 1e-11);
    }
  }
}

TEST_CASE("a driven slide is assembled and runs wherever it is, also at its zero position") {
  // The two frames of the slide are then one, up to round-off: nothing to measure lengths by.
  for (const double start : {0.0, 1e-13, 1e-7, 1e-3}) {
    for (const std::string place : {"0 0 0", "0.1 0.2 0.3", "12.3 -4.56 0.789"}) {
      INFO("from " << start << " m at " << place);
      const CartesianModel model = nativeModel(fmt::format(
          R"xml(<body name="slide"><pose pos="{0}" rpy="0.1 0.2 0.3"/>
            <mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>
          <joint name="rail" type="translational" i="slide" j="ground" point="{0}" axis="1 2 3"/>
          <motion name="drive" joint="rail" function="{1} + 0.1*sin(3*time)"/>)xml",
          place, start));
      Diagnostics diagnostics;
      const auto conversion = convert(model, {}, diagnostics);
      INFO(textOf(diagnostics));
      REQUIRE(conversion);
      const Mechanism mechanism = makeMechanism(conversion->recursive);
      Simulation simulation(mechanism);
      const bool isRunning =
          simulation.start(0, initialState(mechanism)) && simulation.step(*findRungeKutta("rk4"), 1e-2, 1e-2);
      INFO((simulation.report().failure ? simulation.report().failure->message : ""));
      CHECK(isRunning);
      CHECK(std::abs(simulation.state()[0] - (start + 0.1 * std::sin(0.03))) < 1e-12);
    }
  }
}

TEST_CASE("drives of velocities and accelerations start from the assembled positions") {
  const Conversion speed = convertModel(fourBar(
      {.elements = R"(<motion name="drive" joint="a" derivative="1" function="1.5 + time"/>)", .misplaced = 1}));
  const Motions moving = assembledMotions(speed);
  CHECK(std::abs(moving.at("crank").w.y() - 1.5) < 1e-12);
  CHECK(std::abs(moving.at("crank").w_dot.y() - 1) < 1e-10);
  CHECK(std::abs(angleBetween(moving.at("crank"), Matrix3::Identity())) < 0.1);
  const Conversion push =
      convertModel(fourBar({.crank = R"(<velocity ang="0 3 0" fixed="ang.y"/>)",
                            .elements = R"(<motion name="drive" joint="a" derivative="2" function="4"/>)"}));
  const Motions pushed = assembledMotions(push);
  CHECK(std::abs(pushed.at("crank").w.y() - 3) < 1e-12);
  CHECK(std::abs(pushed.at("crank").w_dot.y() - 4) < 1e-10);
}

TEST_CASE("kept values that contradict each other are an error that names one of them") {
  SECTION("a pose and an initial value") {
    // At 0.15 rad of the crank the coupler is elsewhere.
    const std::string message =
        errorOf(fourBar({.coupler = R"(<exact coords="x"/>)", .a = R"(<initial value="0.15"/>)"}));
    INFO(message);
    CHECK(contains(message, "initial positions cannot be assembled"));
    CHECK((contains(message, "'coupler x kept'") || contains(message, "'c'") || contains(message, "'b'") ||
           contains(message, "'d'")));
  }
  SECTION("two poses") {
    // Crank upright and coupler a centimetre off.
    const std::string message =
        errorOf(fourBar({.crank = R"(<exact coords="ry"/>)", .coupler = R"(<exact coords="x"/>)", .misplaced = 5}));
    INFO(message);
    CHECK(contains(message, "initial positions cannot be assembled"));
  }
  SECTION("a drive and an initial value of the same joint") {
    const std::string message = errorOf(
        fourBar({.a = R"(<initial value="0.15"/>)", .elements = R"(<motion name="drive" joint="a" function="0.4"/>)"}));
    INFO(message);
    CHECK(contains(message, "'drive'"));
  }
  SECTION("two velocities") {
    const Diagnostic error = errorAt(fourBar(
        {.crank = R"(<velocity ang="0 3 0" fixed="ang.y"/>)", .rocker = R"(<velocity ang="0 -8 0" fixed="ang.y"/>)"}));
    INFO(error.message);
    CHECK(error.code == Code::velocitiesContradict);
    CHECK(contains(error.message, "initial velocities contradict"));
    CHECK(contains(error.message, "kept'"));
  }
  SECTION("two rates") {
    const Diagnostic error = errorAt(fourBar({.a = R"(<initial rate="3"/>)", .d = R"(<initial rate="-8"/>)"}));
    INFO(error.message);
    CHECK(error.code == Code::velocitiesContradict);
    CHECK(contains(error.message, "initial velocities contradict"));
  }
}

TEST_CASE("a drive without a value or a rate at the start is refused") {
  for (const auto& [function, what] :
       {std::pair{"log(time)", "the residual of 'drive'"}, {"sqrt(time)", "the rate of 'drive'"}}) {
    const Diagnostic error =
        errorAt(fourBar({.elements = fmt::format(R"(<motion name="drive" joint="a" function="{}"/>)", function)}));
    INFO(error.message);
    CHECK(error.code == Code::noStartValue);
    CHECK(contains(error.message, what));
  }
}

TEST_CASE("a cut hinge whose axes point against each other is not taken for closed") {
  for (const double misplaced : {0.0, 1.0}) {
    const std::string message = errorOf(fourBar({.misplaced = misplaced, .isPinTurnedRound = true}), cutting("c"));
    INFO(message);
    CHECK(contains(message, "'c'"));
  }
  // The other way round it is the same hinge.
  CHECK(convertModel(fourBar({.misplaced = 1}), cutting("c")).assembly.positions.after < 1e-12);
}

TEST_CASE("a gear whose smaller factor would be lost in round-off is refused, others hold") {
  for (const double factor : {1e-5, 1e-7}) {
    INFO(factor);
    const CartesianModel model = nativeModel(fmt::format(
        R"xml(<body name="a"><mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>
        <body name="b"><mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>
        <joint name="h" type="revolute" i="a" j="ground" point="0 0 0" axis="0 1 0"/>
        <joint name="k" type="revolute" i="b" j="ground" point="2 0 0" axis="0 1 0"/>
        <coupler name="gear" terms="h:{0} k:1"/><motion name="d" joint="k" function="{0}*time"/>)xml",
        factor));
    Diagnostics diagnostics;
    const auto conversion = convert(model, PlanOptions{}, diagnostics);
    if (factor < 1e-6) {
      CHECK(contains(textOf(diagnostics), "the factors of 'gear' are 1e+07 times apart"));
      continue;
    }
    REQUIRE(conversion);
    CHECK(assembledMotions(*conversion).at("a").w.y() == Approx(-1));
  }
}

TEST_CASE("initial values too large for a file are refused") {
  Diagnostics diagnostics;
  convert(nativeModel(R"xml(<body name="a"><mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>
      <joint name="slide" type="translational" i="a" j="ground" point="0 0 0" axis="1 0 0"/>
      <motion name="d" joint="slide" function="1e31*time"/>)xml"),
          PlanOptions{}, diagnostics);
  REQUIRE(diagnostics.errorCount() == 1);
  CHECK(diagnostics.all().back().code == Code::outOfRange);
  CHECK(contains(textOf(diagnostics), "the velocity of 'slide' at the start would be 1e+31"));
}

TEST_CASE("a machine that cannot be assembled is an error that names a joint") {
  // The rocker's pivot two metres away.
  CartesianModel model = fourBar();
  model.markers[markerOf(model, "ground.d")].X_BM.p.x() += 2;
  const std::string message = errorOf(model);
  INFO(message);
  CHECK((contains(message, "'a'") || contains(message, "'b'") || contains(message, "'c'") || contains(message, "'d'")));
}

TEST_CASE("velocities that contradict each other are reported in metres or degrees per second") {
  // A drive of 2 per second against an initial rate of 5: 3 m/s of a slide, 3 rad/s = 171.9 deg/s of a hinge.
  const auto messageOf = [](const std::string& type) {
    const CartesianModel model =
        nativeModel(R"xml(
      <body name="a"><pose pos="7 0 0"/><mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>
      <joint name="j" type=")xml" +
                    type + R"xml(" i="a" j="ground" point="0 0 3" axis="0 1 0"><initial rate="5"/></joint>
      <motion name="drive" joint="j" function="2*time"/>)xml");
    Diagnostics diagnostics;
    CHECK_FALSE(convert(model, {}, diagnostics));
    REQUIRE(diagnostics.errorCount() == 1);
    CHECK(diagnostics.all().front().code == Code::velocitiesContradict);
    return diagnostics.all().front().message;
  };
  CHECK(messageOf("translational") == "the initial velocities contradict 'drive' by 3 m/s");
  CHECK(messageOf("revolute") == "the initial velocities contradict 'drive' by 172 deg/s");
}

TEST_CASE("too many coupled gears are refused before their matrices are made") {
  const auto convertGears = [](int count, Diagnostics& diagnostics) {
    const auto file =
        std::make_shared<const SourceFile>(SourceFile{"gears.xml", structureText(*findStructure("gears"), count)});
    return convert(readNative(file, diagnostics), {}, diagnostics).has_value();
  };
  Diagnostics fine;
  CHECK(convertGears(500, fine));
  Diagnostics diagnostics;
  CHECK_FALSE(convertGears(700, diagnostics));  // 699^2 * 700 > 3e8
  REQUIRE(diagnostics.errorCount() == 1);
  CHECK(diagnostics.all().front().code == Code::tooMany);
  CHECK(contains(diagnostics.all().front().message, "699 equations"));
  CHECK(diagnostics.all().front().at.line > 0);
}
