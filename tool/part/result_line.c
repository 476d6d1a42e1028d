/* Results as lines of JSON. Most fit into memory of a fixed size; one that does not is written again,
 * into memory of its own. */
#include "part/result_line.h"

#include "text/fail.h"

#include <stdlib.h>

/* Writes a line into memory, as lw_result_json does. */
typedef lw_status (*line_fn)(const void *what, char *text, size_t size, size_t *length,
                             lw_error *error);

static lw_status print(FILE *file, line_fn write, const void *what, const char *end, lw_error *error)
{
    char small[8192];
    char *large = NULL;
    size_t length = 0;
    lw_status status = write(what, small, sizeof small, &length, error);
    if (!status && length >= sizeof small) {
        large = malloc(length + 1);
        status = large ? write(what, large, length + 1, &length, error) : lw_fail_memory(error);
    }
    if (!status) {
        fwrite(large ? large : small, 1, length, file);
        fputs(end, file);
    }
    free(large);
    return status;
}

static lw_status write_result(const void *what, char *text, size_t size, size_t *length,
                              lw_error *error)
{
    return lw_result_json(what, text, size, length, error);
}

lw_status lw_result_line(FILE *file, const lw_result *result, const char *end, lw_error *error)
{
    return print(file, write_result, result, end, error);
}

typedef struct job_result {
    const lw_cell *cell;
    const char *id;
    const lw_cell_verdict *verdict;
} job_result;

static lw_status write_job(const void *what, char *text, size_t size, size_t *length, lw_error *error)
{
    const job_result *job = what;
    return lw_cell_verdict_json(job->cell, job->id, job->verdict, text, size, length, error);
}

lw_status lw_cell_line(FILE *file, const lw_cell *cell, const char *id, const lw_cell_verdict *verdict,
                       lw_error *error)
{
    return print(file, write_job, &(job_result){cell, id, verdict}, "\n", error);
}
