// What a run reports about steps that are too long, and functions that jump or become undefined.
#include "runtime/simulation/step_watch.h"

#include "runtime/simulation/simulate.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

// One kilogram on a vertical slide, weight 10 N.
std::string slide(const std::string& onJoint, const std::string& more = "") {
  return "<gravity vector='0 0 -10'/><body name='ground' ground='true'><marker name='o'/></body>"
         "<body name='b'><mass value='1'/><inertia xx='1' yy='1' zz='1'/><marker name='m'/></body>"
         "<joint name='j' type='translational' i='b.m' j='ground.o'>" +
         onJoint + "</joint>" + more;
}

struct Ran {
  RunReport report;
  double z = 0;
};

Ran ran(const std::string& elements, double step, const char* method = "rk4") {
  const Mechanism m = makeMechanism(convertModel(nativeModel(elements)).recursive);
  Ran result;
  RunOptions options;
  options.step = step;
  options.method = findRungeKutta(method);
  result.report = simulate(m, initialState(m), options, [&](double, StateView y, const Workspace&) {
    result.z = y[0];
    return true;
  });
  return result;
}

}  // namespace

TEST_CASE("a step that leads from rest past the stiction is reported, a short one sticks") {
  // 12 N hold 10 N; once it slides 8 N do not, and it falls with 2 m/s^2: 1 m in a second.
  const std::string model = slide("<friction coulomb='8' stiction='12'/>");
  const Ran coarse = ran(model, 1e-3);
  CHECK(coarse.report.unresolvedFriction == std::vector<std::string>{"j.tz"});
  const Ran fine = ran(model, 1e-4);
  CHECK(fine.report.unresolvedFriction.empty());
  CHECK(std::abs(fine.z) < 1e-3);  // it creeps at less than the transition velocity
  CHECK(ran(model, 1e-3, "dopri5").report.unresolvedFriction.empty());
  // Close to the limit several steps together pass the peak: 2.9 N pull, 3 N hold.
  const std::string pulled = "<gravity vector='0 0 0'/>" + slide("<friction coulomb='2' stiction='3'/>").substr(27) +
                             "<force name='f' type='general' i='b.m' fz='2.9'/>";
  CHECK(ran(pulled, 1e-3).report.unresolvedFriction.size() == 1);
  CHECK(ran(pulled, 1e-4).report.unresolvedFriction.empty());
  // Without a peak there is nothing to jump over: 8 N never hold 10 N.
  CHECK(ran(slide("<friction coulomb='8'/>"), 1e-3).report.unresolvedFriction.empty());
}

TEST_CASE("a step that passes through rest without sticking is reported") {
  // Thrown upwards it comes to rest at 0.05 s, where 12 N would hold it.
  const std::string thrown = slide("<friction coulomb='8' stiction='12'/><initial rate='0.9'/>");
  CHECK(ran(thrown, 1e-2).report.unresolvedFriction.size() == 1);
  CHECK(ran(thrown, 1e-5).report.unresolvedFriction.empty());
}

TEST_CASE("a drive whose function jumps is reported with its size, a smooth one is not") {
  const auto driven = [](const std::string& function) {
    return ran(slide("", "<motion name='lift' joint='j' function='" + function + "'/>"), 1e-2).report.jumps;
  };
  const auto jumps = driven("if(time-0.5,0,0,0.25)");
  REQUIRE(jumps.size() == 1);
  CHECK(jumps[0].name == "lift");
  CHECK(jumps[0].size == Approx(0.25));
  CHECK(jumps[0].at.line > 0);
  CHECK(driven("step(time,0.2,0,0.8,0.25)").empty());
  CHECK(driven("0.1*sin(20*time)").empty());
  CHECK(driven("step(time,0.5,0,0.501,0.25)").size() == 1);  // smooth, but not for this step
}

TEST_CASE("a function that becomes undefined is named with its place") {
  const auto failureOf = [](const std::string& elements) {
    const Ran result = ran(slide("", elements), 1e-2);
    REQUIRE(result.report.failure);
    CHECK(result.report.failure->code == Code::grewBeyondBounds);
    CHECK(result.report.failure->at.line > 0);
    return result.report.failure->message;
  };
  CHECK(contains(failureOf("<motion name='lift' joint='j' function='sqrt(0.5-time)'/>"), "the function of 'lift'"));
  CHECK(contains(failureOf("<force name='push' type='tsda' i='b' j='ground' point='0 0 0' point2='0 0 -1' "
                           "function='sqrt(0.5-time)'/>"),
                 "the function of 'push'"));
}
