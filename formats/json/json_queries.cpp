#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "formats/json/located_json.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

using Kind = JsonValue::Kind;

std::string_view nameOf(Kind kind) {
  switch (kind) {
    case Kind::absent: return "nothing";
    case Kind::null: return "null";
    case Kind::boolean: return "true or false";
    case Kind::number: return "a number";
    case Kind::text: return "a text";
    case Kind::array: return "an array";
    case Kind::object: return "an object";
  }
  return {};
}

const JsonValue& absent() {
  static const JsonValue kAbsent;
  return kAbsent;
}

// Whether the value is of this kind; an error otherwise, unless the value is missing, which was already reported.
bool expect(const JsonValue& value, Kind kind, std::string_view what, Diagnostics& diagnostics) {
  if (value.kind == kind) return true;
  if (value.kind != Kind::absent) {
    diagnostics
        .error(value.at, Code::otherType, fmt::format("{} must be {}, not {}", what, nameOf(kind), nameOf(value.kind)))
        .withHint(fmt::format("write {} here", nameOf(kind)));
  }
  return false;
}

std::string quoted(std::string_view name) { return fmt::format("'{}'", name); }

bool numberArray(const JsonValue& value, std::string_view what, std::optional<std::size_t> count,
                 std::vector<double>& result, Diagnostics& diagnostics) {
  if (!expect(value, Kind::array, what, diagnostics)) return false;
  if (count && value.items.size() != *count) {
    diagnostics
        .error(value.at, Code::wrongCount,
               fmt::format("{} must have {} numbers, not {}", what, *count, value.items.size()))
        .withHint(*count == 4 ? "a rotation is a quaternion [w, x, y, z]" : "write one number for each of x, y and z");
    return false;
  }
  for (const JsonValue& item : value.items) {
    if (!expect(item, Kind::number, fmt::format("an element of {}", what), diagnostics)) return false;
    result.push_back(item.number);
  }
  return true;
}

Vector3 vectorFrom(const JsonValue& value, std::string_view what, Diagnostics& diagnostics) {
  std::vector<double> parts;
  if (!numberArray(value, what, 3, parts, diagnostics)) return Vector3::Zero();
  return {parts[0], parts[1], parts[2]};
}

// Only letters and digits, in lower case.
std::string squeezed(std::string_view name) {
  std::string letters;
  for (const char c : lowerCase(name)) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) letters += c;
  }
  return letters;
}

// The common part of paired names: without digits, single letters, and the words for min and max.
std::string withoutCounter(std::string_view name) {
  const std::string lower = lowerCase(name);
  const auto isLetter = [&](std::size_t k) { return k < lower.size() && lower[k] >= 'a' && lower[k] <= 'z'; };
  std::string letters;
  for (std::size_t k = 0; k < lower.size(); ++k) {
    if (isLetter(k) && (isLetter(k + 1) || (k > 0 && isLetter(k - 1)))) letters += lower[k];
  }
  for (std::size_t k; (k = letters.find("max")) != std::string::npos;) letters.replace(k, 3, "min");
  return letters;
}

// Whether the names differ only in blanks etc., or in up to two letters at one place. Body1 and Body2 are different
// names, and neither is misspelt.
bool isSlip(std::string_view one, std::string_view other) {
  constexpr std::ptrdiff_t kMostLetters = 2;
  const std::string a = squeezed(one);
  const std::string b = squeezed(other);
  if (a != b && withoutCounter(one) == withoutCounter(other)) return false;
  const auto [fromA, fromB] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const auto [toA, toB] =
      std::mismatch(a.rbegin(), std::make_reverse_iterator(fromA), b.rbegin(), std::make_reverse_iterator(fromB));
  const std::ptrdiff_t shared = static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())) - kMostLetters;
  return toA.base() - fromA <= kMostLetters && toB.base() - fromB <= kMostLetters && shared >= kMostLetters;
}

}  // namespace

