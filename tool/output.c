/* Where results go: standard output, or the file of -o. */
#include "output.h"

#include "base/error.h"
#include "io/number.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool wants_color(FILE *file)
{
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    return isatty(fileno(file)) && !(no_color && *no_color) && !(terminal && !strcmp(terminal, "dumb"));
}

lw_status lw_output_open(const char *path, lw_output *out, lw_error *error)
{
    bool standard = !path || !strcmp(path, "-");
    *out = (lw_output){.name = standard ? "standard output" : path,
                       .file = standard ? stdout : fopen(path, "w")};
    if (!out->file)
        return lw_fail(error, LW_ERROR_FILE, "%s: cannot be written: %s", path, strerror(errno));
    out->color = wants_color(out->file);
    return LW_OK;
}

static lw_status fail(lw_output *output, int number, lw_error *error)
{
    if (output->failed)
        return LW_ERROR_FILE;
    output->failed = true;
    return lw_fail(error, LW_ERROR_FILE, "%s: results could not be written: %s", output->name,
                   number ? strerror(number) : "an earlier write failed");
}

lw_status lw_output_flush(lw_output *output, lw_error *error)
{
    errno = 0;
    if (fflush(output->file) || ferror(output->file))
        return fail(output, errno, error);
    return LW_OK;
}

lw_status lw_output_close(lw_output *output, lw_error *error)
{
    lw_error ignored;
    bool reported = output->failed;
    lw_status status = lw_output_flush(output, reported ? &ignored : error);
    errno = 0;
    /* standard output too: some file systems report a full disk only now */
    if (fclose(output->file) && !status)
        status = fail(output, errno, error);
    output->file = NULL;
    return reported ? LW_OK : status;
}

void lw_print_string(FILE *file, const char *text)
{
    json_t *string = json_string(text);
    if (!string || json_dumpf(string, file, JSON_ENCODE_ANY))
        fputs("null", file);
    json_decref(string);
}

void lw_print_number(FILE *file, double value)
{
    char text[LW_NUMBER_SIZE] = "null";
    if (isfinite(value))
        lw_number_print(value + 0.0, text); /* -0 becomes 0 */
    fputs(text, file);
}

void lw_print_vector(FILE *file, lw_vec3 v)
{
    fputc('[', file);
    lw_print_number(file, v.x);
    fputs(", ", file);
    lw_print_number(file, v.y);
    fputs(", ", file);
    lw_print_number(file, v.z);
    fputc(']', file);
}
