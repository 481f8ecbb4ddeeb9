// Groups of options that several commands share. CLI11 itself stays in the sources.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "converter/cli/options.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace mb {

constexpr double kAnyNumber = std::numeric_limits<double>::max();  // as a bound: none

void addModel(CLI::App& app, Options& options, const std::string& what = "the Cartesian model");
void addOutput(CLI::App& app, Options& options, const std::string& what);
void addJson(CLI::App& app, Options& options, const std::string& what = "print JSON");
// How the model's file is read. On `tree`, --format is the picture's.
void addInput(CLI::App& app, Options& options, const std::string& formatOption = "--from,--format");
void addPlanning(CLI::App& app, Options& options);
void addTimes(CLI::App& app, Options& options);
// What is told on standard error, and how: part of every command.
void addMessages(CLI::App& app, Options& options);

// The option takes the path of a file, which an empty word is not.
CLI::Option* path(CLI::Option* option);
// The option takes one of the words; a misspelt one is told which was meant.
CLI::Option* oneOf(CLI::Option* option, const std::vector<std::string>& words);
// The option takes a finite decimal number: one from `least` to `most`, above 0, or a whole one.
CLI::Option* number(CLI::Option* option, double least, double most);
CLI::Option* numberAboveZero(CLI::Option* option);
CLI::Option* wholeNumber(CLI::Option* option, std::uint64_t least, std::uint64_t most);

}  // namespace mb
