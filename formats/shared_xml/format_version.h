// The versions of the native and recursive formats. Version 2 adds loop tolerances, drives of a distance, guessed
// velocities and measures. Readers accept both; a file is written as version 2 only if it uses one of these.
#pragma once

#include <string_view>

#include "formats/model/elements/element_tables.h"
#include "formats/xml/xml_reader.h"

namespace mb {

// version= of the root; reports an unknown one.
void readVersion(XmlElement& root);
// Whether shared elements use features that version 1 does not have.
bool usesNews(const ElementTables& elements);
std::string_view versionOf(bool usesNews);

}  // namespace mb
