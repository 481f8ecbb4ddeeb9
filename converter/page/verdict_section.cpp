#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "converter/page/html.h"
#include "converter/page/sections.h"
#include "converter/report/loss_report.h"
#include "converter/report/report_text.h"
#include "formats/model/basics/text.h"
#include "formats/xml/xml_writer.h"

namespace mb {
namespace {

// A tick, a cross, a dash.
struct Badge {
  std::string_view style;
  std::string_view mark;
  std::string text;
};

Badge badgeOf(const ReportPage& page) {
  if (!page.certificate) return {"none", "M6 16H26", "NOT VERIFIED"};
  const std::string text(textOf(page.certificate->verdict));
  switch (page.certificate->verdict) {
    case Verdict::equivalent: return {"pass", "M6 17L13 24L26 9", text};
    case Verdict::notEquivalent: return {"fail", "M8 8L24 24M24 8L8 24", text};
    case Verdict::notDecided: break;
  }
  return {"open", "M6 16H26", text};
}

// "× 16", "× 2e5".
std::string marginText(const Certificate::Row& row) {
  const double margin = row.tolerance / row.value;
  return margin < 1000 ? fmt::format("× {:.0f}", std::floor(margin)) : fmt::format("× {:.0e}", margin);
}

std::string findingsText(const Certificate& certificate) {
  const auto held = std::ranges::count_if(certificate.rows, [](const auto& row) { return row.holds && row.decides; });
  std::string text = fmt::format("{} of {} findings hold", held, certificate.rows.size());
  if (const Certificate::Row* const row = certificate.tightest(); row && certificate.verdict == Verdict::equivalent) {
    text += fmt::format("; least margin {}", marginText(*row));
  }
  return text;
}

std::string equivalentSentence(const Certificate& certificate) {
  std::string text = fmt::format(
      "The recursive model and the Cartesian one are the same machine: same degrees of freedom, same accelerations and "
      "forces at {} random states",
      certificate.states);
  if (certificate.trajectoryEnd > 0) text += fmt::format(", same motion over {:g} s", certificate.trajectoryEnd);
  if (const Certificate::Row* const row = certificate.tightest()) {
    text += fmt::format(". The tightest finding is {}: {:.1e} found, {:.1e} allowed", row->name, row->value,
                        row->tolerance);
  }
  return text + ".";
}

std::string sentenceOf(const ReportPage& page) {
  if (!page.certificate) {
    return "Nobody has verified this conversion: whether both models are the same machine is open. `mbconvert verify` "
           "decides it.";
  }
  const Certificate& certificate = *page.certificate;
  switch (certificate.verdict) {
    case Verdict::equivalent: return equivalentSentence(certificate);
    case Verdict::notEquivalent:
      return "The recursive model and the Cartesian one are not the same machine: what differs is below.";
    case Verdict::notDecided: break;
  }
  return certificate.failure.empty()
             ? "No difference was found, but some comparisons decide nothing: they are below."
             : fmt::format("No difference was found, but the comparison could not be finished: {}.",
                           certificate.failure);
}

std::string failingTable(const Certificate& certificate) {
  std::vector<HtmlRow> rows;
  for (const std::string& missing : certificate.counts.missing) {
    rows.push_back({"", {textCell("only one side has it"), textCell(""), textCell(""), textCell(missing)}});
  }
  if (certificate.counts.dofCartesian != certificate.counts.dofRecursive) {
    rows.push_back({"",
                    {textCell("degrees of freedom"), numberCell(fmt::to_string(certificate.counts.dofRecursive)),
                     numberCell(fmt::to_string(certificate.counts.dofCartesian)), textCell("recursive, Cartesian")}});
  }
  for (const Certificate::Row& row : certificate.rows) {
    if (row.holds && row.decides) continue;
    rows.push_back(
        {"",
         {textCell(row.name + (row.decides ? "" : " (decides nothing)")), numberCell(fmt::format("{:.2e}", row.value)),
          numberCell(fmt::format("{:.2e}", row.tolerance)), textCell(row.where)}});
  }
  return rows.empty() ? "" : htmlTable({"finding", "found", "allowed", "worst at"}, rows, "failing");
}

std::string factsOf(const ReportPage& page) {
  const Conversion& conversion = page.conversion;
  const Plan& plan = conversion.plan;
  const MobilityReport& mobility = conversion.mobility;
  std::string tree = toText(plan.weight);
  if (plan.treeCount == "1")
    tree += ", the only one";
  else if (plan.weight == plan.leastWeight)
    tree += fmt::format(", least of {}", countText(plan.treeCount));
  else
    tree += fmt::format(", {} above the least", toText(plan.weight - plan.leastWeight));
  const LossCount losses = countLosses(conversion.source);
  const std::vector<std::pair<std::string_view, std::string>> facts{
      {"Machine", fmt::format("{}, {}", counted(at(bodyCount(conversion)), "body", "bodies"),
                              counted(at(conversion.source.joints.size()), "joint"))},
      {"Cut", plan.cuts.empty()
                  ? "nothing"
                  : fmt::format("{}, {}", counted(plan.cuts.size(), "joint"), counted(plan.blocks.size(), "cluster"))},
      {"Mobility", fmt::format("{} − {} = {}", mobility.coordinates, mobility.rank, mobility.dof)},
      {"Tree", tree},
      {"Lost", losses.all == 0
                   ? "nothing"
                   : fmt::format("{}, {} in motion", counted(at(losses.all), "thing"), losses.changingMotion)}};
  std::string html = "<dl class=\"facts\">\n";
  for (const auto& [name, value] : facts) {
    html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, escaped(value));
  }
  return html + "</dl>\n";
}

}  // namespace

std::string verdictSection(const ReportPage& page) {
  const Badge badge = badgeOf(page);
  std::string html = fmt::format(
      "<section id=\"verdict\">\n<div class=\"badge {}\"><svg class=\"mark\" viewBox=\"0 0 32 32\" width=\"32\" "
      "height=\"32\" aria-hidden=\"true\"><path d=\"{}\" fill=\"none\" stroke=\"currentColor\" "
      "stroke-width=\"4\"/></svg><strong>{}</strong>",
      badge.style, badge.mark, badge.text);
  html += fmt::format("<span>{}</span></div>\n",
                      escaped(page.certificate ? findingsText(*page.certificate) : "no certificate was made or given"));
  html += factsOf(page) + paragraph(sentenceOf(page), "sentence");
  if (page.certificate) html += failingTable(*page.certificate);
  return html + "</section>\n";
}

}  // namespace mb
