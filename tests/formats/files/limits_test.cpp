// What every reader refuses, whatever the file says: one input past each limit, and the answer.
#include "formats/model/basics/limits.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>

#include "formats/files/read_file.h"
#include "formats/formats.h"
#include "formats/native/native.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/test.h"

namespace mb {
namespace {

std::string repeated(int count, std::string_view text) {
  std::string all;
  all.reserve(static_cast<std::size_t>(count) * text.size());
  for (int k = 0; k < count; ++k) all += text;
  return all;
}

Diagnostics messagesOf(std::string text) {
  const auto file = std::make_shared<const SourceFile>(SourceFile{"hostile", std::move(text)});
  const Format* const format = recogniseFormat(file->text);
  REQUIRE(format);
  Diagnostics diagnostics;
  if (format->readCartesian)
    format->readCartesian(file, {}, diagnostics);
  else
    format->readRecursive(file, diagnostics);
  return diagnostics;
}

void checkRefused(std::string text, Code code) {
  const Diagnostics diagnostics = messagesOf(std::move(text));
  REQUIRE(diagnostics.hasErrors());
  const Diagnostic& first = diagnostics.all().front();
  CHECK(first.code == code);
  CHECK_FALSE(first.hint.empty());
}

const std::string kNativeStart = "<mbs version=\"1\">";
const std::string kSdfStart = "<sdf version=\"1.9\"><model name=\"m\">";
const std::string kRecursive = "<recursive version=\"1\">";
const std::string kAdams = "title\nPART/1, GROUND\n";
const std::string kAsmt = "OndselSolver\nAssembly\n\tName\n\t\tA\n";
const std::string kChrono = R"({"Name": "x", "Type": "Vehicle", "Template": "WheeledVehicle", "Chassis": )";

}  // namespace

TEST_CASE("every reader refuses input that is nested too deeply") {
  for (const std::string& head : {kNativeStart, kSdfStart, kRecursive}) {
    checkRefused(head + repeated(limits::kDeepest, "<a>"), Code::tooDeep);
  }
  checkRefused(kChrono + repeated(limits::kDeepest + 1, "["), Code::tooDeep);
  std::string outline = kAsmt;
  for (int k = 0; k <= limits::kDeepest; ++k) outline += std::string(static_cast<std::size_t>(k), '\t') + "x\n";
  checkRefused(outline, Code::tooDeep);
  checkRefused(
      kNativeStart + "<body name='a'><mass value='" + repeated(limits::kDeepestBrackets + 1, "(") + "1'/></body></mbs>",
      Code::tooDeep);
}

TEST_CASE("a function that unit conversion nests too deeply to be read again is refused") {
  const auto model = [](std::string_view angle) {
    return fmt::format(
        "<mbs version='1'><units angle='{}'/><body name='ground' ground='true'><marker name='o'/></body>"
        "<body name='a'><mass value='1'/><inertia xx='1' yy='1' zz='1'/><marker name='m'/></body>"
        "<joint name='j' type='revolute' i='a.m' j='ground.o'/><motion joint='j' function='{}1-time{}'/></mbs>",
        angle, repeated(limits::kDeepestBrackets, "1-("), repeated(limits::kDeepestBrackets, ")"));
  };
  CHECK_FALSE(messagesOf(model("rad")).hasErrors());
  checkRefused(model("deg"), Code::tooDeep);
}

TEST_CASE("every reader refuses input with too many elements") {
  for (const std::string& head : {kNativeStart, kSdfStart, kRecursive}) {
    checkRefused(head + repeated(limits::kMostNodes, "<a/>"), Code::tooMany);
    std::string attributes = head + "<a";
    for (int k = 0; k <= limits::kMostAttributes; ++k) attributes += " a" + std::to_string(k) + "=''";
    checkRefused(attributes + "/>", Code::tooMany);
  }
  checkRefused(kChrono + "[" + repeated(limits::kMostNodes, "0,"), Code::tooMany);
  checkRefused(kAsmt + repeated(limits::kMostNodes, "\tx\n"), Code::tooMany);
  checkRefused(kAdams + repeated(limits::kMostNodes + 1, "A/\n") + "END\n", Code::tooMany);
}

TEST_CASE("the last body of a file is counted, the ground is not") {
  const auto numbered = [](int count, std::string_view before, std::string_view after) {
    std::string all;
    for (int k = 0; k < count; ++k) all += fmt::format("{}{}{}", before, k, after);
    return all;
  };
  const auto native = [&](int count) {
    return kNativeStart + "<body name='ground' ground='true'/>" +
           numbered(count, "<body name='b", "'><mass value='1'/></body>") + "</mbs>";
  };
  CHECK_FALSE(messagesOf(native(limits::kMostBodies)).hasErrors());
  checkRefused(native(limits::kMostBodies + 1), Code::tooMany);
  const auto sdf = [&](int count) { return kSdfStart + numbered(count, "<link name='l", "'/>") + "</model></sdf>"; };
  CHECK_FALSE(messagesOf(sdf(limits::kMostBodies)).hasErrors());
  checkRefused(sdf(limits::kMostBodies + 1), Code::tooMany);
}

TEST_CASE("values that are too long are refused, and messages about them are kept short") {
  const std::string longName(limits::kLongestName + 1, 'x');
  checkRefused(kNativeStart + "<" + longName + "/></mbs>", Code::tooLong);
  checkRefused(kNativeStart + "<body name='" + longName + "'/></mbs>", Code::tooLong);
  checkRefused(
      kNativeStart + "<body name='a'><mass value='" + std::string(limits::kLongestNumber + 1, '1') + "'/></body></mbs>",
      Code::tooLong);
  const Diagnostics diagnostics =
      messagesOf(kNativeStart + "<body name='a'><mass value='" + std::string(100'000, 'x') + "'/></body></mbs>");
  for (const Diagnostic& one : diagnostics.all()) CHECK(one.message.size() < 2 * limits::kLongestMessage);
}

TEST_CASE("after too many errors a reader gives up, and says so") {
  const Diagnostics diagnostics = messagesOf(kNativeStart + repeated(5000, "<body/>") + "</mbs>");
  CHECK(diagnostics.gaveUp());
  CHECK(diagnostics.all().size() == limits::kMostErrors + 1);
  CHECK(diagnostics.all().back().code == Code::tooManyErrors);
  CHECK(diagnostics.all().front().code == Code::missingAttribute);
}

TEST_CASE("files that multiply by their includes are refused early") {
  const testing::ScratchFolder folder;
  folder.write("long.xml", kNativeStart + repeated(20'000, "<remark>a line that is not short</remark>") + "</mbs>");
  folder.write("wide.xml", kNativeStart + "<!--" + std::string(limits::kMegabyte, 'x') + "--></mbs>");
  const auto checkIncludes = [&](const std::string& name, Code code) {
    std::string text = kNativeStart + "<body name='a'/>";
    for (int k = 0; k < 200; ++k) text += "<include file='" + name + "' prefix='p" + std::to_string(k) + "_'/>";
    const auto file = std::make_shared<const SourceFile>(SourceFile{folder / "model.xml", text + "</mbs>"});
    Diagnostics diagnostics;
    readNative(file, diagnostics);
    REQUIRE(diagnostics.errorCount() == 1);
    CHECK(diagnostics.all().front().code == code);
  };
  checkIncludes("long.xml", Code::tooLarge);
  checkIncludes("wide.xml", Code::tooLarge);
  folder.write("many.xml", kNativeStart + repeated(40'000, "<remark/>") + "</mbs>");
  checkIncludes("many.xml", Code::tooMany);
}

TEST_CASE("long values and many markers of the same name are read quickly") {
  const std::string body = "<body name='a'><mass value='1'/><marker name='m'/></body>";
  CHECK(messagesOf(kNativeStart + "<body name='a'><pose zx='" + repeated(200'000, "0 0 0;") + "'/></body></mbs>")
            .errorCount() == 1);
  std::string forces;
  for (int k = 0; k < 20'000; ++k) forces += "<force type='general' i='a' point='0 0 0' fx='1'/>";
  CHECK_FALSE(messagesOf(kNativeStart + body + forces + "</mbs>").hasErrors());
  const std::string sum = "(" + repeated(900, "dm(a.m)+") + "1)+";
  CHECK_FALSE(messagesOf(kNativeStart + body + "<force type='general' i='a.m' fx='max(" + repeated(60, sum + "0, ") +
                         "0)'/></mbs>")
                  .hasErrors());
}

TEST_CASE("a folder, a device and a pipe without a writer are not read, and not waited for") {
  const std::string pipe = (std::filesystem::temp_directory_path() / "mbconvert_limits_test.pipe").string();
  std::filesystem::remove(pipe);
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string& path : {std::string(MB_SOURCE_DIR), std::string("/dev/zero"), pipe}) {
    Diagnostics diagnostics;
    CHECK(!readSource(path, diagnostics));
    REQUIRE(diagnostics.errorCount() == 1);
    CHECK(diagnostics.all().front().code == Code::cannotRead);
  }
  std::filesystem::remove(pipe);
}

TEST_CASE("a file is refused by its size before it is read") {
  const std::string path = (std::filesystem::temp_directory_path() / "mbconvert_limits_test.large").string();
  std::filesystem::remove(path);
  {
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    REQUIRE(file);
    std::fclose(file);
  }
  std::filesystem::resize_file(path, limits::kLargestFile + 1);  // a hole: takes no room
  Diagnostics diagnostics;
  CHECK(!readSource(path, diagnostics));
  CHECK(diagnostics.all().front().code == Code::tooLarge);
  CHECK(classOf(diagnostics.firstError()->code) == ErrorClass::input);
  std::filesystem::remove(path);
}

}  // namespace mb
