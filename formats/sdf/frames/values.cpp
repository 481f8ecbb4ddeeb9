#include "formats/sdf/frames/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "formats/model/basics/limits.h"
#include "formats/model/basics/numbers.h"
#include "formats/model/basics/text.h"
#include "formats/model/basics/units.h"
#include "formats/model/checks/loop_tolerance.h"

namespace mb::sdf {
namespace {

std::optional<double> numberFrom(std::string_view word) {
  if (const auto number = parseNumber(word)) return number;
  const bool negative = word.starts_with('-');
  const std::string name = lowerCase(negative || word.starts_with('+') ? word.substr(1) : word);
  if (name != "inf" && name != "infinity") return std::nullopt;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return negative ? -kInfinity : kInfinity;
}

std::vector<std::string_view> wordsOf(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = text.find_first_not_of(kXmlBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kXmlBlanks, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kXmlBlanks, end);
  }
  return words;
}

// Long texts are clipped.
std::string shown(std::string_view text) {
  return text.size() <= 40 ? std::string(text) : std::string(text.substr(0, 37)) + "...";
}

std::optional<bool> flagFrom(std::string_view text) {
  const std::string word = lowerCase(trimmed(text, kXmlBlanks));
  if (word == "true" || word == "1") return true;
  if (word == "false" || word == "0") return false;
  return std::nullopt;
}

void refuseFlag(Diagnostics& diagnostics, const SourceRef& at, std::string_view what, std::string_view text) {
  diagnostics
      .error(at, Code::unknownWord,
             fmt::format("{} is '{}', it is true or false", what, shown(trimmed(text, kXmlBlanks))))
      .withHint("write true, false, 1 or 0");
}

}  // namespace

std::optional<XmlElement> firstChild(XmlElement& parent, std::string_view name) {
  const std::vector<XmlElement> found = parent.children(name);
  if (found.empty()) return std::nullopt;
  if (found.size() > 1) {
    parent.diagnostics()
        .warning(found[1].at(), Code::secondElement,
                 fmt::format("<{}> has {} elements <{}>, the first counts", parent.name(), found.size(), name))
        .withHint("keep one of them")
        .withNote(found[0].at(), "the first one is here");
  }
  return found[0];
}

std::optional<std::string> childText(XmlElement& parent, std::string_view name) {
  const auto child = firstChild(parent, name);
  if (!child) return std::nullopt;
  return std::string(trimmed(child->text(), kXmlBlanks));
}

std::optional<std::vector<double>> readNumbers(const XmlElement& element, std::size_t count) {
  const std::string text = element.text();
  const std::vector<std::string_view> words = wordsOf(text);
  std::vector<double> numbers;
  for (const std::string_view word : words) {
    if (word.size() > limits::kLongestNumber) {
      element.diagnostics()
          .error(element.textAt(static_cast<std::size_t>(word.data() - text.data())), Code::tooLong,
                 fmt::format("a number of {} characters in <{}>, the limit is {}", word.size(), element.name(),
                             limits::kLongestNumber))
          .withHint("only 17 digits count; write an exponent instead of zeros");
      return std::nullopt;
    }
    const auto number = numberFrom(word);
    if (!number) {
      element.diagnostics()
          .error(element.textAt(static_cast<std::size_t>(word.data() - text.data())), Code::notANumber,
                 fmt::format("'{}' in <{}> is not a number", shown(word), element.name()))
          .withHint("numbers are decimal with a point, 1.5e-3, and separated by blanks");
      return std::nullopt;
    }
    numbers.push_back(*number);
  }
  if (numbers.size() != count) {
    element.diagnostics()
        .error(element.textAt(), Code::wrongCount,
               fmt::format("<{}> has {} numbers, it needs {}", element.name(), numbers.size(), count))
        .withHint("separate the numbers by blanks");
    return std::nullopt;
  }
  return numbers;
}

std::optional<Vector3> readVector(const XmlElement& element) {
  const auto numbers = readNumbers(element, 3);
  if (!numbers) return std::nullopt;
  const Vector3 v((*numbers)[0], (*numbers)[1], (*numbers)[2]);
  if (v.allFinite()) return v;
  element.diagnostics()
      .error(element.textAt(), Code::notFinite, fmt::format("<{}> is not finite", element.name()))
      .withHint("give three finite numbers");
  return std::nullopt;
}

