/* The operating system for the library: POSIX 2008 with the X/Open part, of which realpath is. */
#include "base/platform.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

lw_file_kind lw_file_look(const char *path)
{
    struct stat about;
    if (stat(path, &about))
        return LW_FILE_NONE;
    return S_ISREG(about.st_mode) ? LW_FILE_ORDINARY : LW_FILE_OTHER;
}

char *lw_file_resolve(const char *path)
{
    return realpath(path, NULL);
}

FILE *lw_file_create(const char *path)
{
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    if (descriptor >= 0 && !file) {
        int number = errno;
        close(descriptor);
        unlink(path);
        errno = number;
    }
    return file;
}

bool lw_file_settle(FILE *file)
{
    return !fflush(file) && !fsync(fileno(file));
}

bool lw_file_size(FILE *file, uint64_t *size)
{
    struct stat about;
    if (fstat(fileno(file), &about))
        return false;
    *size = (uint64_t)about.st_size;
    return true;
}

bool lw_file_replace(const char *from, const char *to)
{
    return !rename(from, to);
}

void *lw_library_open(const char *name, int number)
{
    char file[112];
    snprintf(file, sizeof file, "lib%.80s.so.%d", name, number);
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(file, sizeof file, "lib%.80s.%d.dylib", name, number);
        library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    }
    return library;
}

bool lw_library_find(void *library, const char *name, void *function)
{
    void *address = dlsym(library, name);
    if (address)
        memcpy(function, &address, sizeof address); /* C has no conversion between the two kinds */
    return address;
}

unsigned long lw_process_number(void)
{
    return (unsigned long)getpid();
}

bool lw_errno_text(int number, char *out, size_t size)
{
    return !strerror_r(number, out, size);
}

FILE *lw_sink_open(char *bytes, size_t size)
{
    return fmemopen(bytes, size, "w");
}
