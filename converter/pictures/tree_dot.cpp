#include "converter/pictures/tree_dot.h"

#include <fmt/format.h>

#include "converter/pictures/tree_nodes.h"

namespace mb {
namespace {

// A Graphviz string with backslash and quote escaped, so that any name in a file is shown as it is.
std::string dotString(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string cutLabel(const Conversion& conversion, const Plan::CutEdge& cut) {
  const std::string type = cut.edge.rod >= 0 ? "rod" : std::string(conversion.model.joints[cut.edge.joint].type.name);
  return fmt::format("{}\n{} {}", nameOf(conversion.model, conversion.plan, cut.edge), type, toText(cut.weight));
}
std::string treeLabel(const Conversion& conversion, const Plan::TreeJoint& row) {
  const Joint& joint = conversion.model.joints[row.joint];
  return fmt::format("{}\n{} {}", joint.name, joint.type.name, toText(row.weight));
}
std::string inDot(const std::string& label) {
  std::string text = dotString(label);
  for (std::size_t k = text.find('\n'); k != std::string::npos; k = text.find('\n')) text.replace(k, 1, "\\n");
  return text;
}

}  // namespace

std::string treeDot(const Conversion& conversion) {
  const CartesianModel& model = conversion.model;
  const Plan& plan = conversion.plan;
  std::string text = fmt::format(
      "digraph {} {{\n  rankdir=TB;\n  node [shape=ellipse, fontname=\"sans-serif\"];\n"
      "  edge [fontname=\"sans-serif\", fontsize=10];\n",
      dotString(conversion.source.name));
  for (const Plan::Base& base : plan.bases) {
    text += fmt::format("  {} [shape=box, style=bold];\n", dotString(model.bodies[base.body].name));
  }
  for (const Plan::TreeJoint& row : plan.tree) {
    text += fmt::format("  {} -> {} [label={}];\n", dotString(model.bodies[row.parent].name),
                        dotString(model.bodies[row.child].name), inDot(treeLabel(conversion, row)));
  }
  for (const Plan::CutEdge& cut : plan.cuts) {
    const CutEnds ends = endsOf(conversion, cut);
    text += fmt::format("  {} -> {} [label={}, style=dashed, color=red, fontcolor=red, dir=none, constraint=false];\n",
                        dotString(model.bodies[ends.from].name), dotString(model.bodies[ends.to].name),
                        inDot(cutLabel(conversion, cut)));
  }
  return text + "}\n";
}

}  // namespace mb
