/* Ctrl-C: the first asks the work to stop; a second one ends the program. The exit status shows it. */
#ifndef LW_TOOL_TEXT_INTERRUPT_H
#define LW_TOOL_TEXT_INTERRUPT_H

#include "leeway/leeway.h"

#include <stdbool.h>

/* From this call on, the first interrupt, or request to terminate, is only remembered. */
void lw_interrupt_catch(void);

/* Whether an interrupt came. It has the type of lw_check_options.stop; the context is not used. Any
 * thread. */
bool lw_interrupted(void *context);

/* The exit status of a command that an interrupt stopped: 130 after Ctrl-C, 143 after a request to
 * terminate, as shells have it. */
int lw_interrupt_exit(void);

/* The exit status of a command that only succeeds or fails: 0; if an interrupt stopped it, that of the
 * interrupt; else 2. */
int lw_exit_status(lw_status status);

#endif
