#include "converter/cli/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace mb {
namespace {

std::string replaceAll(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// In single quotes, for bash and zsh.
std::string quoted(const std::string& text) { return "'" + replaceAll(text, "'", "'\\''") + "'"; }

std::vector<std::string> namesOf(const ProgramFacts& program) {
  std::vector<std::string> names;
  for (const CommandFacts& command : program.commands) names.push_back(command.name);
  return names;
}

std::vector<std::string> namesOf(const std::vector<Option>& options) {
  std::vector<std::string> names;
  for (const Option& option : options) {
    if (!option.isArgument()) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

// Options whose value is the next word, as a pattern of a shell's `case`.
std::string optionsWithValues(const std::vector<Option>& options) {
  std::vector<std::string> names;
  for (const Option& option : options) {
    if (!option.isArgument() && !option.value.empty()) {
      names.insert(names.end(), option.names.begin(), option.names.end());
    }
  }
  return fmt::format("{}", fmt::join(names, "|"));
}

// bash: one command as a branch of a `case`. It sets which `words`, `files` or `options` can come next.
std::string bashBranch(const std::string& label, const std::vector<Option>& options) {
  std::string after;
  for (const Option& option : options) {
    if (option.isArgument() || option.value.empty()) continue;
    const std::string action = option.takesPath         ? "files=yes"
                               : option.choices.empty() ? "return"
                                                        : fmt::format("words='{}'", fmt::join(option.choices, " "));
    after += fmt::format("        {}) {} ;;\n", fmt::join(option.names, "|"), action);
  }
  std::string positional;
  for (const Option& option : options) {
    if (!option.isArgument()) continue;
    positional = option.takesPath ? "files=yes" : fmt::format("words='{}'", fmt::join(option.choices, " "));
    break;
  }
  return fmt::format(
      "    {})\n"
      "      options='{}'\n"
      "      case $previous in\n"
      "{}"
      "        *) {} ;;\n"
      "      esac ;;\n",
      label, fmt::join(namesOf(options), " "), after,
      positional.empty() ? "takes=options" : fmt::format("takes=options {}", positional));
}

std::string bashScript(const ProgramFacts& program) {
  const std::vector<std::string> names = namesOf(program);
  std::string branches = bashBranch("''", program.options);
  for (const CommandFacts& command : program.commands) branches += bashBranch(command.name, command.options);
  return fmt::format(
      R"(# bash completion of mbconvert, written by `mbconvert completion bash`
_mbconvert() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  local command='' model='' options='' words='' files='' takes='' rest='' i
  COMPREPLY=()
  # --name=value comes in three words
  if [[ $word == '=' ]]; then
    word=''
  elif [[ $previous == '=' ]]; then
    previous=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  # the first word that is no option and no option's value; behind -- there is no option, and no command
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${{COMP_WORDS[i]}} in
      {3})
        [[ ${{COMP_WORDS[i+1]}} == '=' ]] && ((++i))
        ((++i)) ;;
      --) rest=yes && break ;;
      -?*) ;;
      {0}) [[ -z $command && -z $model ]] && command=${{COMP_WORDS[i]}} ;;
      *) model=yes ;;
    esac
  done
  case $command in
{1}  esac
  [[ -n $rest ]] && takes=''
  if [[ -n $takes && $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    return
  fi
  if [[ -n $takes && -z $command && -z $model ]]; then
    words='{2}'
  fi
  if [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  fi
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -f -- "$word")
  fi
}}
complete -F _mbconvert mbconvert
)",
      fmt::join(names, "|"), branches, fmt::join(names, " "), optionsWithValues(program.options));
}

// zsh: text for _arguments, where colons and brackets are special.
std::string zshText(std::string text) {
  for (const char* special : {"\\", "[", "]", ":"}) text = replaceAll(text, special, std::string("\\") + special);
  return text;
}

std::string zshAction(const Option& option) {
  if (option.takesPath) return "_files";
  return option.choices.empty() ? " " : fmt::format("({})", fmt::join(option.choices, " "));
}

