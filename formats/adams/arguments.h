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
  mutable bool isRead = false;    // someone looked for it: see reportUnread
};

struct Arguments {
  const Statement* statement = nullptr;
  std::vector<Argument> list;
  bool isFaulty = false;  // and it has been reported
};

// The names that a statement takes, separated by blanks: `GROUND` alone, `MASS=` with values, `FUNCTION~` with a
// function. A written name may be any beginning of them; the first in the list is meant.
Arguments parseArguments(const Dataset& dataset, const Statement& statement, std::string_view names,
                         Diagnostics& diagnostics);

// Null when it is not there; what is found counts as read.
const Argument* find(const Arguments& arguments, std::string_view name);
inline bool has(const Arguments& arguments, std::string_view name) { return find(arguments, name) != nullptr; }

enum class Degrees { refused, allowed };
// A number of ADAMS: 1.5, 1E3, 1.5D+3 (Fortran's exponent), and where an angle may stand 90D (degrees, as radians).
std::optional<double> parseValue(std::string_view text, Degrees degrees);
std::optional<long> parseId(std::string_view text);

}  // namespace mb::adams
