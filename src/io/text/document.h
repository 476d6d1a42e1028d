/* A file as a tree of values, from JSON (io/text/json.h) or YAML (io/text/yaml.h). Each value, a node
 * of the tree, knows its line and column, so that an error in its meaning can name them. */
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
    bool plain; /* a YAML scalar without quotes, which may stand for a text as well */
    bool truth;
    int line, column;
    size_t length;      /* of the text, which may hold NUL characters */
    const char *text;   /* scalars: the value as text; JSON numbers, lists and maps: NULL */
    const char *source; /* JSON: the value in the parsed text, and its length there */
    size_t source_length;
    double number;
    size_t count;
    lw_value **items;   /* list */
    lw_member *members; /* map, in file order; no key twice */
    size_t weight; /* the number of values in it, itself included; aliases count each time that they
                      occur */
};

typedef struct lw_document {
    const char *file;  /* for errors; may be NULL */
    lw_error *error;   /* may be NULL */
    char subject[160]; /* what is being read: the beginning of each sentence; may be empty */
    lw_arena arena;    /* all nodes and texts; free it when done */
} lw_document;

enum {
    LW_DOCUMENT_DEPTH = 100,               /* deepest nesting accepted */
    LW_DOCUMENT_WEIGHT = 1000000,          /* most values that aliases may add */
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
/* Fails because the system could not read a file; code: errno. */
lw_status lw_fail_read(const char *file, int line, int code, lw_error *error);
/* The same for an error in another file, which the node names; the sentence gives its line. */
lw_status lw_value_place_within(lw_document *document, const lw_value *node, lw_status status);
/* Adds the node's line and column to the error of a building function. Returns status. */
lw_status lw_value_place(lw_document *document, const lw_value *node, lw_status status);

/* The value of a key of a map; NULL where it is missing, or the node is NULL or no map. */
lw_value *lw_value_member(const lw_value *node, const char *key);
/* The same, but NULL where it is null, too. */
lw_value *lw_value_find(const lw_value *node, const char *key);
/* The same, but missing is an error at the map. */
lw_status lw_value_need(lw_document *document, const lw_value *node, const char *key, lw_value **out);

/* Of whatever is there; the node may be NULL. Whether it is of a kind, and true; its items, NULL beyond
 * the last; its text, NULL where it is none; its number, 0 where it is none. */
bool lw_value_is(const lw_value *node, lw_value_kind kind);
bool lw_value_is_true(const lw_value *node);
size_t lw_value_item_count(const lw_value *node);
lw_value *lw_value_item(const lw_value *node, size_t index);
const char *lw_value_as_text(const lw_value *node);
double lw_value_as_number(const lw_value *node);

/* A kind in words: "a list". */
const char *lw_value_kind_name(lw_value_kind kind);
/* Typed values; name is what the sentence calls them. Numbers must be finite. */
lw_status lw_value_expect(lw_document *document, const lw_value *node, const char *name,
                          lw_value_kind kind);
lw_status lw_value_number(lw_document *document, const lw_value *node, const char *name, double *out);
lw_status lw_value_bool(lw_document *document, const lw_value *node, const char *name, bool *out);
/* A text without NUL characters; lives as long as the document. */
lw_status lw_value_text(lw_document *document, const lw_value *node, const char *name,
                        const char **out);
/* Exactly count numbers, as lw_value_quantity. */
lw_status lw_value_numbers(lw_document *document, const lw_value *node, const char *name, double *out,
                           size_t count);
/* A number of metres, radians or seconds, within LW_LARGEST of 0. */
lw_status lw_value_quantity(lw_document *document, const lw_value *node, const char *name, double *out);
/* A length in metres, above 0; LW_LARGEST at most, so that no square of it overflows. */
lw_status lw_value_size(lw_document *document, const lw_value *node, const char *name, double *out);
/* The same, 0 allowed. */
lw_status lw_value_distance(lw_document *document, const lw_value *node, const char *name, double *out);
/* A point: three numbers in metres, each within LW_LARGEST of 0. */
lw_status lw_value_point(lw_document *document, const lw_value *node, const char *name, lw_vec3 *out);
/* The checks that these functions make. */
lw_status lw_check_size(lw_document *document, const lw_value *node, const char *name, double value);
lw_status lw_check_range(lw_document *document, const lw_value *node, const char *name, double value);
/* Lists of any number of such numbers, and of texts. */
lw_status lw_value_number_list(lw_document *document, const lw_value *node, const char *name,
                               double **out, size_t *count);
lw_status lw_value_text_list(lw_document *document, const lw_value *node, const char *name,
                             const char ***out, size_t *count);

/* Whether a map has no keys but those in keys (ends with NULL); else the sentence lists them. */
lw_status lw_value_keys(lw_document *document, const lw_value *node, const char *name,
                        const char *const *keys);

/* Refuses a null anywhere in the value: a key with null would read as a missing one. */
lw_status lw_value_refuse_null(lw_document *document, const lw_value *value);

#endif
