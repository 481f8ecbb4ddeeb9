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
Rooms rowsOf(const std::string& page) {
  const std::regex row(R"(\n\| `([a-z_/*]+)/` \|[^|\n]*\|([^|\n]*)\|)");
  const std::regex name("`([a-z_/*]+)/`");
  Rooms rooms;
  for (std::sregex_iterator match(page.begin(), page.end(), row), end; match != end; ++match) {
    std::set<std::string>& below = rooms[(*match)[1]];
    const std::string list = (*match)[2];
    for (std::sregex_iterator one(list.begin(), list.end(), name); one != end; ++one) below.insert((*one)[1]);
  }
  return rooms;
}

// Whether a name with a star for one folder means the room.
bool means(const std::string& name, const std::string& room) {
  const std::size_t star = name.find('*');
  if (star == std::string::npos) return name == room;
  return room.starts_with(name.substr(0, star)) && room.find('/', star) == std::string::npos && room.size() > star;
}

// The kernel is a part of the room around it.
std::string roomOf(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return (folder.string().ends_with("/embedded/kernel") ? folder.parent_path() : folder).string();
}

// A row with a star is one for each folder that has none of its own, and a star in a list is all rooms that it means.
Rooms roomsOf(const std::string& page, const std::map<std::string, std::string>& sources) {
  Rooms rows = rowsOf(page);
  Rooms rooms;
  for (const auto& [name, on] : rows) {
    if (name.find('*') == std::string::npos) rooms[name] = on;
  }
  for (const auto& [path, text] : sources) {
    for (const auto& [name, on] : rows) {
      if (means(name, roomOf(path))) rooms.emplace(roomOf(path), on);
    }
  }
  for (auto& [room, on] : rooms) {
    std::set<std::string> meant;
    for (const std::string& name : on) {
      if (name.find('*') == std::string::npos) meant.insert(name);
      for (const auto& [other, below] : rooms) {
        if (other != room && name.find('*') != std::string::npos && means(name, other)) meant.insert(other);
      }
    }
    on = meant;
  }
  return rooms;
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
  const std::regex include("#include \"([^\"]+/[^\"]+)\"");  // without a folder: text of programs that are written
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
  std::map<std::string, std::string> sources = sourcesOfTree();
  const Rooms rooms = roomsOf(readText(sourcePath("docs/architecture.md")), sources);
  CHECK(rooms.size() > 40);
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

TEST_CASE("a room has at most 20 source files") {
  std::map<std::string, int> count;
  for (const auto& [path, text] : sourcesOfTree()) ++count[fs::path(path).parent_path().string()];
  for (const auto& [folder, files] : count) {
    INFO(folder);
    CHECK(files <= 20);
  }
}

TEST_CASE("headers do not include heavy libraries") {
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

TEST_CASE("only one room parses the command line") {
  for (const auto& [path, text] : sourcesOfTree()) {
    INFO(path);
    CHECK((!contains(text, "<CLI/") || path.starts_with("converter/cli/")));
  }
}

// The command line adds what its options do about a message (converter/cli/option_hints.cpp).
TEST_CASE("messages below the command line name no option and no command") {
  const std::regex literal(R"x("((?:[^"\\\n]|\\.)*)")x");
  const std::regex words(R"((^|[ (`'])--[a-z]|mbconvert )");
  const auto named = [&](const std::string& text) {
    std::vector<std::string> found;
    for (std::sregex_iterator match(text.begin(), text.end(), literal), end; match != end; ++match) {
      if (std::regex_search((*match)[1].str(), words)) found.push_back((*match)[1]);
    }
    return found;
  };
  CHECK(named(R"(.withHint("leave out --lock") and "a--b" and "see `mbconvert tree`"))").size() == 2);
  const std::regex below(R"((formats|graph|runtime)/.*|converter/(conversion|verify|tables|files|library)/.*)");
  int sources = 0;
  for (const auto& [path, text] : sourcesOfTree()) {
    if (!std::regex_match(path, below)) continue;
    ++sources;
    for (const std::string& found : named(text)) FAIL_CHECK(path << ": " << found);
  }
  CHECK(sources > 250);
}

TEST_CASE("graph and runtime never compare joint types by name") {
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
