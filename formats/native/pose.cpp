// Frames in all their notations (docs/cartesian-format.md, Poses).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "formats/model/basics/text.h"
#include "formats/model/checks/loop_tolerance.h"
#include "formats/native/build.h"

namespace mb::native {
namespace {

// Data are typed with three digits or more, so each entry may be off by half of the third; a matrix that is further off
// is not a rotation.
constexpr double kRotationTolerance = 3e-3;
constexpr double kReportedRotation = 1e-6;  // beyond this, taking the nearest rotation is reported
// Round-off in products of rotations; a matrix this close is taken as it is.
constexpr double kRounding = 1e-13;
constexpr double kTwoTurns = 4 * std::numbers::pi * (1 + kRounding);

struct PoseReader {
  XmlElement& element;
  const ElementContext& context;
  Diagnostics& diagnostics;
  GivenPose pose;

  std::nullopt_t fail(const XmlText& text, Code code, std::string message, std::string hint) {
    diagnostics.error(text.valueAt, code, std::move(message)).withHint(std::move(hint));
    return std::nullopt;
  }

  std::optional<std::vector<Vector3>> points(const XmlText& text, std::size_t count, const Dimension& dimension) {
    const auto given = static_cast<std::size_t>(std::ranges::count(text.text, ';')) + 1;
    if (given != count) {
      return fail(text, Code::wrongCount, fmt::format("{}, expected {}", counted(given, "point"), count),
                  "points are separated by semicolons: \"x y z; x y z\"");
    }
    std::vector<Vector3> found;
    for (std::size_t begin = 0; begin <= text.text.size();) {
      const std::size_t end = std::min(text.text.find(';', begin), text.text.size());
      const std::optional<Vector3> point = readVector(slice(text, begin, end - begin), dimension, context, diagnostics);
      if (!point) return std::nullopt;
      found.push_back(*point);
      begin = end + 1;
    }
    return found;
  }

  void reportNearest(const XmlText& text, std::string_view what, double off) {
    if (off <= kReportedRotation) return;
    diagnostics
        .warning(text.valueAt, Code::notARotation,
                 fmt::format("the {} is off a rotation by {:.1g}: the nearest rotation is used", what, off))
        .withHint("its numbers are rounded; write more digits, or use another notation");
  }

  std::optional<Matrix3> quaternion(const XmlText& text) {
    const auto numbers = readNumbers(text, 4, dimension::kNone, context, diagnostics);
    if (!numbers) return std::nullopt;
    Quaternion q((*numbers)[0], (*numbers)[1], (*numbers)[2], (*numbers)[3]);
    if (!(std::abs(q.norm() - 1) <= kRotationTolerance)) {
      return fail(text, Code::notARotation, fmt::format("the quaternion has norm {:.9g}, a rotation needs 1", q.norm()),
                  "the order is w x y z; give more digits or use another notation");
    }
    reportNearest(text, "quaternion", std::abs(q.norm() - 1));
    return q.normalized().toRotationMatrix();
  }

  std::optional<Matrix3> matrix(const XmlText& text) {
    const auto numbers = readNumbers(text, 9, dimension::kNone, context, diagnostics);
    if (!numbers) return std::nullopt;
    const Matrix3 M = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(numbers->data());
    const double off = (M.transpose() * M - Matrix3::Identity()).cwiseAbs().maxCoeff();
    if (!(off <= kRotationTolerance)) {
      return fail(text, Code::notARotation,
                  fmt::format("the matrix is not a rotation: its columns are off orthonormal by {:.3g}, allowed "
                              "{:.0e}",
                              off, kRotationTolerance),
                  "nine numbers row by row; the columns are the axes of the frame");
    }
    if (M.determinant() < 0) {
      return fail(text, Code::notARotation, "the matrix is a reflection: its determinant is -1, a rotation needs +1",
                  "reverse one of its columns");
    }
    reportNearest(text, "matrix", off);
    return off <= kRounding ? M : nearestRotation(M);
  }

