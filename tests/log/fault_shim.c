/* Preloaded under SQLite: lets chosen syncs of regular files fail with EIO, as a disk does that is dying. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static long seen = 0, first = 0, last = -1;

void fault_arm(long from, long to) { seen = 0; first = from; last = to; }
long fault_seen(void) { return seen; }

static int fails(int fd) {
    struct stat found;
    if (fstat(fd, &found) != 0 || !S_ISREG(found.st_mode)) return 0;
    seen++;
    return seen >= first && seen <= last;
}

#define SYNC(name) \
    int name(int fd) { \
        static int (*real)(int); \
        if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, #name); \
        if (fails(fd)) { errno = EIO; return -1; } \
        return real(fd); \
    }
SYNC(fsync)
SYNC(fdatasync)
