// What every reader refuses, whatever the file says: sizes that no real model has, chosen so that a file made to hurt
// is answered quickly. docs/limits.md lists them with what was measured.
#pragma once

#include <cstddef>

namespace mb::limits {

constexpr std::size_t kMegabyte = 1024 * 1024;

// Of a file, and of all files that a model is read from.
constexpr std::size_t kLargestFile = 256 * kMegabyte;
constexpr std::size_t kLargestPropertyFile = 16 * kMegabyte;
constexpr int kDeepestInclude = 16;
constexpr int kMostIncludes = 1000;
constexpr std::size_t kMostRepeated = 8 * kMegabyte;  // of files that are included once more
constexpr std::size_t kLongestPath = 4096;
constexpr int kMostFolders = 64;  // in a path

// Of what a file is made of.
constexpr int kDeepest = 64;                  // elements, brackets or indented lines in each other
constexpr int kMostNodes = 500'000;           // elements, values of JSON, statements, lines of an outline
constexpr int kMostAttributes = 64;           // of an element: parsers compare each with every other
constexpr std::size_t kMostMembers = 10'000;  // of a JSON object
constexpr int kMostPropertyLines = 20'000;    // of a property file
constexpr int kMostColumns = 20'000;          // of a table
constexpr std::size_t kLongestName = 256;     // bytes
constexpr std::size_t kLongestNumber = 400;   // characters of a number; the longest exact double has 1075 digits
constexpr std::size_t kLongestText = 16 * kMegabyte;

// Of an expression. Everything that walks a tree recurses.
constexpr int kDeepestBrackets = 200;
constexpr int kMostInARow = 1000;  // operations, grouped from the left
// Of the functions of ADAMS, where variables and series are written out and must read back: an expansion adds up to
// four levels of brackets to each.
constexpr int kDeepestFunction = 48;
constexpr int kMostInARowOfFunction = 900;
constexpr std::size_t kMostOperations = 20'000;       // of a function
constexpr std::size_t kMostOperationsRead = 400'000;  // of all functions of a file, variables written out

// Of a model.
constexpr int kMostBodies = 32'000;     // beside the ground
constexpr int kMostJointsOfPair = 200;  // between the same two bodies
constexpr int kMostLosses = 50'000;     // statements and the like that are kept because they have no place here

// Of a number, in SI: its square and the squares' sums are still numbers.
constexpr double kLargestValue = 1e50;
// In native and recursive files. Beyond any machine: what is larger is a slip of the pen, and would drown its
// neighbours in double precision.
constexpr double kLargestNumber = 1e30;

// Of the weight of a joint: those of all joints add up in 64 bits.
constexpr double kLargestWeight = 1e6;

// Of what is told.
constexpr int kMostErrors = 1000;  // kept, and as many warnings; after that readers give up
constexpr std::size_t kLongestMessage = 1000;

}  // namespace mb::limits
