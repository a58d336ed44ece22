/* A disk that fails or stalls on demand: replaces the C library's writing functions (LD_PRELOAD) in a process whose
 * store should fail. The file named in GALLEY_DISK_FAULT contains an order for all files whose path begins with
 * GALLEY_DISK:
 * - "5 all": writing fails with this error number, as the kernel would report it;
 * - "5 folders": only syncing the names in a folder fails;
 * - "0 stall": syncing waits until the order is gone, 60 s at most. The file GALLEY_DISK_FAULT.stalled reports that a
 *   call waits. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum reach { ALL, FOLDERS, STALL };

/* The error number of the order for this file and its reach; 0 without an order. */
static int order_for(int file, enum reach *reach)
{
    *reach = ALL;
    const char *order = getenv("GALLEY_DISK_FAULT"), *disk = getenv("GALLEY_DISK");
    if (!order || !disk || access(order, F_OK) != 0) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (strncmp(path, disk, strlen(disk)) != 0) return 0;
    FILE *orders = fopen(order, "re");
    int number = 0;
    char word[16] = "";
    if (!orders) return 0;
    if (fscanf(orders, "%d %15s", &number, word) < 1) number = 0;
    fclose(orders);
    if (strcmp(word, "folders") == 0) *reach = FOLDERS;
    if (strcmp(word, "stall") == 0) *reach = STALL;
    return number;
}

static int fails(int file)
{
    enum reach reach;
    int number = order_for(file, &reach);
    if (number == 0 || reach != ALL) return 0;
    errno = number;
    return 1;
}

static int fails_to_sync(int file)
{
    enum reach reach;
    struct stat status;
    int number = order_for(file, &reach);
    if (reach == STALL) {
        char place[4096];
        snprintf(place, sizeof place, "%s.stalled", getenv("GALLEY_DISK_FAULT"));
        close(open(place, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
        for (int tenths = 0; tenths < 600 && reach == STALL; tenths++) {
            usleep(100000);
            order_for(file, &reach);
        }
        return 0;
    }
    if (number == 0) return 0;
    if (reach == FOLDERS && (fstat(file, &status) != 0 || !S_ISDIR(status.st_mode))) return 0;
    errno = number;
    return 1;
}

#define NEXT(name) ((__typeof__(&name)) dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *bytes, size_t count)
{
    return fails(file) ? -1 : NEXT(write)(file, bytes, count);
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset)
{
    return fails(file) ? -1 : NEXT(pwrite)(file, bytes, count, offset);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset)
{
    return fails(file) ? -1 : NEXT(pwrite64)(file, bytes, count, offset);
}
int fsync(int file) { return fails_to_sync(file) ? -1 : NEXT(fsync)(file); }
int fdatasync(int file) { return fails_to_sync(file) ? -1 : NEXT(fdatasync)(file); }
