// Messages and options of the C interface.
#include <fmt/format.h>

#include <array>
#include <exception>
#include <variant>

#include "converter/library/c_handles.h"
#include "converter/library/inside.h"
#include "formats/model/basics/numbers.h"

namespace mbconvert {
namespace {

using OptionValue =
    std::variant<std::string*, std::vector<std::string>*, bool*, int*, std::uint64_t*, double*, std::optional<double>*,
                 std::map<std::string, double>*, std::map<std::string, std::string>*>;
struct OptionRow {
  std::string_view name;
  OptionValue value;
};

std::array<OptionRow, 24> rowsOf(mbc_options& o) {
  return {{
      {"format", &o.load.format},
      {"tyres", &o.load.tyres},
      {"lock", &o.load.lock},
      {"param", &o.load.parameters},
      {"strict", &o.load.isStrict},
      {"base", &o.convert.base},
      {"cut", &o.convert.cut},
      {"keep", &o.convert.keep},
      {"prefer", &o.convert.prefer},
      {"weight", &o.convert.weights},
      {"remove-rods", &o.convert.removesRods},
      {"idealise", &o.convert.idealises},
      {"loop-tolerance", &o.convert.loopTolerance},
      {"plan", &o.convert.planFile},
      {"solver", &o.simulation.solver},
      {"integrator", &o.simulation.integrator},
      {"tolerance", &o.simulation.tolerance},
      {"accelerations", &o.simulation.showsAccelerations},
      {"reactions", &o.simulation.showsReactions},
      {"states", &o.verify.states},
      {"seed", &o.verify.seed},
      {"end", &o.verify.end},
      {"steps", &o.verify.steps},
      {"runs", &o.verify.withRuns},
  }};
}

// Each returns what would have been right, or nothing when it is.
std::string_view take(const std::string& text, std::string* value) {
  *value = text;
  return {};
}
std::string_view take(const std::string& text, std::vector<std::string>* value) {
  value->push_back(text);
  return {};
}
std::string_view take(const std::string& text, bool* value) {
  *value = text == "1";
  return text == "0" || text == "1" ? "" : "0 or 1";
}
std::string_view take(const std::string& text, double* value) {
  const std::optional<double> number = mb::parseNumber(text);
  if (number) *value = *number;
  return number ? "" : "a number";
}
std::string_view take(const std::string& text, std::optional<double>* value) { return take(text, &value->emplace()); }
template <class Whole>
std::string_view takeWhole(const std::string& text, double most, Whole* value) {
  const std::optional<double> number = mb::parseNumber(text);
  if (!number || !(*number >= 0 && *number <= most) || *number != static_cast<double>(static_cast<Whole>(*number))) {
    return "a whole number";
  }
  *value = static_cast<Whole>(*number);
  return {};
}
std::string_view take(const std::string& text, int* value) { return takeWhole(text, 1e9, value); }
std::string_view take(const std::string& text, std::uint64_t* value) { return takeWhole(text, 9e15, value); }
std::string_view take(const std::string& text, std::map<std::string, double>* value) {
  const std::size_t split = text.rfind('=');
  const std::optional<double> number =
      split == std::string::npos ? std::nullopt : mb::parseNumber(std::string_view(text).substr(split + 1));
  if (!number || split == 0) return "NAME=NUMBER";
  (*value)[text.substr(0, split)] = *number;
  return {};
}

std::string_view take(const std::string& text, std::map<std::string, std::string>* value) {
  const std::size_t split = text.find('=');
  if (split == std::string::npos || split == 0) return "NAME=VALUE";
  (*value)[text.substr(0, split)] = text.substr(split + 1);
  return {};
}

}  // namespace

bool refuse(std::string message, std::string hint, Diagnostics& diagnostics) {
  mb::Diagnostics inner;
  inner.error({}, mb::Code::badOption, std::move(message)).withHint(std::move(hint));
  return tell(inner, diagnostics);
}

bool areGiven(std::initializer_list<const void*> pointers, Diagnostics& diagnostics) {
  for (const void* const pointer : pointers) {
    if (!pointer) return refuse("a call was given NULL for what it needs", "look at mbconvert_c.h", diagnostics);
  }
  return true;
}

mbc_status statusSince(const Diagnostics& diagnostics, std::size_t count) {
  for (std::size_t k = count; k < diagnostics.size(); ++k) {
    if (diagnostics[k].isError) return static_cast<mbc_status>(diagnostics[k].status);
  }
  return MBC_INTERNAL;
}

mbc_status statusOfException(Diagnostics& diagnostics) noexcept {
  try {
    mb::Diagnostics inner;
    try {
      throw;
    } catch (const std::exception& fault) {
      inner.error({}, mb::Code::internalFault, fault.what());
    } catch (...) {
      inner.error({}, mb::Code::internalFault, "something unknown was thrown");
    }
    tell(inner, diagnostics);
  } catch (...) {  // not even memory for the message
  }
  return MBC_INTERNAL;
}

namespace {

bool setOption(mbc_options& options, std::string_view name, const std::string& text, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const OptionRow& row : rowsOf(options)) {
    names.emplace_back(row.name);
    if (row.name != name) continue;
    const std::string_view wanted = std::visit([&](auto* value) { return take(text, value); }, row.value);
    if (wanted.empty()) return true;
    return refuse(fmt::format("the option '{}' is '{}'", name, text), fmt::format("give {}", wanted), diagnostics);
  }
  const std::string guess = mb::didYouMean(name, names);
  return refuse(fmt::format("there is no option '{}'", name), guess.empty() ? "mbconvert_c.h lists them" : guess,
                diagnostics);
}

}  // namespace
}  // namespace mbconvert

using namespace mbconvert;

const char* mbc_version(void) { return version().data(); }

mbc_diagnostics* mbc_diagnostics_new(void) { return new (std::nothrow) mbc_diagnostics; }
void mbc_diagnostics_free(mbc_diagnostics* diagnostics) { delete diagnostics; }
void mbc_diagnostics_clear(mbc_diagnostics* diagnostics) { diagnostics->all.clear(); }
size_t mbc_diagnostics_count(const mbc_diagnostics* diagnostics) { return diagnostics->all.size(); }

mbc_diagnostic mbc_diagnostics_get(const mbc_diagnostics* diagnostics, size_t index) {
  if (index >= diagnostics->all.size()) return {0, "", "", 0, 0, "", ""};
  const Diagnostic& one = diagnostics->all[index];
  return {one.isError, one.code.c_str(), one.file.c_str(), one.line, one.column, one.message.c_str(), one.hint.c_str()};
}

const char* mbc_diagnostics_text(mbc_diagnostics* diagnostics) {
  const mbc_status status = guarded(nullptr, [&](Diagnostics&) {
    diagnostics->text = toText(diagnostics->all);
    return true;
  });
  return status == MBC_OK ? diagnostics->text.c_str() : "";
}

mbc_options* mbc_options_new(void) { return new (std::nothrow) mbc_options; }
void mbc_options_free(mbc_options* options) { delete options; }

mbc_status mbc_options_set(mbc_options* options, const char* name, const char* value, mbc_diagnostics* diagnostics) {
  return guarded(diagnostics, [&](Diagnostics& messages) {
    return areGiven({options, name, value}, messages) && setOption(*options, name, value, messages);
  });
}
