#include <fmt/format.h>

#include <algorithm>

#include "formats/asmt/build.h"
#include "formats/model/basics/numbers.h"
#include "formats/model/checks/loop_tolerance.h"

namespace mb::asmt {
namespace {

// Files print 13 digits and more, but angles from other tools may have been typed with a few.
constexpr double kAllowedSkew = 1e-3;

Vector3 vectorFrom(Build& build, const Line& line) {
  const std::vector<std::string_view> parts = words(line.text);
  Vector3 vector = Vector3::Zero();
  if (parts.size() != 3) {
    build.import.diagnostics
        .error(at(build.outline, line), Code::wrongCount,
               fmt::format("three numbers are expected here, not '{}'", line.text.substr(0, 60)))
        .withHint("write x, y and z on one line, with tabs or blanks between them");
    return vector;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const std::optional<double> number = numberText(parts[k]);
    if (number) {
      vector(static_cast<int>(k)) = *number;
      continue;
    }
    SourceRef where = at(build.outline, line);
    where.column += static_cast<int>(parts[k].data() - line.text.data());
    build.import.diagnostics.error(where, Code::notANumber, fmt::format("'{}' is not a number", parts[k].substr(0, 60)))
        .withHint("numbers look like 0.5, -2 or 1.0e-9");
  }
  return vector;
}

}  // namespace

void reportMissing(Build& build, const Line& line, std::string_view what) {
  build.import.diagnostics
      .error(at(build.outline, line), Code::missingValue, fmt::format("'{}' has no {} below it", line.text, what))
      .withHint("the value belongs on the next line, indented by one more tab");
}

std::optional<double> numberText(std::string_view text) {
  if (const std::optional<double> plain = parseNumber(text)) return plain;
  const std::size_t d = text.find_first_of("dD");
  if (d == std::string_view::npos) return std::nullopt;
  const std::string_view exponent = text.substr(d + 1);
  return parseNumber(std::string(text.substr(0, d)) + (exponent.empty() ? "" : "e" + std::string(exponent)));
}

double readNumber(Build& build, const Line& line) {
  const std::string_view text = valueOf(build.outline, line);
  if (text.empty()) {
    reportMissing(build, line, "number");
    return 0;
  }
  if (const std::optional<double> number = numberText(text)) return *number;
  build.import.diagnostics
      .error(at(build.outline, lineAt(build.outline, line.children.front())), Code::notANumber,
             fmt::format("'{}' is not a number", text.substr(0, 60)))
      .withHint("numbers look like 0.5, -2 or 1.0e-9");
  return 0;
}

Vector3 readVector(Build& build, const Line& line) {
  if (!line.children.empty()) return vectorFrom(build, lineAt(build.outline, line.children.front()));
  reportMissing(build, line, "vector");
  return Vector3::Zero();
}

Pose readPose(Build& build, const Line& item) {
  Pose pose;
  if (const Line* position = find(build.outline, item, "Position3D")) pose.p = readVector(build, *position);
  const Line* rotation = find(build.outline, item, "RotationMatrix");
  if (!rotation) return pose;
  if (rotation->children.size() != 3) {
    build.import.diagnostics
        .error(at(build.outline, *rotation), Code::wrongCount,
               fmt::format("a rotation matrix has 3 rows, here are {}", rotation->children.size()))
        .withHint("write three rows of three numbers below it; the columns are the axes of the frame");
    return pose;
  }
  const int errors = build.import.diagnostics.errorCount();
  Matrix3 R;
  for (int row = 0; row < 3; ++row) {
    R.row(row) =
        vectorFrom(build, lineAt(build.outline, rotation->children[static_cast<std::size_t>(row)])).transpose();
  }
  if (build.import.diagnostics.errorCount() > errors) return pose;
  const double skew = (R.transpose() * R - Matrix3::Identity()).cwiseAbs().maxCoeff();
  if (!(skew < kAllowedSkew) || R.determinant() < 0) {
    build.import.diagnostics
        .error(
            at(build.outline, *rotation), Code::notARotation,
            R.determinant() < 0 && skew < kAllowedSkew
                ? std::string("the rotation matrix is a reflection: its axes are left-handed")
                : fmt::format(
                      "the matrix is not a rotation: its columns are off unit length and right angles by {:.3g}", skew))
        .withHint("its columns are the axes of the frame: unit vectors at right angles, right-handed");
    return pose;
  }
  // An exact matrix stays, because the polar decomposition would round it.
  pose.R = skew < 1e-15 ? R : nearestRotation(R);
  return pose;
}

int digitsOfPose(const Build& build, const Line& item) {
  int most = 0;
  for (const std::string_view key : {"Position3D", "RotationMatrix"}) {
    const Line* const block = find(build.outline, item, key);
    if (!block) continue;
    for (const int row : block->children) most = std::max(most, mostDigits(lineAt(build.outline, row).text));
  }
  return most;
}

std::string nameOf(const Build& build, const Line& item) {
  const Line* name = find(build.outline, item, "Name");
  return name ? std::string(valueOf(build.outline, *name)) : std::string();
}

}  // namespace mb::asmt
