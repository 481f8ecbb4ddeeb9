// The versions of the native and of the recursive format, in one place. Version 2 has what version 1 did not: loop
// tolerances, drives of a distance, guessed velocities. Readers take either; what is written says 2 only where it uses
// something of that.
#pragma once

#include <string_view>

#include "formats/model/elements/element_tables.h"
#include "formats/xml/xml_reader.h"

namespace mb {

// version= of the root; reports one that is not known.
void readVersion(XmlElement& root);
// Whether elements that both formats share use what version 1 does not have.
bool usesNews(const ElementTables& elements);
std::string_view versionOf(bool usesNews);

}  // namespace mb
