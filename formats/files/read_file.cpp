#include "formats/files/read_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "formats/model/basics/limits.h"

namespace mb {
namespace {

struct Stream {
  int descriptor = -1;
  bool owned = false;
  ~Stream() {
    if (owned && descriptor >= 0) ::close(descriptor);
  }
};

std::string sizeFault(std::size_t size) {
  return fmt::format("it has {}{} MB, the limit is {} MB", size > limits::kLargestFile ? "" : "more than ",
                     size / limits::kMegabyte, limits::kLargestFile / limits::kMegabyte);
}

}  // namespace

FileText readFileText(const std::string& path) {
  FileText result;
  const auto refuse = [&](std::string fault, Code code = Code::cannotRead) {
    result = {{}, std::move(fault), code};
    return std::move(result);
  };
  Stream stream;
  stream.owned = path != "-";
  // Opening a pipe without O_NONBLOCK would wait for a writer; reading waits only while there is one.
  stream.descriptor = stream.owned ? ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC) : STDIN_FILENO;
  struct stat about {};
  if (stream.descriptor < 0 || ::fstat(stream.descriptor, &about) != 0) return refuse(std::strerror(errno));
  if (S_ISDIR(about.st_mode)) return refuse("it is a folder");
  if (stream.owned && (S_ISCHR(about.st_mode) || S_ISBLK(about.st_mode))) return refuse("it is a device");
  if (stream.owned && ::fcntl(stream.descriptor, F_SETFL, 0) != 0) return refuse(std::strerror(errno));
  if (S_ISREG(about.st_mode)) {
    const auto size = static_cast<std::size_t>(about.st_size);
    if (size > limits::kLargestFile) return refuse(sizeFault(size), Code::tooLarge);
    result.text.reserve(size);
  }
  std::array<char, 65536> buffer{};
  for (;;) {
    const ssize_t count = ::read(stream.descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return refuse(std::strerror(errno));
    if (count == 0) break;
    if (result.text.size() + static_cast<std::size_t>(count) > limits::kLargestFile) {
      return refuse(sizeFault(limits::kLargestFile), Code::tooLarge);
    }
    result.text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  if (result.text.empty() && stream.owned && S_ISFIFO(about.st_mode)) {
    return refuse("it is a pipe without a writer");
  }
  return result;
}

std::shared_ptr<const SourceFile> readSource(const std::string& path, Diagnostics& diagnostics) {
  FileText read = readFileText(path);
  if (read.fault.empty()) return std::make_shared<const SourceFile>(SourceFile{path, std::move(read.text)});
  const auto unread = std::make_shared<const SourceFile>(SourceFile{path, {}});
  diagnostics.error({unread, 0, 0}, read.code, fmt::format("cannot read '{}': {}", path, read.fault))
      .withHint(read.code == Code::tooLarge
                    ? "split the model; of a table write fewer columns or rows, or a .npy file, which is smaller"
                    : "check the path and its permissions");
  return nullptr;
}

}  // namespace mb
