#include "converter/cli/manual.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "converter/console/wrap.h"
#include "converter/files/build_facts.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

constexpr std::size_t kSharedBy = 3;  // a group shared by this many commands is printed once

// Escapes text for roff, so that hyphens can be copied into a shell and no line is a request.
std::string roff(const std::string& text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto byte = static_cast<unsigned char>(text[k]);
    if (byte >= 0xC0) {
      const int following = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
      unsigned point = byte & (0x3Fu >> following);
      for (int more = 0; more < following && k + 1 < text.size(); ++more) {
        point = point << 6 | (static_cast<unsigned char>(text[++k]) & 0x3Fu);
      }
      out += fmt::format("\\[u{:04X}]", point);
    } else if (byte == '-') {
      out += "\\-";
    } else if (byte == '\\') {
      out += "\\e";
    } else if (byte == '`') {
      out += "\\(ga";
    } else if (byte == '\'') {
      out += "\\(aq";
    } else {
      out += text[k];
    }
  }
  return out;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

// Choices stand beside the option if they fit; otherwise they are part of the text.
constexpr std::size_t kFits = 40;
std::string choicesText(const Option& option, const char* separator) {
  return option.showsChoices ? fmt::format("{}", fmt::join(option.choices, separator)) : std::string();
}
bool hasChoicesBeside(const Option& option) {
  const std::string choices = choicesText(option, "|");
  return !option.isArgument() && !choices.empty() && choices.size() <= kFits;
}

// The description with choices, default and whether the option is required.
std::string wholeDescription(const Option& option) {
  std::string text = option.description;
  if (const std::string choices = choicesText(option, ", "); !choices.empty() && !hasChoicesBeside(option)) {
    text += "; one of " + choices;
  }
  if (option.isRequired && !option.isArgument()) text += " (required)";
  if (!option.standard.empty()) text += fmt::format(" (default {})", option.standard);
  return text;
}

std::string valueText(const Option& option) {
  return hasChoicesBeside(option) ? roff(choicesText(option, "|")) : italic(option.value);
}

std::string optionText(const Option& option) {
  std::string term;
  for (const std::string& name : option.names) {
    term += (term.empty() ? "" : ", ") + (option.isArgument() ? italic(option.value) : bold(name));
  }
  if (!option.isArgument() && !option.value.empty()) term += " " + valueText(option);
  return fmt::format(".TP\n{}\n{}\n", term, roff(wholeDescription(option)));
}

struct Group {
  std::string name;
  std::string text;
};

std::vector<Group> groupsOf(const std::vector<Option>& options) {
  std::vector<Group> groups;
  for (const Option& option : options) {
    const std::string name = option.isArgument() ? "" : option.group;
    const auto same = [&](const Group& group) { return group.name == name; };
    auto found = std::find_if(groups.begin(), groups.end(), same);
    if (found == groups.end()) found = groups.insert(groups.end(), {name, ""});
    found->text += optionText(option);
  }
  return groups;
}

// A group that several commands share, with the names of these commands.
struct SharedGroup {
  Group group;
  std::vector<std::string> commands;
};

std::vector<SharedGroup> sharedGroups(const ProgramFacts& program) {
  std::vector<SharedGroup> all;
  for (const CommandFacts& command : program.commands) {
    for (const Group& group : groupsOf(command.options)) {
      if (group.name.empty() || group.name == "Options") continue;
      const auto same = [&](const SharedGroup& other) { return other.group.text == group.text; };
      auto found = std::find_if(all.begin(), all.end(), same);
      if (found == all.end()) found = all.insert(all.end(), {group, {}});
      found->commands.push_back(command.name);
    }
  }
  std::erase_if(all, [](const SharedGroup& group) { return group.commands.size() < kSharedBy; });
  return all;
}

std::string synopsis(const CommandFacts& command) {
  std::string line = fmt::format("{}", bold("mbconvert " + command.name));
  for (const Option& option : command.options) {
    if (!option.isArgument() && option.isRequired)
      line += fmt::format(" {} {}", bold(option.names[0]), valueText(option));
  }
  line += " [options]";
  for (const Option& option : command.options) {
    if (option.isArgument())
      line += option.isRequired ? " " + italic(option.value) : fmt::format(" [{}]", italic(option.value));
  }
  return line + "\n";
}

std::string header(const std::string& name, const std::string& description) {
  return fmt::format(".TH {} 1 \"\" \"mbconvert {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n",
                     roff(upperCase(name)), buildFacts().version, roff(name), roff(description));
}

std::string exitStatus(const ProgramFacts& program) {
  std::string text = ".SH EXIT STATUS\n";
  for (std::size_t code = 0; code < program.exitCodes.size(); ++code) {
    text += fmt::format(".TP\n.B {}\n{}\n", code, roff(program.exitCodes[code]));
  }
  return text;
}

std::string commandPage(const CommandFacts& command, const ProgramFacts& program) {
  std::string text = header("mbconvert-" + command.name, command.description) + synopsis(command);
  for (const Group& group : groupsOf(command.options)) {
    if (group.name.empty())
      text += ".SH ARGUMENTS\n" + group.text;
    else
      text += fmt::format(".SH {}\n{}", group.name == "Options" ? "OPTIONS" : roff(group.name), group.text);
  }
  return text + exitStatus(program) + ".SH SEE ALSO\n.BR mbconvert (1)\n";
}

