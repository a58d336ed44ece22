/* A disk that fails when it is told to: stands before the C library's writing functions (LD_PRELOAD), in a process whose
 * store is to fail. While the file named in GALLEY_DISK_FAULT holds an error number, writing to any file whose path begins
 * with GALLEY_DISK ends with that error, as the kernel would end it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int fails(int file)
{
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
    if (!orders) return 0;
    if (fscanf(orders, "%d", &number) != 1) number = 0;
    fclose(orders);
    errno = number;
    return number != 0;
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
int fsync(int file) { return fails(file) ? -1 : NEXT(fsync)(file); }
int fdatasync(int file) { return fails(file) ? -1 : NEXT(fdatasync)(file); }
