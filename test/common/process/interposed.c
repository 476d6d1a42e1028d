/* Counts all allocations of the program, including those inside other libraries, and lets one of them
 * fail. It implements allocation.h for tests that are linked with this file instead of allocation.c:
 * dynamically linked libraries use the program's own malloc instead of libc's or a sanitizer's. */
#include "allocation_counter.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

static bool fails(void)
{
    bool chosen = allocation_fails();
    if (chosen)
        errno = ENOMEM;
    return chosen;
}

/* The functions by their linker names, which no header has declared before: ours, and those of a
 * sanitizer that is linked statically. */
void *our_malloc(size_t size) __asm__("malloc");
void *our_calloc(size_t count, size_t size) __asm__("calloc");
void *our_realloc(void *memory, size_t size) __asm__("realloc");
void *our_aligned_alloc(size_t alignment, size_t size) __asm__("aligned_alloc");
int our_posix_memalign(void **memory, size_t alignment, size_t size) __asm__("posix_memalign");
char *our_strdup(const char *text) __asm__("strdup");

#define SANITIZER(name) __asm__("__interceptor_" name) __attribute__((weak))
void *sanitizer_malloc(size_t size) SANITIZER("malloc");
void *sanitizer_calloc(size_t count, size_t size) SANITIZER("calloc");
void *sanitizer_realloc(void *memory, size_t size) SANITIZER("realloc");
void *sanitizer_aligned_alloc(size_t alignment, size_t size) SANITIZER("aligned_alloc");
int sanitizer_posix_memalign(void **memory, size_t alignment, size_t size) SANITIZER("posix_memalign");

/* The function that ours replaces. The conversion of a data pointer to a function pointer is the one
 * that POSIX allows. */
#define NEXT(name)                                                                                     \
    static __typeof__(&our_##name) next;                                                               \
    if (!next && sanitizer_##name)                                                                     \
        next = sanitizer_##name;                                                                       \
    if (!next)                                                                                         \
    *(void **)&next = dlsym(RTLD_NEXT, #name)

void *our_malloc(size_t size)
{
    NEXT(malloc);
    return fails() ? NULL : next(size);
}

void *our_calloc(size_t count, size_t size)
{
    NEXT(calloc);
    return fails() ? NULL : next(count, size);
}

void *our_realloc(void *memory, size_t size)
{
    NEXT(realloc);
    return fails() ? NULL : next(memory, size);
}

void *our_aligned_alloc(size_t alignment, size_t size)
{
    NEXT(aligned_alloc);
    return fails() ? NULL : next(alignment, size);
}

int our_posix_memalign(void **memory, size_t alignment, size_t size)
{
    NEXT(posix_memalign);
    return fails() ? ENOMEM : next(memory, alignment, size);
}

char *our_strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = our_malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}
