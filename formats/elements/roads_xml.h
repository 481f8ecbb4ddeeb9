// Roads, to and from XML: the pieces and friction patches of one element.
#pragma once

#include <optional>

#include "formats/elements/elements_xml.h"
#include "formats/model/road.h"

namespace mb {

// Nothing when the road cannot be used, with the errors reported. Finishes the element.
std::optional<Road> readRoad(XmlElement& element, const ElementContext& context);
void writeRoad(XmlWriter& xml, const Road& road, const ElementNames& names);  // in SI

}  // namespace mb
