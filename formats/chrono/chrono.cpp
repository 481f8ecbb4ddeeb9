#include "formats/chrono/chrono.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "formats/chrono/parts.h"
#include "formats/model/checks/loop_tolerance.h"
#include "formats/model/messages/diagnostics_order.h"
#include "formats/model/messages/source_line.h"

namespace mb {
namespace chrono {
namespace {

// Members for graphics, outputs and estimates of Chrono's driver models, which do not affect the motion.
constexpr std::array<std::string_view, 42> kWithoutEffect{"Name",
                                                          "Type",
                                                          "Template",
                                                          "Visualization",
                                                          "Output",
                                                          "Radius",
                                                          "Width",
                                                          "Length",
                                                          "Size",
                                                          "Color",
                                                          "Driver Position",
                                                          "Rear Connector Location",
                                                          "Wheelbase",
                                                          "Comment",
                                                          "Mesh Filename",
                                                          "Contact Mesh",
                                                          "Mesh File",
                                                          "Tierod Locations",
                                                          "Rim Radius",
                                                          "Rim Width",
                                                          "Aspect Ratio",
                                                          "Minimum Turning Radius",
                                                          "Maximum Steering Angle (deg)",
                                                          "Maximum Steering Angle",
                                                          "Vehicle Type",
                                                          "Steerable",
                                                          "Independent",
                                                          "Contact",
                                                          "Contact Material",
                                                          "Rim Radius [m]",
                                                          "Front Connector Location",
                                                          "Steering Index",
                                                          "Mesh Name",
                                                          "Geometry",
                                                          "Suspension Index",
                                                          "Displacement Limit",
                                                          "Initial Ride Height",
                                                          "Test Steering Indices",
                                                          "Portal Offset",
                                                          "Location Stabilizer"};

bool isWithoutEffect(std::string_view name) {
  return std::find(kWithoutEffect.begin(), kWithoutEffect.end(), name) != kWithoutEffect.end();
}

// An unread name: its first place and the number of its occurrences.
struct Unread {
  SourceRef at;
  int count = 0;
};

void reportUnread(VehicleBuild& build, const std::map<std::string, Unread>& names) {
  constexpr std::size_t kMostTold = 20;  // a file of another kind has only such names
  std::size_t told = 0;
  for (const auto& [name, unread] : names) {
    if (++told > kMostTold) break;
    build.import.model.remarks.push_back(
        fmt::format("{}:{}: '{}'{} is nothing that is read in this place, by Chrono neither: it is left out",
                    std::filesystem::path(unread.at.file->path).filename().string(), unread.at.line, printable(name),
                    unread.count > 1 ? fmt::format(" ({} times)", unread.count) : std::string()));
  }
  if (told > kMostTold) {
    build.import.model.remarks.push_back(fmt::format("and {} more such names", names.size() - kMostTold));
  }
}

// Adds one loss per file for members known to have no effect, and a remark for each other unread name, unless it is a
// misspelling of one that was looked up.
void loseUnused(VehicleBuild& build, const JsonValue& root) {
  std::map<std::string, int> harmless;
  std::map<std::string, Unread> unreadOf;  // by name
  const JsonMember* first = nullptr;
  for (const UnusedMember& unused : unusedMembers(root)) {
    const JsonMember* const member = unused.member;
    if (isWithoutEffect(member->name)) {
      if (member->name == "Name" || member->name == "Type" || member->name == "Template") continue;
      if (!first) first = member;
      ++harmless[member->name];
    } else if (const std::string meant = meantBy(unused); !meant.empty()) {
      build.import.diagnostics
          .error(member->at, Code::unknownAttribute, fmt::format("no member '{}' is known here", member->name))
          .withHint(fmt::format("did you mean '{}'?", meant));
    } else {
      Unread& unread = unreadOf[member->name];
      if (unread.count++ == 0) unread.at = member->at;
    }
  }
  reportUnread(build, unreadOf);
  if (!first) return;
  std::string names;
  for (const auto& [name, count] : harmless) {
    names += names.empty() ? "" : ", ";
    names += count == 1 ? fmt::format("'{}'", name) : fmt::format("'{}' ({} times)", name, count);
  }
  addLoss(build.import, first->at, LossEffect::none, fmt::format("members {}", names),
          "they are for pictures, reports and driver models", "none", sourceText(*first));
}

// Points, directions and rotations are lists of three or four numbers; so are these, but they place nothing.
bool placesNothing(std::string_view name) {
  return name.find("Inertia") != std::string_view::npos || name == "Color" || name == "Visualization" ||
         name == "Contact";
}

int digitsOf(const JsonValue& value) {
  int most = 0;
  const std::size_t count = value.items.size();
  for (const JsonValue& item : value.items) {
    const bool isNumber = item.kind == JsonValue::Kind::number;
    if (isNumber && (count == 3 || count == 4)) most = std::max(most, mostDigits(sourceText(item)));
    if (!isNumber) most = std::max(most, digitsOf(item));
  }
  for (const JsonMember& member : value.members) {
    if (!placesNothing(member.name)) most = std::max(most, digitsOf(member.value));
  }
  return most;
}

// All frames of a subsystem follow from the points in its file and from its position, which the outermost file gives.
void fillDigits(VehicleBuild& build, const DataFiles& files, const JsonValue& root) {
  const int outermost = digitsOf(root);
  std::map<const SourceFile*, int> digits;
  for (const auto& part : files.roots()) digits[part->at.file.get()] = digitsOf(*part);
  CartesianModel& model = build.import.model;
  for (Body& body : model.bodies) {
    if (!body.isGround) body.digits = std::max(outermost, digits[body.origin.at.file.get()]);
  }
  for (Marker& marker : model.markers) {
    marker.digits = std::max({outermost, digits[marker.origin.at.file.get()], model.bodies[marker.body].digits});
  }
}

void readFile(VehicleBuild& build, DataFiles& files, const JsonValue& root, const ReadOptions& options) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const JsonValue* type = find(root, "Type");
  if (!type || type->kind != JsonValue::Kind::text || type->text != "Vehicle") {
    addLonePart(build, files, root, options);
    return;
  }
  const std::string form = text(root, "Template", diagnostics);
  if (form == "WheeledVehicle" && has(root, "Vehicle") && !has(root, "Axles")) {
    addNamedVehicle(build, files, root, options);
  } else if (form == "WheeledVehicle") {
    addVehicle(build, files, root, options);
  } else if (form == "SuspensionTestRig") {
    addOldTestRig(build, files, root, options);
  } else if (!form.empty()) {
    diagnostics
        .error(find(root, "Template")->at, Code::notModelled,
               fmt::format("a vehicle of template '{}' is not read", form))
        .withHint("wheeled vehicles are read; tracks live on contact, which is not modelled");
  }
}

}  // namespace
}  // namespace chrono

