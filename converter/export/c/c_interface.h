// What a generated program takes and gives by number: inputs, parameters and measures, with names, units and starts.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "converter/parameters/parameters.h"
#include "runtime/mechanism/mechanism.h"

namespace mb {

struct CVariable {
  std::string name;  // "fl_spring.k"
  std::string unit;  // in SI; "1" for a plain number
  double start = 0;
};
struct CInterface {
  std::vector<CVariable> inputs;      // by InputIndex
  std::vector<CVariable> parameters;  // those that can be changed
  std::vector<CVariable> measures;
};
// measures: those that can be calculated; probes follow them.
CInterface interfaceOf(const Mechanism& m, std::span<const Parameter> parameters, std::span<const int> measures);

// For the header: how many there are, and an enumerator for each: <M>_IN_PULL, <M>_P_FL_SPRING_K, <M>_OUT_SWAY.
std::string enumeratorsText(const CInterface& interface, const std::string& name);
// Tables of them, which the header declares.
std::string variablesText(const CInterface& interface, const std::string& name);

std::string upperCase(std::string text);     // as enumerators spell it
std::string cString(std::string_view text);  // as C reads it, in quotes

}  // namespace mb
