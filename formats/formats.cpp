#include "formats/formats.h"

#include <array>

#include "formats/adams/adams.h"
#include "formats/asmt/asmt.h"
#include "formats/chrono/chrono.h"
#include "formats/native/native.h"
#include "formats/recursive/recursive_xml.h"
#include "formats/sdf/sdf.h"

namespace mb {
namespace {

CartesianModel readNativeModel(std::shared_ptr<const SourceFile> file, const ReadOptions& options,
                               Diagnostics& diagnostics) {
  return readNative(std::move(file), diagnostics, options);
}

constexpr std::array kFormats{
    Format{.name = "mbx",
           .description = "Cartesian model in XML (docs/cartesian-format.md)",
           .endings = ".xml",
           .writes = true,
           .takesParameters = true,
           .recognises = &looksLikeNative,
           .readCartesian = &readNativeModel},
    Format{.name = "recursive",
           .description = "recursive model in XML (docs/recursive-format.md)",
           .endings = ".recursive.xml",
           .writes = true,
           .recognises = &looksLikeRecursive,
           .readRecursive = &readRecursive},
    Format{.name = "adams",
           .description = "ADAMS/Solver dataset (docs/adams.md)",
           .endings = ".adm",
           .recognises = &looksLikeAdams,
           .readCartesian = &readAdams},
    Format{.name = "asmt",
           .description = "assembly of FreeCAD or OndselSolver (docs/asmt.md)",
           .endings = ".asmt",
           .recognises = &looksLikeAsmt,
           .readCartesian = &readAsmt,
           .readSeries = &readAsmtSeries},
    Format{.name = "sdf",
           .description = "SDFormat of Gazebo and Drake (docs/sdf.md)",
           .endings = ".sdf .world",
           .recognises = &looksLikeSdf,
           .readCartesian = &readSdf},
    Format{.name = "chrono",
           .description = "vehicle of Project Chrono, or a part of one, in JSON (docs/chrono.md)",
           .endings = ".json",
           .takesTyres = true,
           .recognises = &looksLikeChrono,
           .readCartesian = &readChrono},
};

}  // namespace

std::span<const Format> formats() { return kFormats; }

const Format* recogniseFormat(std::string_view text) {
  for (const Format& format : kFormats) {
    if (format.recognises(text)) return &format;
  }
  return nullptr;
}

const Format* findFormat(std::string_view name) {
  for (const Format& format : kFormats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

}  // namespace mb
