// Compiled expressions, signals, measures, friction and stops: against closed forms, differences, and the books that
// energy keeps.
#include <cmath>

#include "runtime/laws/force_set.h"
#include "runtime/laws/joint_laws.h"
#include "runtime/laws/signal.h"
#include "tests/support/laws.h"

using namespace mb;
using namespace mb::testing;

namespace {

// Random expressions of time, without those that are often undefined.
std::string randomExpression(Numbers& random, int depth) {
  if (depth == 0 || random() < -0.7) {
    return random.whole(0, 1) == 0 ? "time" : std::to_string(random(0.1, 3));
  }
  const auto sub = [&] { return randomExpression(random, depth - 1); };
  switch (random.whole(0, 11)) {
    case 0: return "(" + sub() + " + " + sub() + ")";
    case 1: return "(" + sub() + " - " + sub() + ")";
    case 2: return "(" + sub() + "*" + sub() + ")";
    case 3: return sub() + "/(2 + sin(" + sub() + "))";
    case 4: return "-" + sub();
    case 5: return "(" + sub() + ")^" + std::to_string(random.whole(0, 3));
    case 6: return "sin(" + sub() + ")";
    case 7: return "atan2(" + sub() + ", " + sub() + ")";
    case 8: return "max(" + sub() + ", " + sub() + ", " + sub() + ")";
    case 9: return "step(" + sub() + ", 0.2, " + sub() + ", 1.3, " + sub() + ")";
    case 10: return "if(" + sub() + ", " + sub() + ", 1, " + sub() + ")";
    default: return "exp(-abs(" + sub() + "))";
  }
}

}  // namespace

TEST_CASE("compiled expressions give what the expressions give, and their rates") {
  Numbers random(3);
  const CartesianModel model;
  const LawScope scope = lawScope(model);
  int compared = 0;
  int smooth = 0;
  for (int trial = 0; trial < 150; ++trial) {
    const std::string text = randomExpression(random, 4);
    const Expression expression = parsed(text);
    Library library = makeLibrary(scope);
    const Program program = compile(expression, scope, library);
    std::vector<double> stack(static_cast<std::size_t>(library.stackSize));
    std::vector<Jet> jets(stack.size());
    const double time = random(-2, 2);
    const auto value = valueAt(expression, time);
    if (!value || std::abs(*value) > 1e6) continue;
    ++compared;
    INFO(text << " at " << time);
    // The same operations in the same order.
    CHECK(run(program, library, {time, {}, {}, {}, nullptr}, stack) == *value);
    const Jet jet = runJet(program, library, time, {}, jets);
    CHECK(jet.value == Approx(*value).epsilon(1e-12).margin(1e-12));
    const auto plain = [&](double t) { return run(program, library, {t, {}, {}, {}, nullptr}, stack); };
    const Derivatives coarse = differences(plain, time, 2e-4);
    const Derivatives fine = differences(plain, time, 1e-4);
    const double scale = 1 + std::abs(*value) + std::abs(fine.first);
    if (!(std::abs(coarse.first - fine.first) < 1e-7 * scale)) continue;  // a kink, a pole
    ++smooth;
    CHECK(std::abs(jet.rate - fine.first) < 1e-6 * scale);
  }
  CHECK(compared > 100);
  CHECK(smooth > 80);
}

TEST_CASE("a compiled power with an exponent that moves has its derivatives") {
  const CartesianModel model;
  const LawScope scope = lawScope(model);
  Library library = makeLibrary(scope);
  const Program program = compile(parsed("2^time"), scope, library);
  std::vector<Jet> jets(static_cast<std::size_t>(library.stackSize));
  const Jet jet = runJet(program, library, 1.0, {}, jets);
  CHECK(jet.value == 2);
  CHECK(jet.rate == Approx(2 * std::log(2.0)).epsilon(1e-14));
  CHECK(jet.second == Approx(2 * std::log(2.0) * std::log(2.0)).epsilon(1e-14));
}

