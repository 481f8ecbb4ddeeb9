// Against libsdformat: where links and joints are, about which axes, and between which bodies.
#include <filesystem>
#include <set>

#include "formats/files/read_file.h"
#include "formats/import/import_build.h"
#include "formats/sdf/sdf.h"
#include "tests/sdformat/oracle.h"
#include "tests/support/corpus.h"
#include "tests/support/test.h"

namespace mb {
namespace {

namespace fs = std::filesystem;
using testing::contains;
using testing::corpusFolder;

Vector3 vectorOf(const sdformat::Numbers3& n) { return {n[0], n[1], n[2]}; }

// Names of the file as we change them: dots, blanks and the like are underscores.
std::string ours(const std::string& name) {
  std::string text = Names().make(name, "x");
  return text;
}

const Body* findOurs(const CartesianModel& model, const std::string& name) {
  if (name == "world") return &model.bodies[kImportGround];
  for (const Body& body : model.bodies) {
    if (body.name == ours(name) && !body.isGround) return &body;
  }
  return nullptr;
}

// Angles are typed with a few digits, but both sides read the same digits: what is left is the rounding of a few
// products, some 1e-16 of the distances (below 100 m here). libsdformat writes the poses of merged models as text with
// six digits and reads them back.
double allowedIn(const fs::path& path) { return path.filename().string().starts_with("merged") ? 1e-5 : 1e-12; }

struct Compared {
  double allowed = 0;
  int links = 0;
  int joints = 0;
  int axes = 0;
};

void compareLinks(const CartesianModel& model, const sdformat::Placed& placed, Compared& compared) {
  for (const sdformat::PlacedLink& link : placed.links) {
    CAPTURE(link.name);
    const Body* const body = findOurs(model, link.name);
    REQUIRE(body);
    CHECK((body->X_WB.p - vectorOf(link.position)).norm() <= compared.allowed);
    Matrix3 R;
    for (int k = 0; k < 9; ++k) R(k / 3, k % 3) = link.rotation[static_cast<std::size_t>(k)];
    CHECK((body->X_WB.R - R).norm() <= compared.allowed);
    ++compared.links;
  }
}

// The z axis of marker j is the first axis; a cross has its second axis as z of marker i.
void compareJoints(const CartesianModel& model, const sdformat::Placed& placed, Compared& compared) {
  for (const sdformat::PlacedJoint& joint : placed.joints) {
    CAPTURE(joint.name);
    const auto index = findJoint(model, ours(joint.name));
    if (!index) continue;  // gearboxes are couplers; joints of static models stand still
    const Joint& made = model.joints[*index];
    const Pose X_WF = worldPose(model, made.j);
    const Pose X_WM = worldPose(model, made.i);
    CHECK((X_WF.p - vectorOf(joint.position)).norm() <= compared.allowed);
    CHECK((X_WM.p - vectorOf(joint.position)).norm() <= compared.allowed);
    const bool isChain = findJoint(model, ours(joint.name + "_2")) && joint.axes.size() == 2;
    if (findOurs(model, joint.parent)) CHECK(&model.bodies[bodyJ(model, made)] == findOurs(model, joint.parent));
    if (!isChain) CHECK(&model.bodies[bodyI(model, made)] == findOurs(model, joint.child));
    ++compared.joints;
    if (made.type.name == "fixed" || made.type.name == "spherical" || joint.axes.empty()) continue;
    CHECK((X_WF.R.col(2) - vectorOf(joint.axes[0])).norm() <= compared.allowed);
    if (made.type.name == "universal") CHECK((X_WM.R.col(2) - vectorOf(joint.axes[1])).norm() <= 1e-4);
    ++compared.axes;
  }
}

Compared compare(const fs::path& path, bool mustBeRead) {
  CAPTURE(path.string());
  Compared compared;
  compared.allowed = allowedIn(path);
  const sdformat::Placed placed = sdformat::place(path.string(), path.parent_path().string());
  CAPTURE(placed.fault);
  if (mustBeRead) REQUIRE(placed.isRead);
  const std::string text = readFileText(path.string()).text;
  if (contains(text, "<state")) return compared;  // libsdformat leaves bodies where they were
  Diagnostics diagnostics;
  const auto file = std::make_shared<const SourceFile>(SourceFile{path.string(), text});
  const CartesianModel model = readSdf(file, {}, diagnostics);
  std::string all;
  for (const Diagnostic& one : diagnostics.all()) all += toText(one);
  CAPTURE(all);
  if (mustBeRead) CHECK(!diagnostics.hasErrors());
  if (diagnostics.hasErrors()) return compared;
  compareLinks(model, placed, compared);
  compareJoints(model, placed, compared);
  return compared;
}

std::vector<fs::path> filesIn(const fs::path& folder) {
  std::set<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string suffix = entry.path().extension().string();
    if (suffix == ".sdf" || suffix == ".world") found.insert(entry.path());
  }
  return {found.begin(), found.end()};
}

TEST_CASE("libsdformat puts links, joints and axes where we do") {
  Compared all;
  for (const fs::path& path : filesIn(fs::path(MB_SOURCE_DIR) / "tests/sdformat/models")) {
    const Compared one = compare(path, true);
    CHECK(one.links > 0);
    all.links += one.links;
    all.joints += one.joints;
    all.axes += one.axes;
  }
  CHECK(all.links >= 30);
  CHECK(all.joints >= 20);
  CHECK(all.axes >= 20);
}

TEST_CASE("libsdformat agrees on the samples, where it reads them") {
  int links = 0;
  for (const fs::path& path : filesIn(fs::path(MB_SOURCE_DIR) / "samples/foreign/sdf")) {
    links += compare(path, false).links;
  }
  CHECK(links > 0);
}

TEST_CASE("libsdformat agrees on the collected files, where it reads them") {
  const std::optional<fs::path> folder = corpusFolder("sdf");
  if (!folder) return;
  for (const fs::path& path : filesIn(*folder)) compare(path, false);
}

}  // namespace
}  // namespace mb
