#include "converter/page/page.h"

#include <fmt/format.h>

#include "converter/page/html.h"
#include "converter/page/page_data.h"
#include "converter/page/sections.h"
#include "converter/page/web_files.h"
#include "converter/pictures/svg_style.h"
#include "converter/report/digest.h"
#include "formats/xml/xml_writer.h"

namespace mb {
namespace {

constexpr std::size_t kMostSeries = 240;  // of a page that nobody chose columns for

std::string motionSection(const ReportPage& page, const std::vector<ShownSeries>& series, std::size_t leftOut) {
  std::string html;
  if (page.run) {
    html += paragraph(fmt::format("The recursive model: {}.", page.run->note), "note");
    if (page.reference) {
      html += paragraph(
          fmt::format("The Cartesian run of the verification is laid over its first {:g} s; no body is more "
                      "than {:.1e} m away.",
                      page.run->step * static_cast<double>(page.reference->rows - 1), page.reference->farthest),
          "note");
    } else if (!page.withoutReference.empty()) {
      html += paragraph(fmt::format("The Cartesian run is not shown: {}.", page.withoutReference), "note");
    }
    if (leftOut > 0) {
      html += paragraph(fmt::format("{} left out, to keep the page small; a report can be made of any columns by name.",
                                    leftOut == 1 ? "1 curve is" : fmt::format("{} curves are", leftOut)),
                        "note");
    }
    if (!page.run->failure.empty())
      html += paragraph(fmt::format("The run ended at {}.", page.run->failure), "warning");
  }
  if (!page.withoutRun.empty()) html += paragraph(fmt::format("There is no motion: {}.", page.withoutRun), "warning");
  if (!webFiles().hasLibraries) {
    html += paragraph(
        "This program was built without three.js and uPlot: the machine in 3-D and the charts that follow "
        "the pointer are missing; everything else is here.",
        "note");
  }
  html +=
      "<div class=\"stage\"><div id=\"view3d\"></div><div id=\"charts\"></div></div>\n<div id=\"timebar\"></div>\n"
      "<p id=\"spoken\" aria-live=\"polite\">Point at a body or joint anywhere: it lights up in every picture.</p>\n";
  if (page.run) html += stillCharts(series, *page.run, !webFiles().hasLibraries);
  return section("motion", "Motion", html);
}

std::string navigation() {
  std::string html = "<nav class=\"sections\">";
  for (const auto& [id, name] :
       {std::pair{"motion", "Motion"}, std::pair{"graphs", "Graphs"}, std::pair{"tree", "Tree"},
        std::pair{"cuts", "Cuts"}, std::pair{"base", "Reasons"}, std::pair{"mobility", "Mobility"},
        std::pair{"certificate", "Certificate"}, std::pair{"losses", "Losses"}, std::pair{"origin", "Origin"}}) {
    html += fmt::format("<a href=\"#{}\">{}</a>", id, name);
  }
  return html + "</nav>\n";
}

std::string contentOf(const ReportPage& page) {
  const Machine machine = machineOf(page.conversion);
  std::vector<ShownSeries> series;
  if (page.run) series = seriesOf(*page.run, page.conversion.source, machine, page.columns);
  std::size_t leftOut = 0;
  if (page.columns.empty() && series.size() > kMostSeries) {
    leftOut = series.size() - kMostSeries;
    series.resize(kMostSeries);
  }
  std::string html = fmt::format(
      "<header class=\"top\"><p class=\"kind\">mbconvert report</p><h1>{}</h1><button id=\"theme\" type=\"button\" "
      "hidden=\"hidden\">◐</button></header>\n<main>\n",
      escaped(page.conversion.source.name));
  html += verdictSection(page) + navigation() + motionSection(page, series, leftOut);
  html += graphsSection(page) + "<div class=\"beside\">\n" + treeSection(page) + cutsSection(page) + "</div>\n";
  html += baseSection(page) + mobilitySection(page) + certificateSection(page) + lossesSection(page);
  html += originSection(page) + "</main>\n";
  return html + dataBlocks(page, machine, series);
}

}  // namespace

std::string reportHtml(const ReportPage& page) {
  const WebFiles& web = webFiles();
  const std::string style = std::string(web.css) + pictureRules();
  const std::string content = contentOf(page);
  const std::string_view script = web.hasLibraries ? web.bundle : web.still;
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta "
      "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-{}'; style-src "
      "'sha256-{}'; "
      "img-src data: blob:\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>{}: mbconvert report</title>\n",
      sha256Base64(script), sha256Base64(style), escaped(page.conversion.source.name));
  html += "<style>" + style + "</style>\n</head>\n<body>\n" + content;
  html += fmt::format("<script>{}</script>\n</body>\n</html>\n", script);
  return html;
}

}  // namespace mb
