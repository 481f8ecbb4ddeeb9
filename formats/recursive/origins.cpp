#include "formats/recursive/origins.h"

#include <fmt/format.h>

#include <charconv>

namespace mb {
namespace {

std::uint64_t keyOf(const SourceRef& at) {
  return (static_cast<std::uint64_t>(at.line) << 32) | static_cast<std::uint32_t>(at.column);
}

// A line or column: a whole number from 1; 0 if missing.
int readCount(XmlElement& element, std::string_view name) {
  const auto text = element.attribute(name);
  if (!text) return 0;
  int value = 0;
  const char* const last = text->text.data() + text->text.size();
  const auto [end, error] = std::from_chars(text->text.data(), last, value);
  if (error == std::errc{} && end == last && value > 0) return value;
  element.diagnostics()
      .error(text->valueAt, Code::outOfRange, fmt::format("'{}' is not a whole number from 1 on", text->text))
      .withHint("lines and columns are counted from 1");
  return 0;
}

template <class Visit>
void forEachOrigin(RecursiveModel& model, const Visit& visit) {
  const auto visitAll = [&](auto& entities) {
    for (auto& entity : entities) visit(entity.origin);
  };
  visitAll(model.world);
  for (Link& link : model.links) {
    visit(link.origin);
    visit(link.jointOrigin);
    visitAll(link.members);
  }
  visitAll(model.cuts);
  visitAll(model.rods);
  for (Rod& rod : model.rods) visitAll(rod.members);
  visitAll(model.inputs);
  visitAll(model.splines);
  visitAll(model.roads);
  visitAll(model.tyres);
  visitAll(model.drivers);
  visitAll(model.probes);
  visitAll(model.measures);
  visitAll(model.couplers);
  visitAll(model.drives);
  visitAll(model.forces);
  visitAll(model.foreign);
}

}  // namespace

std::shared_ptr<const SourceFile> RecursiveOrigins::fileOf(const std::string& path) {
  std::shared_ptr<const SourceFile>& file = files_[path];
  if (!file) file = std::make_shared<const SourceFile>(SourceFile{path, {}});
  return file;
}

Origin RecursiveOrigins::read(XmlElement& element) {
  Origin stated;
  const auto path = element.attribute("file");
  stated.at.line = readCount(element, "line");
  stated.at.column = readCount(element, "column");
  if (path || stated.at.line > 0) stated.at.file = fileOf(path ? std::string(path->text) : source_);
  if (const auto by = element.attribute("by")) stated.by = by->text;
  if (const auto from = element.attribute("from")) stated.from = from->text;
  Origin place{element.at(), {}};
  if (stated.at.file || !stated.by.empty() || !stated.from.empty()) stated_.emplace(keyOf(place.at), std::move(stated));
  return place;
}

void RecursiveOrigins::restore(RecursiveModel& model) const {
  forEachOrigin(model, [&](Origin& origin) {
    const auto found = stated_.find(keyOf(origin.at));
    origin = found == stated_.end() ? Origin{} : found->second;
  });
}

}  // namespace mb
