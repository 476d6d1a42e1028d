/* The audit of a proof file. */
#ifndef LW_AUDIT_AUDIT_H
#define LW_AUDIT_AUDIT_H

#include <stdbool.h>
#include <stdio.h>

/* A robot beside those of the scene's file. */
typedef struct audit_robot {
    const char *urdf, *srdf, *name, *base; /* NULL: none; base: six numbers */
} audit_robot;

enum { MOST_AUDIT_ROBOTS = 16 };

/* How a file is audited. */
typedef struct audit_options {
    bool precise;      /* balls of 128 bits alone */
    bool theorem;      /* it is said first what the proofs are about */
    const char *scene; /* the scene's file, with which the proof is compared; NULL: none */
    audit_robot robots[MOST_AUDIT_ROBOTS];
    size_t robot_count;
    /* where the motions are: in a file of motions, one a line; in a file of one motion or of waypoints,
     * or such a file for each robot, ROBOT=FILE; a segment. None of these: they are those of the scene
     */
    const char *motions;
    const char *paths[MOST_AUDIT_ROBOTS];
    size_t path_count;
    const char *from, *to;
    const char *motion; /* the id of the only one that is asked about; NULL: all */
    const char *since; /* a time of motions, of the rest of which the proofs are; NULL: of whole ones */
    double begin;      /* that time */
} audit_options;

/* Says of each motion of a proof file what is proven, and why a line is refused. name: of the file, for
 * the sentences. 0: all is proven; 1: something is refused; 2: the file cannot be read to its end, or
 * one of the scene's cannot be read. */
int audit(FILE *file, const char *name, const audit_options *options, FILE *out);

#endif
