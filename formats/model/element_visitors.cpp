#include "formats/model/element_visitors.h"

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

std::set<std::string> namesInExpressions(const std::vector<Force>& forces, ExpressionFunction::Argument kind) {
  ReferenceVisitor visitor;
  visitor.kind = kind;
  for (const Force& force : forces) describe(force, visitor);
  return visitor.names;
}

}  // namespace mb
