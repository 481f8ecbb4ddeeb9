// Mobility, certificate, losses, origin.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "converter/conversion/plan_file.h"
#include "converter/files/build_facts.h"
#include "converter/page/html.h"
#include "converter/page/sections.h"
#include "converter/page/web_files.h"
#include "converter/report/digest.h"
#include "converter/report/report_text.h"
#include "formats/model/basics/text.h"
#include "formats/recursive/recursive_xml.h"
#include "formats/xml/xml_writer.h"

namespace mb {
namespace {

// ---- mobility: coordinates less rank leave what is free, to one scale ----

struct MobilityBar {
  std::string_view name;
  int coordinates = 0;
  int rows = 0;
  int rank = 0;
};

std::string barsPicture(const std::vector<MobilityBar>& bars) {
  constexpr double kLeft = 110;
  constexpr double kWidth = 680;
  constexpr double kPitch = 42;
  constexpr double kHeight = 32;
  int most = 1;
  for (const MobilityBar& bar : bars) most = std::max(most, bar.coordinates);
  const double scale = kWidth / most;
  std::string svg =
      fmt::format("<svg class=\"bars\" viewBox=\"0 0 960 {0}\" width=\"960\" height=\"{0}\" role=\"img\">\n",
                  pixels(kPitch * static_cast<double>(bars.size())));
  double top = 5;
  for (const MobilityBar& bar : bars) {
    const int dof = bar.coordinates - bar.rank;
    const double free = kLeft + kWidth - scale * dof;
    const double start = kLeft + kWidth - scale * bar.coordinates;
    const double text = top + kHeight / 2 + 4.5;
    svg += pictureText(0, text, "start", "strong", bar.name);
    if (bar.rank > 0) svg += pictureRectangle(start, top, free - start, kHeight, "rows");
    if (dof > 0) svg += pictureRectangle(free, top, scale * dof, kHeight, "free");
    const std::string rows = fmt::format("{} of rank {}", counted(at(bar.rows), "row"), bar.rank);
    const bool fits = free - start > 9 * static_cast<double>(rows.size());
    if (fits) svg += pictureText((start + free) / 2, text, "middle", "ink", rows);
    const bool freeFits = scale * dof > 60;
    if (freeFits)
      svg += pictureText((free + kLeft + kWidth) / 2, text, "middle", "onfree", fmt::format("{} free", dof));
    svg += pictureText(kLeft + kWidth + 14, text, "start", "strong",
                       fmt::format("{} − {} = {}", bar.coordinates, bar.rank, dof));
    top += kPitch;
  }
  return svg + "</svg>\n";
}

std::string redundantTable(const Conversion& conversion) {
  std::map<std::string, std::vector<std::string>> byJoint;
  for (const BlockMobility& block : conversion.mobility.blocks) {
    for (const auto& row : block.redundant) byJoint[row.joint].push_back(row.equation);
  }
  if (byJoint.empty()) return paragraph("No closing row is redundant.");
  std::vector<HtmlRow> rows;
  for (const auto& [joint, equations] : byJoint) {
    rows.push_back({jointMark(joint),
                    {textCell(joint), numberCell(fmt::to_string(equations.size())),
                     textCell(fmt::format("{}", fmt::join(equations, ", ")))}});
  }
  return paragraph("Redundant rows repeat what others say already; the run uses the rank.") +
         htmlTable({"joint", "redundant rows", "equations"}, rows);
}

// ---- certificate: error and tolerance on one logarithmic axis ----

class FindingsPicture {
 public:
  explicit FindingsPicture(const std::vector<Certificate::Row>& rows) : rows_(rows) {
    for (const Certificate::Row& row : rows) {
      for (const double value : {row.value, row.tolerance}) {
        if (value > 0 && std::isfinite(value)) high_ = std::max(high_, std::ceil(std::log10(value) / 3) * 3);
      }
    }
  }

  std::string draw() const {
    const double bottom = kTop + kPitch * static_cast<double>(rows_.size());
    std::string svg =
        fmt::format("<svg class=\"findings\" viewBox=\"0 0 960 {0}\" width=\"960\" height=\"{0}\" role=\"img\">\n",
                    pixels(bottom + 24));
    for (double decade = kLow; decade <= high_; decade += 3) {
      svg += pictureLine(place(decade), 4, place(decade), bottom, "gridline");
      svg += pictureText(place(decade), bottom + 16, "middle", "", fmt::format("1e{:.0f}", decade));
    }
    double top = kTop;
    for (const Certificate::Row& row : rows_) {
      addRow(row, top, svg);
      top += kPitch;
    }
    return svg + "</svg>\n";
  }

 private:
  static constexpr double kTop = 10;
  static constexpr double kPitch = 24;
  static constexpr double kBar = 12;
  static constexpr double kLeft = 200;
  static constexpr double kRight = 700;
  static constexpr double kLow = -18;

  double place(double decade) const {
    return kLeft + (kRight - kLeft) * std::clamp((decade - kLow) / (high_ - kLow), 0.0, 1.0);
  }
  double placeOf(double value) const {
    if (!(value > 0)) return value == 0 ? kLeft + 2 : kRight;  // a value that is no number is beyond everything
    return std::max(place(std::log10(value)), kLeft + 2);
  }

