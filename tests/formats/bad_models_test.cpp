// Every file in tests/formats/bad carries the errors it must give:
//   expected-error@+N {{text}}          N lines below the comment (or @-N above)
//   expected-error@LINE:COLUMN {{text}}  where a comment cannot stand beside the error
//   expected-error@FILE:LINE:COLUMN {{text}}  in an included file
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "formats/formats.h"
#include "formats/native/native.h"
#include "tests/support/test.h"

namespace mb {
namespace {

namespace fs = std::filesystem;

struct Expected {
  std::string path;
  int line = 0;
  int column = 0;  // 0: any
  std::string text;
};

std::vector<Expected> expectedErrors(const std::string& path, const std::string& text) {
  static const std::regex pattern(R"(expected-error@(?:([-+]\d+)|(?:([\w/.]+):)?(\d+):(\d+)) \{\{(.*?)\}\})");
  std::vector<Expected> expected;
  int line = 1;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string content = text.substr(begin, end - begin);
    for (std::sregex_iterator match(content.begin(), content.end(), pattern), last; match != last; ++match) {
      const std::smatch& m = *match;
      if (m[1].matched) {
        expected.push_back({path, line + std::stoi(m[1]), 0, m[5]});
      } else {
        const std::string file = m[2].matched ? (fs::path(path).parent_path() / m[2].str()).string() : path;
        expected.push_back({file, std::stoi(m[3]), std::stoi(m[4]), m[5]});
      }
    }
    begin = end + 1;
    ++line;
  }
  return expected;
}

bool matches(const Expected& expected, const Diagnostic& found) {
  return found.at.file && found.at.file->path == expected.path && found.at.line == expected.line &&
         (expected.column == 0 || found.at.column == expected.column) &&
         found.message.find(expected.text) != std::string::npos;
}

std::vector<fs::path> badModels() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(MB_SOURCE_DIR "/tests/formats/bad")) {
    if (entry.path().extension() == ".xml") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace

TEST_CASE("every malformed model is refused with exactly the expected errors, their places and a hint") {
  const std::vector<fs::path> paths = badModels();
  CHECK(paths.size() >= 60);
  for (const fs::path& path : paths) {
    CAPTURE(path.string());
    Diagnostics diagnostics;
    const auto source = readSource(path.string(), diagnostics);
    REQUIRE(source);
    readNative(source, diagnostics);

    std::vector<Expected> missing = expectedErrors(path.string(), source->text);
    CHECK(!missing.empty());
    for (const Diagnostic& found : diagnostics.all()) {
      CAPTURE(toText(found));
      const auto expected =
          std::find_if(missing.begin(), missing.end(), [&](const Expected& e) { return matches(e, found); });
      CHECK(expected != missing.end());
      if (expected != missing.end()) missing.erase(expected);
      CHECK(found.severity == Severity::error);
      CHECK(found.at.line > 0);
      CHECK(found.at.column > 0);
      CHECK(!found.hint.empty());
      CHECK(found.hint != "see docs/cartesian-format.md");  // the general one says nothing about this error
      CHECK(std::islower(static_cast<unsigned char>(found.message.front())) + (found.message.front() == '\'') +
                (found.message.front() == '<') + (found.message.front() == 'P') +
                std::isdigit(static_cast<unsigned char>(found.message.front())) >
            0);
      CHECK(found.message.back() != '.');
    }
    for (const Expected& expected : missing) {
      FAIL_CHECK(fmt::format("missing: {}:{}: {}", expected.path, expected.line, expected.text));
    }
    const ExitCode code = diagnostics.exitCode();
    CHECK((code == ExitCode::inputRejected || code == ExitCode::cannotBeModelled));
  }
}

TEST_CASE("a file that does not exist is an error of input and output that names the path and the reason") {
  Diagnostics diagnostics;
  CHECK(!readSource("/nonexistent/model.xml", diagnostics));
  REQUIRE(diagnostics.errorCount() == 1);
  CHECK(diagnostics.exitCode() == ExitCode::io);
  CHECK(diagnostics.all()[0].message == "cannot read '/nonexistent/model.xml': No such file or directory");
  CHECK(toText(diagnostics.all()[0].at) == "/nonexistent/model.xml");
}

TEST_CASE("a directory cannot be read as a model") {
  Diagnostics diagnostics;
  CHECK(!readSource(MB_SOURCE_DIR, diagnostics));
  CHECK(diagnostics.exitCode() == ExitCode::io);
}

}  // namespace mb
