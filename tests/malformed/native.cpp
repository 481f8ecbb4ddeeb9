// Malformed Cartesian models. Most are files, which carry the errors they must give in comments:
//   expected-error@+N:COLUMN ECODE {{text}}          N lines below the comment (or @-N above)
//   expected-error@LINE:COLUMN ECODE {{text}}        where a comment cannot stand beside the error
//   expected-error@FILE:LINE:COLUMN ECODE {{text}}   in an included file
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "tests/malformed/malformed.h"

namespace mb {
namespace {

namespace fs = std::filesystem;

std::vector<PlantedError> annotations(const fs::path& path, const std::string& text) {
  static const std::regex pattern(R"(expected-error@(?:([-+]\d+)|(?:([\w/.]+):)?(\d+)):(\d+) (E\d{4}) \{\{(.*?)\}\})");
  std::vector<PlantedError> errors;
  std::istringstream lines(text);
  std::string content;
  for (int line = 1; std::getline(lines, content); ++line) {
    for (std::sregex_iterator match(content.begin(), content.end(), pattern), last; match != last; ++match) {
      const std::smatch& m = *match;
      const auto code = static_cast<Code>(std::stoi(m[5].str().substr(1)));
      errors.push_back({m[1].matched ? line + std::stoi(m[1]) : std::stoi(m[3]), std::stoi(m[4]), code, m[6],
                        m[2].matched ? (path.parent_path() / m[2].str()).string() : std::string()});
    }
  }
  if (errors.empty()) throw std::logic_error(path.string() + " expects no error");
  return errors;
}

std::vector<BadInput> annotatedFiles(const std::string& folder) {
  std::vector<BadInput> inputs;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".xml") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    inputs.push_back(
        {entry.path().stem().string(), text.str(), annotations(entry.path(), text.str()), entry.path().string()});
  }
  std::ranges::sort(inputs, {}, &BadInput::name);
  return inputs;
}

// Beside a body 'frame' and a body 'arm'; what is wrong begins at line 4.
std::string beside(std::string_view wrong) {
  return "<mbs version=\"1\" name=\"bad\">\n"
         "<body name=\"frame\"><mass value=\"1\"/><inertia xx=\"1\" yy=\"1\" zz=\"1\"/><marker "
         "name=\"pivot\"/></body>\n"
         "<body name=\"arm\"><mass value=\"1\"/><inertia xx=\"1\" yy=\"1\" zz=\"1\"/><marker "
         "name=\"pivot\"/></body>\n" +
         std::string(wrong) + "\n</mbs>\n";
}

