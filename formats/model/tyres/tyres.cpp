#include <array>

#include "formats/model/basics/text.h"
#include "formats/model/tyres/types.h"

namespace mb {

std::span<const TyreType> tyreTypes() {
  static const std::array kTypes{springTyre(), multidiscTyre(), magic1987Tyre(), magic1989Tyre(), pac2002Tyre()};
  return kTypes;
}

const TyreType* findTyreType(std::string_view name) {
  for (const TyreType& type : tyreTypes()) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

std::optional<int> keyOf(const TyreType& type, std::string_view name) {
  for (std::size_t key = 0; key < type.keys.size(); ++key) {
    if (sameWord(type.keys[key].name, name)) return static_cast<int>(key);
  }
  return std::nullopt;
}

double valueOf(const Tyre& tyre, std::string_view key) {
  const std::optional<int> place = keyOf(*tyre.type, key);
  return place ? tyre.values[static_cast<std::size_t>(*place)] : 0;
}

Tyre standardTyre(const TyreType& type) {
  Tyre tyre;
  tyre.type = &type;
  tyre.values.reserve(type.keys.size());
  for (const TyreKey& key : type.keys) tyre.values.push_back(key.standard.value_or(0));
  tyre.given.assign(type.keys.size(), false);
  return tyre;
}

void giveValue(Tyre& tyre, int key, double si) {
  tyre.values[static_cast<std::size_t>(key)] = si;
  tyre.given[static_cast<std::size_t>(key)] = true;
}

std::vector<std::string_view> missingKeys(const Tyre& tyre) {
  std::vector<std::string_view> missing;
  for (std::size_t key = 0; key < tyre.type->keys.size(); ++key) {
    if (!tyre.type->keys[key].standard && !tyre.given[key]) missing.push_back(tyre.type->keys[key].name);
  }
  return missing;
}

}  // namespace mb
