// Valid texts from which malformed ones are made.
#pragma once

#include <string>
#include <string_view>

namespace mb {

// SDFormat: two links on line 2, the rest follows on line 3.
inline std::string withLinks(std::string_view content) {
  return "<sdf version=\"1.8\"><model name=\"m\">\n<link name=\"a\"/><link name=\"b\"/>\n" + std::string(content) +
         "\n</model></sdf>\n";
}

// A recursive model. Line 2: a rotating base; line 3: a slider on it; the rest follows on line 4.
inline std::string around(std::string_view rest) {
  return "<recursive version=\"1\">\n"
         "<link name=\"arm\" number=\"2\"><joint name=\"hinge\" type=\"revolute\" z=\"0\" z_dot=\"0\"/></link>\n"
         "<link name=\"tip\" parent=\"arm\" number=\"1\"><joint name=\"slide\" type=\"translational\" z=\"0\" "
         "z_dot=\"0\"/></link>\n" +
         std::string(rest) + "\n</recursive>";
}

// A tyre, as a property file of eight lines.
inline const std::string kSpring =
    "[MODEL]\n"
    "PROPERTY_FILE_FORMAT = 'SPRING'\n"
    "[DIMENSION]\n"
    "UNLOADED_RADIUS = 0.3\n"
    "[VERTICAL]\n"
    "VERTICAL_STIFFNESS = 200000\n"
    "CSLIP = 50000\n"
    "CALPHA = 40000\n";

}  // namespace mb
