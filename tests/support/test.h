// Catch2 2.13 (Debian 12) or 3.
#pragma once

#ifdef MB_CATCH3
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif

#include <numbers>
#include <string>

namespace mb::testing {

constexpr double kPi = std::numbers::pi;

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace mb::testing
