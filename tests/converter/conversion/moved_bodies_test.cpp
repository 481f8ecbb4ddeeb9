// How a machine starts, as users see it: what is kept, what is locked, what is reported when joints decide otherwise.
#include <cmath>
#include <cstdio>

#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb::testing;

namespace {

std::string weightless(const std::string& inside) {
  return "<mbs version=\"1\" name=\"m\"><gravity vector=\"0 0 0\"/>" + inside + "</mbs>";
}
std::string bodyAt(const std::string& name, const std::string& x, const std::string& mass,
                   const std::string& more = "") {
  return "<body name=\"" + name + "\"><pose pos=\"" + x + " 0 0\"/><mass value=\"" + mass +
         "\"/><inertia xx=\"1\" yy=\"1\" zz=\"1\"/>" + more + "</body>";
}

// The row of the start, of the given columns.
Outcome startOf(const ScratchFolder& folder, const std::string& text, const std::string& columns,
                const std::string& options = "") {
  folder.write("m.xml", text);
  return runIn(folder, kProgram + " run m.xml --end 0.001 --step 0.001 --columns '" + columns + "' -o - " + options +
                           " | sed -n 2p");
}

}  // namespace

TEST_CASE("a kept velocity applies to the merged body when its body is welded to a heavier one") {
  const ScratchFolder folder;
  const std::string fixed = "<velocity lin=\"5 0 0\" fixed=\"lin\"/>";
  const std::string weld = "<joint name=\"k\" type=\"fixed\" i=\"b\" j=\"c\"/>";
  Outcome outcome = startOf(folder, weightless(bodyAt("b", "1", "1", fixed) + bodyAt("c", "2", "9") + weld), "*.vx");
  CHECK(outcome.out == "0,5,5\n");
  CHECK(outcome.err.find("W0524") == std::string::npos);
  // Without `fixed` it is a first guess, and nothing contradicts it.
  outcome = startOf(
      folder, weightless(bodyAt("b", "1", "1", "<velocity lin=\"5 0 0\"/>") + bodyAt("c", "2", "9") + weld), "*.vx");
  CHECK(outcome.out == "0,5,5\n");
  CHECK(outcome.err.find("W0524") == std::string::npos);
  // Turning about the lighter one's origin, 1 m away: the heavier one moves along y.
  const std::string turns = "<velocity ang=\"0 0 3\"/>";
  outcome = startOf(folder, weightless(bodyAt("b", "1", "1", turns) + bodyAt("c", "2", "9") + weld), "c.vy");
  CHECK(outcome.out == "0,3\n");
}

TEST_CASE("a velocity given to a body that is welded to the ground is reported") {
  const ScratchFolder folder;
  folder.write("m.xml", weightless(bodyAt("b", "1", "1", "<velocity ang=\"0 0 3\" fixed=\"ang\"/>") +
                                   bodyAt("c", "2", "1") + "<joint name=\"k\" type=\"fixed\" i=\"b\" j=\"ground\"/>"));
  const Outcome outcome = runIn(folder, kProgram + " check m.xml");
  CHECK(outcome.code == 0);
  CHECK(contains(outcome.err, "warning[W0524]: body 'b' cannot start with the velocity it is given"));
}

TEST_CASE("a rod with kept initial values stays a body unless the bodies at its ends keep theirs") {
  const ScratchFolder folder;
  const auto machine = [](const std::string& end) {
    const std::string fixed = "<velocity lin=\"5 0 0\" fixed=\"lin\"/>";
    const auto slider = [&](const std::string& name, const std::string& x) {
      return bodyAt(name, x, "1", end) + "<joint name=\"s_" + name + "\" type=\"translational\" i=\"" + name +
             "\" j=\"ground\" point=\"" + x + " 0 0\" axis=\"1 0 0\"/>";
    };
    const std::string rod =
        "<body name=\"rod\"><pose pos=\"0.5 0 0\"/><mass value=\"1\"/><inertia xx=\"0.01\" yy=\"1\" zz=\"1\"/>" +
        fixed + "</body>";
    return weightless(slider("a", "0") + slider("b", "1") + rod +
                      "<joint name=\"p\" type=\"spherical\" i=\"rod\" j=\"a\" point=\"0 0 0\"/>"
                      "<joint name=\"q\" type=\"spherical\" i=\"rod\" j=\"b\" point=\"1 0 0\"/>");
  };
  CHECK(startOf(folder, machine(""), "a.vx").out == "0,5\n");
  CHECK(contains(runIn(folder, kProgram + " tree m.xml --rods list").out,
                 "its pose or velocity at the start is to be kept"));
  CHECK(startOf(folder, machine("<velocity lin=\"5 0 0\" fixed=\"lin\"/>"), "a.vx").out == "0,5\n");
  CHECK_FALSE(contains(runIn(folder, kProgram + " tree m.xml --rods list").out, "is to be kept"));
}

