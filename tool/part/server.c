/* The connections of `leeway serve`. Each has a thread and a session of its own, so that a client that
 * sends slowly, or never reads, holds up nobody else. */
#include "part/server.h"

#include "part/conversation.h"
#include "text/fail.h"
#include "text/interrupt.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* milliseconds between looks for an interrupt */
enum { GLANCE = 100 };
/* so many seconds after an interrupt, answers that nobody reads are dropped */
static const double PATIENCE = 2;

typedef struct server server;

/* A place for a connection, free at first. */
typedef struct place {
    server *owner;
    pthread_t thread;
    int connection; /* -1: closed */
    bool taken;     /* until its thread was joined */
} place;

struct server {
    const lw_server_options *options;
    pthread_mutex_t lock; /* guards the connections of all places */
    pthread_cond_t ended;
    place *places;
};

/* Closes a place's connection. */
static void close_place(place *p)
{
    server *s = p->owner;
    pthread_mutex_lock(&s->lock);
    close(p->connection);
    p->connection = -1;
    pthread_cond_signal(&s->ended);
    pthread_mutex_unlock(&s->lock);
}

static void *converse(void *context)
{
    place *p = context;
    const lw_server_options *options = p->owner->options;
    lw_session *session = NULL;
    if (!lw_session_create(options->store, options->session, &session, NULL))
        lw_converse(p->connection, session, options->line_limit);
    lw_session_destroy(session);
    close_place(p);
    return NULL;
}

/* Joins the threads of connections that have ended, and returns a free place; NULL: there is none. The
 * lock is held. */
static place *find_place(server *s)
{
    place *found = NULL;
    for (size_t i = 0; i < s->options->connections; i++) {
        place *p = &s->places[i];
        if (p->taken && p->connection < 0) {
            pthread_mutex_unlock(&s->lock);
            pthread_join(p->thread, NULL);
            pthread_mutex_lock(&s->lock);
            p->taken = false;
        }
        if (!p->taken && !found)
            found = p;
    }
    return found;
}

/* Waits until a connection ends, a glance long at most. The lock is held. */
static void wait_for_end(server *s)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += GLANCE * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    (void)pthread_cond_timedwait(&s->ended, &s->lock, &until);
}

/* A free place. NULL: none became free within a glance. */
static place *wait_for_place(server *s)
{
    pthread_mutex_lock(&s->lock);
    place *p = find_place(s);
    if (!p) {
        wait_for_end(s);
        p = find_place(s);
    }
    pthread_mutex_unlock(&s->lock);
    return p;
}

/* Starts the thread of a connection; if the system has none, the connection is closed. */
static void begin(place *p, int connection)
{
    p->connection = connection;
    if (pthread_create(&p->thread, NULL, converse, p))
        close_place(p);
    else
        p->taken = true;
}

/* Accepts a connection that has arrived within a glance. False: no more can be accepted. */
static bool accept_one(place *p, const lw_listener *listener, lw_error *error)
{
    struct pollfd wait = {.fd = listener->descriptor, .events = POLLIN};
    if (poll(&wait, 1, GLANCE) <= 0)
        return true;
    int connection = accept(listener->descriptor, NULL, NULL);
    if (connection >= 0) {
        begin(p, connection);
        return true;
    }
    const struct timespec moment = {.tv_nsec = GLANCE * 1000000L};
    switch (errno) {
    case EMFILE: /* the system's means are used up: others will end */
    case ENFILE:
    case ENOBUFS:
    case ENOMEM:
        nanosleep(&moment, NULL);
        return true;
    case EBADF:
    case EINVAL:
    case ENOTSOCK:
        lw_fail(error, LW_ERROR_FILE, "%s: cannot accept connections: %s", listener->where,
                strerror(errno));
        return false;
    default: /* the client has gone already */
        return true;
    }
}

/* How many connections are open; they are told that no more lines are read, and after a while that no
 * more answers are sent. The lock is held. */
static size_t shut_all(server *s, bool patient)
{
    size_t open = 0;
    for (size_t i = 0; i < s->options->connections; i++) {
        if (s->places[i].connection < 0)
            continue;
        shutdown(s->places[i].connection, patient ? SHUT_RD : SHUT_RDWR);
        open++;
    }
    return open;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void end_all(server *s)
{
    const double until = now() + PATIENCE;
    pthread_mutex_lock(&s->lock);
    while (shut_all(s, now() < until))
        wait_for_end(s);
    (void)find_place(s); /* joins all */
    pthread_mutex_unlock(&s->lock);
}

lw_status lw_serve(const lw_listener *listener, const lw_server_options *options, lw_error *error)
{
    server s = {.options = options};
    lw_status status = LW_OK;
    s.places = calloc(options->connections, sizeof *s.places);
    if (!s.places)
        return lw_fail_memory(error);
    for (size_t i = 0; i < options->connections; i++)
        s.places[i] = (place){.owner = &s, .connection = -1};
    pthread_mutex_init(&s.lock, NULL);
    pthread_cond_init(&s.ended, NULL);
    while (!status && !lw_interrupted(NULL)) {
        place *free_one = wait_for_place(&s);
        if (free_one && !accept_one(free_one, listener, error))
            status = LW_ERROR_FILE;
    }
    end_all(&s);
    pthread_cond_destroy(&s.ended);
    pthread_mutex_destroy(&s.lock);
    free(s.places);
    return status;
}
