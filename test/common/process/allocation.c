/* Counts the allocations of the library's own code, and lets one of them fail. */
#include "allocation_counter.h"

#include <stddef.h>

/* The linker sends calls of malloc to __wrap_malloc, and __real_malloc to malloc. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *string);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *string);

void *__wrap_malloc(size_t size)
{
    return allocation_fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return allocation_fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return allocation_fails() ? NULL : __real_realloc(memory, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return allocation_fails() ? NULL : __real_aligned_alloc(alignment, size);
}

char *__wrap_strdup(const char *string)
{
    return allocation_fails() ? NULL : __real_strdup(string);
}
