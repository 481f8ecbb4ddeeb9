// Machines of any size in the native format, to measure how the work grows: structureText("chain", 1000). All
// coordinates are multiples of 1/8 and therefore exact: the loops close to the last bit.
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

namespace mb::testing {

struct Structure {
  std::string_view name;
  std::string_view what;
  void (*write)(std::string& text, int count);
};

inline constexpr double kPitch = 2;  // between neighbouring parts of a structure

inline void addBody(std::string& text, std::string_view name, int k, double x, double z, double mass) {
  text += fmt::format(
      "<body name=\"{}_{:05}\"><pose pos=\"{} 0 {}\"/><mass value=\"{}\"/>"
      "<inertia xx=\"0.25\" yy=\"0.25\" zz=\"0.125\"/></body>\n",
      name, k, x, z, mass);
}

inline void addPin(std::string& text, std::string_view name, int k, const std::string& i, const std::string& j,
                   double x, double z) {
  text +=
      fmt::format("<joint name=\"{}_{:05}\" type=\"revolute\" i=\"{}\" j=\"{}\" point=\"{} 0 {}\" axis=\"0 1 0\"/>\n",
                  name, k, i, j, x, z);
}

inline std::string numberedName(std::string_view name, int k) { return fmt::format("{}_{:05}", name, k); }

// Three bodies and four joints on a base, which A and D are pivots of:
//
//      B ---coupler--- C
//      |               |
//    crank          rocker
//      |               |
//      A --- base ---- D
inline void addFourBar(std::string& text, int k, const std::string& base) {
  const double x = kPitch * (k - 1);
  const std::string crank = numberedName("crank", k);
  const std::string coupler = numberedName("coupler", k);
  const std::string rocker = numberedName("rocker", k);
  addBody(text, "crank", k, x, 0.25, 1);
  addBody(text, "coupler", k, x + 0.625, 0.625, 1.5);
  addBody(text, "rocker", k, x + 1.25, 0.25, 2);
  addPin(text, "a", k, crank, base, x, 0);
  addPin(text, "b", k, coupler, crank, x, 0.5);
  addPin(text, "c", k, coupler, rocker, x + 1.25, 0.75);
  addPin(text, "d", k, rocker, base, x + 1, 0);
}

inline void addHub(std::string& text) {
  text +=
      "<body name=\"hub\"><pose pos=\"0 0 -1\"/><mass value=\"100\"/><inertia xx=\"10\" yy=\"10\" zz=\"10\"/></body>\n";
}

inline constexpr std::array kStructures{
    Structure{"chain", "four-bars in series, each on the rocker of the one before",
              [](std::string& text, int count) {
                std::string base = "ground";
                for (int k = 1; k <= count; ++k) {
                  addFourBar(text, k, base);
                  base = numberedName("rocker", k);
                }
              }},
    Structure{"ground", "four-bars side by side, all on the ground",
              [](std::string& text, int count) {
                for (int k = 1; k <= count; ++k) addFourBar(text, k, "ground");
              }},
    Structure{"hub", "four-bars side by side, all on one free body",
              [](std::string& text, int count) {
                addHub(text);
                for (int k = 1; k <= count; ++k) addFourBar(text, k, "hub");
              }},
    Structure{"gears", "wheels on the ground, each geared to the one before",
              [](std::string& text, int count) {
                for (int k = 1; k <= count; ++k) {
                  addBody(text, "wheel", k, kPitch * k, 0, 1);
                  addPin(text, "shaft", k, numberedName("wheel", k), "ground", kPitch * k, 0);
                }
                for (int k = 2; k <= count; ++k) {
                  text += fmt::format("<gear name=\"teeth_{:05}\" joints=\"shaft_{:05} shaft_{:05}\" ratio=\"1\"/>\n",
                                      k, k - 1, k);
                }
              }},
    Structure{"rings", "links of one closed ring, out and back in two rows",
              [](std::string& text, int count) {
                // Pin k is at the start of link k; the last link ends at the first pin.
                const auto place = [&](int k) {
                  const int half = (count + 1) / 2;
                  return k < half ? std::pair{kPitch * k, 0.0} : std::pair{kPitch * (2 * half - 1 - k), 1.0};
                };
                for (int k = 0; k < count; ++k) {
                  const auto [x, z] = place(k);
                  addBody(text, "link", k, x, z, 1);
                  addPin(text, "pin", k, numberedName("link", k), numberedName("link", (k + count - 1) % count), x, z);
                }
              }},
    Structure{"stars", "arms on one free body",
              [](std::string& text, int count) {
                addHub(text);
                for (int k = 1; k <= count; ++k) {
                  addBody(text, "arm", k, kPitch * k, 0.25, 1);
                  addPin(text, "pin", k, numberedName("arm", k), "hub", kPitch * k, 0);
                }
              }},
    Structure{"lines", "links in a row that hang on the ground",
              [](std::string& text, int count) {
                std::string base = "ground";
                for (int k = 1; k <= count; ++k) {
                  addBody(text, "link", k, kPitch * k, 0.25, 1);
                  addPin(text, "pin", k, numberedName("link", k), base, kPitch * k, 0);
                  base = numberedName("link", k);
                }
              }},
    Structure{"springs", "free bodies, each on a spring to the one before",
              [](std::string& text, int count) {
                for (int k = 1; k <= count; ++k) {
                  addBody(text, "mass", k, kPitch * k, 0, 1);
                  text += fmt::format(
                      "<force name=\"spring_{:05}\" type=\"tsda\" i=\"{}\" j=\"{}\" point=\"{} 0 0\" "
                      "point2=\"{} 0 0\" k=\"1000\" length=\"2\"/>\n",
                      k, numberedName("mass", k), k == 1 ? "ground" : numberedName("mass", k - 1), kPitch * k,
                      kPitch * (k - 1));
                }
              }},
};

inline const Structure* findStructure(std::string_view name) {
  for (const Structure& structure : kStructures) {
    if (structure.name == name) return &structure;
  }
  return nullptr;
}

inline std::string structureText(const Structure& structure, int count) {
  std::string text = fmt::format("<mbs version=\"1\" name=\"{}_{}\">\n<body name=\"ground\" ground=\"true\"/>\n",
                                 structure.name, count);
  structure.write(text, count);
  return text + "</mbs>\n";
}

}  // namespace mb::testing
