// Files that other files name: whatever the name and whatever it is linked to, nothing outside of the folder is read.
#include "formats/files/confined_path.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "formats/chrono/data_files.h"
#include "formats/native/native.h"
#include "formats/sdf/sdf.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/test.h"

namespace mb {
namespace {

namespace fs = std::filesystem;

constexpr auto kSdfModel = "<sdf version='1.8'><model name='rod'><link name='bar'/></model></sdf>";
constexpr auto kBody = "<body name='bar'><mass value='1'/><inertia xx='1' yy='1' zz='1'/></body>";
const std::string kNativeModel = fmt::format("<mbs version='1'>{}</mbs>", kBody);

// home/ holds the model; what is beside it must stay unread.
struct Folders {
  Folders() {
    for (const char* const name : {"home", "home/sub", "home/rod", "home/bad_rod", "other"}) {
      fs::create_directory(scratch.path() / name);
    }
    for (const std::string folder : {"home/", "home/sub/", "other/"}) scratch.write(folder + "good.part", kNativeModel);
    scratch.write("other/model.sdf", kSdfModel);
    scratch.write("home/rod/model.sdf", kSdfModel);
    link("../other/good.part", "home/leaves.part");
    link("../other", "home/folder");
    link("sub/good.part", "home/stays.part");
    link("/dev/zero", "home/device.part");
    link("circle.part", "home/circle.part");
    link("../../other/model.sdf", "home/bad_rod/model.sdf");
    REQUIRE(::mkfifo((scratch / "home/pipe.part").c_str(), 0600) == 0);
  }
  void link(const std::string& target, const std::string& name) const {
    fs::create_symlink(target, scratch.path() / name);
  }
  std::string outside() const { return scratch / "other/good.part"; }

  testing::ScratchFolder scratch;
};

struct Row {
  std::string name;
  std::optional<Code> code;  // of the only error; none: the file is read
};

void checkErrors(const Row& row, const Diagnostics& diagnostics) {
  std::string all;
  for (const Diagnostic& one : diagnostics.all()) all += fmt::format("{}: {}\n", toText(one.at), one.message);
  CAPTURE(row.name, all);
  CHECK(diagnostics.errorCount() == (row.code ? 1 : 0));
  for (const Diagnostic& one : diagnostics.all()) {
    if (one.severity != Severity::error) continue;
    CHECK(one.code == row.code);
    CHECK(one.at.line == 2);
    CHECK(one.at.column > 1);
    CHECK(!one.hint.empty());
  }
}

std::shared_ptr<const SourceFile> fileAt(std::string path, std::string text) {
  return std::make_shared<const SourceFile>(SourceFile{std::move(path), std::move(text)});
}

}  // namespace

TEST_CASE("a native model includes nothing from outside of its folder, and only regular files") {
  const Folders folders;
  for (const Row& row : std::vector<Row>{
           {"good.part", {}},
           {"./sub/good.part", {}},
           {"stays.part", {}},
           {"", Code::missingValue},
           {"../other/good.part", Code::outsideFolder},
           {"sub/../good.part", Code::outsideFolder},
           {folders.outside(), Code::outsideFolder},
           {folders.scratch / "home/good.part", Code::outsideFolder},
           {"sub\\good.part", Code::outsideFolder},
           {"leaves.part", Code::outsideFolder},
           {"folder/good.part", Code::outsideFolder},
           {"device.part", Code::outsideFolder},
           {"circle.part", Code::unknownName},
           {"absent.part", Code::unknownName},
           {"pipe.part", Code::otherKindOfFile},
           {"sub", Code::otherKindOfFile},
       }) {
    Diagnostics diagnostics;
    const std::string text =
        fmt::format("<mbs version='1'>{}\n  <include file='{}' prefix='p_'/></mbs>", kBody, row.name);
    readNative(fileAt(folders.scratch / "home/model.xml", text), diagnostics);
    checkErrors(row, diagnostics);
  }
}

TEST_CASE("a Chrono file may name files below its parent folders but none outside them") {
  const Folders folders;
  for (const Row& row : std::vector<Row>{
           {"good.part", {}},
           {"sub/good.part", {}},
           {"data/home/sub/good.part", {}},
           {"other\\\\good.part", {}},  // beside, from the folder above
           {"stays.part", {}},
           {"", Code::missingValue},
           {"../other/good.part", Code::outsideFolder},
           {"x/../../other/good.part", Code::outsideFolder},
           {folders.outside(), Code::outsideFolder},
           {"leaves.part", Code::outsideFolder},
           {"folder/good.part", Code::outsideFolder},
           {"absent.part", Code::unknownName},
           {"pipe.part", Code::unknownName},
           {"device.part", Code::unknownName},
           // An absolute path in disguise, and the same from the root of the disk.
           {"x//etc/passwd", Code::unknownName},
           {"etc/passwd", Code::unknownName},
       }) {
    Diagnostics diagnostics;
    const std::string text = fmt::format("{{\n  \"Input File\": \"{}\" }}", row.name);
    const auto object = parseJson(fileAt(folders.scratch / "home/model.json", text), diagnostics);
    REQUIRE(object);
    const auto file = chrono::DataFiles(diagnostics).text(*object, "Input File");
    checkErrors(row, diagnostics);
    CHECK((file && file->text == kNativeModel) == !row.code);
  }
}

TEST_CASE("an SDFormat model includes models in and beside its folder, and nothing else") {
  const Folders folders;
  for (const Row& row : std::vector<Row>{
           {"model://rod", {}},
           {"rod", {}},
           {"rod/model.sdf", {}},
           {"file://rod/model.sdf", {}},
           {"model://other", {}},
           {"../other", Code::outsideFolder},
           {"model://../other", Code::outsideFolder},
           {"model://rod/../../other", Code::outsideFolder},
           {folders.scratch / "other", Code::outsideFolder},
           {"file://" + folders.scratch / "other/model.sdf", Code::outsideFolder},
           {"folder", Code::outsideFolder},
           {"model://folder/model.sdf", Code::outsideFolder},
           {"model://bad_rod", Code::outsideFolder},
       }) {
    Diagnostics diagnostics;
    const std::string text = fmt::format(
        "<sdf version='1.8'><model name='m'><link name='l'/><include>\n <uri>{}</uri></include></model></sdf>",
        row.name);
    const CartesianModel model = readSdf(fileAt(folders.scratch / "home/model.sdf", text), {}, diagnostics);
    checkErrors(row, diagnostics);
    if (!row.code) CHECK(model.bodies.size() == 3);  // with the ground
  }
}

TEST_CASE("an SDFormat include that is not a regular file is reported as missing") {
  const Folders folders;
  Diagnostics diagnostics;
  const CartesianModel model =
      readSdf(fileAt(folders.scratch / "home/model.sdf",
                     "<sdf version='1.8'><model name='m'><link name='l'/><include><uri>pipe.part</uri></include>"
                     "</model></sdf>"),
              {}, diagnostics);
  CHECK(!diagnostics.hasErrors());
  CHECK(model.bodies.size() == 2);
}

}  // namespace mb
