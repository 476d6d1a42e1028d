/* Ctrl-C: the first asks the work to stop; a second one ends the program. */
#ifndef LW_TOOL_INTERRUPT_H
#define LW_TOOL_INTERRUPT_H

#include <stdbool.h>

/* From this call on, the first interrupt, or request to terminate, is only remembered. */
void lw_interrupt_catch(void);

/* Whether an interrupt came. It has the type of lw_options.stop; the context is not used. Any
 * thread. */
bool lw_interrupted(void *context);

#endif
