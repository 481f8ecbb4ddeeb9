// Inputs on the command line: tables that play them, what is refused, parameters that are set.
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/support/process.h"
#include "tests/support/test.h"
#include "tests/support/texts/csv_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

const std::string kCart =
    "<mbs version='2' name='cart'><units force='kN'/><gravity vector='0 0 0'/>"
    "<parameters><param name='m' value='2' unit='kg'/><param name='twice' value='2*m'/></parameters>"
    "<input name='pull' unit='N' start='6' min='-100' max='100'/><input name='x' unit='mm' start='0' MORE/>"
    "<body name='cart'><mass value='m'/><inertia xx='1' yy='1' zz='1'/><marker name='m'/></body>"
    "<body name='slide'><mass value='twice'/><inertia xx='1' yy='1' zz='1'/></body>"
    "<joint name='rail' type='translational' i='cart' j='ground' point='0 0 0' axis='1 0 0'/>"
    "<joint name='way' type='translational' i='slide' j='ground' point='0 0 0' axis='1 0 0'/>"
    "<motion name='move' joint='way' function='input(x)'/>"
    "<force name='push' type='general' i='cart.m' fx='input(pull)'/></mbs>";

struct Cart {
  ScratchFolder folder;
  explicit Cart(const std::string& more = "filter='0.05'") {
    std::string text = kCart;
    text.replace(text.find("MORE"), 4, more);
    folder.write("cart.xml", text);
  }
  Outcome run(const std::string& options) {
    return runIn(folder, kProgram + " run cart.xml --end 1 --step 0.01 " + options);
  }
  double last(const std::string& column, const std::string& options) {
    const Outcome outcome = run(options + " --columns @all -o table.csv");
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    const CsvTable table = tableIn(folder, "table.csv");
    const auto found = std::ranges::find(table.names, column);
    REQUIRE(found != table.names.end());
    return table.columns[static_cast<std::size_t>(found - table.names.begin())].back();
  }
};

}  // namespace

TEST_CASE("run inputs: without a table they keep their starts, and the summary says so") {
  Cart cart;
  CHECK(cart.last("cart.x", "") == Approx(0.5 * 6 / 2).epsilon(1e-13));
  const Outcome outcome = cart.run("");
  CHECK(contains(outcome.out, "inputs    pull, x at their starts"));
  const auto json = nlohmann::json::parse(cart.run("--json").out);
  CHECK(json["inputs"].size() == 2);
  CHECK(json["inputs"][0]["from"].is_null());
}

TEST_CASE("run inputs: a table plays them, held or along curves") {
  Cart cart;
  cart.folder.write("pull.csv", "time,pull\n0,8\n0.5,-8\n0.75,0\n");
  // 4 m/s^2 for 0.5 s, then braked for 0.25 s, then free.
  CHECK(cart.last("cart.x", "--input pull.csv --input-curve held") == Approx(0.5 + 0.375 + 0.25).epsilon(1e-13));
  const Outcome outcome = cart.run("--input pull.csv --input-curve held");
  CHECK(contains(outcome.out, "pull from pull.csv (held), the last values from 0.75 s on; x at its"));
  // Straight lines from 0 to 8 N: t^3/6 of 8 N/s over 2 kg.
  cart.folder.write("ramp.csv", "time,pull\n0,0\n0.25,2\n0.5,4\n0.75,6\n1,8\n");
  CHECK(cart.last("cart.x", "--input ramp.csv --input-curve linear") == Approx(8.0 / 2 / 6).epsilon(1e-13));
  CHECK(cart.last("cart.x", "--input ramp.csv") == Approx(8.0 / 2 / 6).epsilon(1e-13));
  // Adaptive steps end where a value changes; the first row also holds before its time.
  cart.folder.write("late.csv", "time,pull\n0.1,8\n0.333,-8\n");
  const double v = 4 * 0.333;
  CHECK(cart.last("cart.x", "--input late.csv --input-curve held --integrator dopri5") ==
        Approx(2 * 0.333 * 0.333 + v * 0.667 - 2 * 0.667 * 0.667).epsilon(1e-9));
  const auto json = nlohmann::json::parse(cart.run("--input ramp.csv --json").out);
  CHECK(json["inputs"][0] == nlohmann::json{{"name", "pull"}, {"from", "ramp.csv"}});
}

