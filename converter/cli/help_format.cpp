#include "converter/cli/help_format.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "converter/cli/option_facts.h"

namespace mb {
namespace {

// CLI11 shows one order of a model and a command, in which they are refused, and no option that must be given.
class HelpFormat : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    if (app->get_parent() == nullptr) {
      return fmt::format("Usage: {0} [OPTIONS] MODEL\n       {0} COMMAND [OPTIONS] [ARGUMENT]...\n", name);
    }
    std::string required;
    std::string positional;
    for (const OptionFacts& option : optionsOf(*app)) {
      if (option.isPositional)
        positional += option.isRequired ? " " + option.value : fmt::format(" [{}]", option.value);
      else if (option.isRequired)
        required += fmt::format(" {} {}", option.names.front(), option.value);
    }
    return fmt::format("Usage: {}{} [OPTIONS]{}\n", name, required, positional);
  }
};

}  // namespace

void setHelpFormat(CLI::App& app) { app.formatter(std::make_shared<HelpFormat>()); }

}  // namespace mb
