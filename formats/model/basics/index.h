// Typed indexes, so that mixing up a body and a joint does not compile.
#pragma once

#include <compare>
#include <cstddef>
#include <utility>
#include <vector>

namespace mb {

template <class Tag>
struct Index {
  int value = -1;
  constexpr bool valid() const { return value >= 0; }
  constexpr auto operator<=>(const Index&) const = default;
};

using BodyIndex = Index<struct BodyTag>;
using MarkerIndex = Index<struct MarkerTag>;
using JointIndex = Index<struct JointTag>;
using SplineIndex = Index<struct SplineTag>;
using TyreIndex = Index<struct TyreTag>;
using RoadIndex = Index<struct RoadTag>;
using DriverIndex = Index<struct DriverTag>;
using InputIndex = Index<struct InputTag>;
using LinkIndex = Index<struct LinkTag>;

// The index of a signed number in a standard container.
constexpr std::size_t at(int value) { return static_cast<std::size_t>(value); }

// A vector that only one kind of index can address.
template <class I, class T>
class Table {
 public:
  T& operator[](I index) { return rows_[static_cast<std::size_t>(index.value)]; }
  const T& operator[](I index) const { return rows_[static_cast<std::size_t>(index.value)]; }

  I add(T row) {
    rows_.push_back(std::move(row));
    return I{static_cast<int>(rows_.size()) - 1};
  }

  int size() const { return static_cast<int>(rows_.size()); }
  bool empty() const { return rows_.empty(); }
  void resize(int size) { rows_.resize(static_cast<std::size_t>(size)); }
  void resize(int size, const T& value) { rows_.resize(static_cast<std::size_t>(size), value); }

  auto begin() { return rows_.begin(); }
  auto end() { return rows_.end(); }
  auto begin() const { return rows_.begin(); }
  auto end() const { return rows_.end(); }

  // for (I index : table.indexes())
  struct Indexes {
    struct Iterator {
      int value;
      I operator*() const { return I{value}; }
      Iterator& operator++() {
        ++value;
        return *this;
      }
      bool operator!=(const Iterator& other) const { return value != other.value; }
    };
    int count;
    Iterator begin() const { return {0}; }
    Iterator end() const { return {count}; }
  };
  Indexes indexes() const { return {size()}; }

 private:
  std::vector<T> rows_;
};

}  // namespace mb
