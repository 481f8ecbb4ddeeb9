#include <fmt/format.h>

#include "formats/chrono/parts.h"
#include "formats/files/read_file.h"

namespace mb::chrono {
namespace {

bool looksLikeJson(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return first != std::string_view::npos && (text[first] == '{' || text[first] == '/');
}

}  // namespace

std::optional<WheelTyre> AxleTyres::of(std::size_t index, const JsonValue* axle) {
  const std::size_t count = options_.tyres.size();
  if (count > 1 && count != axles_) {
    if (!isRefused_) {
      build_.import.diagnostics
          .error(build_.import.model.origin.at, Code::badOption,
                 fmt::format("{} tyres are given for {} axles", count, axles_))
          .withHint("give one tyre for all wheels, or one per axle");
    }
    isRefused_ = true;
    return std::nullopt;
  }
  // Looked up even if other tyres are given, which replace it, so that it does not count as an unknown member.
  const bool namesTyre = axle && has(*axle, "Tire Input File");
  if (count > 0) return given(options_.tyres[count == 1 ? 0 : index]);
  if (axle && !namesTyre) bare_.push_back(axle);
  if (!namesTyre) return std::nullopt;
  isNamed_ = true;
  const JsonValue* part = files_.part(*axle, "Tire Input File", "Tire");
  if (!part) return std::nullopt;
  const auto known = byFile_.find(part);
  if (known != byFile_.end()) return known->second;
  return byFile_[part] = added(*part);
}

void AxleTyres::reportBareAxles() const {
  if (!isNamed_) return;
  for (const JsonValue* axle : bare_) {
    build_.import.diagnostics
        .warning(axle->at, Code::missingElement,
                 "the axle has no 'Tire Input File', and others have: its wheels do not touch the road")
        .withHint("add \"Tire Input File\": ..., or give a file of tyres for all wheels", Topic::tyreFiles);
  }
}

std::optional<WheelTyre> AxleTyres::added(const JsonValue& file) {
  const std::optional<WheelTyre> tyre = addTyre(build_, files_, file, "tyre");
  if (tyre && !(tyre->inertia.mass > 0)) {
    build_.import.diagnostics
        .warning(file.at, Code::missingElement, "the tyre has no mass: the wheels are without that of the tyres")
        .withHint("add \"Mass\" and \"Inertia\", which Chrono requires");
  }
  return tyre;
}

std::optional<WheelTyre> AxleTyres::given(const std::string& path) {
  if (const auto known = byPath_.find(path); known != byPath_.end()) return known->second;
  std::optional<WheelTyre>& tyre = byPath_[path];
  Diagnostics& diagnostics = build_.import.diagnostics;
  FileText read = readFileText(path);
  if (!read.fault.empty()) {
    diagnostics
        .error(build_.import.model.origin.at, Code::cannotRead,
               fmt::format("cannot read the tyre '{}': {}", path, read.fault))
        .withHint("check the path and its permissions");
    return tyre;
  }
  const auto file = std::make_shared<const SourceFile>(SourceFile{path, std::move(read.text)});
  if (!looksLikeJson(file->text)) return tyre = addTyreFromProperties(build_, file, "tyre");
  std::optional<JsonValue> parsed = parseJson(file, diagnostics);
  if (!parsed) return tyre;
  const JsonValue& root = files_.keep(std::move(*parsed));
  const std::string type = text(root, "Type", diagnostics);
  if (type == "Tire") {
    tyre = added(root);
  } else if (!type.empty()) {
    diagnostics.error(root.at, Code::otherKindOfFile, fmt::format("the tyre is a file of type '{}'", type))
        .withHint("its type must be 'Tire'");
  }
  return tyre;
}

}  // namespace mb::chrono