TEST_CASE("expressions read curves, and jets go through them") {
  CartesianModel model;
  model.splines.add({"other", Interpolation::linear, {0, 1}, {5, 5}, {}});
  model.splines.add({"bend", Interpolation::cubic, {-1, 0, 1, 2}, {1, 0, 2, -1}, {}});
  const LawScope scope = lawScope(model);
  Library library = makeLibrary(scope);
  const Program program = compile(parsed("2*spline(bend, sin(time)) + spline(other, time)"), scope, library);
  std::vector<double> stack(static_cast<std::size_t>(library.stackSize));
  std::vector<Jet> jets(stack.size());
  const Curve curve =
      makeCurve(Interpolation::cubic, std::vector<double>{-1, 0, 1, 2}, std::vector<double>{1, 0, 2, -1});
  const auto plain = [&](double t) { return run(program, library, {t, {}, {}, {}, nullptr}, stack); };
  for (const double time : {-1.0, 0.4, 0.9}) {
    CHECK(plain(time) == Approx(2 * valueOf(curve, std::sin(time)) + 5).epsilon(1e-14));
    const Jet jet = runJet(program, library, time, {}, jets);
    const Derivatives d = differences(plain, time, 1e-3);
    CHECK(std::abs(jet.rate - d.first) < 1e-9);
    CHECK(std::abs(jet.second - d.second) < 1e-6);
  }
}

TEST_CASE("signals of every kind have the derivatives of their values") {
  const CartesianModel model;
  const LawScope scope = lawScope(model);
  Library library = makeLibrary(scope);
  const std::vector<TimeFunction> functions{ConstantFunction{3},
                                            LinearFunction{1, -2},
                                            SineFunction{0.5, 2, 0.7, 0.3},
                                            StepFunction{0.1, 1, 0.9, -2},
                                            TableFunction{Interpolation::akima, {0, 0.3, 0.5, 1}, {1, 0, 2, 1}},
                                            parsed("time^2*exp(-time)")};
  std::vector<Signal> signals;
  for (const TimeFunction& function : functions) signals.push_back(makeSignal(function, scope, library));
  std::vector<Jet> stack(static_cast<std::size_t>(library.stackSize));
  for (std::size_t k = 0; k < signals.size(); ++k) {
    for (const double time : {-0.4, 0.2, 0.45, 0.7, 1.8}) {
      INFO("function " << k << " at " << time);
      const Jet jet = valueAt(signals[k], library, time, {}, stack);
      const Derivatives d =
          differences([&](double t) { return valueAt(signals[k], library, t, {}, stack).value; }, time, 1e-3);
      CHECK(std::abs(jet.rate - d.first) < 1e-8);  // h^4 times fifth derivatives below 1e4
      CHECK(std::abs(jet.second - d.second) < 1e-6);
    }
  }
  const double turn = 2 * std::acos(-1.0);
  CHECK(valueAt(signals[2], library, 0.2, {}, stack).value == Approx(0.5 + 2 * std::sin(turn * 0.14 + 0.3)));
  CHECK(valueAt(signals[3], library, 0.5, {}, stack).value == Approx(-0.5));
  CHECK(valueAt(signals[3], library, 0.1, {}, stack).value == 1);
  CHECK(valueAt(signals[3], library, 5.0, {}, stack).value == -2);
}

TEST_CASE("a drive of a rate or an acceleration takes the integrated values below it") {
  const Jet f{3, 4, 5};
  const Jet position = prescribed(0, f, 10, 20);
  CHECK((position.value == 3 && position.rate == 4 && position.second == 5));
  const Jet velocity = prescribed(1, f, 10, 20);
  CHECK((velocity.value == 10 && velocity.rate == 3 && velocity.second == 4));
  const Jet acceleration = prescribed(2, f, 10, 20);
  CHECK((acceleration.value == 10 && acceleration.rate == 20 && acceleration.second == 3));
}

// ---- measures ----

namespace {

// Frames whose motion is known in closed form; velocities by hand.
struct Stage {
  CartesianModel model;
  LawScope scope;
  Matrix3 R_WS = rotationOf({0.3, -0.5, 0.2});

  Stage() {
    Body body;
    body.name = "b";
    const BodyIndex index = model.bodies.add(body);
    for (const char* name : {"b.i", "b.j", "b.k", "b.l"}) model.markers.add({name, index, {}, {}});
    scope = lawScope(model);
    scope.R_WS = R_WS;
  }

