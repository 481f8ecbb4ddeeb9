#include "formats/native/native.h"

#include <algorithm>
#include <filesystem>

#include "formats/model/messages/diagnostics_order.h"
#include "formats/native/build.h"
#include "formats/xml/xml_scan.h"

namespace mb {
bool looksLikeNative(std::string_view text) { return rootNameOf(text) == "mbs"; }

CartesianModel readNative(std::shared_ptr<const SourceFile> source, Diagnostics& diagnostics,
                          const ReadOptions& options) {
  native::Build build;
  for (const std::string& text : options.parameters) native::setParameter(build, text);
  native::File& root = build.files.emplace_back();
  root.source = std::move(source);
  std::error_code error;
  root.canonicalPath = std::filesystem::weakly_canonical(root.source->path, error).string();
  root.document = std::make_shared<const XmlDocument>(root.source, build.diagnostics);
  build.elementsRead = root.document->elements();
  native::declareFile(build, root);
  if (root.document->root() && !build.isTooLarge && !build.diagnostics.gaveUp()) {
    for (native::File& file : build.files) {
      for (XmlElement& marker : file.markers) {
        if (!build.diagnostics.gaveUp()) native::declareMarker(build, file, marker, std::nullopt);
      }
    }
    native::placeEverything(build);
    for (const BodyIndex body : build.model.bodies.indexes()) native::completeBody(build, body);
    for (native::File& file : build.files) {
      for (XmlElement& joint : file.joints) {
        if (!build.diagnostics.gaveUp()) native::readJoint(build, file, joint);
      }
    }
    if (!build.diagnostics.gaveUp()) native::readElements(build);
    // Unreadable parts are not in the model, so this repeats no errors.
    if (hasBodies(build.model) || !build.diagnostics.hasErrors()) check(build.model, build.diagnostics);
  }
  addInOrder(build.diagnostics, diagnostics);
  return std::move(build.model);
}

}  // namespace mb
