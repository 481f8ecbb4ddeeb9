#include "converter/cli/option_hints.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace mb {
namespace {

struct TopicRow {
  Topic topic;
  std::string_view text;
};
constexpr auto kTopics = std::to_array<TopicRow>({
    {Topic::formats, "`mbconvert formats` lists the formats"},
    {Topic::functions, "`mbconvert formats --functions` lists the functions"},
    {Topic::tyreTypes, "`mbconvert tyres` lists the types with their properties"},
    {Topic::names, "`mbconvert tree MODEL` shows the names"},
    {Topic::plan, "`mbconvert plan MODEL -o plan.xml` writes one"},
    {Topic::lockedJoints, "--lock names the joints that are locked"},
    {Topic::rods, "--rods names them"},
    {Topic::tyreFiles, "--tyre FILE names it"},
    {Topic::noTyreFiles, "leave out --tyre"},
    {Topic::integration, "--integrator dopri5 does, --step sets the step"},
    {Topic::solver, "leave out --solver, or give --solver auto"},
    {Topic::run, "`mbconvert run MODEL` runs it"},
    {Topic::motionTable, "`mbconvert run MODEL -o TABLE.csv` writes one"},
    {Topic::tableColumns, "`mbconvert run --columns PATTERN` takes those that match"},
    {Topic::accelerations, "--accelerations adds such columns"},
    {Topic::reactions, "--reactions adds such columns"},
    {Topic::columnMaps, "--map OURS=THEIRS maps them"},
    {Topic::recursiveModel, "`mbconvert convert MODEL` writes one"},
});

// Codes with the same topic whatever the cause.
struct CodeTopic {
  Code code;
  Topic topic;
};
constexpr auto kCodes = std::to_array<CodeTopic>({
    {Code::unknownFunction, Topic::functions},
    {Code::unknownParameter, Topic::functions},
    {Code::solverCannot, Topic::solver},
});

Topic topicOf(const Diagnostic& diagnostic) {
  if (diagnostic.topic != Topic::none) return diagnostic.topic;
  const auto* const found = std::ranges::find(kCodes, diagnostic.code, &CodeTopic::code);
  return found == kCodes.end() ? Topic::none : found->topic;
}

}  // namespace

void addOptionHints(Diagnostics& diagnostics) {
  for (Diagnostic& diagnostic : diagnostics.all()) {
    const auto* const row = std::ranges::find(kTopics, topicOf(diagnostic), &TopicRow::topic);
    if (row == kTopics.end() || diagnostic.hint.find(row->text) != std::string::npos) continue;
    if (!diagnostic.hint.empty()) diagnostic.hint += diagnostic.hint.ends_with('?') ? " " : "; ";
    diagnostic.hint += row->text;
    diagnostic.topic = Topic::none;
  }
}

}  // namespace mb
