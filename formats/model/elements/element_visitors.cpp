#include "formats/model/elements/element_visitors.h"

namespace mb {
namespace {

struct ReferenceVisitor : FieldVisitor {
  ExpressionFunction::Argument kind{};
  std::set<std::string> names;
  template <class E, class... T>
  void expression(std::string_view, const E& expression, T&&...) {
    if (!expression) return;
    Expression copy = *expression;  // forEachReference may rename
    forEachReference(copy, [&](ExpressionFunction::Argument argument, std::string& name) {
      if (argument == kind) names.insert(name);
    });
  }
};

}  // namespace

std::set<std::string> namesInExpressions(const ElementTables& elements, ExpressionFunction::Argument kind) {
  ReferenceVisitor visitor;
  visitor.kind = kind;
  for (const Force& force : elements.forces) describe(force, visitor);
  for (const Drive& drive : elements.drives) {
    visitor.expression("function", std::get_if<Expression>(&drive.function));
  }
  for (const Coupler& coupler : elements.couplers) visitor.expression("function", coupler.function);
  for (const Measure& measure : elements.measures) visitor.expression("function", &measure.function);
  return visitor.names;
}

std::vector<std::string> followersWithoutFilter(const ElementTables& elements, const Input& input) {
  std::vector<std::string> followers;
  if (input.filter > 0) return followers;
  const auto names = [&](const Expression* expression) {
    bool found = false;
    if (expression == nullptr) return found;
    forEachReference(*expression, [&](ExpressionFunction::Argument kind, const std::string& name) {
      found = found || (kind == ExpressionFunction::Argument::input && name == input.name);
    });
    return found;
  };
  for (const Drive& drive : elements.drives) {
    if (drive.derivative < 2 && names(std::get_if<Expression>(&drive.function))) followers.push_back(drive.name);
  }
  for (const Coupler& coupler : elements.couplers) {
    if (coupler.function && names(&*coupler.function)) followers.push_back(coupler.name);
  }
  return followers;
}

}  // namespace mb
