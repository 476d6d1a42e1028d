/* Errors: a status, one sentence, and a position in a file. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void lw_error_set(lw_error *error, lw_status status, const char *file, int line, int column,
                  const char *format, ...)
{
    if (!error)
        return;
    /* the arguments may point into the error itself */
    char message[sizeof error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    char place[sizeof error->file];
    snprintf(place, sizeof place, "%s", file ? file : "");
    error->status = status;
    memcpy(error->message, message, sizeof message);
    memcpy(error->file, place, sizeof place);
    error->line = line;
    error->column = column;
}

void lw_error_place(lw_error *error, const char *file, int line, int column)
{
    if (!error || error->file[0])
        return;
    snprintf(error->file, sizeof error->file, "%s", file ? file : "");
    error->line = line;
    error->column = column;
}

void lw_error_clear(lw_error *error)
{
    if (error)
        *error = (lw_error){0};
}

void lw_error_format(const lw_error *error, char *text, size_t size)
{
    if (!error->file[0])
        snprintf(text, size, "%s", error->message);
    else if (error->line <= 0)
        snprintf(text, size, "%s: %s", error->file, error->message);
    else if (error->column <= 0)
        snprintf(text, size, "%s:%d: %s", error->file, error->line, error->message);
    else
        snprintf(text, size, "%s:%d:%d: %s", error->file, error->line, error->column, error->message);
}

const char *lw_status_name(lw_status status)
{
    static const char *const names[] = {"ok",   "memory", "argument", "file",    "syntax", "model",
                                        "name", "limit",  "state",    "stopped", "notice"};
    size_t index = (size_t)status;
    return index < sizeof names / sizeof *names ? names[index] : "unknown";
}

#define LW_TEXT(number)                      #number
#define LW_VERSION_TEXT(major, minor, patch) LW_TEXT(major) "." LW_TEXT(minor) "." LW_TEXT(patch)

const char *lw_version(void)
{
    return LW_VERSION_TEXT(LEEWAY_VERSION_MAJOR, LEEWAY_VERSION_MINOR, LEEWAY_VERSION_PATCH);
}
