/* The counter of allocations, which also decides which one fails. */
#include "allocation_counter.h"

#include <stdatomic.h>

#include "allocation.h"

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

bool allocation_fails(void)
{
    return atomic_fetch_add(&asked, 1) + 1 == atomic_load(&failing);
}
