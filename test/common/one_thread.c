/* Loaded before a program (LD_PRELOAD) whose test is not in the list of those that start threads: ends
 * it with a sentence as soon as it starts one. */
#include <stdio.h>
#include <stdlib.h>

static _Noreturn void refuse(void)
{
    fputs("this test starts a thread: its name belongs into `threaded` in test/CMakeLists.txt\n",
          stderr);
    abort();
}

/* Declared by their linker names alone: nothing is done with their arguments. */
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