const JsonValue* find(const JsonValue& object, std::string_view name) {
  for (const JsonMember& member : object.members) {
    if (member.name != name) continue;
    member.used = true;
    return &member.value;
  }
  const bool isNew = std::ranges::find(object.missed, name) == object.missed.end();
  if (object.kind == Kind::object && isNew) object.missed.emplace_back(name);
  return nullptr;
}

const JsonValue& require(const JsonValue& object, std::string_view name, Diagnostics& diagnostics) {
  if (!expect(object, Kind::object, fmt::format("what holds '{}'", name), diagnostics)) return absent();
  if (const JsonValue* value = find(object, name)) return *value;
  const auto close = std::ranges::find_if(
      object.members, [&](const JsonMember& member) { return !member.used && isSlip(member.name, name); });
  diagnostics.error(object.at, Code::missingElement, fmt::format("the member '{}' is missing", name))
      .withHint(close == object.members.end() ? fmt::format("add \"{}\": ... to this object", name)
                                              : fmt::format("is it '{}', misspelt?", close->name));
  return absent();
}

const JsonValue& requireObject(const JsonValue& object, std::string_view name, Diagnostics& diagnostics) {
  const JsonValue& value = require(object, name, diagnostics);
  return expect(value, Kind::object, quoted(name), diagnostics) ? value : absent();
}

const std::vector<JsonValue>& requireArray(const JsonValue& object, std::string_view name, Diagnostics& diagnostics) {
  const JsonValue& value = require(object, name, diagnostics);
  return expect(value, Kind::array, quoted(name), diagnostics) ? value.items : absent().items;
}

double number(const JsonValue& object, std::string_view name, Diagnostics& diagnostics) {
  const JsonValue& value = require(object, name, diagnostics);
  return expect(value, Kind::number, quoted(name), diagnostics) ? value.number : 0;
}

int integer(const JsonValue& object, std::string_view name, Diagnostics& diagnostics) {
  const JsonValue& value = require(object, name, diagnostics);
  if (!expect(value, Kind::number, quoted(name), diagnostics)) return 0;
  constexpr double kLargest = 1e9;
  if (std::floor(value.number) != value.number || std::abs(value.number) > kLargest) {
    diagnostics
        .error(value.at, Code::outOfRange, fmt::format("'{}' must be a whole number, not {}", name, value.number))
        .withHint("write an integer");
    return 0;
  }
  return static_cast<int>(value.number);
}

bool boolean(const JsonValue& object, std::string_view name, Diagnostics& diagnostics) {
  const JsonValue& value = require(object, name, diagnostics);
  return expect(value, Kind::boolean, quoted(name), diagnostics) && value.boolean;
}

std::string text(const JsonValue& object, std::string_view name, Diagnostics& diagnostics) {
  const JsonValue& value = require(object, name, diagnostics);
  return expect(value, Kind::text, quoted(name), diagnostics) ? value.text : std::string();
}

Vector3 vector3(const JsonValue& object, std::string_view name, Diagnostics& diagnostics) {
  return vectorFrom(require(object, name, diagnostics), quoted(name), diagnostics);
}

Matrix3 rotation(const JsonValue& object, std::string_view name, Diagnostics& diagnostics) {
  const JsonValue& value = require(object, name, diagnostics);
  std::vector<double> parts;
  if (!numberArray(value, quoted(name), 4, parts, diagnostics)) return Matrix3::Identity();
  const Quaternion q(parts[0], parts[1], parts[2], parts[3]);
  const double norm = q.norm();
  constexpr double kRounding = 1e-3;  // of numbers typed with a few digits
  if (!(std::abs(norm - 1) <= kRounding)) {
    diagnostics
        .error(value.at, Code::notARotation,
               fmt::format("'{}' is not a rotation: its length is {:.6g}, must be 1", name, norm))
        .withHint("a rotation is [w, x, y, z] of length 1; no rotation is [1, 0, 0, 0]");
    return Matrix3::Identity();
  }
  return q.normalized().toRotationMatrix();
}

