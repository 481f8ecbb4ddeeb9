#include "converter/pictures/svg_style.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace mb {
namespace {

struct Colour {
  std::string_view name;
  std::string_view light;
  std::string_view dark;
};
constexpr std::array kColours{
    Colour{"ink", "#1f2933", "#e6ebf0"},         Colour{"second", "#52606d", "#a9b4bf"},
    Colour{"card", "#ffffff", "#171c22"},        Colour{"cut", "#c24a00", "#f28c4a"},
    Colour{"revolute", "#0072b2", "#56b4e9"},    Colour{"translational", "#007a5a", "#2fbf95"},
    Colour{"spherical", "#b4478b", "#e08cc0"},   Colour{"universal", "#8a6d00", "#d9b93b"},
    Colour{"cylindrical", "#5b4fb0", "#a69cf0"}, Colour{"band1", "#e3ecf5", "#1d2a38"},
    Colour{"band2", "#f1e9d6", "#302a1a"},       Colour{"band3", "#e0f0ea", "#16302a"},
    Colour{"band4", "#f3e4ee", "#322231"}};

// A class and its declarations; $name is a colour.
struct Rule {
  std::string_view selector;
  std::string_view declarations;
};
constexpr std::array kRules{
    Rule{".page", "fill:$card"},
    Rule{".b0", "fill:$band1"},
    Rule{".b1", "fill:$band2"},
    Rule{".b2", "fill:$band3"},
    Rule{".b3", "fill:$band4"},
    Rule{".ink", "fill:$ink"},
    Rule{".second,.W", "fill:$second"},
    Rule{".inverse,.letter", "fill:$card"},
    Rule{".cut,.tag,.D", "fill:$cut"},
    Rule{".R", "fill:$revolute"},
    Rule{".P", "fill:$translational"},
    Rule{".S", "fill:$spherical"},
    Rule{".V", "fill:$universal"},
    Rule{".H", "fill:$cylindrical"},
    Rule{".edge", "fill:none;stroke:$second;stroke-width:1.4"},
    Rule{".edge.c", "stroke:$cut;stroke-dasharray:5 3"},
    Rule{".edge.w3", "stroke-width:2.6"},
    Rule{".edge.w6", "stroke-width:4"},
    Rule{".edge.weld", "stroke-dasharray:1.5 2.5"},
    Rule{".face", "opacity:.7"},
    Rule{".hull", "stroke-width:40;stroke-linejoin:round"},
    Rule{".h0", "fill:$band1;stroke:$band1"},
    Rule{".h1", "fill:$band2;stroke:$band2"},
    Rule{".h2", "fill:$band3;stroke:$band3"},
    Rule{".h3", "fill:$band4;stroke:$band4"},
    Rule{".joint", "fill:$card;stroke:$second;stroke-opacity:.35"},
    Rule{".ring", "fill:none"},
    Rule{".ring.chosen", "stroke:$cut;stroke-width:1.8"},
    Rule{".ring.tied", "stroke:$ink;stroke-width:1.4;stroke-dasharray:1.5 2"},
    Rule{".box", "fill:$card;stroke:$second"},
    Rule{".box.base", "fill:$ink;stroke:$ink"},
    Rule{".box.massless", "stroke-dasharray:1.5 2"},
    Rule{".box.ghost", "stroke:$cut;stroke-dasharray:4 2.5"},
    Rule{".box.bar", "stroke:$cut;stroke-width:1"},
};

template <class ValueOf>
std::string coloured(std::string_view declarations, const ValueOf& valueOf) {
  std::string text;
  while (!declarations.empty()) {
    const std::size_t mark = declarations.find('$');
    text += declarations.substr(0, mark);
    if (mark == std::string_view::npos) break;
    declarations.remove_prefix(mark + 1);
    const std::string_view name = declarations.substr(0, declarations.find_first_of(";"));
    for (const Colour& colour : kColours) {
      if (colour.name == name) text += valueOf(colour);
    }
    declarations.remove_prefix(name.size());
  }
  return text;
}

template <class ValueOf>
std::string rulesWith(const ValueOf& valueOf) {
  std::string text;
  for (const Rule& rule : kRules) {
    std::string selector = ".picture " + std::string(rule.selector);
    for (std::size_t k = selector.find(','); k != std::string::npos; k = selector.find(',', k + 1)) {
      selector.insert(k + 1, ".picture ");
    }
    text += fmt::format("{}{{{}}}\n", selector, coloured(rule.declarations, valueOf));
  }
  return text;
}

}  // namespace

std::string pictureRules() {
  return rulesWith([](const Colour& colour) { return fmt::format("var(--{})", colour.name); });
}

std::string pictureRulesWithColours() {
  return rulesWith([](const Colour& colour) { return std::string(colour.light); }) +
         fmt::format("@media (prefers-color-scheme:dark){{\n{}}}\n",
                     rulesWith([](const Colour& colour) { return std::string(colour.dark); }));
}

}  // namespace mb
