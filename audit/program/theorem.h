/* What a file proves, in words. */
#ifndef LW_AUDIT_THEOREM_H
#define LW_AUDIT_THEOREM_H

#include <stdio.h>

#include "model.h"

/* Prints a text in which names of the file stand, so that these begin no line of their own. */
void print_name(FILE *out, const char *text);

/* Prints the bodies that the first line of a file states; the pairs of a model, with the distances that
 * they keep, and the pairs that may meet. */
void print_bodies(FILE *out, const model *m);
void print_pairs(FILE *out, const model *m);

#endif
