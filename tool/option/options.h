/* The options of the commands. Each is one row of a table. The command line is read by the table, and
 * the help, the man page and the completion of shells are written from it. */
#ifndef LW_TOOL_OPTION_OPTIONS_H
#define LW_TOOL_OPTION_OPTIONS_H

#include "text/list.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { LW_MOST_GROUPS = 4 };

/* A command line that is being read. */
typedef struct lw_command_line {
    const struct lw_command *command;
    char title[64]; /* "leeway check" */
} lw_command_line;

typedef struct lw_option lw_option;

/* The argument of an option, as the help shows it. */
typedef struct lw_option_text {
    char text[64];
} lw_option_text;

typedef enum lw_option_kind {
    LW_OPTION_HEADING, /* the heading of the rows below, with its text in help. A heading without a text
                          ends the table */
    LW_OPTION_ALIAS,   /* another name for the row before */
    LW_OPTION_FLAG,    /* without an argument: its field, of any integer type, becomes 1 */
    LW_OPTION_TEXT,    /* a const char *, or an lw_texts where it may be repeated */
    LW_OPTION_FILE,    /* the name of a file: a text that is not empty */
    LW_OPTION_FOLDER,  /* the name of a folder: a text that is not empty */
    LW_OPTION_NUMBER,  /* a double */
    LW_OPTION_COUNT,   /* an unsigned integer */
    LW_OPTION_CHOICE,  /* an enumeration; the words of `argument`, as in "solid|surface", are its values
                          from `first` on */
    LW_OPTION_OTHER    /* take() reads it */
} lw_option_kind;

typedef enum lw_repeat {
    LW_ONCE,     /* a second time is a usage error */
    LW_REPEATED, /* any number of times: all count */
    LW_ONCE_EACH /* once per robot; the group or the command refuses a second one */
} lw_repeat;

/* The bound of a number: value >= low, or value > low. */
typedef enum lw_bound { LW_AT_LEAST, LW_ABOVE } lw_bound;

/* Texts of the command line, in its order. */
typedef LW_LIST(const char *) lw_texts;

/* A row of a table; zero members are absent. */
struct lw_option {
    const char *name;              /* of the long option, without "--" */
    char letter;                   /* of the short option */
    const char *argument;          /* its name in the help; NULL: the option takes none */
    lw_option_text (*words)(void); /* NULL, or gives the help's text instead: "auto|slab" */
    lw_option_kind kind;
    lw_repeat repeat;
    bool hidden;     /* the help does not show it */
    size_t at, size; /* its field in the group's struct: LW_INTO */
    size_t given;    /* one above the offset of a bool that becomes true: LW_GIVEN */
    lw_bound bound;  /* whether a number may be `low` itself */
    double low;
    double high;          /* the largest number allowed; 0: any */
    uint64_t least, most; /* the least and the largest count allowed */
    unsigned first;       /* the value of a choice's first word */
    const char *initial;  /* the value if the option is not given; replaces "%s" in the help */
    /* into: the group's struct */
    void (*take)(const lw_command_line *line, const lw_option *option, const char *text, void *into);
    const char *help;
};

#define LW_INTO(type, field)  .at = offsetof(type, field), .size = sizeof(((type *)0)->field)
#define LW_GIVEN(type, field) .given = (offsetof(type, field) + 1)

/* Options that belong together, and write into one struct. */
typedef struct lw_option_group {
    const lw_option *options;
    /* reads an argument that belongs to no option; NULL: there are none */
    void (*operand)(const lw_command_line *line, const char *text, void *into);
    /* checks the options against each other at the end; NULL: nothing to check */
    void (*finish)(const lw_command_line *line, void *into);
} lw_option_group;

typedef struct lw_command {
    const char *program;        /* NULL: leeway */
    const char *name;           /* NULL: the program itself */
    const char *operands;       /* "[SCENE]" */
    const char *documentation;  /* above the options */
    void (*tables)(FILE *file); /* NULL, or prints tables between the options and the examples */
    const char *examples;       /* below the tables: examples and further text */
    bool in_order;              /* reading ends at the first operand, which is a command */
    struct {
        const lw_option_group *group; /* NULL: the end */
        size_t at;                    /* the offset of the group's struct in the arguments */
    } groups[LW_MOST_GROUPS];         /* in the order of the help */
    /* checks the groups against each other at the end, after their own checks; NULL: nothing to check
     */
    void (*finish)(const lw_command_line *line, void *arguments);
    int (*run)(int argc, char **argv); /* argv[0] is not read; returns the exit status */
} lw_command;

/* Reads the options into the arguments, in their order, then the operands. If they are wrong, it prints
 * a sentence and ends the program with the status LW_EXIT_INPUT; --help, --usage and --version also end
 * it. Returns the index in argv of the first operand; argc if there is none, or if the operands were
 * read. */
int lw_command_line_read(const lw_command *command, int argc, char **argv, void *arguments);

/* For wrong arguments: prints a sentence, whose texts are escaped as by lw_print, and how to get help;
 * ends the program with the status LW_EXIT_INPUT. */
_Noreturn void lw_usage_error(const lw_command_line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* "leeway check", or the program alone. */
void lw_command_title(const lw_command *command, char *title, size_t size);

/* Whether an option takes an argument; and the argument as the help shows it, empty if there is
 * none. */
bool lw_option_takes(const lw_option *option);
lw_option_text lw_option_argument(const lw_option *option);

/* The option in a row of a command: rows of all its groups are numbered through, then those that every
 * command has. *group: the group's number, -1 for the latter. NULL where there are no more. */
const lw_option *lw_command_option(const lw_command *command, size_t index, int *group);

#endif
