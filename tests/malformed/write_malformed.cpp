// Writes the malformed inputs and what they must give: write_malformed FOLDER. For scripts/check malformed.
//   FOLDER/READER/N.ENDING   the inputs, with the files they need
//   FOLDER/index.tsv         reader, number, defect, exit code, folder to be in, command; then place and code of each
//   error
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "converter/console/exit_code.h"
#include "tests/malformed/malformed.h"

namespace fs = std::filesystem;

namespace {

void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "usage: write_malformed FOLDER\n";
    return 2;
  }
  const fs::path folder = words[1];
  fs::create_directories(folder);
  std::ofstream index(folder / "index.tsv");
  for (const mb::BadCollection& collection : mb::malformedInputs()) {
    std::string place = collection.reader;
    for (char& c : place) c = c == ' ' || c == ',' ? '_' : c;
    fs::remove_all(folder / place);
    fs::create_directories(folder / place);
    for (const auto& [name, text] : collection.besides) write(folder / place / name, text);
    int number = 0;
    for (const mb::BadInput& input : collection.inputs) {
      const std::string file = input.path.empty() ? fmt::format("{}.{}", ++number, collection.ending) : input.path;
      if (input.path.empty()) write(folder / place / file, input.text);
      const std::string model = fmt::format("{}_model.xml", number);
      if (!collection.wrapper.empty()) write(folder / place / model, mb::replaced(collection.wrapper, "FILE", file));
      const std::string command = mb::replaced(mb::replaced(collection.command, "FILE", file), "MODEL", model);
      index << fmt::format("{}\t{}\t{}\t{}\t{}", collection.reader, input.name,
                           static_cast<int>(mb::exitCodeOf(input.errors.front().code)), place, command);
      for (const mb::PlantedError& error : input.errors) {
        index << fmt::format("\t{}:{}:{} E{}", error.file.empty() ? file : error.file, error.line, error.column,
                             mb::numberText(error.code));
      }
      index << '\n';
    }
  }
  return index.good() ? 0 : 1;
}