std::vector<double> numbers(const JsonValue& object, std::string_view name, Diagnostics& diagnostics) {
  std::vector<double> result;
  if (!numberArray(require(object, name, diagnostics), quoted(name), std::nullopt, result, diagnostics)) return {};
  return result;
}

std::vector<std::pair<double, double>> pairs(const JsonValue& object, std::string_view name, Diagnostics& diagnostics) {
  std::vector<std::pair<double, double>> result;
  const JsonValue& value = require(object, name, diagnostics);
  if (!expect(value, Kind::array, quoted(name), diagnostics)) return result;
  for (const JsonValue& row : value.items) {
    std::vector<double> parts;
    if (row.kind == Kind::array && row.items.size() != 2) {
      diagnostics
          .error(row.at, Code::wrongCount,
                 fmt::format("a row of '{}' must have 2 numbers, not {}", name, row.items.size()))
          .withHint("rows are [x, y]");
      return {};
    }
    if (!numberArray(row, fmt::format("a row of '{}'", name), std::nullopt, parts, diagnostics)) return {};
    result.emplace_back(parts[0], parts[1]);
  }
  if (result.empty()) {
    diagnostics.error(value.at, Code::missingValue, fmt::format("'{}' has no rows", name))
        .withHint("write rows [x, y]");
  }
  return result;
}

double numberOr(const JsonValue& object, std::string_view name, double otherwise, Diagnostics& diagnostics) {
  return has(object, name) ? number(object, name, diagnostics) : otherwise;
}
bool booleanOr(const JsonValue& object, std::string_view name, bool otherwise, Diagnostics& diagnostics) {
  return has(object, name) ? boolean(object, name, diagnostics) : otherwise;
}
int integerOr(const JsonValue& object, std::string_view name, int otherwise, Diagnostics& diagnostics) {
  return has(object, name) ? integer(object, name, diagnostics) : otherwise;
}
Vector3 vector3Or(const JsonValue& object, std::string_view name, const Vector3& otherwise, Diagnostics& diagnostics) {
  return has(object, name) ? vector3(object, name, diagnostics) : otherwise;
}
std::string textOr(const JsonValue& object, std::string_view name, std::string_view otherwise,
                   Diagnostics& diagnostics) {
  return has(object, name) ? text(object, name, diagnostics) : std::string(otherwise);
}
Matrix3 rotationOr(const JsonValue& object, std::string_view name, const Matrix3& otherwise, Diagnostics& diagnostics) {
  return has(object, name) ? rotation(object, name, diagnostics) : otherwise;
}

double numberOf(const JsonValue& value, Diagnostics& diagnostics) {
  return expect(value, Kind::number, "this value", diagnostics) ? value.number : 0;
}

std::string sourceText(const JsonValue& value) {
  return value.at.file ? value.at.file->text.substr(value.begin, value.end - value.begin) : std::string();
}

std::string sourceText(const JsonMember& member) {
  return fmt::format("\"{}\": {}", member.name, sourceText(member.value));
}

void markUsed(const JsonValue& value) {
  for (const JsonMember& member : value.members) {
    member.used = true;
    markUsed(member.value);
  }
  for (const JsonValue& item : value.items) markUsed(item);
}

std::vector<UnusedMember> unusedMembers(const JsonValue& value) {
  std::vector<UnusedMember> unused;
  const auto walk = [&](const auto& self, const JsonValue& from) -> void {
    for (const JsonMember& member : from.members) {
      if (member.used)
        self(self, member.value);
      else
        unused.push_back({&member, &from});
    }
    for (const JsonValue& item : from.items) self(self, item);
  };
  walk(walk, value);
  return unused;
}

std::string meantBy(const UnusedMember& unused) {
  const auto meant = std::ranges::find_if(unused.owner->missed,
                                          [&](const std::string& name) { return isSlip(unused.member->name, name); });
  return meant == unused.owner->missed.end() ? std::string() : *meant;
}

}  // namespace mb
