#include "formats/model/basics/disjoint_sets.h"

#include "formats/model/basics/sorted.h"
#include "tests/support/test.h"

using namespace mb;

TEST_CASE("connected sets are numbered by their least members") {
  DisjointSets sets(6);
  CHECK(sets.unite(4, 1));
  CHECK(sets.unite(5, 4));
  CHECK_FALSE(sets.unite(1, 5));
  sets.uniteAll({3, 0});
  sets.uniteAll({});
  const ConnectedSets connected = connectedSets(sets);
  CHECK(connected.setOf == std::vector<int>{0, 1, 2, 0, 1, 1});
  CHECK(connected.members == std::vector<std::vector<int>>{{0, 3}, {1, 4, 5}, {2}});
  CHECK(connected.count() == 3);
  CHECK(connectedSets(DisjointSets(0)).count() == 0);
}

TEST_CASE("sorted lists have each value once and tell its place") {
  std::vector<int> values{7, 3, 7, 5, 3};
  sortUnique(values);
  CHECK(values == std::vector<int>{3, 5, 7});
  CHECK(placeInSorted(values, 5) == 1);
}