std::string zshArguments(const std::vector<Option>& options) {
  std::string text = "_arguments -S";
  for (const Option& option : options) {
    const std::string value =
        option.value.empty() ? "" : fmt::format(":{}:{}", zshText(option.value), zshAction(option));
    if (option.isArgument()) {
      text += fmt::format(" \\\n        {}", quoted(":" + value));
      continue;
    }
    const std::string description = fmt::format("[{}]{}", zshText(option.description), value);
    for (const std::string& name : option.names) {
      text += fmt::format(" \\\n        {}", quoted((option.mayRepeat ? "*" : "") + name + description));
    }
  }
  return text;
}

std::string zshScript(const ProgramFacts& program) {
  std::string commands;
  std::string branches;
  for (const CommandFacts& command : program.commands) {
    commands += fmt::format("    {}\n", quoted(command.name + ":" + zshText(command.description)));
    branches +=
        fmt::format("    {})\n      shift $(( i - 1 )) words\n      (( CURRENT -= i - 1 ))\n      {}\n      ;;\n",
                    command.name, zshArguments(command.options));
  }
  return fmt::format(
      R"(#compdef mbconvert
# zsh completion of mbconvert, written by `mbconvert completion zsh`
_mbconvert() {{
  local -a commands
  commands=(
{}  )
  # the first word that is no option and no option's value
  local command=''
  local -i i=2
  while (( i < CURRENT )); do
    case $words[i] in
      {}) (( i++ )) ;;
      --) break ;;
      -?*) ;;
      *) command=$words[i] && break ;;
    esac
    (( i++ ))
  done
  if (( i == CURRENT )) && [[ $words[CURRENT] != -* ]]; then
    _describe -t commands command commands
    _files
    return
  fi
  case $command in
{}    *)
      {}
      ;;
  esac
}}
if [[ $funcstack[1] == _mbconvert ]]; then
  _mbconvert "$@"
else
  compdef _mbconvert mbconvert
fi
)",
      commands, optionsWithValues(program.options), branches, zshArguments(program.options));
}

std::string fishText(const std::string& text) {
  return "'" + replaceAll(replaceAll(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::string fishOptions(const std::string& condition, const std::vector<Option>& options) {
  std::string text;
  for (const Option& option : options) {
    std::string line = fmt::format("complete -c mbconvert -n {}", fishText(condition));
    if (option.isArgument() && option.choices.empty()) continue;  // fish completes files by default
    for (const std::string& name : option.names) {
      if (option.isArgument()) break;
      line += name[1] == '-' ? fmt::format(" -l {}", name.substr(2)) : fmt::format(" -s {}", name.substr(1));
    }
    if (!option.choices.empty())
      line += fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
    else if (option.takesPath)
      line += " -r -F";
    else if (!option.value.empty())
      line += " -x";
    text += fmt::format("{} -d {}\n", line, fishText(option.description));
  }
  return text;
}

std::string fishScript(const ProgramFacts& program) {
  const std::string seen = fmt::format("__fish_seen_subcommand_from {}", fmt::join(namesOf(program), " "));
  const std::string beforeAny = fishText("not " + seen + "; and not contains -- -- (commandline -opc)");
  std::string text = "# fish completion of mbconvert, written by `mbconvert completion fish`\n";
  for (const CommandFacts& command : program.commands) {
    text += fmt::format("complete -c mbconvert -n {} -a {} -d {}\n", beforeAny, command.name,
                        fishText(command.description));
  }
  text += fishOptions("not " + seen, program.options);
  for (const CommandFacts& command : program.commands) {
    text += fishOptions("__fish_seen_subcommand_from " + command.name, command.options);
  }
  return text;
}

struct Shell {
  const char* name;
  std::string (*script)(const ProgramFacts& program);
};
constexpr std::array<Shell, 3> kShells{{{"bash", bashScript}, {"zsh", zshScript}, {"fish", fishScript}}};

}  // namespace

std::vector<std::string> completionShells() {
  std::vector<std::string> names;
  for (const Shell& shell : kShells) names.emplace_back(shell.name);
  return names;
}

std::string completionScript(const std::string& shell, const ProgramFacts& program) {
  const auto* const found =
      std::find_if(kShells.begin(), kShells.end(), [&](const Shell& row) { return row.name == shell; });
  return found->script(program);
}

}  // namespace mb
