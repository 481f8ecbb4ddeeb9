// `mbconvert export` as users call it, and what is in an FMU.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "converter/export/fmu/archive.h"
#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

std::string exportOf(const std::string& sample, const std::string& options) {
  return kProgram + " export '" + samplePath(sample) + "' " + options;
}

std::map<std::string, std::string> unpacked(const std::string& path) {
  std::map<std::string, std::string> files;
  const auto all = fmi::filesIn(readText(path));
  REQUIRE(all);
  for (const fmi::ArchivedFile& file : *all) files[file.name] = file.bytes;
  return files;
}

// Empty where a file obeys the schema of its version.
std::string schemaFaults(const ScratchFolder& folder, const std::string& description, int version,
                         const std::string& kind = "ModelDescription") {
  folder.write("description.xml", description);
  const std::string schema = sourcePath(fmt::format("tests/fmi/schemas/fmi{0}/fmi{0}{1}.xsd", version, kind));
  const Outcome outcome = runIn(folder, "xmllint --noout --schema '" + schema + "' description.xml");
  return outcome.code == 0 ? "" : outcome.err;
}

}  // namespace

TEST_CASE("export: an FMU holds its description, binary, model and certificate", "[fmu]") {
  const ScratchFolder folder;
  const Outcome outcome = runIn(folder, exportOf("hmmwv_full", "--to fmu --verify -o it.fmu"));
  INFO(outcome.out << outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(contains(outcome.out, "EQUIVALENT"));
  CHECK(contains(outcome.out, "check"));
  auto files = unpacked(folder / "it.fmu");
  CHECK(files["binaries/x86_64-linux/hmmwv_full.so"].starts_with("\177ELF"));
  CHECK(contains(files["resources/model.recursive.xml"], "<recursive"));
  CHECK(nlohmann::json::parse(files["extra/mbconvert/certificate.json"])["verdict"] == "EQUIVALENT");
  const std::string& description = files["modelDescription.xml"];
  CHECK(contains(description, "fmiVersion=\"3.0\""));
  CHECK(contains(description, "<BaseUnit m=\"1\" s=\"-1\"/>"));
}

TEST_CASE("export: descriptions obey the schemas of both versions", "[fmu]") {
  const ScratchFolder folder;
  if (runIn(folder, "xmllint --version").code != 0) {
    WARN("skipped: xmllint is not installed");
    return;
  }
  CHECK(schemaFaults(folder, "<fmiModelDescription/>", 3) != "");
  for (const char* const sample : {"hmmwv_full"}) {
    for (const int version : {2, 3}) {
      const Outcome outcome =
          runIn(folder, exportOf(sample, "--to fmu --fmi " + std::to_string(version) + " -o it.fmu"));
      INFO(sample << " " << version << " " << outcome.err);
      REQUIRE(outcome.code == 0);
      CHECK(schemaFaults(folder, unpacked(folder / "it.fmu")["modelDescription.xml"], version) == "");
    }
  }
}

TEST_CASE("export: wheels are terminals, and the reference result is our own run", "[fmu]") {
  const ScratchFolder folder;
  const std::string model = "'" + sourcePath("samples/van/bumps.xml") + "' --step 0.001";
  REQUIRE(runIn(folder, kProgram + " export " + model + " --to fmu -o it.fmu").code == 0);
  auto files = unpacked(folder / "it.fmu");
  const std::string& terminals = files["terminalsAndIcons/terminalsAndIcons.xml"];
  CHECK(contains(terminals, "variableName=\"fl_wheel.qw\" memberName=\"qw\""));
  CHECK(contains(terminals, "variableName=\"tyre_rr.fz\" memberName=\"fz\""));
  if (runIn(folder, "xmllint --version").code == 0)
    CHECK(schemaFaults(folder, terminals, 3, "TerminalsAndIcons") == "");
  else
    WARN("skipped: xmllint is not installed");
  const std::string columns = " --integrator rk4 --end 1 --every 0.01 --columns 'chassis.*' -o run.csv";
  REQUIRE(runIn(folder, kProgram + " run " + model + columns).code == 0);
  const std::string ours = readText(folder / "run.csv");
  const std::string& theirs = files["extra/org.fmi-standard.fmi-ls-ref/reference.csv"];
  const auto lastRow = [](const std::string& table) { return table.substr(table.rfind('\n', table.size() - 2) + 1); };
  CHECK(lastRow(theirs).starts_with(lastRow(ours).substr(0, lastRow(ours).size() - 1)));
}

TEST_CASE("export: the same model gives the same bytes, and another one another token", "[fmu]") {
  const ScratchFolder folder;
  REQUIRE(runIn(folder, exportOf("pendulum", "--to fmu -o a.fmu")).code == 0);
  REQUIRE(runIn(folder, "TZ=Asia/Tokyo " + exportOf("pendulum", "--to fmu -o b.fmu")).code == 0);
  CHECK(readText(folder / "a.fmu") == readText(folder / "b.fmu"));
  REQUIRE(runIn(folder, exportOf("pendulum", "--to fmu --step 0.002 -o c.fmu")).code == 0);
  CHECK(unpacked(folder / "a.fmu")["resources/setup.xml"] != unpacked(folder / "c.fmu")["resources/setup.xml"]);
}

TEST_CASE("export: what cannot be done is refused, and nothing is written", "[fmu]") {
  const ScratchFolder folder;
  const auto refused = [&](const std::string& options, const char* code, const char* reason) {
    const Outcome outcome = runIn(folder, exportOf("pendulum", options + " -o it"));
    INFO(options << outcome.err);
    CHECK(outcome.code == 2);
    CHECK(contains(outcome.err, code));
    CHECK(contains(outcome.err, reason));
    CHECK(!std::filesystem::exists(folder / "it"));
  };
  refused("--to fmu --tunable nothing.k", "E0802", "no number of the model matches 'nothing.k'");
  refused("--to recursive --fmi 2", "E0801", "recursive is none");
  refused("--to modelica", "E0801", "none of");
  refused("", "E0801", "--to");
  CHECK(runIn(folder, exportOf("pendulum", "--to c -o -")).code == 2);
  CHECK(!std::filesystem::exists(folder / "-"));
}

TEST_CASE("export: a recursive model is taken as it is", "[fmu]") {
  const ScratchFolder folder;
  REQUIRE(runIn(folder, exportOf("pendulum", "--to recursive -o it.xml")).code == 0);
  CHECK(contains(readText(folder / "it.xml.certificate.json"), "EQUIVALENT"));
  const Outcome outcome = runIn(folder, kProgram + " export it.xml --to recursive --verify -o again.xml");
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(readText(folder / "again.xml") == readText(folder / "it.xml"));
  CHECK(!std::filesystem::exists(folder / "again.xml.certificate.json"));
}
