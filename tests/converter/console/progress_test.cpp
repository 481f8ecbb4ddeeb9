// The line that long work shows on a terminal, seen through a pseudo-terminal.
#include "converter/console/progress.h"

#include <fcntl.h>
#include <pty.h>
#include <unistd.h>

#include <sstream>
#include <thread>

#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

struct Seen {
  Outcome outcome;         // with the terminal's text as standard error
  std::string rest;        // what the terminal shows in the end
  std::size_t widest = 0;  // of the lines drawn, without what ends them
};

// What stays of a line after returns to its begin and erasures up to its end.
std::string shownIn(const std::string& text) {
  std::string line;
  std::size_t column = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '\r') {
      column = 0;
    } else if (text.compare(k, 3, "\033[K") == 0) {
      line.resize(column);
      k += 2;
    } else {
      line.resize(std::max(line.size(), column + 1));
      line[column++] = text[k];
    }
  }
  return line;
}

// Runs a command whose standard error is a terminal of so many columns.
Seen runOnTerminal(const ScratchFolder& folder, const std::string& command, unsigned short columns) {
  int master = -1;
  int slave = -1;
  char name[128] = {};
  winsize size{24, columns, 0, 0};
  REQUIRE(::openpty(&master, &slave, name, nullptr, &size) == 0);
  std::string text;
  std::thread reader([&] {
    char buffer[4096];
    for (ssize_t count = 0; (count = ::read(master, buffer, sizeof buffer)) > 0;) {
      text.append(buffer, static_cast<std::size_t>(count));
    }
  });
  Seen seen;
  seen.outcome = runIn(folder, "{ " + command + " 2>" + name + "; }");
  ::close(slave);  // the last one: the reader comes to the end
  reader.join();
  ::close(master);
  seen.outcome.err = text;
  seen.rest = shownIn(text);
  for (std::size_t start = 0; (start = text.find('\r', start)) != std::string::npos;) {
    const std::size_t end = std::min(text.find('\033', ++start), text.size());
    seen.widest = std::max(seen.widest, end - start);
  }
  return seen;
}

}  // namespace

