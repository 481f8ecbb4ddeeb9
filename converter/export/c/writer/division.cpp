#include "converter/export/c/writer/division.h"

#include <algorithm>
#include <set>

namespace mb {
namespace {

void setParts(const Values& values, Division& division) {
  const int count = static_cast<int>(values.uses.size());
  division.part.assign(at(count), -1);
  division.last.assign(at(count), -1);
  int statements = 0;
  int part = 0;
  const auto note = [&](const std::vector<int>& read) {
    for (const int other : read) division.last[at(other)] = std::max(division.last[at(other)], part);
  };
  for (int n = 0; n < count; ++n) {
    if (!values.isNamed(n) || values.isInput(n) || division.part[at(n)] >= 0) continue;
    if (statements >= values.options.mostStatements && !values.options.isPlain) {
      ++part;
      statements = 0;
    }
    division.order.push_back(n);
    for (const int made : values.madeWith(n)) division.part[at(made)] = part;
    ++statements;
    note(values.readBy(n));
  }
  division.parts = part + 1;
}

// A result follows when all that it needs is there, but stays behind all that reads its place.
void setStores(const Values& values, Division& division) {
  std::set<CPlace> read;
  for (int n = 0; n < static_cast<int>(values.uses.size()); ++n) {
    if (values.uses[at(n)] > 0 && values.isInput(n)) read.insert(values.placeOf(n));
    if (values.uses[at(n)] > 0 && values.isRow(n)) {
      for (const int input : values.node(n).operands) read.insert(values.placeOf(input));
    }
  }
  for (const CStore& store : values.stores) {
    const std::vector<int> needed = values.readBy(store);
    int part = 0;
    for (const int n : needed) part = std::max(part, division.part[at(n)]);
    for (int l = 0; l < (store.isFour ? 4 : 1); ++l) {
      CPlace place = store.place;
      if (l > 0) place.index += l;
      if (read.contains(place)) part = division.parts - 1;
    }
    for (const int n : needed) division.last[at(n)] = std::max(division.last[at(n)], part);
    division.storedIn.push_back(part);
  }
}

// Later values take over the places of earlier ones.
void placeWork(const Values& values, Division& division) {
  division.work.assign(values.uses.size(), -1);
  std::vector<int> singles;
  std::vector<int> fours;
  std::vector<std::vector<int>> ending(at(division.parts));
  std::size_t next = 0;
  for (int part = 0; part < division.parts; ++part) {
    for (; next < division.order.size() && division.part[at(division.order[next])] == part; ++next) {
      for (const int n : values.madeWith(division.order[next])) {
        if (division.last[at(n)] <= part) continue;
        const bool isFour = values.node(n).width == 4;
        std::vector<int>& free = isFour ? fours : singles;
        if (free.empty()) {
          for (int k = isFour ? 0 : 3; k >= 0; --k) free.push_back(division.workSize + k);
          division.workSize += 4;
        }
        division.work[at(n)] = free.back();
        free.pop_back();
        ending[at(division.last[at(n)])].push_back(n);
      }
    }
    for (const int n : ending[at(part)]) (values.node(n).width == 4 ? fours : singles).push_back(division.work[at(n)]);
  }
}

}  // namespace

Division divided(const Values& values) {
  Division division;
  setParts(values, division);
  setStores(values, division);
  placeWork(values, division);
  return division;
}

}  // namespace mb
