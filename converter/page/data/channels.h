// Columns of numbers as the report carries them: whole multiples of a unit, their second differences, zigzag numbers of
// variable length, raw deflate, base64. Smooth motions have small second differences, so that most of them take a byte
// and deflate well.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mb {

// Second differences of numbers up to this size are zigzag numbers of 32 bits.
constexpr std::int32_t kLargestQuantum = 1 << 28;

// The least power of ten, not below `wanted`, in whose units all numbers up to `largest` are allowed.
double unitFor(double largest, double wanted);
// The numbers as multiples of the unit, rounded.
std::vector<std::int32_t> quantised(std::span<const double> values, double unit);

class ChannelWriter {
 public:
  void add(std::span<const std::int32_t> values);
  // The text of a data block.
  std::string text() const;

 private:
  void addNumber(std::uint32_t number);
  std::string bytes_;
};

}  // namespace mb
