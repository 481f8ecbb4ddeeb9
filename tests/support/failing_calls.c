// Preloaded into mbconvert by scripts/check crash-safety: counts the calls that open, write and name files, and at the
// FAULT_AT-th of them
//   FAULT=N       the call fails with errno N
//   FAULT=before  the process is killed before the call
//   FAULT=after   or after it.
// FAULT=short lets every write take a byte less than it is given. NO_NAMELESS=1 refuses files without names, as some
// file systems do. The name of the faulty call is written to the file FAULT_LOG: none means that there are fewer calls.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int isFault(const char* kind) {
  const char* const fault = getenv("FAULT");
  return fault && strcmp(fault, kind) == 0;
}

static int isDue(const char* name) {
  static int calls = 0;
  const char* const at = getenv("FAULT_AT");
  if (!at || ++calls != atoi(at)) return 0;
  const int log = (int)syscall(SYS_openat, AT_FDCWD, getenv("FAULT_LOG"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  syscall(SYS_write, log, name, strlen(name));
  syscall(SYS_close, log);
  return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAULTY(name, failed, call)                       \
  const int due = isDue(#name);                          \
  const int number = due ? atoi(getenv("FAULT")) : 0;    \
  if (due && isFault("before")) kill(getpid(), SIGKILL); \
  if (number > 0) return errno = number, failed;         \
  __typeof__(call) result = call;                        \
  if (due && isFault("after")) kill(getpid(), SIGKILL);  \
  return result

int fsync(int file) { FAULTY(fsync, -1, NEXT(fsync)(file)); }
int fchmod(int file, mode_t mode) { FAULTY(fchmod, -1, NEXT(fchmod)(file, mode)); }
int fchown(int file, uid_t user, gid_t group) { FAULTY(fchown, -1, NEXT(fchown)(file, user, group)); }
int flock(int file, int operation) { FAULTY(flock, -1, NEXT(flock)(file, operation)); }
int rename(const char* from, const char* to) { FAULTY(rename, -1, NEXT(rename)(from, to)); }
int linkat(int a, const char* from, int b, const char* to, int flags) {
  FAULTY(linkat, -1, NEXT(linkat)(a, from, b, to, flags));
}
FILE* fopen(const char* path, const char* mode) { FAULTY(fopen, NULL, NEXT(fopen)(path, mode)); }

ssize_t write(int file, const void* text, size_t size) {
  if (isFault("short") && size > 1) --size;
  FAULTY(write, -1, NEXT(write)(file, text, size));
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (getenv("NO_NAMELESS") && (flags & O_TMPFILE) == O_TMPFILE) return errno = EOPNOTSUPP, -1;
  FAULTY(open, -1, NEXT(open)(path, flags, mode));
}
