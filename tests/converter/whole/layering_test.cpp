// The includes follow the table of rooms in docs/architecture.md: data flows one way.
#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <vector>

#include "tests/support/samples.h"
#include "tests/support/test.h"

namespace fs = std::filesystem;
using mb::testing::contains;
using mb::testing::readText;
using mb::testing::sourcePath;

namespace {

using Rooms = std::map<std::string, std::set<std::string>>;  // a room, and those it stands on

// The rows "| `room/` | idea | `room/`, ... |" of the page.
Rooms roomsOf(const std::string& page) {
  const std::regex row(R"(\n\| `([a-z_/]+)/` \|[^|\n]*\|([^|\n]*)\|)");
  const std::regex name("`([a-z_/]+)/`");
  Rooms rooms;
  for (std::sregex_iterator match(page.begin(), page.end(), row), end; match != end; ++match) {
    std::set<std::string>& below = rooms[(*match)[1]];
    const std::string list = (*match)[2];
    for (std::sregex_iterator one(list.begin(), list.end(), name); one != end; ++one) below.insert((*one)[1]);
  }
  return rooms;
}

// Folders that hold parts of the room around them.
std::string roomOf(const std::string& path) {
  std::string folder = fs::path(path).parent_path().string();
  for (const std::string part : {"/messages/codes", "/embedded/kernel"}) {
    if (folder.ends_with(part)) folder = fs::path(folder).parent_path().string();
  }
  return folder;
}

// What a room stands on, and what that stands on; the room itself only where there is a cycle.
std::set<std::string> below(const Rooms& rooms, const std::string& room) {
  std::set<std::string> found;
  std::vector<std::string> open{room};
  while (!open.empty()) {
    const std::string one = open.back();
    open.pop_back();
    for (const std::string& next : rooms.at(one)) {
      if (found.insert(next).second) open.push_back(next);
    }
  }
  return found;
}

// Rooms in a cycle, sources in no room, and includes of what a room does not stand on.
std::vector<std::string> faultsOf(const Rooms& rooms, const std::map<std::string, std::string>& sources) {
  const std::regex include("#include \"([^\"]+)\"");
  std::map<std::string, std::set<std::string>> allowed;
  std::vector<std::string> faults;
  for (const auto& [room, on] : rooms) {
    for (const std::string& one : on) {
      if (!rooms.contains(one)) return {room + " stands on " + one + ", which is no room"};
    }
    allowed[room] = below(rooms, room);
    if (allowed[room].contains(room)) faults.push_back(room + " stands on itself");
  }
  for (const auto& [path, text] : sources) {
    const std::string room = roomOf(path);
    if (!rooms.contains(room)) {
      faults.push_back(path + " is in no room");
      continue;
    }
    for (std::sregex_iterator match(text.begin(), text.end(), include), end; match != end; ++match) {
      const std::string other = roomOf((*match)[1]);
      if (other != room && !allowed[room].contains(other)) faults.push_back(path + " includes " + (*match)[1].str());
    }
  }
  return faults;
}

std::map<std::string, std::string> sourcesOfTree() {
  std::map<std::string, std::string> sources;
  for (const char* folder : {"formats", "graph", "runtime", "converter"}) {
    for (const auto& entry : fs::recursive_directory_iterator(sourcePath(folder))) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
      sources[fs::relative(entry.path(), sourcePath("")).string()] = readText(entry.path().string());
    }
  }
  return sources;
}

}  // namespace

TEST_CASE("rooms include only what stands below them, without a cycle") {
  const Rooms rooms = roomsOf(readText(sourcePath("docs/architecture.md")));
  CHECK(rooms.size() > 40);
  std::map<std::string, std::string> sources = sourcesOfTree();
  CHECK(sources.size() > 300);
  for (const std::string& fault : faultsOf(rooms, sources)) FAIL_CHECK(fault);
  // The reference shares the laws with the recursive runtime, and no equation of motion.
  for (const std::string& room : below(rooms, "runtime/cartesian")) {
    INFO(room);
    CHECK((room.starts_with("runtime/laws") || !room.starts_with("runtime/")));
  }

  SECTION("an include against the direction is found, whether the table has it or not") {
    sources["graph/plan/plan.h"] += "#include \"graph/choose/plan_tree.h\"\n";
    CHECK(faultsOf(rooms, sources) == std::vector<std::string>{"graph/plan/plan.h includes graph/choose/plan_tree.h"});
    Rooms cyclic = rooms;
    cyclic["graph/plan"].insert("graph/choose");
    const std::vector<std::string> faults = faultsOf(cyclic, sources);
    CHECK(std::ranges::count(faults, "graph/plan stands on itself") == 1);
    CHECK(std::ranges::count(faults, "graph/choose stands on itself") == 1);
  }
  SECTION("a folder that no row names is found") {
    sources["graph/attic/old.h"] = "";
    CHECK(faultsOf(rooms, sources) == std::vector<std::string>{"graph/attic/old.h is in no room"});
  }
}

TEST_CASE("a room has no more files than are seen at once") {
  std::map<std::string, int> count;
  for (const auto& [path, text] : sourcesOfTree()) ++count[fs::path(path).parent_path().string()];
  for (const auto& [folder, files] : count) {
    INFO(folder);
    CHECK(files <= 24);
  }
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
