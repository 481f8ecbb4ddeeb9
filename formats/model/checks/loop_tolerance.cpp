#include "formats/model/checks/loop_tolerance.h"

#include <algorithm>
#include <array>

#include "formats/model/basics/numbers.h"

namespace mb {
namespace {

constexpr int kFewestDigits = 4;
constexpr std::array kTolerances{1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};  // of four digits and more

}  // namespace

std::optional<double> toleranceOfDigits(int digits) {
  if (digits < kFewestDigits) return std::nullopt;
  return kTolerances[std::min(static_cast<std::size_t>(digits - kFewestDigits), kTolerances.size() - 1)];
}

int mostDigits(std::string_view list) {
  constexpr std::string_view kBetween = " \t\r\n,;";
  int most = 0;
  for (std::size_t begin = list.find_first_not_of(kBetween); begin != std::string_view::npos;) {
    const std::size_t end = std::min(list.find_first_of(kBetween, begin), list.size());
    // Fortran's exponent and the mark of degrees are not digits.
    const std::string_view word = list.substr(begin, end - begin);
    const int digits = significantDigits(word.substr(0, word.find_first_of("dD")));
    most = std::max(most, digits == 0 ? kExactDigits : digits);
    begin = list.find_first_not_of(kBetween, end);
  }
  return std::min(most, kExactDigits);
}

int digitsOfJoints(const CartesianModel& model) {
  int most = 0;
  for (const Joint& joint : model.joints) {
    most = std::max({most, model.markers[joint.i].digits, model.markers[joint.j].digits});
  }
  return most;
}

}  // namespace mb
