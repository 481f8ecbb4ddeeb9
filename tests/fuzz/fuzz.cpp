#include "tests/fuzz/fuzz.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "formats/native/native.h"

namespace mb::fuzz {

void wrong(std::string_view what, const std::string& text) {
  std::fprintf(stderr, "%s\nWRONG: %.*s\n", text.c_str(), static_cast<int>(what.size()), what.data());
  std::abort();
}

std::shared_ptr<const SourceFile> fileOf(std::string_view text) {
  return std::make_shared<const SourceFile>(SourceFile{"input", std::string(text)});
}

std::string textOf(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.all()) text += toText(diagnostic);
  return text;
}

int Choices::below(int count) {
  if (bytes_.empty()) return 0;
  const auto byte = static_cast<unsigned char>(bytes_.front());
  bytes_.remove_prefix(1);
  return byte % count;
}

double Choices::number() {
  constexpr std::array kRound{0.0, 1.0, -1.0, 0.5, -0.5, 0.25, 2.0, -2.0, 0.1, -0.3, 3.0, 0.7};
  constexpr std::array kOdd{1e-3, -1e-6, 1e-9, 100.0, -1e4, 1e6};
  const int choice = below(256);
  if (choice < 216) return kRound[static_cast<std::size_t>(choice) % kRound.size()];
  if (choice < 250) return below(256) / 64.0 - 2;
  return kOdd[static_cast<std::size_t>(choice) % kOdd.size()];
}

double Choices::positive() {
  const double value = number();
  return value == 0 ? 1 : value < 0 ? -value : value;
}

namespace {

// Where an element came from is reported anew by every reader.
std::string withoutOrigins(std::string text) {
  for (std::size_t at = text.find(" from=\""); at != std::string::npos; at = text.find(" from=\"", at)) {
    text.erase(at, text.find('"', at + 7) + 1 - at);
  }
  return text;
}

}  // namespace

std::optional<CartesianModel> nativeRoundTrip(const CartesianModel& model) {
  Diagnostics diagnostics;
  const auto written = fileOf(writeNative(model));
  CartesianModel again = readNative(written, diagnostics);
  if (diagnostics.hasErrors()) {
    const auto isTooLarge = [](const Diagnostic& one) { return one.message.find("more than 1e") != std::string::npos; };
    if (std::ranges::any_of(diagnostics.all(), isTooLarge)) return std::nullopt;
    wrong("a model that was read without errors is not read back", written->text + textOf(diagnostics));
  }
  const std::string rewritten = writeNative(again);
  if (withoutOrigins(rewritten) != withoutOrigins(written->text))
    wrong("a model is not written twice alike", written->text + rewritten);
  return again;
}

}  // namespace mb::fuzz
