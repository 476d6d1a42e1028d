/* Loaded before a test program (LD_PRELOAD) that is not in the list of programs with threads: ends it
 * with a sentence as soon as it starts a thread. */
#include <stdio.h>
#include <stdlib.h>

static _Noreturn void refuse(void)
{
    fputs("this test starts a thread: its name belongs into `threaded` in test/CMakeLists.txt\n",
          stderr);
    abort();
}

/* Declared by their linker names alone, because their arguments are not used. */
int our_pthread_create(void) __asm__("pthread_create");
int our_thrd_create(void) __asm__("thrd_create");

int our_pthread_create(void)
{
    refuse();
}

int our_thrd_create(void)
{
    refuse();
}
