#include "formats/tir/tir.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "formats/model/basics/numbers.h"
#include "formats/model/basics/text.h"
#include "formats/tir/absent_keys.h"
#include "formats/tir/teim_orbit.h"

namespace mb {
namespace {

constexpr int kMostGuesses = 100;  // of spellings: comparing with all keys takes time

// Share of the nominal load below which a tyre is about to leave the road.
constexpr double kSmallLoad = 0.1;

// Other names under which the coefficients of a type are filed.
struct Alias {
  std::string_view format;
  std::string_view type;
};
constexpr std::array kAliases{Alias{"MF_05", "pac2002"}, Alias{"MF-TYRE", "pac2002"}, Alias{"USER", "pac2002"}};

const TeimEntry* find(const TeimFile& file, std::string_view key) {
  for (const TeimEntry& entry : file.entries) {
    if (entry.section != "UNITS" && entry.key == key) return &entry;
  }
  return nullptr;
}

std::string listOf(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

std::vector<std::string> formatNames() {
  std::vector<std::string> names;
  for (const TyreType& type : tyreTypes()) {
    if (!type.format.empty()) names.emplace_back(type.format);
  }
  return names;
}

const TyreType* typeOfFormat(std::string_view format) {
  for (const TyreType& type : tyreTypes()) {
    if (!type.format.empty() && sameWord(type.format, format)) return &type;
  }
  for (const Alias& alias : kAliases) {
    if (sameWord(alias.format, format)) return findTyreType(alias.type);
  }
  return nullptr;
}

// A unit by name; property files may write MM or Newton for mm or newton, unless that is ambiguous.
std::optional<double> unitOf(BaseQuantity quantity, const std::string& name) {
  if (const auto exact = unitValue(quantity, name)) return exact;
  std::optional<double> found;
  for (const std::string& candidate : unitNames(quantity)) {
    if (!sameWord(candidate, name)) continue;
    const double value = *unitValue(quantity, candidate);
    if (found && *found != value) return std::nullopt;
    found = value;
  }
  return found;
}

class Reader {
 public:
  Reader(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics)
      : file_(std::move(file)), diagnostics_(diagnostics) {}

  std::optional<Tyre> read(const TyreType* expected) {
    const int before = diagnostics_.errorCount();
    parsed_ = parseTeimOrbit(file_, diagnostics_);
    if (parsed_.entries.empty() && diagnostics_.errorCount() > before) return std::nullopt;
    readUnits();
    const TyreType* const type = chooseType(expected);
    if (!type) return std::nullopt;
    tyre_ = standardTyre(*type);
    tyre_.name = std::filesystem::path(file_->path).stem().string();
    tyre_.origin.at = {file_, 0, 0};
    for (const TeimEntry& entry : parsed_.entries) {
      if (entry.section != "UNITS") readEntry(entry);
    }
    readTables();
    for (const std::string_view key : missingKeys(tyre_)) {
      if (!isWritten(key)) missing(key);
    }
    if (diagnostics_.errorCount() == before) {
      if (const std::string fault = type->fault(tyre_); !fault.empty()) {
        diagnostics_.error(sourceAt(fault), Code::impossibleTyre, fmt::format("this cannot be a tyre: {}", fault))
            .withHint("check the values, their signs and units, and that no line is missing");
      }
    }
    if (diagnostics_.errorCount() > before) return std::nullopt;
    return std::move(tyre_);
  }

 private:
  std::shared_ptr<const SourceFile> file_;
  Diagnostics& diagnostics_;
  TeimFile parsed_;
  Units units_;
  Tyre tyre_;

  void readUnits() {
    struct Place {
      std::string_view key;
      BaseQuantity quantity;
      double Units::*value;
    };
    constexpr std::array kPlaces{
        Place{"LENGTH", BaseQuantity::length, &Units::length}, Place{"FORCE", BaseQuantity::force, &Units::force},
        Place{"ANGLE", BaseQuantity::angle, &Units::angle}, Place{"MASS", BaseQuantity::mass, &Units::mass},
        Place{"TIME", BaseQuantity::time, &Units::time}};
    for (const TeimEntry& entry : parsed_.entries) {
      if (entry.section != "UNITS" || entry.key == "PRESSURE" || entry.key == "TEMPERATURE") continue;
      const auto place =
          std::find_if(kPlaces.begin(), kPlaces.end(), [&](const Place& p) { return p.key == entry.key; });
      if (place == kPlaces.end()) {
        diagnostics_
            .warning(entry.keyAt, Code::unknownAttribute,
                     fmt::format("{} is not a quantity of [UNITS]; ignored", entry.key))
            .withHint(didYouMean(entry.key, {"LENGTH", "FORCE", "ANGLE", "MASS", "TIME", "PRESSURE"}));
        continue;
      }
      const std::optional<double> value = unitOf(place->quantity, entry.value);
      if (value) {
        units_.*(place->value) = *value;
        continue;
      }
      const std::string close = didYouMean(entry.value, unitNames(place->quantity));
      diagnostics_
          .error(entry.valueAt, Code::unknownUnit, fmt::format("'{}' is not a unit of {}", entry.value, entry.key))
          .withHint(close.empty() ? "units are " + listOf(unitNames(place->quantity)) : close);
    }
  }

  const TyreType* chooseType(const TyreType* expected) {
    const TeimEntry* const format = find(parsed_, "PROPERTY_FILE_FORMAT");
    if (!format) {
      if (!expected && !isWritten("PROPERTY_FILE_FORMAT")) {
        diagnostics_
            .error({file_, 1, 1}, Code::missingAttribute,
                   "PROPERTY_FILE_FORMAT is missing, so the type of tyre is unknown")
            .withHint("one of " + listOf(formatNames()));
      }
      return expected;
    }
    const TyreType* const type = typeOfFormat(format->value);
    if (!type) {
      const std::string close = didYouMean(format->value, formatNames());
      diagnostics_
          .error(format->valueAt, Code::unknownFormat,
                 fmt::format("property files of format '{}' cannot be read", format->value))
          .withHint(close.empty() ? "one of " + listOf(formatNames()) : close);
      return nullptr;
    }
    if (expected && expected != type) {
      diagnostics_
          .error(
              format->valueAt, Code::otherKindOfFile,
              fmt::format("the file has format '{}', a tyre of type '{}' is expected", format->value, expected->name))
          .withHint(fmt::format("type=\"{}\" reads this format", type->name));
      return nullptr;
    }
    return isOldEnough() ? type : nullptr;
  }

  // FITTYP is the version of the magic formula: 5 and 6 are 5.0 and 5.2; 60 and above need other equations.
  bool isOldEnough() {
    const TeimEntry* const version = find(parsed_, "FITTYP");
    const std::optional<double> number = version ? parseNumber(version->value) : std::nullopt;
    if (!number || *number < 60) return true;
    diagnostics_
        .error(version->valueAt, Code::unknownVersion,
               fmt::format("FITTYP = {} is magic formula {}.{}, of which only 5.2 and earlier can be read",
                           version->value, version->value.substr(0, 1), version->value.substr(1)))
        .withHint("export the tyre as PAC2002 or MF 5.2");
    return false;
  }

  void readEntry(const TeimEntry& entry) {
    if (entry.key == "PROPERTY_FILE_FORMAT") return;
    if (entry.key == "TYRESIDE") return readSide(entry);
    if (const std::optional<int> key = keyOf(*tyre_.type, entry.key)) {
      const std::optional<double> number = readNumber(entry);
      if (number)
        giveValue(tyre_, *key, *number * toSi(units_, tyre_.type->keys[static_cast<std::size_t>(*key)].dimension));
      return;
    }
    if (std::ranges::find(kInformation, entry.key) != kInformation.end() || readAbsent(entry)) return;
    std::vector<std::string> names;
    for (const TyreKey& key : tyre_.type->keys) names.emplace_back(key.name);
    diagnostics_
        .warning(entry.keyAt, Code::unknownAttribute,
                 fmt::format("{} is not a key of tyres of type '{}'; ignored", entry.key, tyre_.type->name))
        .withHint(diagnostics_.warningCount() < kMostGuesses ? didYouMean(entry.key, names) : std::string());
  }

  // Warns of effects that are not modelled, unless the file turns them off. Returns whether the key is one of them.
  bool readAbsent(const TeimEntry& entry) {
    const auto isIt = [&](const auto& row) { return row.key == entry.key; };
    if (const auto row = std::ranges::find_if(kAbsentNumbers, isIt); row != kAbsentNumbers.end()) {
      const std::optional<double> number = readNumber(entry);
      if (number && *number != row->neutral) reportAbsent(entry, fmt::format("{}", row->neutral));
      return true;
    }
    if (const auto row = std::ranges::find_if(kAbsentSwitches, isIt); row != kAbsentSwitches.end()) {
      const bool isOff = std::ranges::any_of(
          kAbsentSwitches, [&](const AbsentSwitch& one) { return isIt(one) && sameWord(one.neutral, entry.value); });
      if (!isOff) reportAbsent(entry, fmt::format("'{}'", row->neutral));
      return true;
    }
    if (const auto row = std::ranges::find_if(kAbsentPressures, isIt); row != kAbsentPressures.end()) {
      const std::optional<double> number = readNumber(entry);
      const std::optional<double> nominal = numberOf(row->nominal);
      if (number && nominal && *number != *nominal) reportAbsent(entry, row->nominal);
      return true;
    }
    if (std::ranges::find(kMassKeys, entry.key) != kMassKeys.end()) {
      const std::optional<double> number = readNumber(entry);
      if (number && *number != 0)
        reportIgnored(entry, "the mass of the tyre belongs to the body of the wheel: add it there");
      return true;
    }
    if (entry.key != "FZMIN") return false;
    const std::optional<double> number = readNumber(entry);
    if (number && *number > kSmallLoad * numberOf("FNOMIN").value_or(0)) reportAbsent(entry, "0");
    return true;
  }

  void reportAbsent(const TeimEntry& entry, std::string_view neutral) {
    reportIgnored(entry, fmt::format("the tyre behaves as with {} = {}", entry.key, neutral));
  }

  void reportIgnored(const TeimEntry& entry, std::string hint) {
    diagnostics_
        .warning(entry.keyAt, Code::ignoredInput,
                 fmt::format("{} = {} has no effect: this is not modelled", entry.key, entry.value))
        .withHint(std::move(hint));
  }

  // A number from another line, which is also read by itself; nothing if there is none.
  std::optional<double> numberOf(std::string_view key) const {
    const TeimEntry* const entry = find(parsed_, key);
    return entry ? parseNumber(entry->value) : std::nullopt;
  }

  std::optional<double> readNumber(const TeimEntry& entry) {
    const std::string message = fmt::format("{} is '{}', must be a number", entry.key, entry.value.substr(0, 40));
    if (!entry.quoted) {
      return readTeimNumber(entry.value, entry.valueAt, message, "comments begin with $ or !", diagnostics_);
    }
    diagnostics_.error(entry.valueAt, Code::notANumber, message).withHint("write numbers without quotes");
    return std::nullopt;
  }

  void readSide(const TeimEntry& entry) {
    if (sameWord(entry.value, "LEFT")) {
      tyre_.side = TyreSide::left;
    } else if (sameWord(entry.value, "RIGHT")) {
      tyre_.side = TyreSide::right;
    } else if (!sameWord(entry.value, "SYMMETRIC") && !sameWord(entry.value, "UNKNOWN")) {
      diagnostics_
          .error(entry.valueAt, Code::unknownWord,
                 fmt::format("TYRESIDE is '{}', must be LEFT, RIGHT, SYMMETRIC or UNKNOWN", entry.value))
          .withHint("leave it out for a tyre that is the same on both sides");
    }
  }

  void readTables() {
    bool hasCurve = false;
    for (const TeimTable& table : parsed_.tables) {
      if (table.section == "SHAPE") continue;  // of the tread, for contact by its cross-section
      if (table.section != "DEFLECTION_LOAD_CURVE") {
        diagnostics_
            .warning(table.at, Code::unknownElement, fmt::format("unknown table in [{}]; ignored", table.section))
            .withHint(didYouMean(table.section, {"DEFLECTION_LOAD_CURVE", "SHAPE"}));
      } else if (hasCurve) {
        diagnostics_.error(table.at, Code::secondElement, "a second load curve").withHint("keep one of the two tables");
      } else {
        hasCurve = true;
        readCurve(table);
      }
    }
  }

  void readCurve(const TeimTable& table) {
    for (const TeimRow& row : table.rows) {
      if (row.numbers.size() != 2) {
        diagnostics_
            .error(row.at, Code::wrongCount,
                   fmt::format("a row of the load curve has {} numbers, must have 2: deflection and load",
                               row.numbers.size()))
            .withHint("write a deflection and a load with blanks between them");
        continue;
      }
      const double deflection = row.numbers[0] * units_.length;
      const double load = row.numbers[1] * units_.force;
      if (tyre_.load.empty() && (deflection != 0 || load != 0)) {
        diagnostics_
            .error(row.at, Code::impossibleTyre,
                   fmt::format("the load curve starts at {} {}, must start at 0 0", row.numbers[0], row.numbers[1]))
            .withHint("put the row 0 0 before it: a tyre that is not pressed carries nothing");
      } else if (!tyre_.load.empty() && !(deflection > tyre_.deflection.back() && load > tyre_.load.back())) {
        diagnostics_
            .error(row.at, Code::mustIncrease,
                   fmt::format("the load curve does not increase at {} {}", row.numbers[0], row.numbers[1]))
            .withHint("deflection and load must both be larger than in the row before");
      }
      tyre_.deflection.push_back(deflection);
      tyre_.load.push_back(load);
    }
    if (table.rows.size() < 2) {
      diagnostics_
          .error(table.at, Code::wrongCount,
                 fmt::format("the load curve has {} rows, must have 2 or more", table.rows.size()))
          .withHint("add rows of deflection and load, or remove the table and give VERTICAL_STIFFNESS");
    }
  }

  // Includes lines with errors, which were reported.
  bool isWritten(std::string_view key) const {
    return find(parsed_, key) != nullptr || std::ranges::find(parsed_.refused, key) != parsed_.refused.end();
  }

  void missing(std::string_view key) {
    const TyreKey& row = tyre_.type->keys[static_cast<std::size_t>(*keyOf(*tyre_.type, key))];
    diagnostics_
        .error({file_, 1, 1}, Code::missingAttribute,
               fmt::format("{} is missing ({}); a tyre of type '{}' needs it", key, row.meaning, tyre_.type->name))
        .withHint(fmt::format("add a line {} = value", key));
  }

  // An error that begins with a key of the file is shown at that key.
  SourceRef sourceAt(const std::string& fault) const {
    const TeimEntry* const entry = find(parsed_, fault.substr(0, fault.find(' ')));
    return entry ? entry->valueAt : SourceRef{file_, 1, 1};
  }
};

}  // namespace

std::optional<Tyre> readTir(std::shared_ptr<const SourceFile> file, const TyreType* expected,
                            Diagnostics& diagnostics) {
  return Reader(std::move(file), diagnostics).read(expected);
}

}  // namespace mb
