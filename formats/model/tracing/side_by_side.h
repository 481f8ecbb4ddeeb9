// A trace for several states side by side: what were four numbers of one state are four nodes, and each of those is
// wide, with one state per lane.
#pragma once

#include <array>
#include <vector>

#include "formats/model/tracing/trace.h"

namespace mb {

// Where the nodes of a trace are in another one: of a wide node, each of its four numbers.
using PlacesOfNodes = std::vector<std::array<int, 4>>;

// Repeats a graph in an empty trace with inputs of the given width. Tables, structures and procedures keep their
// numbers.
PlacesOfNodes traceSideBySide(const Trace& from, Trace& to, std::uint8_t width);

}  // namespace mb