// The files in tests/formats/bad, and those here.
std::vector<BadInput> badNative() {
  std::vector<BadInput> inputs = annotatedFiles(MB_SOURCE_DIR "/tests/formats/bad");
  const BadRow rows[] = {
      {"empty", "", 1, "", Code::emptyFile, "no XML element"},
      {"a compressed model", std::string("\x1F\x8B\x08\0", 4), 1, "", Code::notText, "compressed by gzip"},
      {"carriage returns alone", "<mbs version=\"1\" name=\"bad\">\r<body name=\"b\" colour=\"red\"/>\r</mbs>\r", 2,
       "colour", Code::unknownAttribute, "has no attribute 'colour'"},
      {"a tolerance of loops that is none", "<mbs version=\"2\" loop-tolerance=\"0\"><body name=\"b\"/></mbs>\n", 1,
       "loop-tolerance=\"|0", Code::outOfRange, "above 0 and at most 0.1"},
      {"a tolerance of loops above all machines",
       "<mbs version=\"2\" loop-tolerance=\"0.2\"><body name=\"b\"/></mbs>\n", 1, "0.2", Code::outOfRange,
       "above 0 and at most 0.1"},
      {"a tolerance of loops in words", "<mbs version=\"2\" loop-tolerance=\"tight\"><body name=\"b\"/></mbs>\n", 1,
       "tight", Code::unknownParameter, "'tight'"},
      {"a comment alone", "<!-- nothing -->\n", 1, "", Code::emptyFile, "no XML element"},
      {"a name of two words", beside("<body name=\"left arm\"/>"), 4, "left arm", Code::badName, "cannot be a name"},
      {"an inertia alone", beside("<body name=\"b\"><inertia xx=\"1\" yy=\"1\"/></body>"), 4, "<inertia",
       Code::missingAttribute, "has no attribute 'zz'"},
      {"a processing instruction", beside("<?php echo 1 ?>"), 4, "<?php", Code::forbiddenXml, ""},
      {"a gravity in words", beside("<gravity vector=\"down\"/>"), 4, "down", Code::unknownParameter, "'down'"},
      {"a spline of unequal lists", beside("<spline name=\"s\" x=\"0 1 2\" y=\"0 1\"/>"), 4, "<spline",
       Code::wrongCount, "3 abscissas and 2 values"},
      {"a spline of one point", beside("<spline name=\"s\" x=\"0\" y=\"0\"/>"), 4, "<spline", Code::wrongCount,
       "at least 2 points"},
      {"a general force on nothing", beside("<force name=\"f\" type=\"general\" fx=\"1\"/>"), 4, "<force",
       Code::missingAttribute, "has no attribute 'i'"},
      {"a function that is cut off", beside("<force name=\"f\" type=\"general\" i=\"arm.pivot\" fx=\"2*\"/>"), 4, "2*|",
       Code::expressionSyntax, ""},
      {"a function without arguments", beside("<force name=\"f\" type=\"general\" i=\"arm.pivot\" fx=\"sin()\"/>"), 4,
       "sin", Code::wrongArguments, ""},
      {"a friction of another coordinate",
       beside("<joint name=\"h\" type=\"revolute\" i=\"arm.pivot\" j=\"frame.pivot\"><friction dof=\"tz\" "
              "coulomb=\"1\"/></joint>"),
       4, "tz", Code::unknownName, "has no coordinate 'tz'"},
      {"a mirror of an unknown plane", beside("<include file=\"part.xml\" mirror=\"ab\"/>"), 4, "ab", Code::unknownWord,
       "'ab' is not one of"},
      {"an include of nothing", beside("<include file=\"\"/>"), 4, "file=\"|", Code::missingValue, ""},
      {"a pose relative to a word", beside("<body name=\"b\"><pose relative_to=\"\"/></body>"), 4, "relative_to=\"|",
       Code::unknownName, ""},
      {"a weight without bounds",
       beside("<joint name=\"h\" type=\"revolute\" i=\"arm.pivot\" j=\"frame.pivot\" weight=\"1e9\"/>"), 4, "1e9",
       Code::outOfRange, "is not between 0 and 1000000"},
      {"a probe of nothing", beside("<probe name=\"p\" marker=\"arm.hub\"/>"), 4, "arm.hub", Code::unknownName,
       "named 'hub'"},
      {"a table that goes back",
       beside("<joint name=\"h\" type=\"revolute\" i=\"arm.pivot\" j=\"frame.pivot\"/>\n<motion name=\"m\" "
              "joint=\"h\"><table time=\"0 2 1\" value=\"0 1 2\"/></motion>"),
       5, "<motion", Code::mustIncrease, "must increase"},
      {"a character that is none", beside("<remark>\xEF\xBF\xBE</remark>"), 4, "<remark>|", Code::notText,
       "U+FFFE and U+FFFF"},
      {"a reference to a character that is none", beside("<body name=\"b&#xFFFE;\"/>"), 4, "&#xFFFE;",
       Code::malformedText, "does not begin a known entity"},
      {"a property of a tyre given twice",
       beside("<tyre name=\"t\" type=\"spring\" unloaded_radius=\"0.3\" vertical_stiffness=\"2e5\" "
              "calpha=\"1e5\"><property key=\"CSLIP\" value=\"1e5\"/><property key=\"CSLIP\" value=\"3e5\"/></tyre>"),
       4, "3e5", Code::givenTwice, "CSLIP is given twice"},
      {"three points where two are wanted", beside("<body name=\"b\"><pose zx=\"0 0 1; 1 0 0; 0 1 0\"/></body>"), 4,
       "0 0 1", Code::wrongCount, "3 points, expected 2"},
  };
  std::vector<BadInput> more = inputsOf(rows);
  inputs.insert(inputs.end(), more.begin(), more.end());
  return inputs;
}

const MalformedFormat kFormat("mbx", &badNative);

}  // namespace

std::vector<BadInput> badConversions() {
  std::vector<BadInput> inputs = annotatedFiles(MB_SOURCE_DIR "/tests/converter/bad_loops");
  const BadRow rows[] = {
      {"a drive of a joint that never moves",
       beside("<joint name=\"weld\" type=\"fixed\" i=\"arm.pivot\" j=\"frame.pivot\"/>\n"
              "<joint name=\"hinge\" type=\"revolute\" i=\"arm.pivot\" j=\"frame.pivot\"/>\n"
              "<motion name=\"m\" joint=\"hinge\" function=\"time\"/>"),
       5, "<joint", Code::neverMoves, "something refers to its coordinate"},
      {"welds that contradict each other",
       beside("<joint name=\"w1\" type=\"fixed\" i=\"arm.pivot\" j=\"frame.pivot\"/>\n"
              "<marker name=\"off\" body=\"arm\"><pose pos=\"1 0 0\"/></marker>\n"
              "<joint name=\"w2\" type=\"fixed\" i=\"arm.off\" j=\"frame.pivot\"/>"),
       6, "<joint", Code::fixedContradict, "contradicts the other fixed joints"},
  };
  std::vector<BadInput> more = inputsOf(rows);
  inputs.insert(inputs.end(), more.begin(), more.end());
  return inputs;
}

}  // namespace mb
