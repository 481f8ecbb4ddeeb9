#include "converter/conversion/model_file.h"

#include <fmt/format.h>

#include <set>

#include "converter/tables/files/glob.h"
#include "formats/files/read_file.h"
#include "formats/files/unread_formats.h"
#include "formats/model/basics/text.h"
#include "formats/model/checks/plausibility.h"
#include "graph/normalise/hold_bodies.h"
#include "graph/normalise/lock_joints.h"
#include "graph/normalise/merge_welds.h"

namespace mb {
namespace {

const Format* formatOf(const SourceFile& file, const SourceRef& at, const std::string& name, Diagnostics& diagnostics) {
  if (const std::string_view kind = foreignKindOf(file.text); !kind.empty()) {
    diagnostics.error(at, Code::notText, fmt::format("this file is {}, not text in UTF-8", kind))
        .withHint("unpack a file that is compressed; save one in another encoding as UTF-8");
    return nullptr;
  }
  if (name.empty()) {
    const Format* const format = recogniseFormat(file.text);
    if (format) return format;
    if (trimmed(withoutByteOrderMark(file.text), kXmlBlanks).empty()) {
      diagnostics.error(at, Code::emptyFile, "there is nothing in this file")
          .withHint("a model begins with its root element, <mbs> in the native format");
      return nullptr;
    }
    if (file.text.find('\0') != std::string::npos) {
      diagnostics.error(at, Code::notText, "this file is binary, no text in UTF-8")
          .withHint("unpack it, or save it as UTF-8");
      return nullptr;
    }
    if (const UnreadFormat* const unread = recogniseUnread(file.text)) {
      diagnostics.error(at, Code::unknownFormat, fmt::format("this is {}, which is not read here", unread->what))
          .withHint(std::string(unread->hint));
      return nullptr;
    }
    diagnostics.error(at, Code::unknownFormat, "this is no format that is read here")
        .withHint("the native format has the root element <mbs>", Topic::formats);
    return nullptr;
  }
  const Format* const format = findFormat(name);
  if (format) return format;
  std::vector<std::string> names;
  for (const Format& one : formats()) names.emplace_back(one.name);
  const std::string guess = didYouMean(name, names);
  diagnostics.error(at, Code::badOption, fmt::format("there is no format '{}'", name))
      .withHint(guess.empty() ? "use the name of a format" : guess, Topic::formats);
  return nullptr;
}

CartesianModel merged(CartesianModel model, const std::vector<JointIndex>& locked, Diagnostics& diagnostics) {
  const std::set<JointIndex> held(locked.begin(), locked.end());
  std::set<std::string> others;
  for (const JointIndex index : model.joints.indexes()) {
    if (!held.contains(index)) others.insert(model.joints[index].name);
  }
  MergeReport report;
  model = mergeWelds(std::move(model), others, report, diagnostics);
  model.remarks.insert(model.remarks.end(), report.remarks.begin(), report.remarks.end());
  return model;
}

CartesianModel locked(CartesianModel model, const ModelOptions& options, Diagnostics& diagnostics) {
  std::vector<JointIndex> joints;
  std::vector<bool> isTaken(static_cast<std::size_t>(model.joints.size()));
  for (const std::string& pattern : options.lock) {
    bool matches = false;
    for (const JointIndex index : model.joints.indexes()) {
      if (!matchesPattern(pattern, model.joints[index].name)) continue;
      matches = true;
      const auto k = static_cast<std::size_t>(index.value);
      if (!isTaken[k]) joints.push_back(index);
      isTaken[k] = true;
    }
    if (matches) continue;
    diagnostics
        .error(model.origin.at, Code::optionNamesNothing,
               fmt::format("no joint matches '{}', which was to be locked", pattern))
        .withHint("* stands for any characters, ? for one", Topic::names);
  }
  model = lockJoints(std::move(model), joints, diagnostics);
  return options.mergeLocked && !diagnostics.hasErrors() ? merged(std::move(model), joints, diagnostics) : model;
}

void reportLosses(const CartesianModel& model, bool strict, Diagnostics& diagnostics) {
  for (const ForeignText& loss : model.foreign) {
    if (!loss.changesMotion) continue;
    // Who writes the file by hand may tell nothing but that something is lost.
    std::string message =
        (loss.what.empty() ? fmt::format("a part of the original, from {},", loss.format) : loss.what) + " is lost" +
        (loss.why.empty() ? "" : ": " + loss.why);
    Diagnostic& told = strict ? diagnostics.error(loss.origin.at, Code::lostInTranslation, std::move(message))
                              : diagnostics.warning(loss.origin.at, Code::lostInTranslation, std::move(message));
    told.withHint(loss.meaning.empty() ? "the file says that the motion changes without it, but not how"
                                       : loss.meaning);
  }
}

}  // namespace

std::optional<OpenedModel> openModel(const std::string& path, Diagnostics& diagnostics, const ModelOptions& options) {
  const std::shared_ptr<const SourceFile> file = readSource(path, diagnostics);
  if (!file) return std::nullopt;
  const Format* const format = formatOf(*file, {file, 1, 1}, options.format, diagnostics);
  if (!format) return std::nullopt;
  return OpenedModel{file, format};
}

bool knowsTyres(const OpenedModel& opened, const ModelOptions& options, Diagnostics& diagnostics) {
  const auto& [file, format] = opened;
  if (options.read.tyres.empty() || format->takesTyres) return true;
  diagnostics.error({file, 1, 1}, Code::badOption, fmt::format("the format '{}' takes no files of tyres", format->name))
      .withHint("they are for formats that keep tyres apart from the vehicle; here they are part of the model",
                Topic::noTyreFiles);
  return false;
}

bool hasParameters(const OpenedModel& opened, const ModelOptions& options, Diagnostics& diagnostics) {
  const auto& [file, format] = opened;
  if (options.read.parameters.empty() || format->takesParameters) return true;
  diagnostics
      .error({file, 1, 1}, Code::badOption, fmt::format("the format '{}' has no parameters to set", format->name))
      .withHint(format->readRecursive ? "its numbers are computed already: set them of the model it was made from"
                                      : "only the native format has <param>; change the numbers in the file");
  return false;
}

std::optional<CartesianModel> readModel(const OpenedModel& opened, Diagnostics& diagnostics,
                                        const ModelOptions& options) {
  const auto& [file, format] = opened;
  if (!format->readCartesian) {
    diagnostics
        .error({file, 1, 1}, Code::otherKindOfFile,
               fmt::format("this is a {}; a Cartesian model is wanted here", format->description))
        .withHint("it has been converted already: give the model it was made from");
    return std::nullopt;
  }
  if (!knowsTyres(opened, options, diagnostics) || !hasParameters(opened, options, diagnostics)) return std::nullopt;
  CartesianModel model = format->readCartesian(file, options.read, diagnostics);
  if (diagnostics.hasErrors()) return std::nullopt;
  warnOfImplausible(model, diagnostics);
  reportLosses(model, options.strict, diagnostics);
  if (diagnostics.hasErrors()) return std::nullopt;
  if (!options.hold.empty()) {
    model = holdBodies(std::move(model), options.hold, diagnostics);
    if (!diagnostics.hasErrors()) check(model, diagnostics);
    if (diagnostics.hasErrors()) return std::nullopt;
  }
  return options.lock.empty() ? std::optional(std::move(model)) : lockModel(std::move(model), options, diagnostics);
}

std::optional<CartesianModel> lockModel(CartesianModel model, const ModelOptions& options, Diagnostics& diagnostics) {
  model = locked(std::move(model), options, diagnostics);
  if (!diagnostics.hasErrors()) check(model, diagnostics);
  if (diagnostics.hasErrors()) return std::nullopt;
  return model;
}

std::optional<CartesianModel> readModel(const std::string& path, Diagnostics& diagnostics,
                                        const ModelOptions& options) {
  const std::optional<OpenedModel> opened = openModel(path, diagnostics, options);
  if (!opened) return std::nullopt;
  return readModel(*opened, diagnostics, options);
}

}  // namespace mb
