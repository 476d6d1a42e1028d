/* Conversations in JSON Lines: a program sends motions, scenes, changes of scenes and options, one
 * object a line, and gets one line for each. `leeway serve` holds them over sockets;
 * docs/interfaces.md, "Conversations", is the reference of the lines. */
#ifndef LEEWAY_SESSION_H
#define LEEWAY_SESSION_H

#include <leeway/files.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Scenes with names, which conversations share. Any number of threads at once. */
typedef struct lw_scene_store lw_scene_store;

/* Errors: argument, memory. */
LW_API lw_status lw_scene_store_create(lw_scene_store **out, lw_error *error);
/* Destroys the store, after all its sessions. NULL: nothing happens. */
LW_API void lw_scene_store_destroy(lw_scene_store *store);
/* Gives a name a scene, which must be frozen; the store keeps a copy (lw_scene_copy). A name that has
 * a scene gets the new one: sessions that follow the name take it with their next line. Errors:
 * argument, state, memory. */
LW_API lw_status lw_scene_store_set(lw_scene_store *store, const char *name, const lw_scene *scene,
                                    lw_error *error);

/* One conversation, for one thread at a time. It has a scene, options of checks, and a count of its
 * motions. */
typedef struct lw_session lw_session;

/* Start from lw_default_session_options(). */
typedef struct lw_session_options {
    size_t struct_size;
    const char *scene; /* the name of the scene to begin with; NULL: the store's first scene, if it
                          has one */
    const lw_check_options *check; /* NULL: the defaults. Its stop is asked during each check; claim,
                                      step and sample are left out */
    const lw_motion_defaults *defaults; /* for motions; NULL: none */
} lw_session_options;
LW_STARTS(lw_session_options, lw_default_session_options)

/* options NULL: the defaults. The session copies them; the store must outlive it. Errors: argument,
 * name (the store has no scene of this name), memory. */
LW_API lw_status lw_session_create(lw_scene_store *store, const lw_session_options *options,
                                   lw_session **out, lw_error *error);
LW_API void lw_session_destroy(lw_session *session);

/* Answers one line of `length` bytes, with or without the newline at its end. *answer: text of
 * *answer_length bytes which ends with a newline, and lives until the next call; empty for an empty
 * line. A line that cannot be answered gets an answer too, with the error's status and sentence, and
 * the session goes on. Returns the status that the answer tells of, or argument or memory where there
 * is no answer (*answer_length is then 0). */
LW_API lw_status lw_session_answer(lw_session *session, const char *line, size_t length,
                                   const char **answer, size_t *answer_length, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
