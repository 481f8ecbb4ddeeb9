// The tree, its cuts, and why it was chosen.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "converter/page/html.h"
#include "converter/page/sections.h"
#include "converter/pictures/graph/graph_svg.h"
#include "converter/pictures/tree_nodes.h"
#include "converter/pictures/tree_svg.h"
#include "converter/report/report_text.h"
#include "formats/xml/xml_writer.h"

namespace mb {
namespace {

std::string typeOf(const Conversion& conversion, const PlanEdge& edge) {
  return edge.rod >= 0 ? "rod" : std::string(conversion.model.joints[edge.joint].type.name);
}

std::string alternativesTable(const Plan& plan) {
  std::vector<HtmlRow> rows;
  for (const Plan::Alternative& other : plan.alternatives) {
    rows.push_back({"",
                    {textCell(fmt::format("{}", fmt::join(other.cutInstead, ", "))),
                     textCell(fmt::format("{}", fmt::join(other.keptInstead, ", "))), numberCell(toText(other.weight)),
                     numberCell(fmt::to_string(other.cost)), textCell(other.lostBy)}});
  }
  return htmlTable({"cut instead", "kept instead", "weight", "predicted cost", "lost by"}, rows);
}

std::string rodsTable(const Conversion& conversion) {
  std::vector<HtmlRow> rows;
  for (const Plan::Rod& rod : conversion.plan.rods) {
    const std::string& name = conversion.model.bodies[rod.candidate.body].name;
    rows.push_back({bodyMark(name),
                    {textCell(name), numberCell(fmt::format("{:.4g}", rod.candidate.length)),
                     numberCell(fmt::format("{:.4g}", rod.candidate.mass)), textCell(rod.removed ? "removed" : "kept"),
                     textCell(rod.reason)}});
  }
  return htmlTable({"rod", "length, m", "mass, kg", "", "why"}, rows);
}

}  // namespace

std::string cutsSection(const ReportPage& page) {
  const Conversion& conversion = page.conversion;
  const Plan& plan = conversion.plan;
  if (plan.cuts.empty()) return section("cuts", "Cuts", paragraph("No loop, so nothing is cut."));
  const std::vector<int> numbers = treeNodes(conversion).numbers;
  std::vector<std::size_t> order(plan.cuts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t k) { return numbers[k]; });
  std::vector<HtmlRow> rows;
  for (const std::size_t k : order) {
    const Plan::CutEdge& cut = plan.cuts[k];
    const std::string name = nameOf(conversion.model, plan, cut.edge);
    const std::string heaviest = cut.heaviest.valid() ? conversion.model.joints[cut.heaviest].name : "";
    rows.push_back({cut.edge.rod >= 0 ? bodyMark(name) : jointMark(name),
                    {{fmt::format("<span class=\"tag\">{}</span>", numbers[k]), false},
                     textCell(name),
                     textCell(typeOf(conversion, cut.edge)),
                     numberCell(toText(cut.weight)),
                     numberCell(fmt::to_string(cut.rows)),
                     textCell(heaviest)}});
  }
  return section("cuts", "Cuts",
                 htmlTable({"", "cut joint", "type", "weight", "rows", "heaviest tree joint on its loop"}, rows));
}

std::string baseSection(const ReportPage& page) {
  const Conversion& conversion = page.conversion;
  const Plan& plan = conversion.plan;
  std::vector<HtmlRow> bases;
  for (const Plan::Base& base : plan.bases) {
    const std::string& name = conversion.model.bodies[base.body].name;
    bases.push_back({bodyMark(name), {textCell(name), textCell(base.reason)}});
  }
  std::string html = htmlTable({"base", "because"}, bases);
  html +=
      paragraph(fmt::format("The tree has {}. One evaluation is predicted to take {} operations; the deepest body is "
                            "on level {}.",
                            treesLine(conversion), plan.cost, plan.depth));
  if (!plan.cuts.empty()) {
    std::vector<HtmlRow> reasons;
    for (const Plan::CutEdge& cut : plan.cuts) {
      const std::string name = nameOf(conversion.model, plan, cut.edge);
      reasons.push_back({cut.edge.rod >= 0 ? bodyMark(name) : jointMark(name), {textCell(name), textCell(cut.reason)}});
    }
    html +=
        "<details>\n<summary>Why these cuts</summary>\n" + htmlTable({"cut", "because it"}, reasons) + "</details>\n";
  }
  if (!plan.alternatives.empty()) html += "<h3>Runners-up</h3>\n" + alternativesTable(plan);
  if (!plan.rods.empty()) html += "<h3>Rods</h3>\n" + rodsTable(conversion);
  if (!conversion.remarks.empty()) html += "<h3>Remarks</h3>\n";
  for (const std::string& remark : conversion.remarks) html += paragraph(remark, "note");
  return section("base", "Why this base and these cuts", html);
}

std::string graphsSection(const ReportPage& page) {
  struct View {
    GraphView view;
    const char* caption;
  };
  constexpr View kViews[] = {{GraphView::given, "As given"}, {GraphView::cuts, "Loops, weights and cuts"}};
  std::string html;
  for (const View& one : kViews) {
    const std::optional<std::string> svg = graphSvg(page.conversion, one.view, {.isInline = true, .fold = {}});
    if (!svg) return section("graphs", "The joint graph", paragraph("It is too large to be drawn.", "note"));
    html += fmt::format("<figure class=\"card scroll\"><figcaption>{}</figcaption>{}</figure>\n", one.caption, *svg);
  }
  return section("graphs", "The joint graph", "<div class=\"panels wide\">\n" + html + "</div>\n");
}

std::string treeSection(const ReportPage& page) {
  return section(
      "tree", "The spanning tree, from the base outwards",
      fmt::format("<div class=\"card scroll\">{}</div>\n", treeSvg(page.conversion, {.isInline = true, .fold = {}})));
}

}  // namespace mb
