/* Shifts the wall clock of a process by the seconds that the file $CLOCK_SHIFT holds (eight bytes, a double);
   the monotonic clock and the times of files stay, as they do when somebody sets a machine's clock. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile double *shift;

__attribute__((constructor)) static void open_shift(void) {
    const char *path = getenv("CLOCK_SHIFT");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *place = file < 0 ? MAP_FAILED : mmap(0, sizeof(double), PROT_READ, MAP_SHARED, file, 0);
    if (file >= 0) close(file);
    shift = place == MAP_FAILED ? 0 : place;
}

int clock_gettime(clockid_t which, struct timespec *out) {
    int status = syscall(SYS_clock_gettime, which, out);
    if (!status && shift && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) out->tv_sec += (time_t)*shift;
    return status;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
    struct timespec now;
    int status = clock_gettime(CLOCK_REALTIME, &now);
    (void)zone;
    if (!status && out) out->tv_sec = now.tv_sec, out->tv_usec = now.tv_nsec / 1000;
    return status;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}
