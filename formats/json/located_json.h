// JSON with comments as a tree of values with their places in the file, and the queries that readers use. Every query
// marks what it found as used, so that unused members can be reported.
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
  Kind kind = Kind::absent;  // absent: a missing value, already reported; queries on it are silent
  bool boolean = false;
  double number = 0;
  std::string text;
  std::vector<JsonValue> items;             // of an array
  std::vector<JsonMember> members;          // of an object, in the file's order
  mutable std::vector<std::string> missed;  // members that were looked up and are missing
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

// The value of the whole file, or nothing after an error. Comments // and /* */ and a byte-order mark are allowed; a
// byte that is not UTF-8 becomes a question mark; a duplicate member is a warning, and the first one counts.
std::optional<JsonValue> parseJson(const std::shared_ptr<const SourceFile>& file, Diagnostics& diagnostics);
// The same for one of several files: `values` counts the values of all of them against the limit of one.
std::optional<JsonValue> parseJson(const std::shared_ptr<const SourceFile>& file, int& values,
                                   Diagnostics& diagnostics);

// The member, marked as used; null if there is none (or if `object` is not an object).
const JsonValue* find(const JsonValue& object, std::string_view name);
inline bool has(const JsonValue& object, std::string_view name) { return find(object, name) != nullptr; }

// Required members. A missing one, or one of another kind, is an error, and the result is zero, empty or a value of
// kind absent, so that the reader can continue.
const JsonValue& require(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
const JsonValue& requireObject(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
const std::vector<JsonValue>& requireArray(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
double number(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
int integer(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
bool boolean(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
std::string text(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
Vector3 vector3(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
// Four numbers, w first. A length other than 1 is an error, except for rounding, which is removed.
Matrix3 rotation(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
std::vector<double> numbers(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);
// [[x, y], ...], at least one pair; may be empty after an error.
std::vector<std::pair<double, double>> pairs(const JsonValue& object, std::string_view name, Diagnostics& diagnostics);

// The same for optional members.
double numberOr(const JsonValue& object, std::string_view name, double otherwise, Diagnostics& diagnostics);
bool booleanOr(const JsonValue& object, std::string_view name, bool otherwise, Diagnostics& diagnostics);
int integerOr(const JsonValue& object, std::string_view name, int otherwise, Diagnostics& diagnostics);
Vector3 vector3Or(const JsonValue& object, std::string_view name, const Vector3& otherwise, Diagnostics& diagnostics);
std::string textOr(const JsonValue& object, std::string_view name, std::string_view otherwise,
                   Diagnostics& diagnostics);
Matrix3 rotationOr(const JsonValue& object, std::string_view name, const Matrix3& otherwise, Diagnostics& diagnostics);

// A value by itself (an element of an array).
double numberOf(const JsonValue& value, Diagnostics& diagnostics);

// Verbatim from the file.
std::string sourceText(const JsonValue& value);
std::string sourceText(const JsonMember& member);

// Marks the member and everything below it as used, because it is reported elsewhere.
void markUsed(const JsonValue& value);
// The members that nothing looked up, without those inside them.
struct UnusedMember {
  const JsonMember* member;
  const JsonValue* owner;
};
std::vector<UnusedMember> unusedMembers(const JsonValue& value);
// The intended name of a member: one that was looked up without success and differs by a typing error. Empty if there
// is none. Names are long and similar, so the metric of didYouMean would confuse them.
std::string meantBy(const UnusedMember& unused);

}  // namespace mb