double numberOr(XmlElement& parent, std::string_view child, double fallback) {
  const auto element = firstChild(parent, child);
  if (!element) return fallback;
  const auto numbers = readNumbers(*element, 1);
  return numbers ? numbers->front() : fallback;
}

double finiteOr(XmlElement& parent, std::string_view child, double fallback) {
  const double value = numberOr(parent, child, fallback);
  if (std::isfinite(value)) return value;
  parent.diagnostics()
      .error(firstChild(parent, child)->textAt(), Code::notFinite,
             fmt::format("the <{}> in <{}> is not finite", child, parent.name()))
      .withHint("give a finite number");
  return fallback;
}

bool isTrue(const XmlElement& element, bool fallback) {
  const std::string text = element.text();
  const auto flag = flagFrom(text);
  if (!flag) refuseFlag(element.diagnostics(), element.textAt(), fmt::format("<{}>", element.name()), text);
  return flag.value_or(fallback);
}

bool flagOr(XmlElement& parent, std::string_view child, bool fallback) {
  const auto element = firstChild(parent, child);
  return element ? isTrue(*element, fallback) : fallback;
}

bool attributeFlag(XmlElement& element, std::string_view attribute) {
  const auto given = element.attribute(attribute);
  if (!given) return false;
  const auto flag = flagFrom(given->text);
  if (!flag) refuseFlag(element.diagnostics(), given->valueAt, attribute, given->text);
  return flag.value_or(false);
}

GivenPose readPose(XmlElement& pose) {
  GivenPose given;
  given.at = pose.at();
  // Versions 1.5 and 1.6 call it frame.
  given.relativeToAt = given.at;
  for (const std::string_view name : {"frame", "relative_to"}) {
    const auto base = pose.attribute(name);
    if (!base) continue;
    given.relativeTo = trimmed(base->text, kXmlBlanks);
    given.relativeToAt = base->valueAt;
  }
  const auto format = pose.attribute("rotation_format");
  const bool isQuaternion = format && format->text == "quat_xyzw";
  if (format && !isQuaternion && format->text != "euler_rpy") {
    pose.diagnostics()
        .error(format->valueAt, Code::unknownWord,
               fmt::format("the rotation format '{}' is not known", shown(format->text)))
        .withHint("it is euler_rpy or quat_xyzw");
    return given;
  }
  const bool inDegrees = attributeFlag(pose, "degrees");
  if (trimmed(pose.text(), kXmlBlanks).empty()) return given;
  const auto numbers = readNumbers(pose, isQuaternion ? 7 : 6);
  if (!numbers) return given;
  const auto refuse = [&](Code code, std::string message, std::string hint) {
    pose.diagnostics().error(pose.textAt(), code, std::move(message)).withHint(std::move(hint));
    return given;
  };
  const std::vector<double>& n = *numbers;
  if (!std::all_of(n.begin(), n.end(), [](double x) { return std::isfinite(x); })) {
    return refuse(Code::notFinite, "<pose> is not finite", "give finite numbers");
  }
  given.X.p = {n[0], n[1], n[2]};
  given.digits = mostDigits(pose.text());
  if (isQuaternion) {
    const Quaternion q(n[6], n[3], n[4], n[5]);
    if (!(q.norm() > 1e-6) || !std::isfinite(q.norm())) {
      return refuse(Code::notARotation, "the quaternion of <pose> has no direction",
                    "its four numbers x y z w have the length 1");
    }
    given.X.R = q.normalized().toRotationMatrix();
  } else {
    const double unit = inDegrees ? kDegree : 1;
    given.X.R = rotationAbout(2, unit * n[5]) * rotationAbout(1, unit * n[4]) * rotationAbout(0, unit * n[3]);
  }
  return given;
}

GivenPose readPoseOf(XmlElement& owner) {
  auto pose = firstChild(owner, "pose");
  if (pose) return readPose(*pose);
  GivenPose none;
  none.at = owner.at();
  return none;
}

}  // namespace mb::sdf
