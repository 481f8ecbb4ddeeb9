#include "converter/page/data/channels.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "converter/report/digest.h"

namespace mb {
namespace {

// Without zlib's header and checksum: what browsers call deflate-raw.
std::string deflated(const std::string& bytes) {
  z_stream stream{};
  constexpr int kRawWindow = -15;
  constexpr int kMemory = 9;
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kRawWindow, kMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("zlib cannot be used");
  }
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib does not change it
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::runtime_error("zlib cannot compress the motion");
  return out;
}

}  // namespace

double unitFor(double largest, double wanted) {
  double unit = std::pow(10.0, std::ceil(std::log10(wanted) - 1e-9));
  while (largest / unit > kLargestQuantum) unit *= 10;
  return unit;
}

std::vector<std::int32_t> quantised(std::span<const double> values, double unit) {
  std::vector<std::int32_t> quanta;
  quanta.reserve(values.size());
  for (const double value : values) quanta.push_back(static_cast<std::int32_t>(std::lround(value / unit)));
  return quanta;
}

void ChannelWriter::addNumber(std::uint32_t number) {
  for (; number >= 0x80; number >>= 7) bytes_ += static_cast<char>(number | 0x80);
  bytes_ += static_cast<char>(number);
}

void ChannelWriter::add(std::span<const std::int32_t> values) {
  std::int32_t before = 0;
  std::int32_t change = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::int32_t next = values[k] - before;
    const std::int32_t bend = k < 2 ? next : next - change;
    addNumber(static_cast<std::uint32_t>(bend) << 1 ^ static_cast<std::uint32_t>(bend >> 31));
    before = values[k];
    change = next;
  }
}

std::string ChannelWriter::text() const { return base64(deflated(bytes_)); }

}  // namespace mb
