/* Opens sockets that other programs of this machine connect to. */
#include "part/listener.h"

#include "text/fail.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* How many connections may wait until they are accepted. */
enum { WAITING = 128 };

static lw_status fail(lw_listener *listener, const char *what, lw_error *error)
{
    const int code = errno;
    if (listener->descriptor >= 0)
        close(listener->descriptor);
    listener->descriptor = -1;
    return lw_fail(error, LW_ERROR_FILE, "%s: %s: %s", listener->where, what, strerror(code));
}

static lw_status open_socket(int family, lw_listener *listener, lw_error *error)
{
    listener->descriptor = socket(family, SOCK_STREAM, 0);
    return listener->descriptor < 0 ? fail(listener, "cannot make a socket", error) : LW_OK;
}

/* Whether a socket stands at the address on which nobody listens any more. */
static bool is_left_over(const struct sockaddr_un *address)
{
    struct stat file;
    if (lstat(address->sun_path, &file) || !S_ISSOCK(file.st_mode))
        return false;
    int probe = socket(AF_UNIX, SOCK_STREAM, 0);
    if (probe < 0)
        return false;
    bool refused =
        connect(probe, (const struct sockaddr *)address, sizeof *address) && errno == ECONNREFUSED;
    close(probe);
    return refused;
}

lw_status lw_listen_unix(const char *path, lw_listener *out, lw_error *error)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    *out = (lw_listener){.descriptor = -1, .path = path};
    snprintf(out->where, sizeof out->where, "%s", path);
    if (strlen(path) >= sizeof address.sun_path)
        return lw_fail(error, LW_ERROR_FILE,
                       "the path of a socket may have %zu bytes, and this one has %zu",
                       sizeof address.sun_path - 1, strlen(path));
    memcpy(address.sun_path, path, strlen(path));
    lw_status status = open_socket(AF_UNIX, out, error);
    if (status)
        return status;
    if (is_left_over(&address))
        unlink(path);
    /* for this user alone from the beginning */
    const mode_t mask = umask(S_IRWXG | S_IRWXO);
    const int failed = bind(out->descriptor, (const struct sockaddr *)&address, sizeof address);
    umask(mask);
    if (failed)
        return fail(out, "cannot listen there", error);
    if (listen(out->descriptor, WAITING)) {
        unlink(path);
        return fail(out, "cannot listen there", error);
    }
    return LW_OK;
}

lw_status lw_listen_tcp(unsigned port, lw_listener *out, lw_error *error)
{
    const int yes = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    socklen_t size = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    *out = (lw_listener){.descriptor = -1};
    snprintf(out->where, sizeof out->where, "127.0.0.1:%u", port);
    lw_status status = open_socket(AF_INET, out, error);
    if (status)
        return status;
    setsockopt(out->descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(out->descriptor, (const struct sockaddr *)&address, sizeof address) ||
        listen(out->descriptor, WAITING) ||
        getsockname(out->descriptor, (struct sockaddr *)&address, &size))
        return fail(out, "cannot listen there", error);
    snprintf(out->where, sizeof out->where, "127.0.0.1:%u", (unsigned)ntohs(address.sin_port));
    return LW_OK;
}

void lw_listener_close(lw_listener *listener)
{
    if (listener->descriptor < 0)
        return;
    /* while it still listens, so that no successor's socket is removed */
    if (listener->path)
        unlink(listener->path);
    close(listener->descriptor);
    listener->descriptor = -1;
}
