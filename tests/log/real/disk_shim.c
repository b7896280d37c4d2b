/* Preloaded under Python and SQLite: counts every system call that touches a file in one folder, and lets a chosen one
   fail, fall short or be the last of the process. What it counted can be read back, one letter a call:

       o open   r read   w write   s sync   t truncate   u unlink   n rename   l lock

   Armed from inside by fault_arm, or from outside by a file named in FAULT_CONTROL that says "FOLDER NUMBER MODE".
   It can also write down all that the disk was asked to do, data and names included, so that a power cut can be
   replayed: W(rite), T(runcate), S(ync) of a file; C(reate), U(nlink), N(ame) and D, the sync of the folder itself;
   A is an acknowledgement that the program under test gave. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST 8192
#define NOTHING ' '

enum mode { NONE, FAILS, FULL, SHORT, FAILS_ON, FULL_ON, DIES, DIES_HALF_WAY };

static char folder[1024], calls[MOST + 1];
static long at = -1, seen = 0;
static int mode = NONE, trace = -1;

void fault_arm(const char *where, long number, int how) {
    snprintf(folder, sizeof folder, "%s/", where);
    memset(calls, 0, sizeof calls);
    at = number;
    mode = how;
    seen = 0;
}

const char *fault_calls(void) { return calls; }

/* ---- what was asked of the disk --------------------------------------------------------------------------- */

struct entry { char op; uint64_t file; int64_t offset; uint64_t length; } __attribute__((packed));

void fault_trace(int fd) { trace = fd; }

static void raw(const void *data, size_t length) {
    const char *from = data;
    while (length > 0) {
        long done = syscall(SYS_write, trace, from, length);
        if (done <= 0) return;
        from += done;
        length -= (size_t)done;
    }
}

static void note(char op, uint64_t file, int64_t offset, const void *data, size_t length) {
    struct entry entry = {op, file, offset, length};
    if (trace < 0 || op == NOTHING) return;
    raw(&entry, sizeof entry);
    if (length) raw(data, length);
}

void fault_mark(uint64_t number) { note('A', number, 0, NULL, 0); }

static uint64_t file_of(int fd) {
    struct stat found;
    return fstat(fd, &found) ? 0 : found.st_ino;
}

/* ---- faults ----------------------------------------------------------------------------------------------- */

/* With raw calls only: this runs inside the very functions it stands in for. */
static void look_outside(void) {
    static const char *control;
    static int asked;
    char said[1200] = "", where[1024];
    long number;
    int how, file;
    if (!asked) { asked = 1; control = getenv("FAULT_CONTROL"); }
    if (!control || *folder) return;
    file = (int)syscall(SYS_openat, AT_FDCWD, control, O_RDONLY);
    if (file < 0) return;
    if (syscall(SYS_read, file, said, sizeof said - 1) > 0 && sscanf(said, "%1023s %ld %d", where, &number, &how) == 3)
        fault_arm(where, number, how);
    syscall(SYS_close, file);
}

static int is_watched_path(const char *path) { return *folder && path && !strncmp(path, folder, strlen(folder)); }

static int is_watched(int fd) {
    char link[64], path[1024];
    ssize_t length;
    look_outside();
    if (!*folder) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, path, sizeof path - 2);
    if (length <= 0) return 0;
    path[length] = '/';
    path[length + 1] = 0;
    if (!strcmp(path, folder)) return 1; /* the folder itself: it is synced too */
    path[length] = 0;
    return is_watched_path(path);
}

static int is_folder(int fd) {
    struct stat found;
    return !fstat(fd, &found) && S_ISDIR(found.st_mode);
}

static void die(void) { kill(getpid(), SIGKILL); for (;;) pause(); }

/* Count a call of the sort *letter*; what is to happen to it. */
static enum mode due(char letter) {
    int here, on;
    if (seen < MOST) calls[seen] = letter;
    seen++;
    here = seen == at;
    on = seen > at && at > 0 && (mode == FAILS_ON || mode == FULL_ON);
    if (!here && !on) return NONE;
    if (mode == DIES || (mode == DIES_HALF_WAY && letter != 'w')) {
        die();
    }
    return (enum mode)mode;
}

static int refused(enum mode how) { errno = how == FULL || how == FULL_ON ? ENOSPC : EIO; return -1; }

