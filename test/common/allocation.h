/* Counts the allocations of the library's own code, and lets one of them fail. Linked into every test
 * through the linker's --wrap; allocations of other libraries are neither counted nor failed. */
#ifndef LW_TEST_ALLOCATION_H
#define LW_TEST_ALLOCATION_H

#include <stdbool.h>
#include <stddef.h>

/* The number of allocations since the program began, on all threads. */
size_t allocation_count(void);

/* Lets the n-th allocation from now fail, once (1: the next one). 0: none. */
void allocation_fail(size_t n);

/* Whether the ordered failure has happened. A test of every failure in turn:
 *
 *     for (size_t n = 1;; n++) {
 *         allocation_fail(n);
 *         lw_status status = do_it(&error);
 *         if (!allocation_failed())
 *             break;
 *         assert_int_equal(status, LW_ERROR_MEMORY);
 *     }
 *     allocation_fail(0); */
bool allocation_failed(void);

#endif
