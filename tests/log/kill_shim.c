/* Preloaded under SQLite: counts what changes or syncs a regular file, kills the process at a chosen one, and
   can write down everything it saw, data included, so that a power cut can be replayed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static long kill_at = -1, seen = 0;
static int torn = 0, trace = -1;

struct entry { char op; uint64_t file; int64_t offset; uint64_t length; } __attribute__((packed));

void shim_arm(long at, int half) { seen = 0; kill_at = at; torn = half; }
long shim_seen(void) { return seen; }
void shim_trace(int fd) { trace = fd; }

static void raw(const void *data, size_t length) {
    const char *at = data;
    while (length > 0) {
        long done = syscall(SYS_write, trace, at, length);
        if (done <= 0) return;
        at += done;
        length -= (size_t)done;
    }
}

static void note(char op, uint64_t file, int64_t offset, uint64_t length, const void *data) {
    struct entry entry = {op, file, offset, length};
    if (trace < 0) return;
    raw(&entry, sizeof entry);
    if (data) raw(data, length);
}

void shim_mark(uint64_t number) { note('A', number, 0, 0, NULL); }

static uint64_t regular(int fd) {
    struct stat found;
    if (fd == trace || fstat(fd, &found) != 0 || !S_ISREG(found.st_mode)) return 0;
    return found.st_ino;
}

static int due(void) { return kill_at >= 0 && ++seen == kill_at; }
static void die(void) { kill(getpid(), SIGKILL); for (;;) pause(); }

#define REAL(name, ...) \
    static __typeof__(name) *real; \
    if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

ssize_t write(int fd, const void *data, size_t length) {
    REAL(write);
    uint64_t file = regular(fd);
    if (!file) return real(fd, data, length);
    if (due()) { if (torn) real(fd, data, length / 2); die(); }
    note('W', file, (int64_t)lseek(fd, 0, SEEK_CUR), length, data);
    return real(fd, data, length);
}

#define PWRITE(name, offset_type) \
    ssize_t name(int fd, const void *data, size_t length, offset_type offset) { \
        REAL(name); \
        uint64_t file = regular(fd); \
        if (!file) return real(fd, data, length, offset); \
        if (due()) { if (torn) real(fd, data, length / 2, offset); die(); } \
        note('W', file, offset, length, data); \
        return real(fd, data, length, offset); \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define SYNC(name) \
    int name(int fd) { \
        REAL(name); \
        uint64_t file = regular(fd); \
        if (file && due()) die(); \
        int result = real(fd); \
        if (file) note('S', file, 0, 0, NULL); \
        return result; \
    }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name, offset_type) \
    int name(int fd, offset_type length) { \
        REAL(name); \
        uint64_t file = regular(fd); \
        if (file && due()) die(); \
        if (file) note('T', file, length, 0, NULL); \
        return real(fd, length); \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

int unlink(const char *path) { REAL(unlink); if (due()) die(); return real(path); }
int rename(const char *from, const char *to) { REAL(rename); if (due()) die(); return real(from, to); }
