#include "converter/fmi/machine/snapshot.h"

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace mb::fmi {
namespace {

constexpr char kMark[8] = {'m', 'b', 's', 't', 'a', 't', 'e', '1'};

// All fields in order, once for counting, writing and reading.
template <class Self, class Visit>
void describe(Self& s, Visit& visit) {
  visit(s.token);
  visit(s.kind);
  visit(s.phase);
  visit(s.first);
  visit(s.steps);
  visit(s.isRunning);
  visit(s.motion.time);
  visit(s.motion.y);
  visit(s.motion.rates);
  visit(s.motion.angles);
  visit(s.motion.isBesideSingular);
  visit(s.motion.isBySolver);
  visit(s.motion.isAccepted);
  visit(s.motion.potentialFirst);
  visit(s.motion.energyFirst);
  visit.partitions(s.motion.partitions);
  visit(s.motion.choice);
  visit(s.start);
  visit(s.parameters);
  visit(s.inputs);
  visit(s.before);
  visit(s.measuredAt);
  visit(s.measuredAngles);
  visit(s.measuredRates);
}

template <class Visit, class Partition>
void describePartition(Partition& partition, Visit& visit) {
  visit(partition.rank);
  visit(partition.rows);
  visit(partition.columns);
  visit(partition.growthAtChoice);
  visit(partition.pivotRatioAtChoice);
}

template <class T>
concept Plain = std::is_arithmetic_v<T>;

struct Writer {
  std::vector<char> bytes;
  bool isCounting = false;
  std::size_t size = 0;

  void put(const void* from, std::size_t count) {
    size += count;
    if (isCounting || count == 0) return;
    const char* const first = static_cast<const char*>(from);
    bytes.insert(bytes.end(), first, first + count);
  }
  template <Plain T>
  void operator()(const T& value) {
    put(&value, sizeof value);
  }
  template <class Sequence>
  requires(!Plain<Sequence>) void operator()(const Sequence& values) {
    (*this)(values.size());
    put(values.data(), values.size() * sizeof(values[0]));
  }
  void partitions(const std::vector<Partition>& all) {
    (*this)(all.size());
    for (const Partition& one : all) describePartition(one, *this);
  }
};

struct Reader {
  std::span<const char> bytes;
  bool isWhole = true;

  bool take(void* to, std::size_t count) {
    if (!isWhole || count > bytes.size()) return isWhole = false;
    if (count > 0) std::memcpy(to, bytes.data(), count);
    bytes = bytes.subspan(count);
    return true;
  }
  // A size that the rest of the bytes can hold.
  std::size_t count(std::size_t of) {
    std::size_t number = 0;
    take(&number, sizeof number);
    if (number > bytes.size() / of) isWhole = false;
    return isWhole ? number : 0;
  }
  template <Plain T>
  void operator()(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      char byte = 0;
      take(&byte, 1);
      value = byte != 0;
    } else {
      take(&value, sizeof value);
    }
  }
  template <class Sequence>
  requires(!Plain<Sequence>) void operator()(Sequence& values) {
    values.resize(count(sizeof(values[0])));
    take(values.data(), values.size() * sizeof(values[0]));
  }
  void partitions(std::vector<Partition>& all) {
    all.resize(count(sizeof(int)));
    for (Partition& one : all) describePartition(one, *this);
  }
};

// Whether bytes have been damaged on their way (FNV-1a).
std::uint64_t checksum(std::span<const char> bytes) {
  std::uint64_t sum = 14695981039346656037u;
  for (const char byte : bytes) sum = (sum ^ static_cast<unsigned char>(byte)) * 1099511628211u;
  return sum;
}

}  // namespace

std::vector<char> bytesOf(const Snapshot& snapshot) {
  Writer writer;
  writer.put(kMark, sizeof kMark);
  describe(snapshot, writer);
  writer(checksum(writer.bytes));
  return std::move(writer.bytes);
}

std::size_t sizeOf(const Snapshot& snapshot) {
  Writer writer;
  writer.isCounting = true;
  writer.put(kMark, sizeof kMark);
  describe(snapshot, writer);
  return writer.size + sizeof(std::uint64_t);
}

std::optional<Snapshot> snapshotFrom(std::span<const char> bytes) {
  std::uint64_t sum = 0;
  if (bytes.size() < sizeof sum) return std::nullopt;
  const std::span<const char> content = bytes.first(bytes.size() - sizeof sum);
  std::memcpy(&sum, bytes.data() + content.size(), sizeof sum);
  if (sum != checksum(content)) return std::nullopt;
  Reader reader{content};
  char mark[sizeof kMark] = {};
  if (!reader.take(mark, sizeof mark) || std::memcmp(mark, kMark, sizeof mark) != 0) return std::nullopt;
  Snapshot snapshot;
  describe(snapshot, reader);
  if (!reader.isWhole || !reader.bytes.empty()) return std::nullopt;
  return snapshot;
}

}  // namespace mb::fmi
