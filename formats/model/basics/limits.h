// Limits that every reader enforces: sizes that no real model has, so that a malicious file is refused quickly.
// docs/limits.md lists them with measurements.
#pragma once

#include <cstddef>

namespace mb::limits {

constexpr std::size_t kMegabyte = 1024 * 1024;

// Of a file, and of all files of a model.
constexpr std::size_t kLargestFile = 256 * kMegabyte;
constexpr std::size_t kLargestPropertyFile = 16 * kMegabyte;
constexpr int kDeepestInclude = 16;
constexpr int kMostIncludes = 1000;
constexpr std::size_t kMostRepeated = 8 * kMegabyte;  // of files that are included repeatedly
constexpr std::size_t kLongestPath = 4096;
constexpr int kMostFolders = 64;  // in a path

// Of the contents of a file.
constexpr int kDeepest = 64;                  // nested elements, brackets or indented lines
constexpr int kMostNodes = 500'000;           // elements, JSON values, statements, lines of an outline
constexpr int kMostAttributes = 64;           // of an element: parsers compare each with every other
constexpr std::size_t kMostMembers = 10'000;  // of a JSON object
constexpr int kMostPropertyLines = 20'000;    // of a property file
constexpr int kMostColumns = 20'000;          // of a table
constexpr std::size_t kLongestName = 256;     // bytes
constexpr std::size_t kLongestNumber = 400;   // characters; the longest exact double has 1075 digits
constexpr std::size_t kLongestText = 16 * kMegabyte;

// Of an expression, because everything that walks a tree recurses.
constexpr int kDeepestBrackets = 200;
constexpr int kMostInARow = 1000;  // operations, grouped from the left
// Of ADAMS functions, where variables and series are expanded and must read back: an expansion adds up to four levels
// of brackets to each.
constexpr int kDeepestFunction = 48;
constexpr int kMostInARowOfFunction = 900;
constexpr std::size_t kMostOperations = 20'000;       // of a function
constexpr std::size_t kMostOperationsRead = 400'000;  // of all functions of a file, with variables expanded

// Of a model.
constexpr int kMostBodies = 32'000;     // besides the ground
constexpr int kMostJointsOfPair = 200;  // between the same two bodies
constexpr int kMostLosses = 50'000;     // statements and other text kept because it has no equivalent here

// Of a number in SI: its square, and sums of squares, must not overflow.
constexpr double kLargestValue = 1e50;
// In native and recursive files. No machine needs more: a larger number is a typing error and would swamp its
// neighbours in double precision.
constexpr double kLargestNumber = 1e30;

// Of the weight of a joint: the sum over all joints must fit into 64 bits.
constexpr double kLargestWeight = 1e6;

// Of messages.
constexpr int kMostErrors = 1000;  // kept, and as many warnings; after that readers give up
constexpr std::size_t kLongestMessage = 1000;

}  // namespace mb::limits
