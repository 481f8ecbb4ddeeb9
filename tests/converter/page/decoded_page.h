// A report taken apart as a browser does, by other means than those that wrote it.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace mb::testing {

// What stands between the tag of an element and its end; empty if there is none.
inline std::string elementText(const std::string& html, const std::string& tag, const std::string& end) {
  const std::size_t open = html.find(tag);
  if (open == std::string::npos) return {};
  const std::size_t start = html.find('>', open) + 1;
  return html.substr(start, html.find(end, start) - start);
}
inline std::string dataBlock(const std::string& html, const std::string& id) {
  const std::size_t at = html.find("id=\"" + id + "\">");
  if (at == std::string::npos) return {};
  return elementText(html.substr(html.rfind('<', at)), "<script", "</script>");
}
inline nlohmann::json dataOf(const std::string& html) { return nlohmann::json::parse(dataBlock(html, "data")); }

inline std::string bytesOfBase64(const std::string& text) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = (bits << 6 | static_cast<unsigned>(letters.find(c))) & 0xFFFFFFU;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  return bytes;
}

inline std::string inflated(const std::string& bytes) {
  z_stream stream{};
  if (inflateInit2(&stream, -15) != Z_OK) throw std::runtime_error("inflateInit2");
  std::string out(64U << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = inflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::runtime_error("not deflated");
  return out;
}

// Channels of as many whole numbers each.
inline std::vector<std::vector<double>> channelsOf(const std::string& block, std::size_t rows) {
  const std::string bytes = inflated(bytesOfBase64(block));
  std::vector<std::vector<double>> channels;
  std::size_t at = 0;
  while (at < bytes.size()) {
    std::vector<double> values;
    for (std::size_t row = 0; row < rows; ++row) {
      std::uint64_t number = 0;
      for (int shift = 0;; shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes.at(at++));
        number |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
        if (byte < 0x80) break;
      }
      const double bend = number % 2 == 0 ? static_cast<double>(number / 2) : -static_cast<double>(number / 2) - 1;
      if (row == 0) values.push_back(bend);
      if (row == 1) values.push_back(values[0] + bend);
      if (row >= 2) values.push_back(bend + 2 * values[row - 1] - values[row - 2]);
    }
    channels.push_back(std::move(values));
  }
  return channels;
}

}  // namespace mb::testing
