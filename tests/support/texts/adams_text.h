// Texts of ADAMS datasets, and the models read from them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "formats/adams/adams.h"
#include "tests/support/test.h"

namespace mb::testing {

constexpr std::string_view kMetres = "title\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n";
constexpr std::string_view kMillimetres = "title\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\n";
constexpr std::string_view kTwoParts =
    "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1\n"
    "PART/2, MASS=1, CM=3, IP=1,1,1\nMARKER/3, PART=2\nMARKER/4, PART=2\n";

inline CartesianModel readText(std::string_view text, Diagnostics& diagnostics) {
  return readAdams(std::make_shared<const SourceFile>(SourceFile{"x.adm", std::string(text)}), {}, diagnostics);
}

// Reads a dataset that must have no errors.
inline CartesianModel readClean(std::string_view head, std::string_view body) {
  Diagnostics diagnostics;
  CartesianModel model = readText(std::string(head) + std::string(body) + "\nEND\n", diagnostics);
  std::string all;
  for (const Diagnostic& one : diagnostics.all()) all += toText(one);
  INFO(all);
  CHECK(diagnostics.all().empty());
  return model;
}

inline CartesianModel readTwo(std::string_view body, std::string_view head = kMetres) {
  return readClean(head, std::string(kTwoParts) + std::string(body));
}

inline int lossesOf(const CartesianModel& model, bool changesMotion) {
  int count = 0;
  for (const ForeignText& one : model.foreign) count += one.changesMotion == changesMotion;
  return count;
}

// The law of a force, which must be of this kind.
template <class Law>
const Law& lawOf(const CartesianModel& model, std::size_t index = 0) {
  REQUIRE(model.forces.size() > index);
  REQUIRE(std::holds_alternative<Law>(model.forces[index].law));
  return std::get<Law>(model.forces[index].law);
}

}  // namespace mb::testing
