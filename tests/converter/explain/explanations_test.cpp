// The explanations of codes against the enumeration they are for.
#include "converter/explain/explanations.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "converter/console/exit_code.h"
#include "tests/support/test.h"

using namespace mb;

namespace {

std::string contentOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// As they are written in the header: number by name.
std::map<std::string, int> enumerators() {
  const std::string content = contentOf(MB_SOURCE_DIR "/formats/model/messages/codes.h");
  const std::size_t begin = content.find("enum class Code");
  const std::string body = content.substr(begin, content.find("};", begin) - begin);
  std::map<std::string, int> found;
  const std::regex line(R"(\n  (\w+) = (\d+),)");
  for (std::sregex_iterator match(body.begin(), body.end(), line), end; match != end; ++match) {
    found[(*match)[1]] = std::stoi((*match)[2]);
  }
  return found;
}

// All files of the tests but this one, which goes through all codes, and the inputs of the fuzz targets, whose messages
// nobody compares.
std::string textOfTests() {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(MB_SOURCE_DIR) / "tests";
  std::string text;
  for (fs::recursive_directory_iterator entry(folder), end; entry != end; ++entry) {
    if (entry->path() == folder / "fuzz") entry.disable_recursion_pending();
    if (entry->is_regular_file() && entry->path() != folder / "converter/explain/explanations_test.cpp")
      text += contentOf(entry->path());
  }
  return text;
}

// As a whole word: Code::tooMany is not in Code::tooManyErrors.
bool hasWord(const std::string& text, const std::string& word) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) {
    const std::size_t next = at + word.size();
    if (next == text.size() || !std::isalnum(static_cast<unsigned char>(text[next]))) return true;
  }
  return false;
}

bool isSentences(std::string_view text) {
  const bool begins = std::isupper(static_cast<unsigned char>(text.front())) || text.front() == '`';
  return begins && text.back() == '.' && text.find('\n') == std::string_view::npos &&
         text.find("  ") == std::string_view::npos;
}

}  // namespace

TEST_CASE("every code has one row, in ascending order") {
  const std::map<std::string, int> wanted = enumerators();
  REQUIRE(wanted.size() > 100);
  std::vector<int> numbers;
  for (const auto& [name, number] : wanted) numbers.push_back(number);
  std::ranges::sort(numbers);
  std::vector<int> found;
  for (const Explanation& row : explanations()) found.push_back(static_cast<int>(row.code));
  CHECK(found == numbers);
}

TEST_CASE("every code is named by a test, as an enumerator or as messages show it") {
  const std::string text = textOfTests();
  for (const auto& [name, number] : enumerators()) {
    // No input gives a fault of the program: tests can only demand that there is none.
    if (name == "internalFault") continue;
    CAPTURE(name, number);
    const std::string shown = numberText(static_cast<Code>(number));
    CHECK((hasWord(text, "Code::" + name) || hasWord(text, "E" + shown) || hasWord(text, "W" + shown)));
  }
}

TEST_CASE("a code is found by its number as users write it") {
  for (const Explanation& row : explanations()) {
    const std::string number = numberText(row.code);
    const std::string bare = std::to_string(static_cast<int>(row.code));
    CAPTURE(number);
    CHECK(number.size() == 4);
    CHECK(&explanationOf(row.code) == &row);
    for (const std::string& text : {number, bare, "E" + number, "W" + number, "e" + number, "w" + number, "e" + bare}) {
      CHECK(findExplanation(text) == &row);
    }
  }
  for (const char* const text :
       {"", "E", "E0000", "0999", "9999", "E03021", "-101", "E 101", "X0101", "101x", "EE101"}) {
    CAPTURE(text);
    CHECK(findExplanation(text) == nullptr);
  }
}

TEST_CASE("a number that is not a code is explained as an internal fault") {
  for (const int number : {-1, 0, 100, 999, 1003, 1 << 30}) {
    CHECK(explanationOf(static_cast<Code>(number)).code == Code::internalFault);
  }
}

TEST_CASE("the hundreds of a code decide the exit code, except for file and memory failures") {
  const std::map<int, ExitCode> byHundred{
      {7, ExitCode::cannotBeModelled}, {8, ExitCode::usage}, {9, ExitCode::numericalFailure}, {10, ExitCode::internal}};
  for (const Explanation& row : explanations()) {
    CAPTURE(numberText(row.code));
    const bool isFile = row.code == Code::cannotRead || row.code == Code::cannotWrite || row.code == Code::outOfMemory;
    const auto group = byHundred.find(static_cast<int>(row.code) / 100);
    CHECK(exitCodeOf(row.code) == (isFile                     ? ExitCode::io
                                   : group != byHundred.end() ? group->second
                                                              : ExitCode::inputRejected));
  }
}

TEST_CASE("every explanation has a short title, full sentences and matching examples") {
  for (const Explanation& row : explanations()) {
    CAPTURE(numberText(row.code), row.title);
    REQUIRE(!row.title.empty());
    CHECK(row.title.back() != '.');
    CHECK(row.title.size() < 90);
    CHECK(std::islower(static_cast<unsigned char>(row.title.front())));
    REQUIRE(row.meaning.size() > 80);
    CHECK(isSentences(row.meaning));
    CHECK(row.wrong.empty() == row.right.empty());
    CHECK((row.wrong.empty() || row.wrong != row.right));
  }
}

TEST_CASE("the page on messages tells the exit codes of every hundred") {
  std::map<int, std::set<int>> wanted;
  for (const Explanation& row : explanations())
    wanted[static_cast<int>(row.code) / 100].insert(static_cast<int>(exitCodeOf(row.code)));
  std::ifstream file(MB_SOURCE_DIR "/docs/diagnostics.md");
  const std::regex pattern(R"(\| (\d\d)xx \| .* \| (\d)(?:, (\d))? \|)");
  std::map<int, std::set<int>> listed;
  for (std::string line; std::getline(file, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, pattern)) continue;
    std::set<int>& codes = listed[std::stoi(match[1])];
    codes.insert(std::stoi(match[2]));
    if (match[3].matched) codes.insert(std::stoi(match[3]));
  }
  CHECK(listed == wanted);
}
