#include "converter/files/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>

namespace mb {
namespace {

constexpr std::size_t kPiece = 1 << 20;  // fewer, larger writes

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

std::filesystem::path folderOf(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : ".";
}

std::string nameOfDescriptor(int descriptor) { return fmt::format("/proc/self/fd/{}", descriptor); }

// A path in /dev/fd or /proc/self/fd refers to a file that the process has open, whatever its current name.
bool isDescriptor(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::canonical(folderOf(path), ignored).string().starts_with("/proc/");
}

// The number in a path such as /dev/fd/3. Opening the path would start at the beginning of the file.
std::optional<int> numberOfDescriptor(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  int number = 0;
  const auto [end, fault] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool isNumber = fault == std::errc() && end == name.data() + name.size();
  return isNumber && isDescriptor(path) ? std::optional(number) : std::nullopt;
}

// The end of a chain of links, which may not exist yet or be a descriptor. Empty with errno set when the chain does not
// end.
std::filesystem::path fileBehind(std::filesystem::path path) {
  constexpr int kMostLinks = 40;  // as in the kernel
  std::error_code ignored;
  for (int links = 0; std::filesystem::is_symlink(path, ignored) && !isDescriptor(path); ++links) {
    if (links == kMostLinks) {
      errno = ELOOP;
      return {};
    }
    path = path.parent_path() / std::filesystem::read_symlink(path, ignored);
  }
  return path;
}

// Whether the name still refers to the file that the descriptor has open.
bool isNamed(int descriptor, const std::string& name) {
  struct stat open {};
  struct stat named {};
  return ::fstat(descriptor, &open) == 0 && ::lstat(name.c_str(), &named) == 0 && open.st_dev == named.st_dev &&
         open.st_ino == named.st_ino;
}

// A writer holds a lock, so an unlocked file was left by a process that was killed.
void removeAbandoned(const std::string& name) {
  const Descriptor file(::open(name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  const bool isAbandoned = file.value() >= 0 && ::flock(file.value(), LOCK_EX | LOCK_NB) == 0;
  if (isAbandoned && isNamed(file.value(), name)) ::unlink(name.c_str());
}

// Creates a new locked file. Fails with errno EEXIST when another process removed it as abandoned before it was locked.
int createLocked(const std::string& name) {
  const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) return descriptor;
  const bool isTaken = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (!isTaken && isNamed(descriptor, name)) return descriptor;
  ::close(descriptor);
  errno = EEXIST;
  return -1;
}

bool keepAccess(int descriptor, const struct stat& old) {
  struct stat now {};
  if (::fstat(descriptor, &now) != 0) return false;
  mode_t mode = old.st_mode & 0777;
  const bool isOwn = now.st_uid == old.st_uid && now.st_gid == old.st_gid;
  // Not every user may give files away. Our group must then get no more permissions than everybody had.
  if (!isOwn && ::fchown(descriptor, old.st_uid, old.st_gid) != 0 &&
      ::fchown(descriptor, static_cast<uid_t>(-1), old.st_gid) != 0) {
    mode = (mode & 0707) | ((mode & 07) << 3);
  }
  return mode == (now.st_mode & 0777) || ::fchmod(descriptor, mode) == 0;
}

}  // namespace

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (isOnDisk_) ::unlink(temporary_.c_str());
}

bool AtomicFile::reportUnless(bool isDone, Diagnostics& diagnostics) const {
  if (isDone) return true;
  diagnostics.error({}, Code::cannotWrite, fmt::format("cannot write '{}': {}", path_, std::strerror(errno)))
      .withHint("check that the folder exists, is writable and has room");
  return false;
}

bool AtomicFile::open(Diagnostics& diagnostics) {
  if (isStandardOutput_) return true;
  struct stat old {};
  const bool exists = ::stat(path_.c_str(), &old) == 0;
  errno = EISDIR;
  if (exists && S_ISDIR(old.st_mode)) return reportUnless(false, diagnostics);
  // A read-only file is not replaced, even if its folder would allow it.
  if (exists && ::access(path_.c_str(), W_OK) != 0) return reportUnless(false, diagnostics);
  target_ = fileBehind(path_);
  if (target_.empty()) return reportUnless(false, diagnostics);
  if (exists && (!S_ISREG(old.st_mode) || isDescriptor(target_))) return true;
  return reportUnless(openBeside() && (!exists || keepAccess(descriptor_, old)), diagnostics);
}

// Returns false with errno set, as do the functions below.
bool AtomicFile::openBeside() {
  descriptor_ = ::open(folderOf(target_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  // The file gets its final name through its entry in /proc, which may not be mounted.
  isNameless_ = descriptor_ >= 0 && ::access(nameOfDescriptor(descriptor_).c_str(), F_OK) == 0;
  if (descriptor_ >= 0 && !isNameless_) ::close(descriptor_);
  const bool isUnsupported = descriptor_ >= 0 || errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL;
  if (!isNameless_) return isUnsupported && claimName();
  ::flock(descriptor_, LOCK_EX | LOCK_NB);
  return true;
}

// The temporary name is always the same, so that the next writer removes what a killed process left. When another
// process is writing the same target, our process number is added.
bool AtomicFile::claimName() {
  constexpr std::size_t kLongest = 200;  // of the 255 bytes that a name may have
  const std::string hidden =
      (folderOf(target_) / ("." + target_.filename().string().substr(0, kLongest) + ".mbconvert")).string();
  for (const std::string& name : {hidden + ".tmp", fmt::format("{}.{}.tmp", hidden, ::getpid())}) {
    removeAbandoned(name);
    if (isNameless_) {
      const std::string self = nameOfDescriptor(descriptor_);
      isOnDisk_ = ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    } else {
      descriptor_ = createLocked(name);
      isOnDisk_ = descriptor_ >= 0;
    }
    temporary_ = name;
    if (isOnDisk_ || errno != EEXIST) return isOnDisk_;
  }
  return false;
}

void AtomicFile::append(std::string_view text) {
  text_ += text;
  if (isDirect() || text_.size() < kPiece) return;
  if (fault_ == 0 && !writeAll(descriptor_, text_)) fault_ = errno;
  hasWritten_ = true;
  text_.clear();
}

void AtomicFile::replaceStart(std::string_view text) {
  if (!hasWritten_) {
    text_.replace(0, text.size(), text);
  } else if (fault_ == 0 && ::pwrite(descriptor_, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
    fault_ = errno;
  }
}

// Returns false with errno set.
bool AtomicFile::writeOut() {
  errno = fault_;
  if (fault_ != 0 || !writeAll(descriptor_, text_) || ::fsync(descriptor_) != 0) return false;
  hasWritten_ = true;
  text_.clear();
  return true;
}

bool AtomicFile::prepare(Diagnostics& diagnostics) { return isDirect() || reportUnless(writeOut(), diagnostics); }

// An unnamed file can be linked to a free name at once. Replacing an old file needs a rename.
bool AtomicFile::replaceTarget() {
  if (isNameless_) {
    const std::string self = nameOfDescriptor(descriptor_);
    if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, target_.c_str(), AT_SYMLINK_FOLLOW) == 0) return true;
    if (errno != EEXIST || !claimName()) return false;
  }
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) return false;
  isOnDisk_ = false;
  return true;
}

bool AtomicFile::finish() {
  if (isStandardOutput_) return writeAll(STDOUT_FILENO, text_);
  if (isDirect()) {
    if (const std::optional<int> number = numberOfDescriptor(target_)) return writeAll(*number, text_);
    const Descriptor device(::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    return device.value() >= 0 && writeAll(device.value(), text_);
  }
  if (!writeOut() || !replaceTarget()) return false;
  // The new file is in place. If a power failure undoes that, the old file is back; either is complete.
  const Descriptor directory(::open(folderOf(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.value() >= 0) ::fsync(directory.value());
  return true;
}

bool AtomicFile::commit(Diagnostics& diagnostics) { return reportUnless(finish(), diagnostics); }

bool isSameFile(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty() || a == "-" || b == "-") return false;
  std::error_code failed;
  const std::filesystem::path one = std::filesystem::canonical(a, failed);
  if (failed || !std::filesystem::is_regular_file(one, failed)) return false;
  const std::filesystem::path other = std::filesystem::canonical(b, failed);
  return !failed && one == other;
}

bool writeFile(const std::string& path, const std::string& text, Diagnostics& diagnostics) {
  AtomicFile file(path);
  if (!file.open(diagnostics)) return false;
  file.append(text);
  return file.commit(diagnostics);
}

}  // namespace mb
