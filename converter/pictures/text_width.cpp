#include "converter/pictures/text_width.h"

#include <array>

namespace mb {
namespace {

// Thousandths of an em, from the blank to the tilde.
constexpr std::array<int, 95> kAdvances{318,  401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
                                        636,  636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,
                                        1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
                                        603,  787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,
                                        500,  613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
                                        635,  635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838};

}  // namespace

double textWidth(std::string_view text) {
  int thousandths = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool continues = (byte & 0xC0) == 0x80;  // a later byte of a UTF-8 character
    if (byte >= 32 && byte < 127) {
      thousandths += kAdvances[static_cast<std::size_t>(byte - 32)];
    } else if (!continues) {
      thousandths += 1000;
    }
  }
  return thousandths / 1000.0;
}

}  // namespace mb
