#include "converter/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>

namespace mb {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ > 2) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int value() const { return value_; }

 private:
  int value_;
};

bool writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// False with errno set when a step failed. The name of the temporary file is on disk for the moment between link and
// rename only.
bool writeAtomically(const std::string& path, const std::string& folder, const std::string& text) {
  const std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  const Descriptor nameless(::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666));
  if (nameless.value() >= 0) {
    const std::string self = fmt::format("/proc/self/fd/{}", nameless.value());
    if (!writeAll(nameless.value(), text) || ::fsync(nameless.value()) != 0) return false;
    if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, temporary.c_str(), AT_SYMLINK_FOLLOW) != 0) return false;
  } else {  // a file system without nameless files
    if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) return false;
    const Descriptor named(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (named.value() < 0) return false;
    if (!writeAll(named.value(), text) || ::fsync(named.value()) != 0) {
      const int reason = errno;
      ::unlink(temporary.c_str());
      errno = reason;
      return false;
    }
  }
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    ::unlink(temporary.c_str());
    errno = reason;
    return false;
  }
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.value() >= 0) ::fsync(directory.value());
  return true;
}

}  // namespace

bool writeFile(const std::string& path, const std::string& text, Diagnostics& diagnostics) {
  bool written = false;
  struct stat status {};
  if (path == "-") {
    written = writeAll(STDOUT_FILENO, text);
  } else if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
    const Descriptor device(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    written = device.value() >= 0 && writeAll(device.value(), text);
  } else {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    written = writeAtomically(path, folder.empty() ? "." : folder, text);
  }
  if (written) return true;
  diagnostics.error({}, fmt::format("cannot write '{}': {}", path, std::strerror(errno)), ExitCode::io)
      .withHint("check that the folder exists, is writable and has room");
  return false;
}

}  // namespace mb