  // More than two turns are hardly intended: mostly degrees where radians are expected.
  std::optional<Vector3> angles(const XmlText& text) {
    const auto found = readVector(text, dimension::kAngle, context, diagnostics);
    if (!found || found->cwiseAbs().maxCoeff() <= kTwoTurns) return found;
    const bool isInRadians = context.units.angle == 1;
    diagnostics
        .warning(text.valueAt, Code::implausibleValue,
                 fmt::format("a frame is turned by {:.4g} {}, more than two turns",
                             found->cwiseAbs().maxCoeff() / context.units.angle, isInRadians ? "rad" : "deg"))
        .withHint(isInRadians ? "angles are read in radians; <units angle=\"deg\"/> makes them degrees"
                              : "check the unit of angles");
    return found;
  }

  std::optional<Matrix3> fixedAngles(const XmlText& text) {
    const auto rpy = angles(text);
    if (!rpy) return std::nullopt;
    return rotationAbout(2, rpy->z()) * rotationAbout(1, rpy->y()) * rotationAbout(0, rpy->x());
  }

  std::optional<Matrix3> eulerAngles(const XmlText& text) {
    const std::size_t colon = text.text.find(':');
    const std::string_view sequence = text.text.substr(0, std::min(colon, text.text.size()));
    const auto isAxis = [](char c) { return c >= '1' && c <= '3'; };
    const bool valid = colon != std::string_view::npos && sequence.size() == 3 && isAxis(sequence[0]) &&
                       isAxis(sequence[1]) && isAxis(sequence[2]) && sequence[0] != sequence[1] &&
                       sequence[1] != sequence[2];
    if (!valid) {
      return fail(text, Code::unknownWord, fmt::format("'{}' is not a sequence of Euler angles", sequence),
                  "three of the axes 1, 2, 3, neighbours different, and a colon: \"313: a b c\"");
    }
    const auto turns = angles(slice(text, colon + 1));
    if (!turns) return std::nullopt;
    Matrix3 R = Matrix3::Identity();
    for (int k = 0; k < 3; ++k) R = R * rotationAbout(sequence[static_cast<std::size_t>(k)] - '1', (*turns)(k));
    return R;
  }

  std::optional<Matrix3> zxPoints(const XmlText& text) {
    const auto found = points(text, 2, dimension::kLength);
    if (!found) return std::nullopt;
    const auto R = rotationFromZX((*found)[0] - pose.X.p, (*found)[1] - pose.X.p);
    if (R) return R;
    return fail(text, Code::noDirection, "the z point, the x point and the origin lie on one line",
                "they must span a plane");
  }

  std::optional<Matrix3> pqrPoints(const XmlText& text) {
    const auto found = points(text, 3, dimension::kLength);
    if (!found) return std::nullopt;
    const auto X = poseFromPQR((*found)[0], (*found)[1], (*found)[2]);
    if (!X)
      return fail(text, Code::noDirection, "P, Q and R lie on one line",
                  "they must span a plane: z runs from P to Q, R gives x");
    pose.X.p = X->p;
    return X->R;
  }

