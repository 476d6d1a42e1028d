/* The papers' bodies and motions as files: for each scene NAME.json, its motions in NAME.motions.jsonl,
 * and the verdicts on them in NAME.verdicts.jsonl, as `leeway check NAME.json --motions
 * NAME.motions.jsonl
 * --json` must print them, bit for bit: they are made here, from the scene and the motions in memory.
 */
#ifndef LW_PAPERS_SCENE_FILES_H
#define LW_PAPERS_SCENE_FILES_H

#include "leeway/leeway.h"

#include <stdio.h>

typedef struct lw_scene_files {
    const char *folder;     /* exists */
    size_t scenes, motions; /* written so far */
    const lw_scene *scene;  /* the one that is open; NULL: none */
    lw_checker *checker;
    FILE *lines, *verdicts;
    size_t index; /* of the next motion of the scene */
    bool failed;  /* a file could not be written */
} lw_scene_files;

/* Writes a frozen scene, and begins its motions. Errors: file, those of lw_scene_json. */
lw_status lw_scene_files_open(lw_scene_files *files, const char *name, const lw_scene *scene,
                              lw_error *error);

/* Begins the line of a motion; the caller prints its keys, each behind a comma. */
FILE *lw_scene_files_line(lw_scene_files *files);

/* Prints numbers as a list in JSON that reads back as the same doubles. */
void lw_scene_files_row(FILE *file, const double *values, size_t count);

/* Ends the line, and writes the verdict on the same motion. out: NULL, or receives the verdict, whose
 * arrays are the checker's. Errors: those of the check. */
lw_status lw_scene_files_judge(lw_scene_files *files, const lw_motion *motion, lw_verdict *out,
                               lw_error *error);

/* Ends the scene; harmless where none is open. Errors: file. */
lw_status lw_scene_files_close(lw_scene_files *files, lw_error *error);

#endif
