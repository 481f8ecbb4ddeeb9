#include "converter/cli/option_groups.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "formats/model/basics/limits.h"
#include "formats/model/basics/numbers.h"
#include "formats/model/checks/loop_tolerance.h"
#include "formats/model/messages/diagnostics.h"

namespace mb {
namespace {

// "revolute=1.2" or "upper_ball=2": a type's weight, or a joint's.
void addWeight(const std::string& text, Options& options) {
  const std::size_t split = text.rfind('=');
  const auto value = split == std::string::npos ? std::nullopt : parseNumber(std::string_view(text).substr(split + 1));
  if (!value || split == 0 || *value < 0 || *value > limits::kLargestWeight) {
    throw CLI::ValidationError(
        "--weights", fmt::format("'{}' is not NAME=WEIGHT with a joint type or joint and a number from 0 to {}", text,
                                 limits::kLargestWeight));
  }
  const auto [place, isNew] = options.plan.weights.insert({text.substr(0, split), weightFrom(*value)});
  if (!isNew) throw CLI::ValidationError("--weights", fmt::format("the weight of '{}' is given twice", place->first));
}

void addRods(const std::vector<std::string>& words, Options& options) {
  RodOptions& rods = options.plan.rods;
  const auto isMode = [](const std::string& word) { return word == "auto" || word == "keep" || word == "list"; };
  if (words.size() > 1 && std::any_of(words.begin(), words.end(), isMode)) {
    throw CLI::ValidationError(
        "--rods", fmt::format("'{}' is contradictory: auto, keep and list stand alone", fmt::join(words, ",")));
  }
  options.rodsAsked = words != std::vector<std::string>{"list"};
  if (words.size() == 1 && words[0] == "auto")
    rods.mode = RodOptions::Mode::automatic;
  else if (words.size() == 1 && words[0] == "keep")
    rods.mode = RodOptions::Mode::keep;
  else if (words.size() == 1 && words[0] == "list")
    options.listRods = true;
  else {
    rods.mode = RodOptions::Mode::listed;
    rods.bodies = words;
  }
}

}  // namespace

CLI::Option* number(CLI::Option* option, double least, double most) {
  std::string wanted = "a number";
  if (least > -kAnyNumber) wanted += fmt::format(" from {}", least);
  if (most < kAnyNumber) wanted += fmt::format(" to {}", most);
  return option->check([=](const std::string& text) {
    const std::optional<double> value = parseNumber(text);
    const bool fits = value && *value >= least && *value <= most;
    return fits ? std::string{} : fmt::format("'{}' is not {}", text, wanted);
  });
}

CLI::Option* numberAboveZero(CLI::Option* option) {
  return option->check([](const std::string& text) {
    const std::optional<double> value = parseNumber(text);
    return value && *value > 0 ? std::string{} : fmt::format("'{}' is not a number above 0", text);
  });
}

CLI::Option* wholeNumber(CLI::Option* option, std::uint64_t least, std::uint64_t most) {
  return option->check([=](const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = error == std::errc{} && end == text.data() + text.size();
    const bool isOctal = text.size() > 1 && text[0] == '0';  // to CLI11
    const bool fits = isWhole && !isOctal && value >= least && value <= most;
    return fits ? std::string{} : fmt::format("'{}' is not a whole number from {} to {}", text, least, most);
  });
}

void addModel(CLI::App& app, Options& options, const std::string& what) {
  path(app.add_option("model", options.model, what + "; - reads standard input"))->type_name("MODEL")->required();
}

void addOutput(CLI::App& app, Options& options, const std::string& what) {
  path(app.add_option("-o,--output", options.output, what))->type_name("FILE");
}

void addJson(CLI::App& app, Options& options, const std::string& what) { app.add_flag("--json", options.json, what); }

void addInput(CLI::App& app, Options& options, const std::string& formatOption) {
  constexpr const char* kGroup = "Input";
  app.add_option(formatOption, options.input.format,
                 "the file's format, by its name in `mbconvert formats`; default: known by its content")
      ->type_name("FORMAT")
      ->group(kGroup);
  app.add_option("--lock", options.input.lock,
                 "joints held at their initial position, by name; * stands for any characters, ? for one")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("PATTERN,...")
      ->group(kGroup);
  path(app.add_option(
           "--tyre", options.input.read.tyres,
           "file of the tyres, for formats that keep them apart (Chrono): one for all wheels, or one an axle"))
      ->allow_extra_args(false)
      ->type_name("FILE")
      ->group(kGroup);
  app.add_flag("--strict", options.input.strict, "what cannot be translated and changes the motion is an error")
      ->group(kGroup);
}

void addPlanning(CLI::App& app, Options& options) {
  constexpr const char* kGroup = "Planning";
  app.add_option("--base", options.plan.base, "body to take as base, one a component")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("BODY")
      ->group(kGroup);
  app.add_option("--cut", options.plan.cut, "joints (or rods) that must be cut")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("JOINT")
      ->group(kGroup);
  app.add_option("--keep", options.plan.keep, "joints (or rods) that must stay in the tree")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("JOINT")
      ->group(kGroup);
  app.add_option("--prefer", options.plan.prefer, "joints that stay in the tree where it costs no weight")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("JOINT")
      ->group(kGroup);
  app.add_option_function<std::vector<std::string>>(
         "--weights",
         [&options](const std::vector<std::string>& words) {
           for (const std::string& word : words) addWeight(word, options);
         },
         "weights instead of Tsai and Haug's, by joint type or joint name")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME=W")
      ->group(kGroup);
  app.add_option_function<std::vector<std::string>>(
         "--rods", [&options](const std::vector<std::string>& words) { addRods(words, options); },
         "auto: bars between ball joints are removed where that is best and exact; keep: never; list: tell which "
         "bodies are rods "
         "and why others are not; or the names of the bodies")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("auto|keep|list|BODY,...")
      ->group(kGroup);
  number(app.add_option("--rod-tolerance", options.plan.rods.tolerance,
                        "axial inertia of a rod that may be neglected, as a share of the transverse one"),
         0, 1)
      ->each([&options](const std::string&) { options.rodToleranceAsked = true; })
      ->capture_default_str()
      ->group(kGroup);
  number(app.add_option("--loop-tolerance", options.plan.idealise.tolerance,
                        "by how much rounding may keep a loop from fitting: radians, or a share of its size; default: "
                        "from the digits of the file, or 1e-4"),
         1e-12, kLargestLoopTolerance)
      ->type_name("T")
      ->group(kGroup);
  app.add_flag_callback(
         "--no-idealise", [&options] { options.plan.idealise.isWanted = false; },
         "keep the frames of joints as the file gives them, also where a loop does not quite fit")
      ->group(kGroup);
  path(app.add_option("--plan", options.planFile, "obey a plan file written by `mbconvert plan`"))
      ->type_name("FILE")
      ->group(kGroup);
}

void addTimes(CLI::App& app, Options& options) {
  app.add_flag("--times", options.times, "tell the time of every stage on standard error");
}

void addMessages(CLI::App& app, Options& options) {
  constexpr const char* kGroup = "Messages";
  app.add_flag("-q,--quiet", options.quiet, "no narration on standard error; errors are still told")->group(kGroup);
  oneOf(app.add_option("--diagnostics", options.diagnosticsFormat, "how errors and warnings are told"),
        {"text", "json", "sarif"})
      ->capture_default_str()
      ->group(kGroup);
  app.add_flag("--werror", options.werror, "warnings are errors")->group(kGroup);
  wholeNumber(app.add_option("--max-messages", options.maxMessages,
                             "how many are told; 0: all; without it all as json and sarif, and as text 100"),
              0, 1'000'000'000)
      ->type_name("N")
      ->group(kGroup);
  oneOf(app.add_option("--color,--colour", options.colour,
                       "colours: auto (on a terminal, unless NO_COLOR is set), always, never"),
        {"auto", "always", "never"})
      ->capture_default_str()
      ->group(kGroup);
}

CLI::Option* path(CLI::Option* option) {
  return option->check([](const std::string& text) {
    return text.empty() ? std::string("'' is not the name of a file") : std::string{};
  });
}

CLI::Option* oneOf(CLI::Option* option, const std::vector<std::string>& words) {
  const auto check = [words](std::string& text) {
    if (std::find(words.begin(), words.end(), text) != words.end()) return std::string{};
    const std::string guess = didYouMean(text, words);
    return fmt::format("'{}' is none of {}{}{}", text, fmt::join(words, ", "), guess.empty() ? "" : "; ", guess);
  };
  return option->check(CLI::Validator(check, fmt::format("{{{}}}", fmt::join(words, ","))));
}

}  // namespace mb