TEST_CASE("the line of progress says the stage, its share and what is left") {
  // A quarter after 10 s: three times as long remains.
  CHECK(progressText("states", 0.25, 10, 80) == "states [=======                       ]  25 %, about 30 s left");
  CHECK(progressText("states", 0, 10, 80) == "states [                              ]   0 %");
  CHECK(progressText("states", 1.5, 10, 80) == "states [==============================] 100 %, about 0 s left");
  CHECK(contains(progressText("states", 0.5, 600, 80), "about 10 min left"));
  CHECK(contains(progressText("states", 0.5, 36'000, 80), "about 10 h left"));
  CHECK(progressText("plan", Progress::kUnknown, 3.2, 80) == "plan: 3 s");
  CHECK(progressText("states", 0.25, 10, 12) == "states [====");
  CHECK(progressText("states", 0.25, 10, -1).empty());
  CHECK(progressText("recursive runs", 0.5, 3e8, 79).size() < 79);
}

TEST_CASE("long work is seen on a terminal, and leaves nothing there") {
  const ScratchFolder folder;
  const std::string verify =
      kProgram + " verify '" + samplePath("wishbone_corner") + "' --states 2000 --no-trajectories";
  const Seen seen = runOnTerminal(folder, verify, 72);
  INFO(seen.outcome.err.substr(0, 500));
  CHECK(seen.outcome.code == 0);
  CHECK(contains(seen.outcome.err, "random states [="));
  CHECK(contains(seen.outcome.err, " s left"));
  CHECK(seen.rest.empty());
  CHECK(seen.widest < 72);
  CHECK(contains(seen.outcome.out, "EQUIVALENT"));
  CHECK_FALSE(contains(seen.outcome.out, "\033"));
}

TEST_CASE("messages fit 80 columns on a terminal, and are as they are elsewhere") {
  const ScratchFolder folder;
  const std::string body =
      "<body name=\"a_body_with_a_rather_long_name\" note=\"0123456789\"><mass valu=\"1\"/>"
      "<inertia xx=\"0.1\" yy=\"0.1\" zz=\"0.1\"/></body>";
  folder.write("bad.xml", "<mbs version=\"1\" name=\"bad\">\n" + body + "\n</mbs>\n");
  const std::string command = kProgram + " bad.xml";
  const Outcome piped = runIn(folder, command);
  const Seen seen = runOnTerminal(folder, command, 80);
  INFO(piped.err << seen.outcome.err);
  const auto widestOf = [](const std::string& text) {
    std::size_t widest = 0;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) widest = std::max(widest, line.find_last_not_of("\r\n") + 1);
    return widest;
  };
  CHECK(widestOf(piped.err) > 80);
  CHECK(widestOf(seen.outcome.err) <= 80);
  // Every word is there, and the mark stands below the same place.
  const auto wordsIn = [](std::string text) {
    std::erase(text, '\r');
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string line; std::getline(stream, line);) {
      std::istringstream parts(line.find(" | ") == 5 ? "" : line);
      for (std::string word; parts >> word;) words.push_back(word);
    }
    return words;
  };
  CHECK(wordsIn(seen.outcome.err) == wordsIn(piped.err));
  const auto markedIn = [](const std::string& text) {
    std::istringstream stream(text);
    std::string before;
    for (std::string line; std::getline(stream, line); before = line) {
      const std::size_t mark = line.find('^');
      if (mark != std::string::npos) return before.substr(mark, 8);
    }
    return std::string("no mark");
  };
  CHECK(markedIn(seen.outcome.err) == markedIn(piped.err));
}

TEST_CASE("short work, quiet work and messages for a program show no progress") {
  const ScratchFolder folder;
  const std::string shortWork = kProgram + " tree '" + samplePath("pendulum") + "'";
  CHECK(runOnTerminal(folder, shortWork, 80).outcome.err.empty());
  // In a build with sanitizers these take more than a second.
  const std::string longer = kProgram + " run '" + samplePath("pendulum") + "' --end 150 --step 0.001";
  CHECK(runOnTerminal(folder, longer + " -q", 80).outcome.err.empty());
  CHECK(runOnTerminal(folder, longer + " --diagnostics json", 80).outcome.err == "[]\r\n");
  CHECK(runIn(folder, longer).err.empty());
}

TEST_CASE("quiet: only results are printed with -q") {
  const ScratchFolder folder;
  const std::string model = " '" + samplePath("pendulum") + "' ";
  const auto printed = [&](const std::string& arguments) {
    const Outcome outcome = runIn(folder, kProgram + " " + arguments + " -q");
    INFO(arguments << "\n" << outcome.err);
    CHECK(outcome.code == 0);
    CHECK(outcome.err.empty());
    return outcome.out;
  };
  // The result is a file.
  CHECK(printed("convert" + model + "-o a.xml").empty());
  CHECK(printed("import" + model + "-o b.xml").empty());
  CHECK(printed("run" + model + "--end 0.1 --step 0.01 -o a.csv").empty());
  CHECK(printed("settle" + model + "-o c.xml").empty());
  CHECK(printed("plot a.csv --y pivot.q -o a.svg").empty());
  for (const char* file : {"a.xml", "b.xml", "a.csv", "c.xml", "a.svg"}) {
    CHECK(std::filesystem::exists(folder / file));
  }
  // The summary is the result, or asked for.
  CHECK(contains(printed("run" + model + "--end 0.1 --step 0.01"), "pendulum: 0.1 s"));
  CHECK(contains(printed("convert" + model + "-o a.xml --json"), "\"name\": \"pendulum\""));
  CHECK(contains(printed("verify" + model + "--states 1 --end 0.01"), "EQUIVALENT"));
}
