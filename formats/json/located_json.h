// JSON with comments as a tree of values that know their place in the file, and the questions readers ask of it. Every
// question marks what it found as used, so that what nobody asked for can be told.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/model/basics/geometry.h"
#include "formats/model/basics/source.h"
#include "formats/model/messages/diagnostics.h"

namespace mb {

struct JsonMember;

struct JsonValue {
  enum class Kind { absent, null, boolean, number, text, array, object };
  Kind kind = Kind::absent;  // absent: a value that was missing, which is reported already; questions to it are silent
  bool boolean = false;
  double number = 0;
  std::string text;
  std::vector<JsonValue> items;             // of an array
  std::vector<JsonMember> members;          // of an object, in the file's order
  mutable std::vector<std::string> missed;  // members that were asked for and are not there
  SourceRef at;                             // its first character
  std::size_t begin = 0;                    // offsets in the text of the file: [begin, end)
  std::size_t end = 0;
};

struct JsonMember {
  std::string name;
  SourceRef at;  // of its name
  JsonValue value;
  mutable bool used = false;
};

// The value of the whole file, or nothing and an error. Comments // and /* */ and a byte-order mark are allowed; a
// byte that is not UTF-8 is a question mark; a member that stands twice is a warning, and the first one counts.
std::optional<JsonValue> parseJson(const std::shared_ptr<const SourceFile>& file, Diagnostics& diagnostics);
// The same for one of several files: `values` counts those of all, against the limit of one.
std::optional<JsonValue> parseJson(const std::shared_ptr<const SourceFile>& file, int& values,
                                   Diagnostics& diagnostics);

// The member, marked as used; null when there is none (or when `object` is no object).
const JsonValue* find(const JsonValue& object, std::string_view name);
inline bool has(const JsonValue& object, std::string_view name) { return find(object, name) != nullptr; }

// Members that must be there. What is missing or of another kind is an error, and the answer is zero, empty or a value
// of kind absent, so that the reader can go on.
const JsonValue& require(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
const JsonValue& requireObject(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
const std::vector<JsonValue>& requireArray(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
double number(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
int integer(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
bool boolean(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
std::string text(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
Vector3 vector3(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
// Four numbers, w first. A length that is not 1 is an error, but for rounding, which is taken out.
Matrix3 rotation(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
std::vector<double> numbers(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
// [[x, y], ...], at least one pair; may be empty after an error.
std::vector<std::pair<double, double>> pairs(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);

// The same for members that may be missing.
double numberOr(const JsonValue& object, std::string_view name, double otherwise, Diagnostics& diagnostics);
bool booleanOr(const JsonValue& object, std::string_view name, bool otherwise, Diagnostics& diagnostics);
int integerOr(const JsonValue& object, std::string_view name, int otherwise, Diagnostics& diagnostics);
Vector3 vector3Or(const JsonValue& object, std::string_view name, const Vector3& otherwise, Diagnostics& diagnostics);
std::string textOr(const JsonValue& object, std::string_view name, std::string_view otherwise,
                   Diagnostics& diagnostics);
Matrix3 rotationOr(const JsonValue& object, std::string_view name, const Matrix3& otherwise, Diagnostics& diagnostics);

// A value by itself (an element of an array).
double numberOf(const JsonValue& value, Diagnostics& diagnostics);

// As it stands in the file.
std::string sourceText(const JsonValue& value);
std::string sourceText(const JsonMember& member);

// Marks the member and everything below as used: its meaning is told elsewhere.
void markUsed(const JsonValue& value);
// The members nobody asked for, not those inside them.
struct UnusedMember {
  const JsonMember* member;
  const JsonValue* owner;
};
std::vector<UnusedMember> unusedMembers(const JsonValue& value);
// What the member was meant to be: one that was asked for in vain and differs by a slip of the fingers. Empty for none.
// Names are long and many are alike, so that the measure of didYouMean takes one for another.
std::string meantBy(const UnusedMember& unused);

}  // namespace mb
