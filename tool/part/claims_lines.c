/* The lines of a file of claims, in memory that grows. */
#include "part/claims_lines.h"

#include "text/fail.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_ROOM = 4096 };

lw_claims_form lw_claims_form_of(const char *path)
{
    const char ending[] = ".cbor";
    const size_t length = path ? strlen(path) : 0;
    const size_t own = sizeof ending - 1;
    return length > own && !strcmp(path + length - own, ending) ? LW_CLAIMS_IN_CBOR : LW_CLAIMS_IN_JSON;
}

void lw_claims_lines_free(lw_claims_lines *lines)
{
    free(lines->bytes);
    *lines = (lw_claims_lines){0};
}

/* Makes room for so many more bytes. */
static lw_status grow(lw_claims_lines *lines, size_t more, lw_error *error)
{
    if (lines->room - lines->size >= more)
        return LW_OK;
    size_t room = 2 * lines->room > LEAST_ROOM ? 2 * lines->room : LEAST_ROOM;
    if (room < lines->size + more)
        room = lines->size + more;
    char *bytes = realloc(lines->bytes, room);
    if (!bytes)
        return lw_fail_memory(error);
    lines->bytes = bytes;
    lines->room = room;
    return LW_OK;
}

/* What a line is about. */
typedef enum kind { SCENE, BEGIN, STAGE, CLAIM, END } kind;

typedef struct subject {
    kind kind;
    const lw_scene *scene;
    const lw_claimed_motion *of;
    size_t stage;
    const lw_claim *claim;
} subject;

/* Writes a line into memory, as lw_result_json does. */
static lw_status write_line(const subject *what, lw_claims_form form, char *text, size_t size,
                            size_t *length, lw_error *error)
{
    const bool cbor = form == LW_CLAIMS_IN_CBOR;
    switch (what->kind) {
    case SCENE:
        return (cbor ? lw_claims_blocks_cbor : lw_claims_blocks_json)(what->scene, text, size, length,
                                                                      error);
    case BEGIN:
        return (cbor ? lw_claims_blocks_begin_cbor : lw_claims_blocks_begin_json)(what->of, text, size,
                                                                                  length, error);
    case STAGE:
        return (cbor ? lw_claims_blocks_stage_cbor : lw_claims_blocks_stage_json)(
            what->of->motion, what->stage, text, size, length, error);
    case CLAIM:
        return (cbor ? lw_claim_cbor : lw_claim_json)(what->claim, text, size, length, error);
    case END:
        break;
    }
    return (cbor ? lw_claims_end_cbor : lw_claims_end_json)(what->of, text, size, length, error);
}

static lw_status append(lw_claims_lines *lines, lw_claims_form form, const subject *what,
                        lw_error *error)
{
    size_t length = 0;
    lw_status status = grow(lines, LEAST_ROOM / 4, error);
    if (!status)
        status = write_line(what, form, lines->bytes + lines->size, lines->room - lines->size, &length,
                            error);
    /* with a newline, or the zero that was written */
    if (!status && length + 2 > lines->room - lines->size) {
        status = grow(lines, length + 2, error);
        if (!status)
            status = write_line(what, form, lines->bytes + lines->size, lines->room - lines->size,
                                &length, error);
    }
    if (status)
        return status;
    lines->size += length;
    if (form != LW_CLAIMS_IN_CBOR)
        lines->bytes[lines->size++] = '\n';
    return LW_OK;
}

lw_status lw_claims_lines_scene(lw_claims_lines *lines, lw_claims_form form, const lw_scene *scene,
                                lw_error *error)
{
    return append(lines, form, &(subject){.kind = SCENE, .scene = scene}, error);
}

lw_status lw_claims_lines_begin(lw_claims_lines *lines, lw_claims_form form,
                                const lw_claimed_motion *of, lw_error *error)
{
    bool one = lw_motion_stage(of->motion, 0) == of->motion;
    size_t stages = one ? 0 : lw_motion_stage_count(of->motion);
    lw_status status = append(lines, form, &(subject){.kind = BEGIN, .of = of}, error);
    for (size_t i = 0; i < stages && !status; i++)
        status = append(lines, form, &(subject){.kind = STAGE, .of = of, .stage = i}, error);
    return status;
}

lw_status lw_claims_lines_claim(lw_claims_lines *lines, lw_claims_form form, const lw_claim *claim,
                                lw_error *error)
{
    return append(lines, form, &(subject){.kind = CLAIM, .claim = claim}, error);
}

lw_status lw_claims_lines_end(lw_claims_lines *lines, lw_claims_form form, const lw_claimed_motion *of,
                              lw_error *error)
{
    return append(lines, form, &(subject){.kind = END, .of = of}, error);
}