  // i circles and spins about z, j slides and turns about x, k stands askew, l turns about a fixed line off the origin.
  static std::array<FrameMotion, 4> at(double t) {
    const double w = 1.7;
    FrameMotion i{{rotationAbout(2, w * t), {0.8 * std::cos(w * t), 0.8 * std::sin(w * t), 0.3 * t}},
                  {-0.8 * w * std::sin(w * t), 0.8 * w * std::cos(w * t), 0.3},
                  {0, 0, w}};
    FrameMotion j{{rotationAbout(0, 0.9 * t * t), {0.5 * t, -0.4, 0.2}}, {0.5, 0, 0}, {1.8 * t, 0, 0}};
    FrameMotion k{{rotationOf({0.4, 0.1, -0.7}), {1, 2, 3}}, Vector3::Zero(), Vector3::Zero()};
    const Vector3 axis = Vector3(1, 2, -2) / 3;
    const Vector3 arm(0.2, 0.5, 0.1);
    const Matrix3 R = rotationOf(2.2 * t * axis);
    FrameMotion l{{R, arm + R * arm}, (2.2 * axis).cross(R * arm), 2.2 * axis};
    return {i, j, k, l};
  }

  double measure(const std::string& text, double t) const {
    Library library = makeLibrary(scope);
    const Program program = compile(parsed(text), scope, library);
    const std::array<FrameMotion, 4> markers = at(t);
    std::vector<double> stack(static_cast<std::size_t>(library.stackSize));
    AngleMemory angles;
    angles.last.resize(static_cast<std::size_t>(library.angleCount));
    angles.now = angles.last;
    return run(program, library, {t, markers, {}, {}, &angles}, stack);
  }
};

}  // namespace

TEST_CASE("measures between moving frames are what their definitions say") {
  const Stage stage;
  // Differences over 1e-3: h^4 times fifth derivatives below 1e3.
  constexpr double tolerance = 1e-9;
  const auto rate = [](auto f, double t) { return differences(f, t, 1e-3).first; };
  for (const double t : {-0.6, 0.0, 0.3, 1.1}) {
    INFO("t = " << t);
    const auto [i, j, k, l] = Stage::at(t);
    const Vector3 d = i.X.p - j.X.p;
    const auto distance = [](double s) {
      const auto frames = Stage::at(s);
      return (frames[0].X.p - frames[1].X.p).norm();
    };
    CHECK(stage.measure("dm(b.i, b.j)", t) == Approx(d.norm()).epsilon(1e-14));
    CHECK(stage.measure("dm(b.i)", t) == Approx(i.X.p.norm()).epsilon(1e-14));
    CHECK(stage.measure("dx(b.i, b.j, b.k)", t) == Approx((k.X.R.transpose() * d).x()).epsilon(1e-13));
    CHECK(stage.measure("dy(b.i, b.j, b.k)", t) == Approx((k.X.R.transpose() * d).y()).epsilon(1e-13));
    CHECK(stage.measure("dz(b.i, b.j)", t) == Approx(stage.R_WS.col(2).dot(d)).margin(1e-14));
    CHECK(stage.measure("dx(b.i)", t) == Approx(stage.R_WS.col(0).dot(i.X.p)).margin(1e-14));
    // A distance changes alike for all observers.
    CHECK(std::abs(stage.measure("vr(b.i, b.j)", t) - rate(distance, t)) < tolerance);
    CHECK(std::abs(stage.measure("vr(b.i, b.j, b.l)", t) - rate(distance, t)) < tolerance);
    // What an observer on l sees: the rate of the components along the axes of l.
    Vector3 seen;
    Vector3 plain;
    for (int axis = 0; axis < 3; ++axis) {
      const auto component = [axis](double s, bool turning) {
        const auto frames = Stage::at(s);
        const Vector3 between = frames[0].X.p - frames[1].X.p;
        return turning ? frames[3].X.R.col(axis).dot(between) : between(axis);
      };
      seen(axis) = rate([&](double s) { return component(s, true); }, t);
      plain(axis) = rate([&](double s) { return component(s, false); }, t);
    }
    seen = l.X.R * seen;
    CHECK(std::abs(stage.measure("vm(b.i, b.j)", t) - plain.norm()) < tolerance);
    CHECK(std::abs(stage.measure("vm(b.i, b.j, b.l)", t) - seen.norm()) < tolerance);
    const std::array<std::string, 3> names{"vx", "vy", "vz"};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const int a = static_cast<int>(axis);
      CHECK(std::abs(stage.measure(names[axis] + "(b.i, b.j)", t) - stage.R_WS.col(a).dot(plain)) < tolerance);
      CHECK(std::abs(stage.measure(names[axis] + "(b.i, b.j, b.k)", t) - k.X.R.col(a).dot(plain)) < tolerance);
      CHECK(std::abs(stage.measure(names[axis] + "(b.i, b.j, b.k, b.l)", t) - k.X.R.col(a).dot(seen)) < tolerance);
    }
    // Angular velocities: that of i about z, less that of j about x.
    CHECK(stage.measure("wm(b.i, b.j)", t) == Approx(std::hypot(1.7, 1.8 * t)).epsilon(1e-14));
    CHECK(stage.measure("wz(b.i)", t) == Approx(1.7 * stage.R_WS(2, 2)).epsilon(1e-14));
    CHECK(stage.measure("wx(b.i, b.j, b.k)", t) == Approx(k.X.R.col(0).dot(Vector3(-1.8 * t, 0, 1.7))).epsilon(1e-13));
  }
}

