#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "converter/console/json_text.h"
#include "converter/console/messages.h"
#include "converter/explain/explanations.h"
#include "converter/files/build_facts.h"
#include "formats/model/messages/source_line.h"

namespace mb {
namespace {

using Json = nlohmann::ordered_json;

const char* severityText(const Diagnostic& diagnostic) {
  return diagnostic.severity == Severity::error ? "error" : "warning";
}

Json sourceJson(const SourceRef& at) {
  Json json;
  if (!at.file) return json;
  json["file"] = at.file->path;
  if (at.line == 0) return json;
  json["line"] = at.line;
  json["column"] = at.column;
  return json;
}

// The path as a relative reference of RFC 3986.
std::string uriOf(std::string_view path) {
  constexpr std::string_view kPlain = "/-._~";
  std::string uri;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       kPlain.find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

Json locationOf(const SourceRef& at) {
  Json physical{{"artifactLocation", {{"uri", uriOf(at.file->path)}}}};
  if (at.line > 0) physical["region"] = {{"startLine", at.line}, {"startColumn", characterColumn(at)}};
  return {{"physicalLocation", std::move(physical)}};
}

Json resultOf(const Diagnostic& diagnostic, std::size_t rule) {
  const std::string hint = diagnostic.hint.empty() ? "" : fmt::format("\nhint: {}", printable(diagnostic.hint));
  Json result{{"ruleId", "E" + numberText(diagnostic.code)},
              {"ruleIndex", rule},
              {"level", severityText(diagnostic)},
              {"message", {{"text", printable(diagnostic.message) + hint}}}};
  if (diagnostic.at.file) result["locations"].push_back(locationOf(diagnostic.at));
  for (const Diagnostic::Note& note : diagnostic.notes) {
    if (!note.at.file) continue;
    Json related = locationOf(note.at);
    related["message"] = {{"text", printable(note.text)}};
    result["relatedLocations"].push_back(std::move(related));
  }
  return result;
}

// The first `most` messages (0: all).
std::vector<const Diagnostic*> firstOf(const Diagnostics& diagnostics, int most) {
  std::vector<const Diagnostic*> rows;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (most > 0 && rows.size() == static_cast<std::size_t>(most)) break;
    rows.push_back(&diagnostic);
  }
  return rows;
}

constexpr const char* kNotShown = "not_shown";

Json messageRows(const Diagnostics& diagnostics, int most) {
  Json rows = Json::array();
  for (const Diagnostic* const shown : firstOf(diagnostics, most)) {
    const Diagnostic& diagnostic = *shown;
    Json row = sourceJson(diagnostic.at);
    row["severity"] = severityText(diagnostic);
    row["code"] = codeText(diagnostic);
    row["message"] = diagnostic.message;
    if (!diagnostic.hint.empty()) row["hint"] = diagnostic.hint;
    for (const Diagnostic::Note& note : diagnostic.notes) {
      Json entry = sourceJson(note.at);
      entry["message"] = note.text;
      row["notes"].push_back(std::move(entry));
    }
    rows.push_back(std::move(row));
  }
  if (const std::size_t left = diagnostics.all().size() - rows.size(); left > 0) rows.back()[kNotShown] = left;
  return rows;
}

}  // namespace

std::string messagesJson(const Diagnostics& diagnostics, int most) { return jsonText(messageRows(diagnostics, most)); }

std::string diagnosticsJson(const Diagnostics& diagnostics, int most) {
  return jsonText(Json{{"messages", messageRows(diagnostics, most)}});
}

std::string messagesSarif(const Diagnostics& diagnostics, int most) {
  Json rules = Json::array();
  Json results = Json::array();
  std::map<Code, std::size_t> places;
  for (const Diagnostic* const shown : firstOf(diagnostics, most)) {
    const Diagnostic& diagnostic = *shown;
    const auto [place, isNew] = places.try_emplace(diagnostic.code, rules.size());
    if (isNew) {
      const Explanation& row = explanationOf(diagnostic.code);
      rules.push_back({{"id", "E" + numberText(row.code)},
                       {"shortDescription", {{"text", row.title}}},
                       {"fullDescription", {{"text", row.meaning}}}});
    }
    results.push_back(resultOf(diagnostic, place->second));
  }
  const Json driver{{"name", "mbconvert"}, {"version", buildFacts().version}, {"rules", std::move(rules)}};
  const std::size_t left = diagnostics.all().size() - results.size();
  Json run{{"tool", {{"driver", driver}}}, {"columnKind", "unicodeCodePoints"}, {"results", std::move(results)}};
  if (left > 0) run["properties"][kNotShown] = left;
  return jsonText(Json{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                       {"version", "2.1.0"},
                       {"runs", Json::array({run})}});
}

}  // namespace mb