  void addRow(const Certificate::Row& row, double top, std::string& svg) const {
    const double baseline = top + kBar - 1.5;
    const double found = placeOf(row.value);
    const double allowed = placeOf(row.tolerance);
    svg += fmt::format("<g{}><title>{}</title>\n", placeMark(row.where),
                       escaped(fmt::format("worst at {}; the tolerance comes from: {}", row.where, row.why)));
    svg += pictureText(kLeft - 12, baseline, "end", "ink", row.name);
    svg += pictureRectangle(kLeft, top, allowed - kLeft, kBar, "allowed");
    svg += pictureRectangle(kLeft, top, found - kLeft, kBar, row.holds && row.decides ? "found" : "found bad");
    svg += pictureLine(allowed, top - 3, allowed, top + kBar + 3, "tolerance");
    svg += pictureText(kRight + 14, baseline, "start", "ink", row.value == 0 ? "0" : fmt::format("{:.1e}", row.value));
    svg += pictureText(kRight + 14 + 90, baseline, "start", "", marginOf(row)) + "</g>\n";
  }
  static std::string marginOf(const Certificate::Row& row) {
    if (!row.decides) return "decides nothing";
    if (!row.holds) return fmt::format("NOT within {:.1e}", row.tolerance);
    if (row.tolerance == 0) return "nothing to compare";
    return row.value == 0 ? "exact" : fmt::format("{:.0e} times below", row.tolerance / row.value);
  }

  const std::vector<Certificate::Row>& rows_;
  double high_ = -3;
};

// ---- origin ----

std::string factRow(std::string_view name, const std::string& value) {
  return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, escaped(value));
}

std::string planDetails(const std::string& plan) {
  return fmt::format("<details>\n<summary>The plan</summary>\n<pre>{}</pre>\n</details>\n", escaped(plan));
}

}  // namespace

std::string mobilitySection(const ReportPage& page) {
  const MobilityReport& mobility = page.conversion.mobility;
  std::vector<MobilityBar> bars;
  std::string html;
  if (page.certificate) {
    const Verification::Counts& counts = page.certificate->counts;
    bars.push_back({"Cartesian", counts.dofCartesian + counts.idleSpins + counts.rankCartesian, counts.rowsCartesian,
                    counts.rankCartesian});
    if (counts.idleSpins > 0) {
      html +=
          paragraph(fmt::format("{} of the Cartesian freedoms are spins of removed rods about their own axes, which "
                                "nothing depends on.",
                                counts.idleSpins));
    }
  } else {
    html += paragraph(fmt::format("Grübler's count of the Cartesian model gives {}.", grueblerCount(page.conversion)));
  }
  bars.push_back({"Recursive", mobility.coordinates, mobility.equations, mobility.rank});
  if (mobility.prescribed > 0) {
    html += paragraph(
        fmt::format("{} of the free coordinates are prescribed by drives or tied by couplers.", mobility.prescribed));
  }
  return section("mobility", "Mobility",
                 "<div class=\"scroll\">" + barsPicture(bars) + "</div>\n" + html + redundantTable(page.conversion));
}

std::string certificateSection(const ReportPage& page) {
  if (!page.certificate) return section("certificate", "Certificate", paragraph("There is none: it was not verified."));
  const Certificate& certificate = *page.certificate;
  const std::string note = fmt::format(
      "Dark: the error found. Light: what the tolerance leaves. Stroke: the tolerance. {} random states, solved by {}.",
      certificate.states, certificate.solver);
  return section(
      "certificate", "Certificate",
      "<div class=\"scroll\">" + FindingsPicture(certificate.rows).draw() + "</div>\n" + paragraph(note, "note"));
}

std::string lossesSection(const ReportPage& page) {
  std::vector<HtmlRow> rows;
  for (const bool changesMotion : {true, false}) {
    for (const ForeignText& loss : page.conversion.source.foreign) {
      if (loss.what.empty() || loss.changesMotion != changesMotion) continue;
      rows.push_back({"",
                      {textCell(changesMotion ? "changes the motion" : "no effect on it"), textCell(loss.what),
                       textCell(toText(loss.origin.at)), textCell(loss.why), textCell(loss.meaning)}});
    }
  }
  return section("losses", "Losses of the import",
                 rows.empty() ? paragraph("Nothing that the file says was lost.")
                              : htmlTable({"effect", "what", "where", "why", "meaning"}, rows));
}

std::string originSection(const ReportPage& page) {
  const BuildFacts& facts = buildFacts();
  const std::string plan = writePlan(page.conversion);
  const SourceRef& at = page.conversion.source.origin.at;
  std::string html = "<dl class=\"origin\">\n";
  html += factRow("Command", page.command);
  if (at.file) html += factRow("Model", fmt::format("{}, sha256 {}", at.file->path, sha256(at.file->text)));
  html += factRow("Recursive model", "sha256 " + sha256(writeRecursive(page.conversion.recursive)));
  html += factRow("Plan", "sha256 " + sha256(plan));
  if (page.certificate) html += factRow("Certificate", "sha256 " + page.certificate->hash);
  html += factRow("Versions", fmt::format("mbconvert {} ({}), {}; {}", facts.version, facts.commit, facts.compiler,
                                          facts.libraries));
  html +=
      factRow("Licences", webFiles().hasLibraries ? "mbconvert, three.js and uPlot: MIT; the notices of the last two "
                                                    "are at the top of the script in this file"
                                                  : "mbconvert: MIT");
  return section("origin", "Origin", html + "</dl>\n" + planDetails(plan));
}

}  // namespace mb
