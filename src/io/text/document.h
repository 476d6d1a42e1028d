/* A parsed file as a tree of values, from JSON (io/text/json.h) or YAML (io/text/yaml.h). Each value (a
 * node of the tree) has its line and column, so that errors about its meaning can give them. */
#ifndef LW_IO_TEXT_DOCUMENT_H
#define LW_IO_TEXT_DOCUMENT_H

#include "base/arena.h"
#include "base/error.h"
#include "scene/model.h"

typedef enum lw_value_kind {
    LW_VALUE_NULL,
    LW_VALUE_BOOL,
    LW_VALUE_NUMBER,
    LW_VALUE_TEXT,
    LW_VALUE_LIST,
    LW_VALUE_MAP
} lw_value_kind;

typedef struct lw_value lw_value;

typedef struct lw_member {
    const char *key;
    int line, column; /* of the key */
    lw_value *value;
} lw_member;

struct lw_value {
    lw_value_kind kind;
    bool plain; /* a YAML scalar without quotes, which may be read as a text too */
    bool truth;
    int line, column;
    size_t length;      /* bytes of `text`, which may hold NUL characters */
    const char *text;   /* scalars: the value as text; JSON numbers, lists and maps: NULL */
    const char *source; /* JSON: the value in the parsed text, and its length there */
    size_t source_length;
    double number;
    size_t count;
    lw_value **items;   /* list */
    lw_member *members; /* map, in file order; no key twice */
    size_t weight; /* the number of values in it, itself included; an alias counts wherever it occurs */
};

typedef struct lw_document {
    const char *file;  /* the file's name in errors; may be NULL */
    lw_error *error;   /* may be NULL */
    char subject[160]; /* the thing being read, which error sentences begin with; may be empty */
    lw_arena arena;    /* all nodes and texts; free it when done */
} lw_document;

enum {
    LW_DOCUMENT_DEPTH = 100,               /* deepest nesting accepted */
    LW_DOCUMENT_WEIGHT = 1000000,          /* most values that aliases may add (billion laughs) */
    LW_DOCUMENT_BYTES = 1024 * 1024 * 1024 /* largest file accepted */
};

void lw_document_free(lw_document *document);

/* Zeroed memory of the document, aligned for any type; NULL when memory ran out. */
void *lw_document_take(lw_document *document, size_t count, size_t size);
/* A copy with a NUL character after it. */
char *lw_document_text(lw_document *document, const char *text, size_t length);

/* The whole file as text with a NUL character after it, in the document's arena. "-": standard input.
 * Error file. */
lw_status lw_document_read(lw_document *document, const char *path, char **text, size_t *length);

/* Sets the beginning of all sentences from now on: `obstacle "table"`. */
void lw_document_subject(lw_document *document, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Fails at a node's line and column (node NULL: only the file). A macro as lw_fail is. */
#define lw_value_fail(document, node, status, ...)                                                     \
    (lw_value_say((document), (node), (status), __VA_ARGS__), lw_error_status(status))
void lw_value_say(lw_document *document, const lw_value *node, lw_status status, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));
/* Fails because the system could not read a file. code: an errno. */
lw_status lw_fail_read(const char *file, int line, int code, lw_error *error);
/* Wraps an error of another file that the node names: the error gets the node's line and column, and
 * its sentence holds the whole old error with file and line. Returns status. */
lw_status lw_value_place_within(lw_document *document, const lw_value *node, lw_status status);
/* Adds the file and the node's line and column to an error that has none. Returns status. */
lw_status lw_value_place(lw_document *document, const lw_value *node, lw_status status);

/* The value of a key of a map; NULL where it is missing, or the node is NULL or no map. */
lw_value *lw_value_member(const lw_value *node, const char *key);
/* As lw_value_member, but NULL also for a value that is null. */
lw_value *lw_value_find(const lw_value *node, const char *key);
/* As lw_value_find, but a missing value is a syntax error at the map. */
lw_status lw_value_need(lw_document *document, const lw_value *node, const char *key, lw_value **out);

/* Lenient access to a node of any kind, or NULL: whether it is of a kind; whether it is true; the items
 * of a list, NULL beyond the last; its text, else NULL; its number, else 0. */
bool lw_value_is(const lw_value *node, lw_value_kind kind);
bool lw_value_is_true(const lw_value *node);
size_t lw_value_item_count(const lw_value *node);
lw_value *lw_value_item(const lw_value *node, size_t index);
const char *lw_value_as_text(const lw_value *node);
double lw_value_as_number(const lw_value *node);

/* A kind in words: "a list". */
const char *lw_value_kind_name(lw_value_kind kind);
/* Typed access: another kind is a syntax error. name: the value's name in the error's sentence. Numbers
 * must be finite. */
lw_status lw_value_expect(lw_document *document, const lw_value *node, const char *name,
                          lw_value_kind kind);
lw_status lw_value_number(lw_document *document, const lw_value *node, const char *name, double *out);
lw_status lw_value_bool(lw_document *document, const lw_value *node, const char *name, bool *out);
/* A text without NUL characters; lives as long as the document. */
lw_status lw_value_text(lw_document *document, const lw_value *node, const char *name,
                        const char **out);
/* A list of exactly count numbers, each as for lw_value_quantity. */
lw_status lw_value_numbers(lw_document *document, const lw_value *node, const char *name, double *out,
                           size_t count);
/* A number of metres, radians or seconds, within LW_LARGEST of 0. */
lw_status lw_value_quantity(lw_document *document, const lw_value *node, const char *name, double *out);
/* A length in metres, above 0; LW_LARGEST at most, so that no square of it overflows. */
lw_status lw_value_size(lw_document *document, const lw_value *node, const char *name, double *out);
/* As lw_value_size, but 0 is allowed. */
lw_status lw_value_distance(lw_document *document, const lw_value *node, const char *name, double *out);
/* A point: three numbers in metres, each within LW_LARGEST of 0. */
lw_status lw_value_point(lw_document *document, const lw_value *node, const char *name, lw_vec3 *out);
/* The range checks of lw_value_size and of lw_value_quantity. */
lw_status lw_check_size(lw_document *document, const lw_value *node, const char *name, double value);
lw_status lw_check_range(lw_document *document, const lw_value *node, const char *name, double value);
/* Lists of numbers, each as for lw_value_quantity, and of texts, of any length. */
lw_status lw_value_number_list(lw_document *document, const lw_value *node, const char *name,
                               double **out, size_t *count);
lw_status lw_value_text_list(lw_document *document, const lw_value *node, const char *name,
                             const char ***out, size_t *count);

/* Checks that a map has only keys of the list `keys`, which ends with NULL. Otherwise a syntax error
 * that suggests the nearest key, or lists the keys. */
lw_status lw_value_keys(lw_document *document, const lw_value *node, const char *name,
                        const char *const *keys);

/* Refuses a null anywhere within the value, since a key with null would be read as a missing key. */
lw_status lw_value_refuse_null(lw_document *document, const lw_value *value);

#endif
