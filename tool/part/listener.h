/* A socket on which `leeway serve` waits for connections: of this machine only. */
#ifndef LW_TOOL_PART_LISTENER_H
#define LW_TOOL_PART_LISTENER_H

#include "leeway/leeway.h"

typedef struct lw_listener {
    int descriptor;   /* -1: closed */
    char where[160];  /* the path, or 127.0.0.1:PORT */
    const char *path; /* of a Unix socket, which closing removes; NULL: TCP */
} lw_listener;

/* Opens a Unix socket that only this user may connect to. A socket that another program has left at
 * this path, and nobody listens on, is replaced. path must outlive the listener. Errors: file. */
lw_status lw_listen_unix(const char *path, lw_listener *out, lw_error *error);

/* Opens a TCP port of the loopback address 127.0.0.1; port 0: one that is free. Errors: file. */
lw_status lw_listen_tcp(unsigned port, lw_listener *out, lw_error *error);

void lw_listener_close(lw_listener *listener);

#endif
