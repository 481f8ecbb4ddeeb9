// Names of elements and attributes: a name close to a known one is misspelt, any other unknown name is a loss.
#pragma once

#include "formats/sdf/reader.h"

namespace mb::sdf {

// Called once per file, the root or an included one: names close to known ones are errors. All other names that are not
// read, and text where only elements belong, are losses.
void checkNames(Reader& reader, const XmlDocument& document);

}  // namespace mb::sdf
