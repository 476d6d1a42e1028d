/* The connections of `leeway serve`, a thread each. */
#ifndef LW_TOOL_PART_SERVER_H
#define LW_TOOL_PART_SERVER_H

#include "part/listener.h"

typedef struct lw_server_options {
    lw_scene_store *store;
    const lw_session_options *session; /* for each connection */
    size_t connections; /* at most so many at once; others wait until they are accepted */
    size_t line_limit;  /* bytes */
} lw_server_options;

/* Accepts connections until an interrupt comes (lw_interrupt_catch). Then it accepts no more, lets each
 * answer the line it is at, and returns when all have ended. Errors: file (the listener), memory. */
lw_status lw_serve(const lw_listener *listener, const lw_server_options *options, lw_error *error);

#endif
