/* Counts the allocations of the library's own code, and lets one of them fail. */
#include "allocation.h"

#include <stdatomic.h>

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

static atomic_size_t asked;
static atomic_size_t failing; /* the allocation that fails, counted from the program's begin; 0: none */

size_t allocation_count(void)
{
    return atomic_load(&asked);
}

void allocation_fail(size_t n)
{
    atomic_store(&failing, n ? atomic_load(&asked) + n : 0);
}

bool allocation_failed(void)
{
    size_t which = atomic_load(&failing);
    return which && atomic_load(&asked) >= which;
}

static bool fails(void)
{
    return atomic_fetch_add(&asked, 1) + 1 == atomic_load(&failing);
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails() ? NULL : __real_realloc(memory, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __real_aligned_alloc(alignment, size);
}

char *__wrap_strdup(const char *string)
{
    return fails() ? NULL : __real_strdup(string);
}
