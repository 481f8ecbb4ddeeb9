#include "converter/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace mb {
namespace {

constexpr std::size_t kPiece = 1 << 20;  // fewer and larger writes

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

}  // namespace

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (isOnDisk_) ::unlink(temporary_.c_str());
}

bool AtomicFile::told(bool isDone, Diagnostics& diagnostics) const {
  if (isDone) return true;
  diagnostics.error({}, Code::cannotWrite, fmt::format("cannot write '{}': {}", path_, std::strerror(errno)))
      .withHint("check that the folder exists, is writable and has room");
  return false;
}

bool AtomicFile::open(Diagnostics& diagnostics) {
  struct stat status {};
  if (path_ == "-") return true;
  if (::stat(path_.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    errno = EISDIR;
    return told(!S_ISDIR(status.st_mode), diagnostics);
  }
  return told(openBeside(), diagnostics);
}

// False with errno set, as finish().
bool AtomicFile::openBeside() {
  folder_ = std::filesystem::path(path_).parent_path().string();
  if (folder_.empty()) folder_ = ".";
  temporary_ = fmt::format("{}.{}.tmp", path_, ::getpid());
  descriptor_ = ::open(folder_.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  isNameless_ = descriptor_ >= 0;
  if (isNameless_) return true;
  if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) return false;
  // a file system without nameless files
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  isOnDisk_ = descriptor_ >= 0;
  return isOnDisk_;
}

void AtomicFile::append(std::string_view text) {
  text_ += text;
  if (isDirect() || text_.size() < kPiece) return;
  if (fault_ == 0 && !writeAll(descriptor_, text_)) fault_ = errno;
  text_.clear();
}

bool AtomicFile::finish() {
  if (path_ == "-") return writeAll(STDOUT_FILENO, text_);
  if (isDirect()) {
    const Descriptor device(::open(path_.c_str(), O_WRONLY | O_CLOEXEC));
    return device.value() >= 0 && writeAll(device.value(), text_);
  }
  errno = fault_;
  if (fault_ != 0 || !writeAll(descriptor_, text_) || ::fsync(descriptor_) != 0) return false;
  if (isNameless_) {
    const std::string self = fmt::format("/proc/self/fd/{}", descriptor_);
    if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, temporary_.c_str(), AT_SYMLINK_FOLLOW) != 0) return false;
    isOnDisk_ = true;
  }
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return false;
  isOnDisk_ = false;
  const Descriptor directory(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.value() >= 0) ::fsync(directory.value());
  return true;
}

bool AtomicFile::commit(Diagnostics& diagnostics) { return told(finish(), diagnostics); }

bool writeFile(const std::string& path, const std::string& text, Diagnostics& diagnostics) {
  AtomicFile file(path);
  if (!file.open(diagnostics)) return false;
  file.append(text);
  return file.commit(diagnostics);
}

}  // namespace mb
