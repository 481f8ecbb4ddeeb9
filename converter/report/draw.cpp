#include "converter/report/draw.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <map>
#include <optional>
#include <thread>

#include "formats/xml/xml_writer.h"

extern char** environ;

namespace mb {
namespace {

// A Graphviz string: backslash and quote escaped, so that any name a file may hold is shown as it is.
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

// Runs `dot -Tsvg`; nothing when it is not there or fails.
std::optional<std::string> runDot(const std::string& dot) {
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  if (::pipe2(in.data(), O_CLOEXEC) != 0) return std::nullopt;
  if (::pipe2(out.data(), O_CLOEXEC) != 0) {
    ::close(in[0]);
    ::close(in[1]);
    return std::nullopt;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  std::array<char*, 3> arguments{const_cast<char*>("dot"), const_cast<char*>("-Tsvg"), nullptr};
  pid_t child = 0;
  const bool started = ::posix_spawnp(&child, "dot", &actions, nullptr, arguments.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  ::close(in[0]);
  ::close(out[1]);
  std::string svg;
  if (started) {
    std::signal(SIGPIPE, SIG_IGN);
    std::thread writer([&] {
      std::size_t done = 0;
      while (done < dot.size()) {
        const ssize_t count = ::write(in[1], dot.data() + done, dot.size() - done);
        if (count <= 0) break;
        done += static_cast<std::size_t>(count);
      }
      ::close(in[1]);
    });
    std::array<char, 65536> buffer{};
    for (ssize_t count = 0; (count = ::read(out[0], buffer.data(), buffer.size())) > 0;) {
      svg.append(buffer.data(), static_cast<std::size_t>(count));
    }
    writer.join();
  } else {
    ::close(in[1]);
  }
  ::close(out[0]);
  if (!started) return std::nullopt;
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || svg.empty()) return std::nullopt;
  return svg;
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

std::string treeSvg(const Conversion& conversion) {
  const std::optional<std::string> svg = runDot(treeDot(conversion));
  return svg ? *svg : drawSvg(conversion);
}

// Leaves stand side by side, a parent above the middle of its children; levels are rows.
std::string drawSvg(const Conversion& conversion) {
  const CartesianModel& model = conversion.model;
  const Plan& plan = conversion.plan;
  constexpr double kColumn = 150;
  constexpr double kRow = 110;
  struct Node {
    double x = 0;
    int level = 1;
    bool isBase = false;
    double first = -1;
    double last = -1;
  };
  std::map<BodyIndex, Node> nodes;
  for (const Plan::Base& base : plan.bases) nodes[base.body].isBase = true;
  std::map<BodyIndex, int> children;
  for (const Plan::TreeJoint& row : plan.tree) {
    nodes[row.child].level = row.level;
    ++children[row.parent];
  }
  // Parent before child, branch by branch: leaves get their places in this order, parents afterwards from the back.
  double place = 0;
  std::size_t next = 0;
  for (const Plan::Base& base : plan.bases) {
    if (!children.contains(base.body)) nodes[base.body].x = kColumn * place++;
    std::map<BodyIndex, bool> seen{{base.body, true}};
    for (; next < plan.tree.size() && seen.contains(plan.tree[next].parent); ++next) {
      seen[plan.tree[next].child] = true;
      if (!children.contains(plan.tree[next].child)) nodes[plan.tree[next].child].x = kColumn * place++;
    }
  }
  for (auto row = plan.tree.rbegin(); row != plan.tree.rend(); ++row) {
    Node& child = nodes[row->child];
    if (child.first >= 0) child.x = 0.5 * (child.first + child.last);
    Node& parent = nodes[row->parent];
    if (parent.last < 0) parent.last = child.x;
    parent.first = child.x;
  }
  int deepest = 1;
  for (auto& [body, node] : nodes) {
    if (node.isBase && node.first >= 0) node.x = 0.5 * (node.first + node.last);
    deepest = std::max(deepest, node.level);
  }
  const auto x = [&](BodyIndex body) { return nodes[body].x + kColumn; };
  const auto y = [&](BodyIndex body) { return kRow * (nodes[body].level - 0.5); };

  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
      "height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n",
      kColumn * (std::max(place, 1.0) + 1), kRow * deepest);
  const auto label = [&](double cx, double cy, const std::string& lines, const char* colour) {
    const std::size_t split = lines.find('\n');
    text += fmt::format("  <text x=\"{}\" y=\"{}\" fill=\"{}\" font-size=\"10\">{}</text>\n", cx, cy - 2, colour,
                        escaped(lines.substr(0, split)));
    if (split != std::string::npos) {
      text += fmt::format("  <text x=\"{}\" y=\"{}\" fill=\"{}\" font-size=\"10\">{}</text>\n", cx, cy + 10, colour,
                          escaped(lines.substr(split + 1)));
    }
  };
  for (const Plan::TreeJoint& row : plan.tree) {
    text += fmt::format("  <line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"black\"/>\n", x(row.parent),
                        y(row.parent), x(row.child), y(row.child));
    label(0.5 * (x(row.parent) + x(row.child)), 0.5 * (y(row.parent) + y(row.child)), treeLabel(conversion, row),
          "black");
  }
  for (const Plan::CutEdge& cut : plan.cuts) {
    const CutEnds ends = endsOf(conversion, cut);
    const double middleX = 0.5 * (x(ends.from) + x(ends.to));
    const double middleY = std::max(y(ends.from), y(ends.to)) + 0.35 * kRow;
    text += fmt::format("  <path d=\"M {} {} Q {} {} {} {}\" fill=\"none\" stroke=\"red\" stroke-dasharray=\"5 4\"/>\n",
                        x(ends.from), y(ends.from), middleX, middleY, x(ends.to), y(ends.to));
    label(middleX, 0.5 * middleY + 0.25 * (y(ends.from) + y(ends.to)) + 12, cutLabel(conversion, cut), "red");
  }
  for (const auto& [body, node] : nodes) {
    const std::string& name = model.bodies[body].name;
    const double width = std::max(40.0, 7.5 * static_cast<double>(name.size()) + 12);
    text += fmt::format(
        "  <rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"24\" rx=\"{}\" fill=\"white\" stroke=\"black\" "
        "stroke-width=\"{}\"/>\n",
        x(body) - width / 2, y(body) - 12, width, node.isBase ? 0 : 12, node.isBase ? 2 : 1);
    text += fmt::format("  <text x=\"{}\" y=\"{}\">{}</text>\n", x(body), y(body) + 4, escaped(name));
  }
  return text + "</svg>\n";
}

}  // namespace mb
