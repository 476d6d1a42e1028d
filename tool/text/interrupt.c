/* Ctrl-C: the first asks the work to stop; a second one ends the program. This file holds the only
 * global variable of the program, because a signal handler can reach nothing else. */
#include "text/interrupt.h"

#include "text/exit_status.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

/* Atomic, because the handler runs in one thread and others read it. A signal handler may set it only
 * if that takes no lock. */
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "an atomic int takes no lock");
static atomic_int interrupted;

static void remember(int number)
{
    interrupted = number;
}

void lw_interrupt_catch(void)
{
    /* without SA_RESTART, so that a wait for input ends too */
    struct sigaction action = {.sa_handler = remember, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool lw_interrupted(void *context)
{
    (void)context;
    return interrupted != 0;
}

int lw_interrupt_exit(void)
{
    return LW_EXIT_SIGNAL + interrupted;
}

int lw_exit_status(lw_status status)
{
    if (status == LW_ERROR_STOPPED && interrupted)
        return lw_interrupt_exit();
    return status ? LW_EXIT_INPUT : LW_EXIT_FREE;
}
