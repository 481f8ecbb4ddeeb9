// Files that are not models, and losses recorded in a model.
#include "converter/conversion/model_file.h"

#include "formats/model/basics/text.h"
#include "tests/support/brief.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;
using namespace std::string_literals;

namespace {

Diagnostics messagesOf(const std::string& text, const std::string& format = {}, bool strict = false) {
  const ScratchFolder folder;
  ModelOptions options;
  options.format = format;
  options.strict = strict;
  Diagnostics diagnostics;
  readModel(folder.write("model", text), diagnostics, options);
  return diagnostics;
}

std::string lossOf(const std::string& attributes) {
  return "<mbs version=\"1\" name=\"m\"><body name=\"a\"><mass value=\"1\"/><inertia xx=\"1\" yy=\"1\" "
         "zz=\"1\"/></body>"
         "<joint name=\"j\" type=\"revolute\" i=\"a\" j=\"ground\" point=\"0 0 0\" axis=\"0 1 0\"/>"
         "<foreign format=\"adams\" changes_motion=\"yes\"" +
         attributes + ">X</foreign></mbs>";
}

// Those of Cartesian models, and none, by which the file tells.
std::vector<std::string> modelFormats() {
  std::vector<std::string> names{""};
  for (const Format& format : formats()) {
    if (format.readCartesian) names.emplace_back(format.name);
  }
  return names;
}

}  // namespace

TEST_CASE("compressed, binary and UTF-16 models are reported as not being text") {
  const std::string format = GENERATE(from_range(modelFormats()));
  const std::string text = GENERATE("\xFF\xFE<\0m\0"s, "\xFE\xFF\0<\0m"s, "\x1F\x8B\x08\0"s, "PK\x03\x04 "s,
                                    "\x78\x9C+"s, "\x28\xB5\x2F\xFD "s, "\xFD\x37zXZ\0"s, "BZh91AY&SY"s);
  CAPTURE(format, foreignKindOf(text));
  const Diagnostics diagnostics = messagesOf(text, format);
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].code == Code::notText);
  CHECK(contains(diagnostics.all()[0].message, std::string(foreignKindOf(text))));
  CHECK_FALSE(diagnostics.all()[0].hint.empty());
}

TEST_CASE("a file of unknown format is called binary only if it contains a zero byte") {
  CHECK(messagesOf("<\0m\0b\0s\0"s).all().at(0).code == Code::notText);
  CHECK(messagesOf("hello").all().at(0).code == Code::unknownFormat);
}

TEST_CASE("unsupported formats are reported by name") {
  struct Row {
    std::string text, what;
  };
  const Row row = GENERATE(
      Row{"<?xml version=\"1.0\"?>\n<!-- arm -->\n<mujoco model=\"arm\"><worldbody/></mujoco>",
          "a MuJoCo model (MJCF)"},
      Row{"<mujocoinclude><default/></mujocoinclude>", "a MuJoCo model (MJCF)"},
      Row{"<?xml version=\"1.0\"?><OpenSimDocument Version=\"40000\"><Model/></OpenSimDocument>",
          "an OpenSim model (.osim)"},
      Row{"!\n!----- Default Units for Model -----!\n!\ndefaults units  &\n   length = mm  &\n   angle = deg\n",
          "a command file of Adams/View (.cmd)"},
      Row{"! my macro\r\nMODEL  CREATE  &\r\n   model_name = m\r\n", "a command file of Adams/View (.cmd)"},
      Row{"# a pendulum\nbegin: data;\n\tproblem: initial value;\nend: data;\n", "an input file of MBDyn"},
      Row{"# four bars\nchrono-version: 10.0\nmodel:\n  name: slider crank\n", "a YAML file of Project Chrono"});
  CAPTURE(row.text);
  const Diagnostics diagnostics = messagesOf(row.text);
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].code == Code::unknownFormat);
  CHECK(diagnostics.all()[0].message == "this is " + row.what + ", which is not read here");
  CHECK_FALSE(diagnostics.all()[0].hint.empty());
}

TEST_CASE("an empty model file is reported as empty, whatever its format") {
  const std::string format = GENERATE(from_range(modelFormats()));
  const std::string text = GENERATE("", " \r\n\n", "\xEF\xBB\xBF", "\xEF\xBB\xBF\r");
  CAPTURE(format, text.size());
  const Diagnostics diagnostics = messagesOf(text, format);
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].code == Code::emptyFile);
  const bool asksForOther = !format.empty() && format != "mbx";
  if (asksForOther) CHECK_FALSE(contains(diagnostics.all()[0].hint, "mbs"));
}

TEST_CASE("a loss with few attributes still gives a complete message") {
  const Diagnostics bare = messagesOf(lossOf(""));
  REQUIRE(bare.all().size() == 1);
  CHECK(bare.all()[0].code == Code::lostInTranslation);
  CHECK(bare.all()[0].message == "a part of the original, from adams, is lost");
  CHECK_FALSE(bare.all()[0].hint.empty());
  CHECK(messagesOf(lossOf(" what=\"CONTACT/3\"")).all().at(0).message == "CONTACT/3 is lost");
  const Diagnostics strict = messagesOf(lossOf(" what=\"F/1\" why=\"it is odd\" meaning=\"none\""), {}, true);
  CHECK(strict.hasErrors());
  CHECK(brief(strict.all().at(0)).ends_with("error: F/1 is lost: it is odd\n  hint: none\n"));
}
