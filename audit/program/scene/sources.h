/* The files of a scene: whether what a proof states is what they say. Without them that is taken on
 * trust. */
#ifndef LW_AUDIT_SOURCES_H
#define LW_AUDIT_SOURCES_H

#include <stdio.h>

#include "audit.h"
#include "model.h"

typedef struct sources sources;

/* Reads a scene with its robots, and the files that it names; and a file of motions, one a line, if
 * there is one. NULL, and why has a sentence: one of them cannot be read, or is not what it must be. */
sources *sources_read(const audit_options *options, refusal *why);
void sources_free(sources *s);

/* Whether the first line of a proof states what the files say. Sets how far each body may be from where
 * the files have it, by rounding, its closed surfaces, and which elements are of the files. */
bool sources_agree(sources *s, model *m, refusal *why);

/* Whether the balls of a body are those of the file that the scene names for its robot, up to rounding.
 * *file: NULL: it names none. *grown: by how much the file's balls have to grow to contain them. */
bool sources_cover_agrees(const sources *s, const model *m, size_t index, const char **file,
                          double *grown, refusal *why);

/* Compares a motion with that of its id, and sets how far each body may be during it from where the
 * files have it. */
bool sources_begin_motion(sources *s, model *m, const motion *own, json_t *id, refusal *why);
/* Notes that the file has a proof of a motion. */
void sources_note_motion(sources *s, json_t *id);
/* Whether the file had a proof, believed or not, of each motion that was asked for. */
bool sources_end_file(const sources *s, refusal *why);

/* Whether the motion attaches or releases objects, so that the proof has stages: unknown motions may.
 */
bool sources_end_motion(const sources *s, size_t stage_count, refusal *why);
/* Compares a stage, in which objects stand elsewhere, and adds to how far these may be from where they
 * must be. */
bool sources_begin_stage(sources *s, model *stage, json_t *line, refusal *why);

/* Says which files were read, with their SHA-256, and what is not compared and was not said before. */
void sources_print(sources *s, FILE *out, bool files);

#endif