TEST_CASE("angles about one axis are those of the rotation and count full turns") {
  Numbers random(4);
  CartesianModel model;
  Body body;
  body.name = "b";
  const BodyIndex index = model.bodies.add(body);
  for (const char* name : {"b.i", "b.j"}) model.markers.add({name, index, {}, {}});
  const LawScope scope = lawScope(model);
  const std::array<std::string, 3> names{"ax", "ay", "az"};
  for (int axis = 0; axis < 3; ++axis) {
    Library library = makeLibrary(scope);
    const Program program = compile(parsed(names[static_cast<std::size_t>(axis)] + "(b.i, b.j)"), scope, library);
    REQUIRE(library.angleCount == 1);
    std::vector<double> stack(static_cast<std::size_t>(library.stackSize));
    AngleMemory angles{{0}, {0}};
    const FrameMotion j = random.frame();
    // There and back over several turns, in steps of less than half a turn.
    for (int step = -12; step <= 12; ++step) {
      const double angle = (step <= 0 ? 12 + step : 12 - step) * 1.3;
      const std::array<FrameMotion, 2> markers{FrameMotion{{j.X.R * rotationAbout(axis, angle)}}, j};
      INFO(names[static_cast<std::size_t>(axis)] << " of " << angle);
      CHECK(run(program, library, {0, markers, {}, {}, &angles}, stack) == Approx(angle).margin(1e-13));
      acceptAngles(angles);
    }
    // Evaluating a state that is not accepted changes nothing.
    const double far = 2.9;
    for (int look = 0; look < 3; ++look) {
      const std::array<FrameMotion, 2> markers{FrameMotion{{j.X.R * rotationAbout(axis, look * far)}}, j};
      CHECK(run(program, library, {0, markers, {}, {}, &angles}, stack) ==
            Approx(std::remainder(look * far, 2 * std::acos(-1.0))).margin(1e-13));
    }
  }
}

TEST_CASE("yaw, pitch, roll and psi, theta, phi are the angles of their sequences of rotations") {
  CartesianModel model;
  Body body;
  body.name = "b";
  const BodyIndex index = model.bodies.add(body);
  for (const char* name : {"b.i", "b.j"}) model.markers.add({name, index, {}, {}});
  const LawScope scope = lawScope(model);
  struct Sequence {
    std::array<std::string, 3> names;
    std::array<int, 3> axes;
    double least, most;  // of the second angle
  };
  const Sequence sequences[] = {{{"yaw", "pitch", "roll"}, {2, 1, 0}, -1.5, 1.5},
                                {{"psi", "theta", "phi"}, {2, 0, 2}, 0.05, 3.05}};
  Numbers random(6);
  for (const Sequence& sequence : sequences) {
    for (int trial = 0; trial < 100; ++trial) {
      const std::array<double, 3> angles{random(-3, 3), random(sequence.least, sequence.most), random(-3, 3)};
      const FrameMotion j = random.frame();
      Matrix3 R = j.X.R;
      for (std::size_t k = 0; k < 3; ++k) R *= rotationAbout(sequence.axes[k], angles[k]);
      const std::array<FrameMotion, 2> markers{FrameMotion{{R}}, j};
      for (std::size_t k = 0; k < 3; ++k) {
        Library library = makeLibrary(scope);
        const Program program = compile(parsed(sequence.names[k] + "(b.i, b.j)"), scope, library);
        std::vector<double> stack(static_cast<std::size_t>(library.stackSize));
        AngleMemory memory{{0}, {0}};
        INFO(sequence.names[k]);
        // Rounding of R over the sine or cosine of the second angle, which is at least 0.05.
        CHECK(run(program, library, {0, markers, {}, {}, &memory}, stack) == Approx(angles[k]).margin(1e-13));
      }
    }
  }
}