TEST_CASE("run inputs: what is driven follows a jump through the filter") {
  Cart cart;
  cart.folder.write("x.csv", "time,x\n0,20\n1,20\n");
  const double s = 1 / 0.05;
  CHECK(cart.last("slide.x", "--input x.csv --input-curve held") ==
        Approx(0.02 * (1 - (1 + s) * std::exp(-s))).epsilon(1e-5));
  CHECK(cart.last("x", "--input x.csv --input-curve held") == 20);
  CHECK(cart.last("x.filtered", "--input x.csv --input-curve held") ==
        Approx(20 * (1 - (1 + s) * std::exp(-s))).epsilon(1e-5));
}

TEST_CASE("run inputs: units are those of the table, or else those of the inputs") {
  Cart cart;
  cart.folder.write("a.csv", "time,pull\ns,kN\n0,0.008\n1,0.008\n");
  CHECK(cart.last("cart.x", "--input a.csv") == Approx(2).epsilon(1e-13));
  cart.folder.write("b.csv", "time,pull\nms,N\n0,8\n1000,8\n");
  CHECK(cart.last("cart.x", "--input b.csv") == Approx(2).epsilon(1e-13));
  cart.folder.write("c.csv", "time,pull\ns,mm\n0,8\n1,8\n");
  CHECK(contains(cart.run("--input c.csv").err, "which is no unit of 'N'"));
}

TEST_CASE("run inputs: a run's own table plays it again") {
  Cart cart;
  cart.folder.write("pull.csv", "time,pull,x\n0,8,1\n0.5,-8,2\n0.75,0,5\n");
  const Outcome first = cart.run("--input pull.csv --columns 'pull,x' -o again.csv");
  REQUIRE(first.code == 0);
  CHECK(cart.last("cart.x", "--input again.csv") == Approx(cart.last("cart.x", "--input pull.csv")).epsilon(1e-3));
}

TEST_CASE("run inputs: what cannot be played is refused with its place and a hint") {
  Cart cart;
  const auto refused = [&](const std::string& table, const std::string& options, int code) {
    cart.folder.write("bad.csv", table);
    const Outcome outcome = cart.run("--input bad.csv -o out.csv " + options);
    CHECK(outcome.code == code);
    CHECK_FALSE(std::filesystem::exists(cart.folder / "out.csv"));
    return outcome.err;
  };
  CHECK(contains(refused("time,pul\n0,1\n1,2\n", "", 3), "did you mean 'pull'"));
  CHECK(contains(refused("time,pull\n0,1\n1,200\n", "", 3), "bad.csv:3:3"));
  CHECK(contains(refused("time,pull\n0,1\n1,200\n", "", 3), "'pull' is set to 200 N; it goes from -100 N to 100 N"));
  CHECK(contains(refused("time,pull\n0,1\n1,nan\n", "", 3), "'pull' is set to nan"));
  CHECK(contains(refused("time,pull\n0,1\n0,2\n", "", 3), "does not come after"));
  CHECK(contains(refused("t,pull\n0,1\n1,2\n", "", 2), "no column 'time'"));
  CHECK(contains(cart.run("--input none.csv").err, "none.csv"));
  CHECK(contains(cart.run("--input-curve held").err, "has no effect"));
}

TEST_CASE("run inputs: what jumps under a drive without a filter is an error, and corners are a warning") {
  Cart cart("");
  cart.folder.write("x.csv", "time,x\n0,0\n0.5,20\n1,0\n");
  const Outcome held = cart.run("--input x.csv --input-curve held");
  CHECK(held.code == 5);
  CHECK(contains(held.err, "the input 'x' jumps, and 'move' would have to follow at once"));
  CHECK(contains(held.err, "filter=\"0.02\""));
  const Outcome linear = cart.run("--input x.csv --input-curve linear");
  CHECK(linear.code == 0);
  CHECK(contains(linear.err, "W0914"));
  CHECK(cart.run("--input x.csv").err.empty());
}

TEST_CASE("run inputs: verify compares both sides at random values") {
  for (const std::string more : {"filter='0.05' min='-10' max='30'", ""}) {
    Cart cart(more);
    const Outcome outcome = runIn(cart.folder, kProgram + " verify cart.xml --states 20 --end 0.05");
    INFO(outcome.out << outcome.err);
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.out, "EQUIVALENT"));
  }
}

TEST_CASE("run inputs: an input that differs in the recursive model is found, and another filter too") {
  Cart cart;
  REQUIRE(runIn(cart.folder, kProgram + " convert cart.xml -o out.xml").code == 0);
  std::string text = readText(cart.folder / "out.xml");
  REQUIRE(contains(text, "filter=\"0.05\""));
  text.replace(text.find("filter=\"0.05\""), 13, "filter=\"0.06\"");
  cart.folder.write("other.xml", text);
  const Outcome outcome = runIn(cart.folder, kProgram + " verify cart.xml other.xml --states 5 --no-trajectories");
  CHECK(outcome.code == 1);
  CHECK(contains(outcome.out, "input x with filter=0.05"));
}