  // "3: x y z; 1: x y z": the first axis is exact, the second fixes the plane.
  std::optional<Matrix3> twoAxes(const XmlText& text) {
    std::array<int, 2> axis{};
    std::array<Vector3, 2> direction;
    const std::size_t semicolon = text.text.find(';');
    const std::size_t second = semicolon == std::string_view::npos ? text.text.size() : semicolon + 1;
    const std::array<XmlText, 2> parts{slice(text, 0, semicolon), slice(text, second)};
    for (std::size_t k = 0; k < 2; ++k) {
      const std::size_t colon = parts[k].text.find(':');
      const std::string_view digit = trimmed(parts[k].text.substr(0, std::min(colon, parts[k].text.size())), " ");
      const bool valid = colon != std::string_view::npos && digit.size() == 1 && digit[0] >= '1' && digit[0] <= '3';
      if (!valid) {
        return fail(parts[k], Code::malformedText,
                    fmt::format("'{}' does not give a direction of an axis", parts[k].text),
                    "two directions by axis number: \"3: x y z; 1: x y z\"");
      }
      axis[k] = digit[0] - '1';
      const auto vector = readVector(slice(parts[k], colon + 1), dimension::kNone, context, diagnostics);
      if (!vector) return std::nullopt;
      direction[k] = *vector;
    }
    if (axis[0] == axis[1]) {
      return fail(text, Code::givenTwice, fmt::format("axis {} is given twice", axis[0] + 1),
                  "give two different axes");
    }
    // With a, b, c cyclic, the frame whose "z" is a and whose "x" is b has c = a x b as its "y".
    const auto ZX = rotationFromZX(direction[0], direction[1]);
    if (!ZX) return fail(text, Code::noDirection, "the two directions are parallel or zero", "they must span a plane");
    Matrix3 R;
    const int third = 3 - axis[0] - axis[1];
    const bool cyclic = (axis[0] + 1) % 3 == axis[1];
    R.col(axis[0]) = ZX->col(2);
    R.col(axis[1]) = ZX->col(0);
    R.col(third) = cyclic ? Vector3(ZX->col(1)) : Vector3(-ZX->col(1));
    return R;
  }
};

// Axes are given as numbers before a colon.
int digitsOf(const XmlText& text) {
  int most = 0;
  for (std::string_view rest = text.text; !rest.empty();) {
    std::string_view part = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    const std::size_t colon = part.find(':');
    if (colon != std::string_view::npos) part.remove_prefix(colon + 1);
    most = std::max(most, mostDigits(part));
  }
  return most;
}

struct Notation {
  std::string_view attribute;
  std::optional<Matrix3> (PoseReader::*read)(const XmlText&);
};
constexpr std::array kNotations{
    Notation{"quat", &PoseReader::quaternion}, Notation{"rot", &PoseReader::matrix},
    Notation{"rpy", &PoseReader::fixedAngles}, Notation{"euler", &PoseReader::eulerAngles},
    Notation{"zx", &PoseReader::zxPoints},     Notation{"pqr", &PoseReader::pqrPoints},
    Notation{"axes", &PoseReader::twoAxes},
};

}  // namespace

GivenPose readPose(XmlElement& element, const ElementContext& context) {
  PoseReader reader{element, context, element.diagnostics(), {}};
  const int errorsBefore = element.diagnostics().errorCount();
  if (const auto pos = element.attribute("pos")) {
    if (const auto p = readVector(*pos, dimension::kLength, context, reader.diagnostics)) reader.pose.X.p = *p;
    reader.pose.digits = mostDigits(pos->text);
    if (const auto pqr = element.attribute("pqr"))
      reader.fail(*pqr, Code::excludeEachOther, "pqr replaces pos, and both are given", "remove pos");
  }
  std::optional<XmlText> rotation;
  for (const Notation& notation : kNotations) {
    const auto text = element.attribute(notation.attribute);
    if (!text) continue;
    if (rotation) {
      reader.diagnostics
          .error(text->at, Code::givenTwice,
                 fmt::format("the rotation is given twice, again by '{}'", notation.attribute))
          .withHint("keep one notation")
          .withNote(rotation->at, "it is given here");
      continue;
    }
    rotation = text;
    // The points of zx are relative to pos; if pos has errors, more would follow.
    if (reader.diagnostics.errorCount() > errorsBefore) continue;
    if (const auto R = (reader.*notation.read)(*text)) reader.pose.X.R = *R;
    reader.pose.digits = std::max(reader.pose.digits, digitsOf(*text));
  }
  reader.pose.relativeTo = element.attribute("relative_to");
  element.finish();
  reader.pose.usable = element.diagnostics().errorCount() == errorsBefore;
  return reader.pose;
}

GivenPose readPoseChild(XmlElement& element, const ElementContext& context) {
  std::optional<XmlElement> pose = element.child("pose");
  return pose ? readPose(*pose, context) : GivenPose{};
}

std::optional<Matrix3> rotationFromAxis(const File& file, const Vector3& axis) {
  const auto R = rotationFromZ(file.R_axes * axis);
  if (!R) return std::nullopt;
  return file.R_axes.transpose() * *R;
}

}  // namespace mb::native
