/* Files that a scene names: their bytes, their sums, and where they are found. */
#ifndef LW_AUDIT_SOURCE_FILES_H
#define LW_AUDIT_SOURCE_FILES_H

#include <stdio.h>

#include "model.h"

enum { SUM_SIZE = 32, PATH_SIZE = 4096 };

/* A file that was read. Its bytes end with a zero behind them. */
typedef struct source_file {
    char *path, *bytes;
    size_t size;
    unsigned char sum[SUM_SIZE]; /* SHA-256 */
    struct source_file *next;
} source_file;

/* Memory that is freed as a whole. */
typedef struct kept_block {
    struct kept_block *next;
    max_align_t memory[];
} kept_block;

typedef struct source_store {
    source_file *files, **last;
    kept_block *kept;
} source_store;

/* Zeros, until the store is freed. */
void *keep(source_store *store, size_t count, size_t size);
char *keep_text(source_store *store, const char *text, size_t length);

/* The file at a path, which is read once. NULL: it cannot be read. */
const source_file *source_file_at(source_store *store, const char *path, refusal *why);
void source_store_free(source_store *store);

/* The folder of a path, as text that ends with a slash, or nothing. */
void folder_of(const char *path, char folder[PATH_SIZE]);
/* Where a file is that a file in a folder names: by an absolute or relative name, file:// or
 * package://.
 */
bool resolve_name(const char *name, const char *folder, char found[PATH_SIZE]);

/* Reads as many finite decimal numbers as a text must have, with spaces between. */
bool numbers_of_text(const char *text, size_t count, double *out);
/* One number at the beginning of a text; where it ends. NULL: there is none. */
const char *number_of_text(const char *text, double *out);

#endif
