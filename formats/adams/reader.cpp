#include "formats/adams/reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/model/basics/text.h"

namespace mb::adams {

Diagnostic& errorAt(Reader& reader, Arguments& arguments, std::size_t position, Code code, std::string message) {
  arguments.isFaulty = true;
  return reader.build.diagnostics.error(sourceAt(reader.dataset, *arguments.statement, position), code,
                                        std::move(message));
}

Diagnostic& errorAt(Reader& reader, Arguments& arguments, const Argument& argument, Code code, std::string message) {
  const std::size_t position = argument.values.empty() ? argument.position : argument.values.front().position;
  return errorAt(reader, arguments, position, code, std::move(message));
}

Diagnostic& errorAt(Reader& reader, Arguments& arguments, Code code, std::string message) {
  arguments.isFaulty = true;
  return reader.build.diagnostics.error(arguments.statement->at, code, std::move(message));
}

std::string titleOf(const Statement& statement) {
  std::string title = upperCase(statement.keyword);
  if (statement.id) title += fmt::format("/{}", *statement.id);
  if (!statement.viewName.empty()) title += fmt::format(" '{}'", statement.viewName);
  return title;
}

std::string nameOf(const Statement& statement, std::string_view kind) {
  if (statement.viewName.empty()) return fmt::format("{}_{}", kind, statement.id.value_or(0));
  return statement.viewName.substr(statement.viewName.front() == '.' ? statement.viewName.find('.', 1) + 1 : 0);
}

void loseStatement(Reader& reader, const Statement& statement, LossEffect effect, std::string why,
                   std::string meaning) {
  reader.lost.insert(&statement);
  addLoss(reader.build, statement.at, effect, titleOf(statement), std::move(why), std::move(meaning),
          std::string(statement.verbatim));
}

void losePart(Reader& reader, const Statement& statement, std::string_view part, LossEffect effect, std::string why,
              std::string meaning) {
  addLoss(reader.build, statement.at, effect, fmt::format("the {} of {}", part, titleOf(statement)), std::move(why),
          std::move(meaning), std::string(statement.verbatim));
}

void reportUnread(Reader& reader, Arguments& arguments) {
  if (arguments.isFaulty || reader.lost.contains(arguments.statement)) return;
  for (const Argument& argument : arguments.list) {
    if (argument.isRead) continue;
    errorAt(reader, arguments, argument.position, Code::unknownAttribute,
            fmt::format("{} does not use {} together with its other arguments", titleOf(*arguments.statement),
                        argument.name))
        .withHint("remove it, or add the argument that makes the statement one that uses it");
  }
}

void refuseRoutine(Reader& reader, Arguments& arguments, const Argument& function) {
  const Argument* const routine = find(arguments, "ROUTINE");
  if (!routine || upperCase(function.function).find("USER") != std::string::npos) return;
  errorAt(reader, arguments, *routine, Code::excludeEachOther,
          "ROUTINE and a FUNCTION that is written out exclude each other")
      .withHint("ROUTINE goes with FUNCTION=USER(...)");
}

std::optional<std::vector<double>> numbers(Reader& reader, Arguments& arguments, std::string_view name,
                                           std::size_t least, std::size_t most, Degrees degrees) {
  const Argument* const argument = find(arguments, name);
  if (!argument) return std::nullopt;
  std::vector<double> values;
  for (const Argument::Value& value : argument->values) {
    const std::optional<double> parsed = parseValue(value.text, degrees);
    if (!parsed) {
      errorAt(reader, arguments, value.position, Code::notANumber, fmt::format("'{}' is no number", value.text))
          .withHint(
              fmt::format("{} takes numbers: 1.5, 2E-3{}", name,
                          degrees == Degrees::allowed ? ", or 90D for degrees" : "; D for degrees goes with angles"));
      return std::nullopt;
    }
    values.push_back(*parsed);
  }
  if (values.size() < least || values.size() > most) {
    const std::string wanted = least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
    errorAt(reader, arguments, *argument, Code::wrongCount, fmt::format("{} has {} values", name, values.size()))
        .withHint(fmt::format("{} are wanted", wanted));
    return std::nullopt;
  }
  return values;
}

std::optional<double> number(Reader& reader, Arguments& arguments, std::string_view name, const Dimension& dimension) {
  const auto values = numbers(reader, arguments, name, 1, 1, dimension.angle > 0 ? Degrees::allowed : Degrees::refused);
  if (!values) return std::nullopt;
  return values->front() * toSi(reader.units, dimension);
}

std::optional<Vector3> vector(Reader& reader, Arguments& arguments, std::string_view name, const Dimension& dimension) {
  const auto values = numbers(reader, arguments, name, 3, 3);
  if (!values) return std::nullopt;
  return Vector3(Vector3((*values)[0], (*values)[1], (*values)[2]) * toSi(reader.units, dimension));
}

std::optional<std::vector<std::pair<long, std::size_t>>> ids(Reader& reader, Arguments& arguments,
                                                             std::string_view name, std::size_t least,
                                                             std::size_t most) {
  const Argument* const argument = find(arguments, name);
  if (!argument) return std::nullopt;
  std::vector<std::pair<long, std::size_t>> found;
  for (const Argument::Value& value : argument->values) {
    const std::optional<long> id = parseId(value.text);
    if (!id) {
      errorAt(reader, arguments, value.position, Code::notANumber, fmt::format("'{}' is not an identifier", value.text))
          .withHint(fmt::format("{} takes the number of a statement", name));
      return std::nullopt;
    }
    found.emplace_back(*id, value.position);
  }
  if (found.size() < least || found.size() > most) {
    errorAt(reader, arguments, *argument, Code::wrongCount, fmt::format("{} has {} identifiers", name, found.size()))
        .withHint(least == most ? fmt::format("{} are wanted", least)
                                : fmt::format("{} to {} are expected", least, most));
    return std::nullopt;
  }
  return found;
}

std::optional<long> identifier(Reader& reader, Arguments& arguments, std::string_view name) {
  const auto found = ids(reader, arguments, name, 1, 1);
  if (!found) return std::nullopt;
  return found->front().first;
}

std::vector<std::string> words(const Argument& argument) {
  std::vector<std::string> found;
  for (const Argument::Value& value : argument.values) {
    std::string_view rest = value.text;
    for (;;) {
      const std::size_t end = rest.find(':');
      found.push_back(upperCase(trimmed(rest.substr(0, end))));
      if (end == std::string_view::npos) break;
      rest.remove_prefix(end + 1);
    }
  }
  if (found.empty()) found.emplace_back();  // the missing value was reported
  return found;
}

std::optional<std::string_view> oneOf(Reader& reader, Arguments& arguments,
                                      const std::vector<std::string_view>& names) {
  const Argument* found = nullptr;
  std::string all;
  for (const std::string_view name : names) {
    all += (all.empty() ? "" : ", ") + std::string(name);
    const Argument* const one = find(arguments, name);
    if (one && found) {
      errorAt(reader, arguments, *one, Code::excludeEachOther,
              fmt::format("{} and {} exclude each other", found->name, name))
          .withHint("give one of them");
      return std::nullopt;
    }
    if (one) found = one;
  }
  if (!found) {
    if (!arguments.isFaulty) {
      errorAt(reader, arguments, Code::missingAttribute,
              fmt::format("{} does not say what it is", titleOf(*arguments.statement)))
          .withHint("give one of " + all);
    }
    return std::nullopt;
  }
  return found->name;
}

const MarkerEntry* markerOf(Reader& reader, Arguments& arguments, std::string_view name, Wanted wanted) {
  const Argument* const argument = find(arguments, name);
  if (!argument) {
    if (wanted != Wanted::optional && !arguments.isFaulty) {
      errorAt(reader, arguments, Code::missingAttribute,
              fmt::format("{} has no {} marker", titleOf(*arguments.statement), name))
          .withHint(fmt::format("add {} = the number of a marker", name));
    }
    return nullptr;
  }
  const std::optional<long> id = identifier(reader, arguments, name);
  if (!id) return nullptr;
  const auto found = reader.markers.find(*id);
  if (found == reader.markers.end()) {
    errorAt(reader, arguments, *argument, Code::unknownName, fmt::format("there is no MARKER/{}", *id))
        .withHint("give the number of a MARKER statement of this dataset");
    return nullptr;
  }
  if (wanted == Wanted::fixed && found->second.isFloating) {
    errorAt(reader, arguments, *argument, Code::otherKindOfThing, fmt::format("MARKER/{} is floating", *id))
        .withHint("a marker with a fixed place on its part is required here");
    return nullptr;
  }
  return &found->second;
}

bool loseWith(Reader& reader, const Arguments& arguments, const MarkerEntry* marker, std::string_view meaning) {
  if (!marker || marker->lostWith.empty()) return false;
  loseStatement(reader, *arguments.statement, LossEffect::motion,
                fmt::format("it is attached to {}, which is not modelled", marker->lostWith), std::string(meaning));
  return true;
}

std::optional<MarkerPair> markerPair(Reader& reader, Arguments& arguments, std::string_view meaning) {
  const MarkerEntry* const i = markerOf(reader, arguments, "I", Wanted::fixed);
  const MarkerEntry* const j = markerOf(reader, arguments, "J", Wanted::fixed);
  if (arguments.isFaulty || !i || !j) return std::nullopt;
  if (loseWith(reader, arguments, i, meaning) || loseWith(reader, arguments, j, meaning)) return std::nullopt;
  if (i->body == j->body) {
    errorAt(reader, arguments, *find(arguments, "J"), Code::sameBody, "markers I and J belong to the same part")
        .withHint("take one marker of each of the two parts");
    return std::nullopt;
  }
  return MarkerPair{i, j};
}

}  // namespace mb::adams
