#include "formats/model/messages/codes.h"

#include <fmt/format.h>

namespace mb {

ErrorClass classOf(Code code) {
  if (code == Code::cannotRead || code == Code::cannotWrite || code == Code::outOfMemory) return ErrorClass::system;
  switch (static_cast<int>(code) / 100) {
    case 7: return ErrorClass::model;
    case 8: return ErrorClass::usage;
    case 9: return ErrorClass::numeric;
    case 10: return ErrorClass::internal;
    default: return ErrorClass::input;
  }
}

std::string numberText(Code code) { return fmt::format("{:04}", static_cast<int>(code)); }

}  // namespace mb
