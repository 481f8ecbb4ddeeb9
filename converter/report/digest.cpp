#include "converter/report/digest.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

namespace mb {

std::string sha256(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr);
  std::string digits;
  for (unsigned int k = 0; k < size; ++k) digits += fmt::format("{:02x}", digest[k]);
  return digits;
}

}  // namespace mb
