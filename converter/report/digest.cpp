#include "converter/report/digest.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

namespace mb {
namespace {

std::string digestOf(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr);
  return {reinterpret_cast<const char*>(digest.data()), size};
}

}  // namespace

std::string sha256(std::string_view text) {
  std::string digits;
  for (const char byte : digestOf(text)) digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return digits;
}

std::string sha256Base64(std::string_view text) { return base64(digestOf(text)); }

std::string base64(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // OpenSSL ends it with a zero
  const int size =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                      reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(size));
  return text;
}

}  // namespace mb