TEST_CASE("a locked joint is held at its initial value") {
  const ScratchFolder folder;
  const std::string text = weightless(
      bodyAt("a", "0", "1", "<marker name=\"tip\"><pose pos=\"1 0 0\"/></marker>") +
      "<joint name=\"j\" type=\"revolute\" i=\"a\" j=\"ground\" point=\"0 0 0\" axis=\"0 0 1\"><initial value=\"0.5\" "
      "rate=\"2\"/></joint>" +
      bodyAt("b", "1", "1", "<marker name=\"m\"/>") + "<joint name=\"k\" type=\"revolute\" i=\"b.m\" j=\"a.tip\"/>");
  const Outcome outcome = startOf(folder, text, "b.x,b.y", "--lock j");
  double x = 0;
  double y = 0;
  REQUIRE(std::sscanf(outcome.out.c_str(), "0,%lf,%lf", &x, &y) == 2);
  CHECK(x == Approx(std::cos(0.5)).epsilon(1e-12));
  CHECK(y == Approx(std::sin(0.5)).epsilon(1e-12));
  CHECK(contains(runIn(folder, kProgram + " check m.xml --lock j").out,
                 "the initial rate of joint 'j' is left out: it is locked"));
}

TEST_CASE("a drive may start at any distance from the pose in the file") {
  const ScratchFolder folder;
  const auto driven = [](const std::string& type, const std::string& function) {
    return weightless(bodyAt("a", "0", "1") + "<joint name=\"j\" type=\"" + type +
                      "\" i=\"a\" j=\"ground\" point=\"0 0 0\" axis=\"0 0 1\"/><motion joint=\"j\" function=\"" +
                      function + "\"/>");
  };
  CHECK(startOf(folder, driven("revolute", "200+time"), "j.q").out == "0,200\n");
  CHECK(startOf(folder, driven("translational", "30+time"), "a.z").out == "0,30\n");
}

TEST_CASE("an edited initial value in a recursive file is reported to have no effect") {
  const ScratchFolder folder;
  folder.write("m.xml",
               weightless(bodyAt("a", "0", "1") +
                          "<joint name=\"j\" type=\"revolute\" i=\"a\" j=\"ground\" point=\"0 0 0\" axis=\"0 0 "
                          "1\"><initial value=\"0.3\" rate=\"0.7\"/></joint>"));
  REQUIRE(runIn(folder, kProgram + " m.xml -o r.xml && sed 's/value=\"0.3\"/value=\"2\"/' r.xml > e.xml").code == 0);
  CHECK_FALSE(contains(runIn(folder, kProgram + " run r.xml --end 0.001 --step 0.001 -o t.csv").err, "W0523"));
  const Outcome outcome = runIn(folder, kProgram + " run e.xml --end 0.001 --step 0.001 -o t.csv");
  CHECK(contains(outcome.err, "warning[W0523]: <initial> of joint 'j' has the value 2, and it starts with 0.3"));
}

TEST_CASE("a name that would break a table is refused in a recursive file") {
  const ScratchFolder folder;
  folder.write("m.xml", weightless(bodyAt("bob", "0", "1")));
  REQUIRE(runIn(folder, kProgram + " m.xml -o r.xml && sed 's/\"bob\"/\"b,ob\"/' r.xml > e.xml").code == 0);
  const Outcome outcome = runIn(folder, kProgram + " run e.xml --end 0.001 --step 0.001 -o t.csv");
  CHECK(outcome.code == 3);
  CHECK(contains(outcome.err, "error[E0403]: 'b,ob' cannot be the name of a link"));
}
