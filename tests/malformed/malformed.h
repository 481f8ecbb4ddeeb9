// Malformed inputs of every reader, with what each must give: the place, the code, a part of the message.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/model/messages/codes.h"

namespace mb {

struct PlantedError {
  int line = 0;
  int column = 0;
  Code code = Code::internalFault;
  std::string message;  // part of it
  std::string file{};   // where it stands, when not in the input itself
};

struct BadInput {
  std::string name;  // the defect
  std::string text;  // the whole file
  std::vector<PlantedError> errors;
  std::string path{};  // of a file in the source tree; empty: the text is written to one
};

struct BadCollection {
  std::string reader;
  std::string ending;                                          // of the files
  std::string command;                                         // FILE is the input, MODEL the wrapper
  std::string wrapper{};                                       // a model that refers to the input, FILE in it
  std::vector<std::pair<std::string, std::string>> besides{};  // further files of the folder: name, text
  std::vector<BadInput> inputs{};
};

// All of them, by reader: first the formats, in the order of their table.
std::vector<BadCollection> malformedInputs();

// Each file of this folder that is about a format says so by one of these.
struct MalformedFormat {
  MalformedFormat(std::string format, std::vector<BadInput> (*inputs)());
};

// One error: in the line, where the words stand for the first time; at the | in them, where they have one.
struct BadRow {
  std::string_view name;
  std::string text;
  int line = 0;
  std::string at;  // empty: the first column
  Code code = Code::internalFault;
  std::string_view message;
};
std::vector<BadInput> inputsOf(std::span<const BadRow> rows);

// Several errors in one file.
struct Planted {
  int line = 0;
  std::string_view at;
  Code code = Code::internalFault;
  std::string_view message;
};
BadInput planted(std::string_view name, std::string text, std::span<const Planted> errors);

// The text with the first such words replaced, where it has them.
std::string replaced(std::string text, std::string_view words, std::string_view by);

// The column of the first such words in the line, or of the | in them, counted from 1.
int columnOf(std::string_view text, int line, std::string_view words);

// ---- what is no format of models ----
std::vector<BadInput> badConversions();  // what only shows when the model is put together
std::vector<BadInput> badPlans();
std::vector<BadInput> badSeries();  // results in a file of asmt
std::vector<BadInput> badTables();
std::vector<BadInput> badTyres();

}  // namespace mb
