// The arguments of a statement: NAME, NAME=value[,value...] and NAME=function.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/adams/statements.h"

namespace mb::adams {

struct Argument {
  std::string_view name;     // in the table's spelling
  std::size_t position = 0;  // in the statement's text
  struct Value {
    std::string_view text;
    std::size_t position = 0;
  };
  std::vector<Value> values;
  std::string function;           // as long as in the statement, so that positions agree
  std::size_t functionStart = 0;  // in the statement's text
  mutable bool isRead = false;    // looked up by a reader: see reportUnread
};

struct Arguments {
  const Statement* statement = nullptr;
  std::vector<Argument> list;
  bool isFaulty = false;  // already reported
};

// The names that a statement takes, separated by blanks: `GROUND` alone, `MASS=` with values, `FUNCTION~` with a
// function. A written name may be any prefix; the first match in the list counts.
Arguments parseArguments(const Dataset& dataset, const Statement& statement, std::string_view names,
                         Diagnostics& diagnostics);

// Null if missing; an argument that is found counts as read.
const Argument* find(const Arguments& arguments, std::string_view name);
inline bool has(const Arguments& arguments, std::string_view name) { return find(arguments, name) != nullptr; }

enum class Degrees { refused, allowed };
// An ADAMS number: 1.5, 1E3, 1.5D+3 (Fortran's exponent), and where angles are allowed 90D (degrees, converted to
// radians).
std::optional<double> parseValue(std::string_view text, Degrees degrees);
std::optional<long> parseId(std::string_view text);

}  // namespace mb::adams
