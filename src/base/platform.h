/* What the library takes from the operating system beyond C17: files, memory at a boundary, a sink for
 * messages. platform_posix.c and processors_posix.c are for POSIX; a port to another system brings its
 * own. Threads are POSIX threads everywhere. */
#ifndef LW_BASE_PLATFORM_H
#define LW_BASE_PLATFORM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef _WIN32
#include <malloc.h>
#endif

/* ---- memory ------------------------------------------------------------------------------------ */

/* Memory that begins at a multiple of `alignment`, a power of two that divides the size; NULL: there is
 * none. lw_aligned_free frees it. */
static inline void *lw_aligned_take(size_t alignment, size_t size)
{
#ifdef _WIN32
    return _aligned_malloc(size, alignment);
#else
    return aligned_alloc(alignment, size);
#endif
}

static inline void lw_aligned_free(void *memory)
{
#ifdef _WIN32
    _aligned_free(memory);
#else
    free(memory);
#endif
}

/* ---- files; where something fails, errno says why ---------------------------------------------- */

typedef enum lw_file_kind {
    LW_FILE_NONE, /* it does not exist or cannot be accessed */
    LW_FILE_ORDINARY,
    LW_FILE_OTHER /* a folder, a pipe, a device */
} lw_file_kind;

/* What a path leads to, through symbolic links. */
lw_file_kind lw_file_look(const char *path);

/* The absolute path of a file or folder without links and ".."; the caller frees it. NULL: it cannot be
 * found, or memory ran out (ENOMEM). */
char *lw_file_resolve(const char *path);

/* An empty file for writing, in place of one of that name; programs that this one starts do not
 * inherit it. NULL: there is none. */
FILE *lw_file_create(const char *path);

/* Brings what was written to the disk. */
bool lw_file_settle(FILE *file);

/* How many bytes a file has that is open for reading. */
bool lw_file_size(FILE *file, uint64_t *size);

/* Renames a file. If a file has the new name already, it is replaced in one step. */
bool lw_file_replace(const char *from, const char *to);

/* ---- the rest ---------------------------------------------------------------------------------- */

/* A shared library of the system, by its name and the number of its interface: libNAME.so.NUMBER. It
 * stays loaded. NULL: there is none. */
void *lw_library_open(const char *name, int number);

/* Puts the address of a function of a library into *function, which is a pointer to that function.
 * False: it has none of that name. */
bool lw_library_find(void *library, const char *name, void *function);

/* A number that no other running process has. */
unsigned long lw_process_number(void);

/* The system's sentence about a value of errno; false where there is none. Several threads may ask. */
bool lw_errno_text(int number, char *out, size_t size);

/* A file for writing whose first bytes get into the memory, and the rest nowhere. NULL: memory ran
 * out. */
FILE *lw_sink_open(char *bytes, size_t size);

#endif
