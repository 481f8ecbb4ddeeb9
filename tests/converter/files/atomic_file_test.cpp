// Files written whole or not at all; scripts/check crash-safety does the same with kills, failing calls and full disks.
#include "converter/files/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "converter/console/exit_code.h"
#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;
namespace fs = std::filesystem;

namespace {

bool written(const std::string& path, const std::string& text) {
  Diagnostics diagnostics;
  const bool isDone = writeFile(path, text, diagnostics);
  CHECK(isDone != diagnostics.hasErrors());
  CHECK((isDone || exitCodeOf(diagnostics) == ExitCode::io));
  return isDone;
}

int entriesOf(const ScratchFolder& folder) {
  return static_cast<int>(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()));
}

mode_t modeOf(const std::string& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

}  // namespace

TEST_CASE("a symbolic link is kept and its target is replaced or created") {
  const ScratchFolder folder;
  fs::create_directory(folder / "deep");
  folder.write("deep/file", "old");
  fs::create_symlink("deep/file", folder / "first");
  fs::create_symlink("first", folder / "second");
  fs::create_symlink("deep/none", folder / "dangling");
  fs::create_symlink("circle", folder / "circle");
  CHECK(written(folder / "second", "new"));
  CHECK(fs::is_symlink(folder / "second"));
  CHECK(fs::is_symlink(folder / "first"));
  CHECK(readText(folder / "deep/file") == "new");
  CHECK(written(folder / "dangling", "new"));
  CHECK(fs::is_symlink(folder / "dangling"));
  CHECK(readText(folder / "deep/none") == "new");
  CHECK_FALSE(written(folder / "circle", "new"));
  CHECK_FALSE(written(folder / "deep", "new"));
  CHECK(entriesOf(folder) == 5);
}

TEST_CASE("the new file keeps the old permissions, and a read-only file is not replaced") {
  const ScratchFolder folder;
  const std::string file = folder.write("file", "old");
  for (const mode_t mode : {0600, 0640, 0755}) {
    REQUIRE(::chmod(file.c_str(), mode) == 0);
    CHECK(written(file, "new"));
    CHECK(modeOf(file) == mode);
  }
  const mode_t mask = ::umask(027);
  CHECK(written(folder / "fresh", "new"));
  ::umask(mask);
  CHECK(modeOf(folder / "fresh") == 0640);
  REQUIRE(::chmod(file.c_str(), 0444) == 0);
  CHECK(written(file, "newer") == (::access(file.c_str(), W_OK) == 0));  // root may
}

TEST_CASE("a temporary file of a killed process is removed, one that is being written is not") {
  const ScratchFolder folder;
  const std::string file = folder.write("file", "old");
  const std::string temporary = folder.write(".file.mbconvert.tmp", "left");
  CHECK(written(file, "new"));
  CHECK(entriesOf(folder) == 1);

  folder.write(".file.mbconvert.tmp", "being written");
  const int other = ::open(temporary.c_str(), O_WRONLY);
  REQUIRE(::flock(other, LOCK_EX) == 0);
  CHECK(written(file, "newer"));
  CHECK(readText(file) == "newer");
  CHECK(readText(temporary) == "being written");
  CHECK(entriesOf(folder) == 2);
  ::close(other);
}

TEST_CASE("names of 255 bytes can be written, and written again") {
  const ScratchFolder folder;
  const std::string file = folder / std::string(255, 'n');
  CHECK(written(file, "old"));
  CHECK(written(file, "new"));
  CHECK(readText(file) == "new");
  CHECK(entriesOf(folder) == 1);
}

TEST_CASE("a descriptor of the caller is written to, not replaced") {
  const ScratchFolder folder;
  const std::string command = kProgram + " plan " + samplePath("four_bar");
  REQUIRE(runIn(folder, command + " -o plan.xml").code == 0);
  CHECK(runIn(folder, "exec 3>a; " + command + " -o /dev/fd/3 && echo end >&3").code == 0);
  CHECK(readText(folder / "a") == readText(folder / "plan.xml") + "end\n");
  CHECK(runIn(folder, "exec >b; " + command + " -o /dev/stdout && echo end").code == 0);
  CHECK(readText(folder / "b") == readText(folder / "plan.xml") + "end\n");
  CHECK(fs::is_symlink("/dev/stdout"));
}

TEST_CASE("a full or closed standard output is reported, a closed standard error is ignored") {
  const ScratchFolder folder;
  const std::string model = samplePath("four_bar");
  const std::string run = " run " + model + " --end 0.01 --step 0.001";
  for (const std::string& command : {" " + model + " -o a.xml", " -q " + model + " -o -", " tree " + model, run,
                                     " check --json " + model, " settle " + model, std::string(" joints")}) {
    INFO(command);
    for (const char* out : {" >/dev/full", " >&-"}) {
      INFO(out);
      const Outcome outcome = runIn(folder, kProgram + command + out);
      INFO(outcome.err);
      CHECK(outcome.code == 6);
      CHECK(contains(outcome.err, "cannot write 'standard output'"));
    }
  }
  CHECK(runIn(folder, kProgram + " --help >/dev/full").code == 6);
  // The message is lost; only the exit code shows the failure.
  CHECK(runIn(folder, "(" + kProgram + " check " + folder.write("bad.xml", "<mbs") + " 2>&-)").code == 3);
  CHECK(runIn(folder, "(" + kProgram + " " + model + " -o c.xml 2>&- >&-)").code == 6);
  CHECK(readText(folder / "c.xml") == readText(folder / "a.xml"));
}

TEST_CASE("exceeding the shell's file size limit is reported and leaves the old file") {
  const ScratchFolder folder;
  const std::string file = folder.write("table.csv", "old");
  const Outcome outcome = runIn(
      folder, "ulimit -f 8; " + kProgram + " run " + samplePath("four_bar") + " --end 1 --step 0.001 -o table.csv");
  INFO(outcome.err);
  CHECK(outcome.code == 6);
  CHECK(contains(outcome.err, "cannot write 'table.csv': File too large"));
  CHECK(readText(file) == "old");
  CHECK(entriesOf(folder) == 1);
}