TEST_CASE("run inputs: the implicit method plays them, and refuses filters") {
  Cart plain("");
  plain.folder.write("pull.csv", "time,pull\n0,8\n0.5,-8\n0.75,0\n");
  CHECK(plain.last("cart.x", "--solver implicit-bdf --input pull.csv --input-curve held") ==
        Approx(0.5 + 0.375 + 0.25).epsilon(1e-4));
  Cart filtered;
  CHECK(contains(filtered.run("--solver implicit-bdf").err, "an input is filtered"));
}

TEST_CASE("parameters: they are set in the file's unit or with their own, and what depends on them follows") {
  Cart cart;
  CHECK(cart.last("cart.x", "--param m=4") == Approx(0.5 * 6 / 4).epsilon(1e-13));
  CHECK(cart.last("cart.x", "--param 'm=500 g'") == Approx(0.5 * 6 / 0.5).epsilon(1e-13));
  CHECK(cart.last("cart.x", "--param m=1+1/2") == Approx(0.5 * 6 / 1.5).epsilon(1e-13));
  const Outcome converted = runIn(cart.folder, kProgram + " convert cart.xml --param m=4 -o out.xml");
  INFO(converted.err);
  REQUIRE(converted.code == 0);
  const std::string text = readText(cart.folder / "out.xml");
  CHECK(contains(text, "<set-parameter name=\"m\" value=\"4\"/>"));
  CHECK(contains(text, "<mass value=\"8\""));  // twice
  const Outcome same = runIn(cart.folder, kProgram + " run out.xml --end 1 --step 0.01 --columns cart.x -o -");
  CHECK(same.code == 0);
  CHECK(runIn(cart.folder, kProgram + " verify cart.xml --param m=4 --states 5 --end 0.02").code == 0);
}

TEST_CASE("parameters: names that are unknown, values that are none and files without them are refused") {
  Cart cart;
  const auto err = [&](const std::string& options) {
    const Outcome outcome = cart.run(options);
    CHECK(outcome.code != 0);
    return outcome.err;
  };
  CHECK(contains(err("--param twise=1"), "did you mean 'twice'"));
  CHECK(contains(err("--param q=1"), "the outermost file has m, twice"));
  CHECK(contains(err("--param m=heavy"), "is set to 'heavy'"));
  CHECK(contains(err("--param m=1 --param m=2"), "set twice"));
  CHECK(contains(err("--param m"), "sets no parameter"));
  CHECK(contains(err("--param 'm=2 mm'"), "is in kg, and is set to '2 mm'"));
  REQUIRE(runIn(cart.folder, kProgram + " convert cart.xml -o out.xml").code == 0);
  const Outcome recursive = runIn(cart.folder, kProgram + " run out.xml --end 1 --step 0.1 --param m=3");
  CHECK(recursive.code == 2);
  CHECK(contains(recursive.err, "the format 'recursive' has no parameters to set"));
}

TEST_CASE("a report plays inputs as a run does, and has no Cartesian run then") {
  const Cart cart;
  cart.folder.write("pulls.csv", "time,pull\n0,6\n1,12\n");
  const Outcome outcome = runIn(cart.folder, kProgram + " report cart.xml --end 1 --input pulls.csv -o page.html");
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const std::string page = readText((cart.folder.path() / "page.html").string());
  CHECK(contains(page, "; inputs by pulls.csv"));
  CHECK(contains(page, "the Cartesian run knows no table of inputs"));
  CHECK(runIn(cart.folder, kProgram + " report cart.xml --input none.csv -o other.html").code != 0);
  CHECK(runIn(cart.folder, kProgram + " report cart.xml --input pulls.csv -o pulls.csv").code == 2);
  CHECK(contains(readText((cart.folder.path() / "pulls.csv").string()), "time,pull"));
}

TEST_CASE("numbers that cannot be changed later are not promised") {
  const Cart cart;
  const Outcome outcome = runIn(cart.folder, kProgram + " export cart.xml --to recursive --tunable m -o out");
  CHECK(outcome.code == 2);
  CHECK(contains(outcome.err, "in recursive all are fixed"));
  const Outcome directional = runIn(cart.folder, kProgram + " export cart.xml --to fmu --directional -o out");
  CHECK(directional.code == 2);
  CHECK(contains(directional.err, "--directional adds derivatives to generated C"));
}
