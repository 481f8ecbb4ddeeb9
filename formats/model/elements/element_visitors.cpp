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
  for (const Measure& measure : elements.measures) visitor.expression("function", &measure.function);
  return visitor.names;
}

}  // namespace mb
