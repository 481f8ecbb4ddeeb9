// Names of elements and attributes: what is close to a known one is misspelt, what is close to none is lost.
#pragma once

#include "formats/sdf/reader.h"

namespace mb::sdf {

// Once a file, the root or an included one: names close to known ones are errors. All other names that are not read,
// and text where only elements belong, are losses.
void checkNames(Reader& reader, const XmlDocument& document);

}  // namespace mb::sdf
