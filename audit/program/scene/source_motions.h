/* Whether a proof's motion is that of the files, and how far its values may be from it. */
#ifndef LW_AUDIT_SOURCE_MOTIONS_H
#define LW_AUDIT_SOURCE_MOTIONS_H

#include "source_tracks.h"

/* The motions of a file, or of the scene. */
typedef struct motion_list {
    json_t **nodes, **ids; /* ids: those of lines may be their numbers */
    size_t count;
    bool *is_begun; /* a proof of it was begun */
    bool is_asked;  /* a file was named: each motion of a proof must be in it */
} motion_list;

/* Adds a motion, of which the list has room; it takes both over. */
void motion_list_add(motion_list *list, json_t *id, json_t *node);
/* Reads a file of motions, one in each line. */
bool motion_list_read(source_scene *scene, const char *path, motion_list *out, refusal *why);
/* Those of the scene. */
void motion_list_of_scene(source_scene *scene, motion_list *out);
/* Keeps those alone whose id is a name; false: there is none. */
bool motion_list_choose(motion_list *list, const char *name, refusal *why);
void motion_list_free(motion_list *list);

/* The motion with an id; NULL, and no sentence: there is none. Two with the same id are refused. */
json_t *motion_with_id(const motion_list *list, json_t *id, refusal *why);

/* Notes that the proof of a motion was begun. */
void motion_list_begin(motion_list *list, json_t *id);
/* The first motion of a file that was named of which no proof was begun; NULL: of each one was. */
json_t *motion_without_proof(const motion_list *list);

/* Compares the polynomials of a proof's motion with those of the files. since: the proof's motion has
 * to be the rest of that of the files from this time on, or its end, if that is before. variables: per
 * variable of the files that of the proof. away: per variable of the proof, so far it is from that of
 * the files at most. */
bool motions_agree(const source_bodies *all, const source_motion *of, double since, const motion *own,
                   const int *variables, double *away, refusal *why);

/* The track of a proof that moves the robot of one of the files; NULL: none does. */
const track *track_of(const source_bodies *all, const source_track *of, const motion *own,
                      const int *variables);

#endif
