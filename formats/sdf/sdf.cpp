#include "formats/sdf/sdf.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "formats/model/basics/text.h"
#include "formats/model/messages/diagnostics_order.h"
#include "formats/sdf/names.h"
#include "formats/sdf/reader.h"
#include "formats/xml/xml_scan.h"

namespace mb {
namespace sdf {
namespace {

constexpr int kOldest = 3;
constexpr int kNewest = 12;

void refuseRoot(XmlElement& root) {
  const auto refuse = [&](std::string message, std::string hint) {
    root.diagnostics().error(root.at(), Code::otherKindOfFile, std::move(message)).withHint(std::move(hint));
  };
  if (root.name() == "gazebo") {
    refuse("this file is from before SDFormat: <gazebo>",
           "convert it with `gz sdf -c` of Gazebo 1.9 or later, which writes <sdf version=\"1.4\"> or newer");
  } else if (root.name() == "robot") {
    refuse("this is URDF and not SDFormat: <robot>", "convert it with `gz sdf -p model.urdf`, which writes SDFormat");
  } else {
    refuse(fmt::format("the root is <{}> and not <sdf>", root.name()), "a model belongs inside <sdf version=\"1.7\">");
  }
}

// The world's name, or that of its only model: most worlds are named default.
std::string modelName(XmlElement& root) {
  std::vector<XmlElement> models = root.children("model");
  for (XmlElement& world : root.children("world")) {
    for (XmlElement& model : world.children("model")) models.push_back(model);
    if (models.size() != 1) return nameOr(world, "world");
  }
  return models.empty() ? "model" : nameOr(models.front(), "model");
}

// Only models with links count; if there are several, names include the model.
bool hasSeveralModels(const Reader& reader) {
  return std::any_of(reader.links.begin(), reader.links.end(),
                     [&](const Link& link) { return link.topModel != reader.links.front().topModel; });
}

void readRoot(Reader& reader, XmlElement& root, int version) {
  const std::vector<XmlElement> worlds = root.children("world");
  for (std::size_t k = 0; k < worlds.size(); ++k) {
    XmlElement world = worlds[k];
    if (k == 0) {
      readWorld(reader, world);
    } else {
      reader.losses.add(world, LossEffect::motion, "<world>", "the file", "the first world is read",
                        "its models are missing");
    }
  }
  for (XmlElement& model : root.children("model")) readModel(reader, model, kWorldScope, version, {});
  for (XmlElement& include : root.children("include")) readInclude(reader, include, kWorldScope);
  for (XmlElement& state : root.children("state")) reader.states.push_back(state);
}

CartesianModel readDocument(const XmlDocument& document, Diagnostics& diagnostics) {
  XmlElement root(document, *document.root(), diagnostics);
  if (root.name() != "sdf") {
    refuseRoot(root);
    return {};
  }
  const auto version = versionOf(root);
  if (!version) return {};
  ImportBuild build = startImport("sdf", modelName(root), root.at(), diagnostics);
  build.model.gravity = {0, 0, -9.8};
  Reader reader{.build = build, .frames = FrameTree(diagnostics, *version, root.at())};
  std::error_code error;
  reader.openFiles.push_back(std::filesystem::weakly_canonical(document.file()->path, error).string());
  mayTake(reader, document, root);
  readRoot(reader, root, *version);
  checkNames(reader, document);
  checkFrames(reader);
  if (reader.links.empty() && !diagnostics.hasErrors()) {
    diagnostics.error(root.at(), Code::notModelled, "the file holds no model with a link")
        .withHint("put the models that it includes into its folder");
  }
  reader.hasSeveralModels = hasSeveralModels(reader);
  resolveJoints(reader);
  findIdleJoints(reader);
  buildBodies(reader);
  buildJoints(reader);
  buildCouplers(reader);
  buildExtensions(reader);
  buildWeightless(reader);
  applyStates(reader);
  reportMissing(reader);
  reportContacts(reader);
  reader.losses.flush(build);
  return finishImport(std::move(build));
}

}  // namespace

std::optional<int> versionOf(XmlElement& root) {
  const auto text = root.attribute("version");
  if (!text) {
    root.diagnostics()
        .warning(root.at(), Code::missingAttribute, fmt::format("<sdf> has no version: it is read as 1.{}", kNewest))
        .withHint("axes and poses mean other things in old versions: give the version");
    return kNewest;
  }
  const std::string version(trimmed(text->text, kXmlBlanks));
  int minor = -1;
  const char* const last = version.data() + version.size();
  const bool isOne = version.starts_with("1.");
  const auto number = std::from_chars(version.data() + std::min<std::size_t>(2, version.size()), last, minor);
  const bool isNumber = isOne && number.ec == std::errc{} && number.ptr == last;
  if (!isNumber || minor < kOldest) {
    root.diagnostics()
        .error(text->valueAt, Code::unknownVersion, fmt::format("version '{}' is not known", version))
        .withHint(fmt::format("versions 1.{} to 1.{} are", kOldest, kNewest));
    return std::nullopt;
  }
  if (minor > kNewest) {
    root.diagnostics()
        .warning(text->valueAt, Code::unknownVersion, fmt::format("version {} is read as 1.{}", version, kNewest))
        .withHint("what is new in it is listed among the losses, or means what it meant before");
    return kNewest;
  }
  return minor;
}

}  // namespace sdf

bool looksLikeSdf(std::string_view text) {
  const std::string_view root = rootNameOf(text);
  return root == "sdf" || root == "gazebo" || root == "robot";
}

CartesianModel readSdf(std::shared_ptr<const SourceFile> file, const ReadOptions&, Diagnostics& diagnostics) {
  Diagnostics found;  // names and limits are checked more than once
  const XmlDocument document(sdf::asUtf8(std::move(file), found), found);
  CartesianModel model = document.root() ? sdf::readDocument(document, found) : CartesianModel{};
  addInOrder(found, diagnostics);
  return model;
}

}  // namespace mb
