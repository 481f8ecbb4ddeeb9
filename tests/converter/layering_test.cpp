// The includes follow the picture in README.md: data flows one way.
#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include "tests/support/samples.h"
#include "tests/support/test.h"

namespace fs = std::filesystem;
using mb::testing::contains;
using mb::testing::readText;
using mb::testing::sourcePath;

TEST_CASE("libraries include only what stands below them") {
  const std::map<std::string, std::set<std::string>> allowed{
      {"formats/model", {"formats/model"}},
      {"formats", {"formats", "formats/model"}},
      {"graph", {"graph", "formats/model"}},
      {"runtime", {"runtime", "formats/model"}},
      {"converter", {"converter", "formats", "graph", "runtime", "formats/model"}},
  };
  const auto libraryOf = [](const std::string& path) {
    if (path.rfind("formats/model/", 0) == 0) return std::string("formats/model");
    return path.substr(0, path.find('/'));
  };
  const std::regex include("#include \"([^\"]+)\"");
  int seen = 0;
  for (const char* folder : {"formats", "graph", "runtime", "converter"}) {
    for (const auto& entry : fs::recursive_directory_iterator(sourcePath(folder))) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
      const std::string path = fs::relative(entry.path(), sourcePath("")).string();
      const std::string text = readText(entry.path().string());
      for (std::sregex_iterator match(text.begin(), text.end(), include), end; match != end; ++match) {
        INFO(path << " includes " << (*match)[1]);
        CHECK(allowed.at(libraryOf(path)).count(libraryOf((*match)[1])) == 1);
        ++seen;
      }
    }
  }
  CHECK(seen > 50);
}

TEST_CASE("heavy libraries stay behind the sources") {
  for (const char* folder : {"formats", "graph", "runtime", "converter"}) {
    for (const auto& entry : fs::recursive_directory_iterator(sourcePath(folder))) {
      if (entry.path().extension() != ".h") continue;
      const std::string text = readText(entry.path().string());
      INFO(entry.path().string());
      for (const char* header : {"<boost/", "<tinyxml2.h>", "<CLI/", "<nlohmann/"}) {
        CHECK_FALSE(contains(text, header));
      }
    }
  }
}

TEST_CASE("graph and runtime ask what a joint does, not what it is called") {
  const std::regex comparison(R"((==|!=) \*?findJointType\(|[tT]ype(\(\))?\.name (==|!=) ")");
  CHECK(std::regex_search(std::string("type == *findJointType(\"revolute\")"), comparison));
  CHECK(std::regex_search(std::string("joint.type.name != \"ball\""), comparison));
  for (const char* folder : {"graph", "runtime"}) {
    for (const auto& entry : fs::recursive_directory_iterator(sourcePath(folder))) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
      INFO(entry.path().string());
      CHECK_FALSE(std::regex_search(readText(entry.path().string()), comparison));
    }
  }
}