std::string programPage(const ProgramFacts& program) {
  const std::vector<SharedGroup> shared = sharedGroups(program);
  std::string text =
      header("mbconvert", "converts Cartesian multibody models to recursive ones, runs and verifies them") +
      "\\fBmbconvert\\fR [options] \\fIMODEL\\fR\n.br\n\\fBmbconvert\\fR \\fIcommand\\fR [options] "
      "\\fIargument\\fR...\n";
  text += ".SH DESCRIPTION\n" + roff(program.description) +
          " Without a command a model is converted. Results go to standard output, narration and messages to standard "
          "error.\n";
  text += ".SH COMMANDS\n";
  for (const CommandFacts& command : program.commands) {
    text += fmt::format(".SS {}\n{}.PP\n{}\n", roff(command.name), synopsis(command), roff(command.description));
    std::string others;
    for (const Group& group : groupsOf(command.options)) {
      const auto isShared = [&](const SharedGroup& row) { return row.group.text == group.text; };
      if (std::any_of(shared.begin(), shared.end(), isShared))
        others += (others.empty() ? "" : ", ") + group.name;
      else
        text += group.text;
    }
    if (!others.empty()) text += fmt::format(".PP\nAnd the options of these groups, below: {}.\n", others);
  }
  text += ".SH OPTIONS OF SEVERAL COMMANDS\n";
  for (const SharedGroup& row : shared) {
    const bool isAll = row.commands.size() == program.commands.size();
    text += fmt::format(".SS {}\nOf {}.\n{}", roff(row.group.name),
                        isAll ? "every command" : fmt::format("{}", fmt::join(row.commands, ", ")), row.group.text);
  }
  text += ".SH OPTIONS WITHOUT A COMMAND\nThose of \\fBconvert\\fR, and\n";
  for (const Option& option : program.options) {
    if (option.names.back() == "--version") text += optionText(option);
  }
  return text + exitStatus(program) +
         ".SH SEE ALSO\n\\fBmbconvert man\\fR \\fICOMMAND\\fR prints the manual of a command by itself.\n";
}

// A term and its description.
constexpr std::size_t kTermWidth = 26;
std::string helpEntry(const std::string& term, std::string_view text) {
  const std::string line = fmt::format("  {:<{}}", term, kTermWidth - 2);
  const std::string indent(kTermWidth, ' ');
  return line.ends_with(' ') ? wrapped(line, text, indent) : wrapped("", line, "    ") + wrapped(indent, text);
}

std::string helpTerm(const Option& option) {
  if (option.isArgument()) return option.value;
  std::string term = fmt::format("{}", fmt::join(option.names, ", "));
  if (option.isFlag()) return term;
  return term + " " + (hasChoicesBeside(option) ? choicesText(option, "|") : option.value);
}

std::string helpOptions(const std::vector<Option>& options) {
  std::vector<std::string> groups;
  for (const Option& option : options) {
    const std::string group = option.isArgument() ? "Arguments" : option.group;
    if (std::ranges::count(groups, group) == 0) groups.push_back(group);
  }
  std::string text;
  for (const std::string& group : groups) {
    text += fmt::format("\n{}:\n", group);
    for (const Option& option : options) {
      if ((option.isArgument() ? "Arguments" : option.group) != group) continue;
      text += helpEntry(helpTerm(option), wholeDescription(option));
    }
  }
  return text;
}

std::string commandHelp(const CommandFacts& command) {
  std::string required;
  std::string arguments;
  for (const Option& option : command.options) {
    if (option.isArgument())
      arguments += option.isRequired ? " " + option.value : fmt::format(" [{}]", option.value);
    else if (option.isRequired)
      required += fmt::format(" {} {}", option.longName(), option.value);
  }
  return fitted(fmt::format("mbconvert {0}: {1}\n\nUsage: mbconvert {0}{2} [OPTIONS]{3}\n", command.name,
                            command.description, required, arguments)) +
         helpOptions(command.options);
}

std::string programHelp(const ProgramFacts& program) {
  std::string text = wrapped("", program.description) +
                     "\nUsage: mbconvert [OPTIONS] MODEL\n       mbconvert COMMAND [OPTIONS] [ARGUMENT]...\n";
  std::string group;
  for (const CommandFacts& command : program.commands) {
    if (command.group != group) text += fmt::format("\n{}:\n", group = command.group);
    text += helpEntry(command.name, command.description);
  }
  text += "\nOptions:\n";
  for (const Option& option : {helpOption(), versionOption()}) text += helpEntry(helpTerm(option), option.description);
  text += "\n" + wrapped("", fmt::format("Without a command, the options are those of {0}: `mbconvert {0} --help` "
                                         "lists them.",
                                         program.commands.front().name));
  text += "\nExit codes:\n";
  for (std::size_t code = 0; code < program.exitCodes.size(); ++code) {
    text += helpEntry(fmt::format("{}", code), program.exitCodes[code]);
  }
  return text;
}

const CommandFacts* findCommand(const ProgramFacts& program, const std::string& name) {
  const auto found = std::ranges::find(program.commands, name, &CommandFacts::name);
  return found == program.commands.end() ? nullptr : &*found;
}

}  // namespace

std::string helpText(const std::string& command, const ProgramFacts& program) {
  const CommandFacts* const found = findCommand(program, command);
  return found ? commandHelp(*found) : programHelp(program);
}

std::string manPage(const std::string& command, const ProgramFacts& program) {
  const CommandFacts* const found = findCommand(program, command);
  return found ? commandPage(*found, program) : programPage(program);
}

}  // namespace mb
