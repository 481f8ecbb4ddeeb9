#include "formats/model/messages/diagnostics_order.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace mb {

void addInOrder(const Diagnostics& found, Diagnostics& diagnostics) {
  std::map<std::string, int> files;
  using Key = std::tuple<int, int, int, std::string>;
  std::vector<std::pair<Key, const Diagnostic*>> sorted;
  for (const Diagnostic& one : found.all()) {
    if (one.code == Code::tooManyErrors) continue;  // added below, after the messages it refers to
    const std::string path = one.at.file ? one.at.file->path : std::string();
    const int file = files.emplace(path, static_cast<int>(files.size())).first->second;
    sorted.emplace_back(Key{file, one.at.line, one.at.column, one.message}, &one);
  }
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    const auto place = [](const Key& key) { return std::tie(std::get<0>(key), std::get<1>(key), std::get<2>(key)); };
    return place(a.first) < place(b.first);
  });
  std::set<Key> seen;
  for (const auto& [key, one] : sorted) {
    if (!seen.insert(key).second) continue;
    Diagnostic& copy = one->severity == Severity::error ? diagnostics.error(one->at, one->code, one->message)
                                                        : diagnostics.warning(one->at, one->code, one->message);
    copy.hint = one->hint;
    copy.topic = one->topic;
    copy.notes = one->notes;
  }
  const auto isError = [](const auto& row) { return row.second->severity == Severity::error; };
  const auto errors = static_cast<int>(std::ranges::count_if(sorted, isError));
  int unkept = found.errorCount() - errors;
  if (found.gaveUp() && !diagnostics.gaveUp()) {
    const auto last = std::ranges::find(found.all(), Code::tooManyErrors, &Diagnostic::code);
    diagnostics.error(last->at, last->code, last->message).withHint(last->hint);
    --unkept;  // it represents the first of them
  }
  diagnostics.addUnkept(unkept, found.warningCount() - (static_cast<int>(sorted.size()) - errors));
}

}  // namespace mb
