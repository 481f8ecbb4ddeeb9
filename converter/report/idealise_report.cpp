#include "converter/report/idealise_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "formats/model/basics/text.h"
#include "graph/idealise/frame_changes.h"

namespace mb {
namespace {

using Json = nlohmann::ordered_json;

std::string toleranceText(const IdealiseReport::Block& block) {
  std::string text = fmt::format("loop tolerance {:.2g}", block.tolerance);
  if (block.digits > 0) text += fmt::format(" of numbers with {} digits", block.digits);
  return text;
}

Json changeJson(const FrameChange& change) {
  const Gap i = gapBetween({}, change.X_MN);
  const Gap j = gapBetween({}, change.X_FG);
  return {{"joint", change.joint},
          {"moved_i", {{"length", i.length}, {"angle", i.angle}}},
          {"moved_j", {{"length", j.length}, {"angle", j.angle}}}};
}

}  // namespace

std::vector<std::string> idealisedLines(const IdealiseReport& report, JointLines joints) {
  std::vector<std::string> lines;
  for (const IdealiseReport::Block& block : report.blocks) {
    std::vector<std::string> names;
    for (const FrameChange& change : block.changes) names.push_back(change.joint);
    constexpr std::size_t kMost = 8;
    const std::size_t rest = names.size() - std::min(names.size(), kMost);
    if (rest > 0) names.resize(kMost);
    lines.push_back(fmt::format(
        "the loop of {}{} missed by up to {}{}; {}, {}", fmt::join(names, ", "),
        rest > 0 ? fmt::format(" and {} more", rest) : "", toText(block.miss), block.dof > 0 ? " in motion" : "",
        block.dof > 0 ? counted(block.dof, "degree of freedom", "degrees of freedom") : std::string("a structure"),
        toleranceText(block)));
    if (joints == JointLines::no) continue;
    for (const FrameChange& change : block.changes) {
      lines.push_back(fmt::format("  frames of '{}' moved by {}", change.joint, toText(sizeOf(change))));
    }
  }
  return lines;
}

std::string idealisedJson(const IdealiseReport& report) {
  Json blocks = Json::array();
  for (const IdealiseReport::Block& block : report.blocks) {
    Json joints = Json::array();
    for (const FrameChange& change : block.changes) joints.push_back(changeJson(change));
    blocks.push_back({{"tolerance", block.tolerance},
                      {"digits", block.digits},
                      {"dof", block.dof},
                      {"miss", {{"length", block.miss.length}, {"angle", block.miss.angle}}},
                      {"joints", std::move(joints)}});
  }
  return blocks.dump();
}

std::string frameChangesJson(const std::vector<FrameChange>& changes) {
  Json rows = Json::array();
  for (const FrameChange& change : changes) {
    Json row = changeJson(change);
    row["tolerance"] = change.tolerance;
    row["miss"] = {{"length", change.miss.length}, {"angle", change.miss.angle}};
    rows.push_back(std::move(row));
  }
  return rows.dump();
}

std::string frameChangesText(const std::vector<FrameChange>& changes) {
  if (changes.empty()) return {};
  Gap largest;
  for (const FrameChange& change : changes) {
    largest = larger(largest, sizeOf(change));
  }
  return fmt::format("frames of {} moved by up to {}", counted(changes.size(), "joint"), toText(largest));
}

}  // namespace mb
