// `mbconvert --print-after STAGE`: what is between the stages can be read again, and leads to the same machine.
#include <nlohmann/json.hpp>

#include "converter/conversion/stages.h"
#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;
using nlohmann::json;

namespace {

struct Figures {
  int dof = -1;
  std::string weight;
  bool operator==(const Figures&) const = default;
};

Figures figuresOf(const ScratchFolder& folder, const std::string& model) {
  const Outcome outcome = runIn(folder, kProgram + " tree --json " + model);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const json tree = json::parse(outcome.out);
  return {tree["dof"], tree["weight"].dump()};
}

std::string after(const ScratchFolder& folder, const std::string& stage, const std::string& model) {
  const Outcome outcome = runIn(folder, kProgram + " --print-after " + stage + " " + model);
  INFO(stage << " of " << model << "\n" << outcome.err);
  CHECK(outcome.code == 0);
  return outcome.out;
}

}  // namespace

TEST_CASE("the model after each stage before the plan is a model of the same machine") {
  const ScratchFolder folder;
  for (const char* sample : {"wishbone_corner", "macpherson_steered", "hmmwv", "four_bar"}) {
    const std::string model = samplePath(sample);
    const Figures wanted = figuresOf(folder, model);
    for (const char* stage : {"read", "lock", "merge", "idealise", "fuse"}) {
      INFO(sample << " after " << stage);
      folder.write("between.xml", after(folder, stage, model));
      CHECK(figuresOf(folder, "between.xml") == wanted);
    }
  }
  CHECK_FALSE(std::filesystem::exists(folder / "model.recursive.xml"));
}

TEST_CASE("locked joints are still present after reading and gone after locking") {
  const ScratchFolder folder;
  const std::string model = samplePath("four_bar");
  const std::string lock = " --lock b_crank_pin";
  CHECK(contains(after(folder, "read", model + lock), "name=\"b_crank_pin\""));
  CHECK_FALSE(contains(after(folder, "lock", model + lock), "name=\"b_crank_pin\""));
}

TEST_CASE("the plan stage prints a plan that is followed, lowering and assembly a recursive model") {
  const ScratchFolder folder;
  for (const char* sample : {"wishbone_corner", "hmmwv"}) {
    INFO(sample);
    const std::string model = samplePath(sample);
    const std::string whole = runIn(folder, kProgram + " -q " + model + " -o -").out;
    folder.write("plan.xml", after(folder, "plan", model));
    CHECK(runIn(folder, kProgram + " -q " + model + " --plan plan.xml -o -").out == whole);
    CHECK(after(folder, "assemble", model) == whole);
    folder.write("lowered.xml", after(folder, "lower", model));
    CHECK(runIn(folder, kProgram + " run lowered.xml --end 0.001 --step 0.001").code == 0);
  }
}

TEST_CASE("the stages are those of --times, others are refused, and the input is not overwritten") {
  const ScratchFolder folder;
  const std::string model = folder.write("m.xml", readText(samplePath("four_bar")));
  const Outcome timed = runIn(folder, kProgram + " m.xml -o r.xml --lock b_crank_pin --times");
  for (const std::string_view stage : kConversionStages) {
    CHECK(contains("\n" + timed.err, "\n" + std::string(stage) + " "));
  }
  CHECK(contains(runIn(folder, kProgram + " m.xml --print-after melt").err, "'melt' is none of read, lock, merge"));
  CHECK(runIn(folder, kProgram + " m.xml --print-after fuse -o m.xml").code == 2);
  CHECK(runIn(folder, kProgram + " m.xml --print-after fuse -o between.xml").code == 0);
  CHECK(contains(readText(folder / "between.xml"), "<mbs "));
}
