#include "tests/malformed/malformed.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <stdexcept>

#include "formats/formats.h"
#include "formats/model/basics/text.h"

namespace mb {

std::string replaced(std::string text, std::string_view words, std::string_view by) {
  const std::size_t place = text.find(words);
  return place == std::string::npos ? text : text.replace(place, words.size(), by);
}

int columnOf(std::string_view text, int line, std::string_view words) {
  text = withoutByteOrderMark(text);
  for (; line > 1; --line) takeLine(text);
  const std::size_t caret = std::min(words.find('|'), words.size());
  const std::string around = replaced(std::string(words), "|", "");
  const std::size_t place = takeLine(text).find(around);
  if (place == std::string_view::npos) throw std::logic_error(fmt::format("'{}' is not in its line", around));
  return static_cast<int>(place + (caret < words.size() ? caret : 0)) + 1;
}

BadInput planted(std::string_view name, std::string text, std::span<const Planted> errors) {
  BadInput input{std::string(name), std::move(text), {}};
  for (const Planted& one : errors) {
    input.errors.push_back({one.line, columnOf(input.text, one.line, one.at), one.code, std::string(one.message)});
  }
  return input;
}

std::vector<BadInput> inputsOf(std::span<const BadRow> rows) {
  std::vector<BadInput> inputs;
  for (const BadRow& row : rows) {
    const Planted error{row.line, row.at, row.code, row.message};
    inputs.push_back(planted(row.name, row.text, std::span(&error, 1)));
  }
  return inputs;
}

namespace {

// By format.
std::multimap<std::string, std::vector<BadInput> (*)()>& registered() {
  static std::multimap<std::string, std::vector<BadInput> (*)()> all;
  return all;
}

BadCollection collectionOf(const Format& format) {
  BadCollection collection;
  collection.reader = format.name;
  collection.ending = format.endings.substr(1, format.endings.find(' ') - 1);
  collection.command =
      fmt::format("{} --from {}", format.readCartesian ? "check FILE" : "run FILE --end 1 --step 0.1", format.name);
  const auto [begin, end] = registered().equal_range(collection.reader);
  for (auto one = begin; one != end; ++one) std::ranges::move(one->second(), std::back_inserter(collection.inputs));
  return collection;
}

constexpr const char* kPlannedModel =
    R"(<mbs version="1" name="planned">
<body name="ground" ground="true"/>
<body name="arm"><mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>
<joint name="hinge" type="revolute" i="arm" j="ground" point="0 0 0" axis="0 0 1"/>
</mbs>
)";
constexpr const char* kWithTyre =
    R"(<mbs version="1" name="wheel"><body name="rim"/><tyre name="tyre" file="FILE"/></mbs>)";
constexpr const char* kTable = "time,x\n0,1\n0.5,2\n1,3\n";

}  // namespace

MalformedFormat::MalformedFormat(std::string format, std::vector<BadInput> (*inputs)()) {
  registered().emplace(std::move(format), inputs);
}

std::vector<BadCollection> malformedInputs() {
  std::vector<BadCollection> collections;
  for (const Format& format : formats()) collections.push_back(collectionOf(format));
  std::ranges::move(
      std::vector<BadCollection>{
          {.reader = "mbx, converted", .ending = "xml", .command = "check FILE", .inputs = badConversions()},
          {.reader = "tir", .ending = "tir", .command = "check MODEL", .wrapper = kWithTyre, .inputs = badTyres()},
          {.reader = "plan",
           .ending = "xml",
           .command = "check planned.xml --plan FILE",
           .besides = {{"planned.xml", kPlannedModel}},
           .inputs = badPlans()},
          {.reader = "csv",
           .ending = "csv",
           .command = "compare FILE good.csv",
           .besides = {{"good.csv", kTable}},
           .inputs = badTables()},
          {.reader = "asmt, results",
           .ending = "asmt",
           .command = "compare FILE good.csv",
           .besides = {{"good.csv", kTable}},
           .inputs = badSeries()},
      },
      std::back_inserter(collections));
  return collections;
}

}  // namespace mb
