#include "formats/files/unread_formats.h"

#include <algorithm>
#include <array>

#include "formats/model/basics/text.h"
#include "formats/xml/xml_scan.h"

namespace mb {
namespace {

// The words of a line in lower case, separated by single blanks.
std::string wordsOf(std::string_view line) {
  std::string words;
  for (const char c : lowerCase(line)) {
    const bool isBlank = c == ' ' || c == '\t' || c == '\r';
    if (!isBlank) words += c;
    if (isBlank && !words.empty() && words.back() != ' ') words += ' ';
  }
  return words;
}

// Whether one of the first lines begins with one of the words; comments may come before.
template <std::size_t N>
bool hasLine(std::string_view text, const std::array<std::string_view, N>& starts) {
  constexpr std::size_t kLooked = 20'000;
  text = withoutByteOrderMark(text).substr(0, kLooked);
  while (!text.empty()) {
    const std::string words = wordsOf(takeLine(text));
    if (std::ranges::any_of(starts, [&](std::string_view start) { return words.starts_with(start); })) return true;
  }
  return false;
}

bool looksLikeMjcf(std::string_view text) {
  const std::string_view root = rootNameOf(text);
  return root == "mujoco" || root == "mujocoinclude";
}

bool looksLikeOpenSim(std::string_view text) { return rootNameOf(text) == "OpenSimDocument"; }

bool looksLikeViewCommands(std::string_view text) {
  constexpr std::array<std::string_view, 5> kStarts{"defaults units", "defaults model", "model create",
                                                    "part create rigid_body", "marker create"};
  return hasLine(text, kStarts);
}

bool looksLikeMbdyn(std::string_view text) {
  constexpr std::array<std::string_view, 4> kStarts{"begin: data;", "begin : data ;", "begin: data ;", "begin:data;"};
  return hasLine(text, kStarts);
}

bool looksLikeChronoYaml(std::string_view text) {
  constexpr std::array<std::string_view, 1> kStarts{"chrono-version:"};
  return hasLine(text, kStarts);
}

struct Row {
  bool (*recognises)(std::string_view text);
  UnreadFormat format;
};
constexpr std::array kRows{
    Row{&looksLikeMjcf,
        {"a MuJoCo model (MJCF)",
         "write it in SDFormat, with joints instead of its equality constraints, or in the native format"}},
    Row{&looksLikeOpenSim,
        {"an OpenSim model (.osim)", "write its bodies and joints in the native format, docs/cartesian-format.md"}},
    Row{&looksLikeViewCommands,
        {"a command file of Adams/View (.cmd)",
         "let Adams/View export the model as an Adams/Solver dataset (.adm), which is read"}},
    Row{&looksLikeMbdyn,
        {"an input file of MBDyn",
         "write its nodes, bodies and joints in the native format, docs/cartesian-format.md"}},
    Row{&looksLikeChronoYaml,
        {"a YAML file of Project Chrono",
         "only Chrono's vehicles in JSON are read; write this model in the native format, docs/cartesian-format.md"}},
};

}  // namespace

const UnreadFormat* recogniseUnread(std::string_view text) {
  const auto row = std::ranges::find_if(kRows, [&](const Row& one) { return one.recognises(text); });
  return row == kRows.end() ? nullptr : &row->format;
}

}  // namespace mb
