/* Results as lines of JSON. Most fit into memory of a fixed size; one that does not is written again,
 * into memory of its own. */
#include "part/result_line.h"

#include "text/fail.h"

#include <stdlib.h>

/* Writes a line into memory, as lw_result_json does. */
typedef lw_status (*line_fn)(const void *what, char *text, size_t size, size_t *length,
                             lw_error *error);

static lw_status print(FILE *file, line_fn write, const void *what, lw_error *error)
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
        putc('\n', file);
    }
    free(large);
    return status;
}

static lw_status write_result(const void *what, char *text, size_t size, size_t *length,
                              lw_error *error)
{
    return lw_result_json(what, text, size, length, error);
}

lw_status lw_result_line(FILE *file, const lw_result *result, lw_error *error)
{
    return print(file, write_result, result, error);
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
    return print(file, write_job, &(job_result){cell, id, verdict}, error);
}

static lw_status write_scene(const void *what, char *text, size_t size, size_t *length, lw_error *error)
{
    return lw_claims_scene_json(what, text, size, length, error);
}

static lw_status write_scene_of_blocks(const void *what, char *text, size_t size, size_t *length,
                                       lw_error *error)
{
    return lw_claims_blocks_json(what, text, size, length, error);
}

lw_status lw_claims_scene_line(FILE *file, const lw_scene *scene, bool of_blocks, lw_error *error)
{
    return print(file, of_blocks ? write_scene_of_blocks : write_scene, scene, error);
}

static lw_status write_begin(const void *what, char *text, size_t size, size_t *length, lw_error *error)
{
    return lw_claims_begin_json(what, text, size, length, error);
}

static lw_status write_begin_of_blocks(const void *what, char *text, size_t size, size_t *length,
                                       lw_error *error)
{
    return lw_claims_blocks_begin_json(what, text, size, length, error);
}

lw_status lw_claims_begin_line(FILE *file, const lw_claimed_motion *of, bool of_blocks, lw_error *error)
{
    return print(file, of_blocks ? write_begin_of_blocks : write_begin, of, error);
}

typedef struct stage_line {
    const lw_motion *motion;
    size_t stage;
    bool of_blocks;
} stage_line;

static lw_status write_stage(const void *what, char *text, size_t size, size_t *length, lw_error *error)
{
    const stage_line *line = what;
    return line->of_blocks
               ? lw_claims_blocks_stage_json(line->motion, line->stage, text, size, length, error)
               : lw_claims_stage_json(line->motion, line->stage, text, size, length, error);
}

lw_status lw_claims_stage_line(FILE *file, const lw_motion *motion, size_t stage, bool of_blocks,
                               lw_error *error)
{
    return print(file, write_stage, &(stage_line){motion, stage, of_blocks}, error);
}

static lw_status write_claim(const void *what, char *text, size_t size, size_t *length, lw_error *error)
{
    return lw_claim_json(what, text, size, length, error);
}

lw_status lw_claim_line(FILE *file, const lw_claim *claim, lw_error *error)
{
    return print(file, write_claim, claim, error);
}

static lw_status write_end(const void *what, char *text, size_t size, size_t *length, lw_error *error)
{
    return lw_claims_end_json(what, text, size, length, error);
}

lw_status lw_claims_end_line(FILE *file, const lw_claimed_motion *of, lw_error *error)
{
    return print(file, write_end, of, error);
}
