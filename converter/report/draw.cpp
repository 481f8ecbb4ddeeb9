#include "converter/report/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "formats/model/messages/display_width.h"
#include "formats/xml/xml_writer.h"

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

struct CutEnds {
  BodyIndex from;
  BodyIndex to;
};
CutEnds endsOf(const Conversion& conversion, const Plan::CutEdge& cut) {
  if (cut.edge.rod >= 0) {
    const auto& neighbours = conversion.plan.rods[static_cast<std::size_t>(cut.edge.rod)].candidate.neighbours;
    return {neighbours[0], neighbours[1]};
  }
  const Joint& joint = conversion.model.joints[cut.edge.joint];
  return {bodyJ(conversion.model, joint), bodyI(conversion.model, joint)};
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

// Where a body stands in our own picture.
struct Node {
  double x = 0;  // in columns
  int level = 1;
  bool isBase = false;
};

// Leaves stand side by side, a parent above the middle of its children; levels are rows.
std::map<BodyIndex, Node> layoutOf(const Plan& plan) {
  std::map<BodyIndex, Node> nodes;
  for (const Plan::Base& base : plan.bases) nodes[base.body].isBase = true;
  std::map<BodyIndex, std::vector<BodyIndex>> children;
  for (const Plan::TreeJoint& row : plan.tree) {
    nodes[row.child].level = row.level;
    children[row.parent].push_back(row.child);
  }
  // Parent before child, branch by branch: leaves get their places in this order, parents afterwards from the back.
  double place = 0;
  std::size_t next = 0;
  for (const Plan::Base& base : plan.bases) {
    if (!children.contains(base.body)) nodes[base.body].x = place++;
    std::set<BodyIndex> seen{base.body};
    for (; next < plan.tree.size() && seen.contains(plan.tree[next].parent); ++next) {
      const BodyIndex child = plan.tree[next].child;
      seen.insert(child);
      if (!children.contains(child)) nodes[child].x = place++;
    }
  }
  const auto centre = [&](BodyIndex body) {
    const auto found = children.find(body);
    if (found == children.end()) return;
    nodes[body].x = 0.5 * (nodes[found->second.front()].x + nodes[found->second.back()].x);
  };
  for (auto row = plan.tree.rbegin(); row != plan.tree.rend(); ++row) centre(row->child);
  for (const Plan::Base& base : plan.bases) centre(base.body);
  return nodes;
}

std::vector<std::string> linesOf(const std::string& label) {
  const std::size_t split = label.find('\n');
  if (split == std::string::npos) return {label};
  return {label.substr(0, split), label.substr(split + 1)};
}

// The picture as SVG, in layers: tree joints, cuts over them, bodies over both.
class TreePicture {
 public:
  explicit TreePicture(const Conversion& conversion)
      : conversion_(conversion), nodes_(layoutOf(conversion.plan)), column_(columnOf(conversion)) {}

  std::string svg() {
    double widest = 0;
    int deepest = 1;
    for (const auto& [body, node] : nodes_) {
      widest = std::max(widest, node.x);
      deepest = std::max(deepest, node.level);
    }
    text_ = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" "
        "height=\"{1:g}\" viewBox=\"0 0 {0:g} {1:g}\" font-family=\"sans-serif\" font-size=\"12\" "
        "text-anchor=\"middle\">\n",
        column_ * (widest + 1), kRow * (deepest + 0.5));
    for (const Plan::TreeJoint& row : conversion_.plan.tree) drawJoint(row);
    for (const Plan::CutEdge& cut : conversion_.plan.cuts) drawCut(cut);
    for (const auto& [body, node] : nodes_) drawBody(body, node);
    return std::move(text_) + "</svg>\n";
  }

 private:
  static constexpr double kRow = 110;
  static constexpr double kHalfBox = 12;

  static double boxWidth(const std::string& name) {
    return std::max(40.0, 7.5 * static_cast<double>(displayWidth(name)) + 12);
  }
  // Wide enough for every name and every label, so that neighbours do not overlap.
  static double columnOf(const Conversion& conversion) {
    double width = 120;
    const auto hold = [&](const std::string& label) {
      for (const std::string& line : linesOf(label)) width = std::max(width, boxWidth(line) + 16);
    };
    for (const Body& body : conversion.model.bodies) hold(body.name);
    for (const Plan::TreeJoint& row : conversion.plan.tree) hold(treeLabel(conversion, row));
    for (const Plan::CutEdge& cut : conversion.plan.cuts) hold(cutLabel(conversion, cut));
    return width;
  }

  double x(BodyIndex body) const { return column_ * (nodes_.at(body).x + 0.5); }
  double y(BodyIndex body) const { return kRow * (nodes_.at(body).level - 0.5); }

  // Its last line ends at y.
  void drawLabel(double x, double y, const std::string& label, std::string_view colour) {
    const std::vector<std::string> lines = linesOf(label);
    for (std::size_t k = 0; k < lines.size(); ++k) {
      text_ += fmt::format("  <text x=\"{:g}\" y=\"{:g}\" fill=\"{}\" font-size=\"10\">{}</text>\n", x,
                           y - 12 * static_cast<double>(lines.size() - 1 - k), colour, escaped(lines[k]));
    }
  }

  void drawJoint(const Plan::TreeJoint& row) {
    text_ += fmt::format("  <line x1=\"{:g}\" y1=\"{:g}\" x2=\"{:g}\" y2=\"{:g}\" stroke=\"black\"/>\n", x(row.parent),
                         y(row.parent), x(row.child), y(row.child));
    drawLabel(x(row.child), y(row.child) - kHalfBox - 6, treeLabel(conversion_, row), "black");
  }

  // An arc below the deeper end.
  void drawCut(const Plan::CutEdge& cut) {
    const CutEnds ends = endsOf(conversion_, cut);
    const double middleX = 0.5 * (x(ends.from) + x(ends.to));
    const double lowest = std::max(y(ends.from), y(ends.to));
    const double middleY = lowest + 0.7 * kRow;
    text_ += fmt::format(
        "  <path d=\"M {:g} {:g} Q {:g} {:g} {:g} {:g}\" fill=\"none\" stroke=\"red\" stroke-dasharray=\"5 4\"/>\n",
        x(ends.from), y(ends.from), middleX, middleY, x(ends.to), y(ends.to));
    drawLabel(middleX, 0.5 * middleY + 0.25 * (y(ends.from) + y(ends.to)) + 24, cutLabel(conversion_, cut), "red");
  }

  void drawBody(BodyIndex body, const Node& node) {
    const std::string& name = conversion_.model.bodies[body].name;
    const double width = boxWidth(name);
    text_ += fmt::format(
        "  <rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" rx=\"{:g}\" fill=\"white\" stroke=\"black\" "
        "stroke-width=\"{}\"/>\n",
        x(body) - width / 2, y(body) - kHalfBox, width, 2 * kHalfBox, node.isBase ? 0 : kHalfBox, node.isBase ? 2 : 1);
    text_ += fmt::format("  <text x=\"{:g}\" y=\"{:g}\">{}</text>\n", x(body), y(body) + 4, escaped(name));
  }

  const Conversion& conversion_;
  std::map<BodyIndex, Node> nodes_;
  double column_;
  std::string text_;
};

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

std::string treeSvg(const Conversion& conversion) { return TreePicture(conversion).svg(); }

}  // namespace mb