bool looksLikeChrono(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == std::string_view::npos || (text[first] != '{' && text[first] != '/')) return false;
  const auto holds = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  return holds("\"Type\"") && (holds("\"Template\"") || holds("\"SuspensionTestRig\""));
}

namespace chrono {
namespace {

CartesianModel readVehicle(const std::shared_ptr<const SourceFile>& file, const ReadOptions& options,
                           Diagnostics& diagnostics) {
  const std::optional<JsonValue> root = parseJson(file, diagnostics);
  const SourceRef at{file, 1, 1};
  if (root && root->kind != JsonValue::Kind::object) {
    diagnostics.error(root->at, Code::otherType, "the file is not an object")
        .withHint("a file of Project Chrono is { \"Type\": ..., ... }");
  }
  const std::string name = root ? textOr(*root, "Name", "vehicle", diagnostics) : "vehicle";
  VehicleBuild build{.import = startImport(kFormatName, name, root ? root->at : at, diagnostics)};
  build.import.model.gravity = {0, 0, -9.81};  // as set by Chrono's vehicles
  if (!root || root->kind != JsonValue::Kind::object) return finishImport(std::move(build.import));
  DataFiles files(file->text.size(), diagnostics);
  readFile(build, files, *root, options);
  build.import.model.files = files.paths();
  fillDigits(build, files, *root);
  if (!diagnostics.hasErrors()) {
    loseUnused(build, *root);
    for (const auto& part : files.roots()) loseUnused(build, *part);
  }
  return finishImport(std::move(build.import));
}

}  // namespace
}  // namespace chrono

CartesianModel readChrono(std::shared_ptr<const SourceFile> file, const ReadOptions& options,
                          Diagnostics& diagnostics) {
  Diagnostics found;  // a member may be read more than once, and a part occurs on both sides
  CartesianModel model = chrono::readVehicle(file, options, found);
  addInOrder(found, diagnostics);
  return model;
}

}  // namespace mb