#define REAL(name) \
    static __typeof__(name) *real; \
    if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        REAL(name); \
        va_list more; \
        va_start(more, flags); \
        mode_t rights = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        look_outside(); \
        if (!is_watched_path(path)) return real(path, flags, rights); \
        enum mode how = due('o'); \
        if (how && how != SHORT) return refused(how); \
        int is_new = flags & O_CREAT && access(path, F_OK) != 0, fd = real(path, flags, rights); \
        if (fd >= 0 && is_new) note('C', file_of(fd), 0, path, strlen(path)); \
        if (fd >= 0 && flags & O_TRUNC) note('T', file_of(fd), 0, NULL, 0); \
        return fd; \
    }
OPEN(open)
OPEN(open64)

#define READ(name, parameters, arguments, fewer) \
    ssize_t name parameters { \
        REAL(name); \
        if (is_watched(fd)) { \
            enum mode how = due('r'); \
            if (how == SHORT) { length /= 2; return real fewer; } \
            if (how) return refused(FAILS); \
        } \
        return real arguments; \
    }
READ(read, (int fd, void *data, size_t length), (fd, data, length), (fd, data, length))
READ(pread, (int fd, void *data, size_t length, off_t offset), (fd, data, length, offset), (fd, data, length, offset))
READ(pread64, (int fd, void *data, size_t length, off64_t offset), (fd, data, length, offset), (fd, data, length, offset))

#define WRITE(name, parameters, arguments, half, where) \
    ssize_t name parameters { \
        REAL(name); \
        if (is_watched(fd)) { \
            enum mode how = due('w'); \
            if (how == SHORT) return real half; \
            if (how == DIES_HALF_WAY) { if (real half >= 0) die(); die(); } \
            if (how) return refused(how); \
            note('W', file_of(fd), where, data, length); \
        } \
        return real arguments; \
    }
WRITE(write, (int fd, const void *data, size_t length), (fd, data, length), (fd, data, (length + 1) / 2),
      lseek(fd, 0, SEEK_CUR))
WRITE(pwrite, (int fd, const void *data, size_t length, off_t offset), (fd, data, length, offset),
      (fd, data, (length + 1) / 2, offset), offset)
WRITE(pwrite64, (int fd, const void *data, size_t length, off64_t offset), (fd, data, length, offset),
      (fd, data, (length + 1) / 2, offset), offset)

#define ON_FILE(name, letter, parameters, arguments, op, where) \
    int name parameters { \
        REAL(name); \
        if (!is_watched(fd)) return real arguments; \
        enum mode how = due(letter); \
        if (how && how != SHORT) return refused(how); \
        int result = real arguments; \
        if (!result) note(op, file_of(fd), where, NULL, 0); \
        return result; \
    }
ON_FILE(fsync, 's', (int fd), (fd), is_folder(fd) ? 'D' : 'S', 0)
ON_FILE(fdatasync, 's', (int fd), (fd), is_folder(fd) ? 'D' : 'S', 0)
ON_FILE(ftruncate, 't', (int fd, off_t length), (fd, length), 'T', length)
ON_FILE(ftruncate64, 't', (int fd, off64_t length), (fd, length), 'T', length)
ON_FILE(flock, 'l', (int fd, int operation), (fd, operation), NOTHING, 0)

#define CONTROL(name) \
    int name(int fd, int command, ...) { \
        REAL(name); \
        va_list more; \
        va_start(more, command); \
        void *given = va_arg(more, void *); \
        va_end(more); \
        if (command == F_SETLK && is_watched(fd)) { enum mode how = due('l'); if (how && how != SHORT) return refused(how); } \
        return real(fd, command, given); \
    }
CONTROL(fcntl)
CONTROL(fcntl64)

int unlink(const char *path) {
    REAL(unlink);
    if (!is_watched_path(path)) return real(path);
    enum mode how = due('u');
    if (how && how != SHORT) return refused(how);
    int result = real(path);
    if (!result) note('U', 0, 0, path, strlen(path));
    return result;
}

int rename(const char *from, const char *to) {
    REAL(rename);
    if (!is_watched_path(from)) return real(from, to);
    enum mode how = due('n');
    if (how && how != SHORT) return refused(how);
    int result = real(from, to);
    if (!result) {
        char both[2100];
        note('N', 0, 0, both, (size_t)snprintf(both, sizeof both, "%s\n%s", from, to));
    }
    return result;
}