// ---- friction and stops ----

TEST_CASE("friction acts against the motion, with stiction at its transition and Coulomb's friction beyond") {
  Friction friction;
  friction.coulomb = 2;
  friction.stiction = 3;
  friction.viscous = 0.5;
  friction.velocity = 0.1;
  CHECK(frictionForce(friction, 0) == 0);
  CHECK(frictionForce(friction, 0.1) == Approx(-3 - 0.05));
  CHECK(frictionForce(friction, 0.15) == Approx(-2 - 0.075));
  CHECK(frictionForce(friction, 4) == Approx(-2 - 2));
  Numbers random(5);
  for (int trial = 0; trial < 200; ++trial) {
    const double v = random() * std::pow(10, random(-4, 1));
    CHECK(frictionForce(friction, v) == -frictionForce(friction, -v));
    CHECK(frictionForce(friction, v) * v <= 0);
    CHECK(std::abs(frictionForce(friction, v)) <= 3 + 0.5 * std::abs(v));
    // No jumps: an integrator must be able to follow. The steepest is 1.5 stiction / transition.
    CHECK(std::abs(frictionForce(friction, v + 1e-6) - frictionForce(friction, v)) < 1e-6 * 50);
  }
  // Stiction below Coulomb friction is raised to it; without a transition velocity it is 1e-3.
  Friction plain;
  plain.coulomb = 2;
  CHECK(frictionForce(plain, 1e-3) == Approx(-2));
  CHECK(frictionForce(plain, 0.5e-3) == Approx(-2 * 0.5 * (1.5 - 0.125)));
  CHECK(frictionForce(plain, -7) == Approx(2));
}

TEST_CASE("stops push back beyond their limit, never pull, and account for their energy") {
  Limit limit;
  limit.lower = -0.5;
  limit.upper = 1;
  limit.stiffness = 100;
  limit.damping = 3;
  CHECK(stopForce(limit, 0.3, 5).force == 0);
  CHECK(stopForce(limit, 1, 5).force == 0);
  CHECK(stopForce(limit, 1.1, 0).force == Approx(-10));
  CHECK(stopForce(limit, 1.1, 2).force == Approx(-16));
  CHECK(stopForce(limit, -0.7, 0).force == Approx(20));
  CHECK(stopForce(limit, -0.7, -1).force == Approx(23));
  CHECK(stopForce(limit, 1.1, -50).force == 0);  // leaving faster than the damper lets the spring follow
  Numbers random(6);
  for (int trial = 0; trial < 200; ++trial) {
    const double q = random(-2, 3);
    const double q_dot = random(-20, 20);
    const StopForce stop = stopForce(limit, q, q_dot);
    CHECK(stop.force * (q - 0.25) <= 0);
    CHECK(stop.power <= 0);
    CHECK(stop.potential >= 0);
    // Power on the coordinate = what the spring gives back + the rest. The potential is a quadratic on each side.
    if (std::min(std::abs(q - 1), std::abs(q + 0.5)) < 1e-2) continue;
    const double given = differences([&](double s) { return stopForce(limit, s, 0).potential; }, q, 1e-3).first;
    CHECK(stop.force * q_dot == Approx(stop.power - given * q_dot).margin(1e-8));
    CHECK(stopForce(limit, q, 0).force == Approx(-given).margin(1e-8));
  }
  Limit free;
  free.lower = 0;
  CHECK(stopForce(free, -5, -5).force == 0);  // no stiffness, no damping: only reported
}

// ---- forces ----
