/* The counter that allocation.c and interposed.c share, and whether an allocation fails. */
#ifndef LW_TEST_ALLOCATION_COUNTER_H
#define LW_TEST_ALLOCATION_COUNTER_H

#include <stdbool.h>

/* Counts one more allocation; true if it is the one that fails. */
bool allocation_fails(void);

#endif
