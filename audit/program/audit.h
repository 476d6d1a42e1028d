/* The audit of a proof file. */
#ifndef LW_AUDIT_AUDIT_H
#define LW_AUDIT_AUDIT_H

#include <stdbool.h>
#include <stdio.h>

/* Says of each motion of a proof file what is proven, and why a line is refused. name: of the file, for
 * the sentences. precise: balls of 128 bits alone. theorem: it
 * is said first what the proofs are about. 0: all is proven; 1: something is refused; 2: the
 * file cannot be read to its end. */
int audit(FILE *file, const char *name, bool precise, bool theorem, FILE *out);

#endif
