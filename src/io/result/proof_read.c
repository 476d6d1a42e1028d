/* Reads the intervals of a proof file (check --proof), as a trace: what the file states, which is not
 * verified here. */
#include "base/error.h"
#include "base/sized.h"
#include "check/ask/trace.h"
#include "io/text/cbor.h"
#include "io/text/file.h"
#include "io/text/json.h"
#include "io/text/lines.h"
#include "motion/motion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 2, INTERVALS = 7, ALL_INTERVALS = (1 << INTERVALS) - 1 };

/* Two bodies, as indices into the names of the first line. */
typedef struct name_pair {
    size_t bodies[2];
} name_pair;

/* The pairs of the motion, or of a stage. */
typedef struct pair_list {
    name_pair *pairs;
    size_t count;
} pair_list;

typedef struct reader {
    const lw_motion *motion;
    const char *id;
    char **names; /* of the bodies */
    size_t name_count;
    pair_list whole, *stages;
    size_t stage_count;
    uint8_t *masks; /* per pair: the intervals that a block leaves out */
    size_t mask_count;
    bool is_own, is_read; /* the lines are about the motion; it is read */
    lw_tracing lists;
    lw_verdict verdict;
} reader;

/* ---- values ------------------------------------------------------------------------------------ */

/* A whole number below a limit. */
static lw_status read_index(lw_document *document, const lw_value *line, const lw_value *node,
                            const char *name, size_t limit, size_t *out)
{
    double number = -1;
    lw_status status = node ? lw_value_number(document, node, name, &number) : LW_OK;
    if (status)
        return status;
    if (!(number >= 0 && number < (double)limit) || number != (double)(size_t)number)
        return lw_value_fail(document, line, LW_ERROR_SYNTAX, "%s is no index of one of %zu things",
                             name, limit);
    *out = (size_t)number;
    return LW_OK;
}

static lw_status read_pairs(lw_document *document, const lw_value *line, size_t name_count,
                            pair_list *out)
{
    const lw_value *list = lw_value_find(line, "pairs");
    lw_status status = lw_value_expect(document, list ? list : line, "pairs", LW_VALUE_LIST);
    if (status)
        return status;
    const size_t count = lw_value_item_count(list);
    out->pairs = calloc(count + 1, sizeof *out->pairs);
    if (!out->pairs)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < count && !status; i++) {
        const lw_value *bodies = lw_value_find(lw_value_item(list, i), "bodies");
        for (size_t k = 0; k < 2 && !status; k++)
            status = read_index(document, line, lw_value_item(bodies, k), "a body of a pair",
                                name_count, &out->pairs[i].bodies[k]);
        out->count += !status;
    }
    return status;
}

static lw_status read_scene(reader *work, lw_document *document, const lw_value *line)
{
    const lw_value *bodies = lw_value_find(line, "bodies");
    const size_t count = lw_value_item_count(bodies);
    if (!lw_value_find(line, "claims") || !bodies)
        return lw_value_fail(document, line, LW_ERROR_SYNTAX,
                             "this is no proof of leeway check --proof: its first line has no bodies");
    if (lw_value_as_number(lw_value_find(line, "claims")) != VERSION)
        return lw_value_fail(document, line, LW_ERROR_SYNTAX,
                             "the proof is of another version of the format than %d", (int)VERSION);
    work->names = calloc(count + 1, sizeof *work->names);
    if (!work->names)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < count; i++) {
        const char *name = lw_value_as_text(lw_value_find(lw_value_item(bodies, i), "name"));
        if (!name)
            return lw_value_fail(document, line, LW_ERROR_SYNTAX, "body %zu has no name", i);
        work->names[work->name_count] = strdup(name);
        if (!work->names[work->name_count++])
            return lw_fail_memory(document->error);
    }
    return read_pairs(document, line, work->name_count, &work->whole);
}

/* ---- a motion ---------------------------------------------------------------------------------- */

/* Whether an id in the file is the one that is asked for. */
static bool is_named(lw_document *document, const lw_value *node, const char *id)
{
    const char *text = lw_value_as_text(node);
    if (!text && node && node->source)
        text = lw_json_source(document, node);
    return !id || (text && !strcmp(text, id));
}

/* A proof of another scene is refused at once. */
static lw_status check_names(const reader *work, lw_document *document, const lw_value *line)
{
    const lw_scene *scene = lw_motion_scene(work->motion);
    for (size_t i = 0; i < work->name_count; i++)
        if (lw_scene_find_body(scene, work->names[i]) < 0)
            return lw_value_fail(document, line, LW_ERROR_ARGUMENT,
                                 "the proof is of another scene: there is no body \"%s\"",
                                 work->names[i]);
    return LW_OK;
}

static lw_status begin_motion(reader *work, lw_document *document, const lw_value *line)
{
    double times[2];
    double own[2];
    lw_status status = LW_OK;
    if (!is_named(document, lw_value_member(line, "motion"), work->id))
        return LW_OK;
    if (work->is_read)
        return lw_value_fail(document, line, LW_ERROR_ARGUMENT, "the proof is about several motions%s",
                             work->id ? " of this id" : "");
    static const char *const keys[2] = {"begin", "end"};
    lw_motion_interval(work->motion, &own[0], &own[1]);
    for (int k = 0; k < 2 && !status; k++) {
        const lw_value *time = lw_value_find(line, keys[k]);
        status = lw_value_number(document, time ? time : line, keys[k], &times[k]);
    }
    if (!status && times[1] != own[1])
        return lw_value_fail(document, line, LW_ERROR_ARGUMENT,
                             "the proof is of another motion, which ends at %.9g, not %.9g", times[1],
                             own[1]);
    if (!status)
        status = check_names(work, document, line);
    work->is_own = !status;
    return status;
}

/* Reads the pairs of a stage; stages before the begin of a motion that was cut are not drawn. */
static lw_status read_stage(reader *work, lw_document *document, const lw_value *line)
{
    const size_t most = lw_motion_stage_count(work->motion);
    if (lw_value_as_number(lw_value_find(line, "stage")) < 0)
        return LW_OK;
    if (work->stage_count == most)
        return lw_value_fail(document, line, LW_ERROR_ARGUMENT,
                             "the proof is of another motion, which has more stages than %zu", most);
    if (!work->stages)
        work->stages = calloc(most, sizeof *work->stages);
    if (!work->stages)
        return lw_fail_memory(document->error);
    return read_pairs(document, line, work->name_count, &work->stages[work->stage_count++]);
}

static lw_status add_proof(reader *work, lw_document *document, lw_proof proof)
{
    return lw_tracing_add(&work->lists, &proof) ? LW_OK : lw_fail_memory(document->error);
}

static lw_status add_sample(reader *work, lw_document *document, double time)
{
    return lw_tracing_sample(&work->lists, time) ? LW_OK : lw_fail_memory(document->error);
}

/* The bodies of a pair, in the scene of the stage, which has the bodies of the motion's. */
static void find_bodies(const reader *work, const lw_scene *scene, const name_pair *pair,
                        int64_t bodies[2])
{
    for (int k = 0; k < 2; k++)
        bodies[k] = lw_scene_find_body(scene, work->names[pair->bodies[k]]);
}

static lw_status find_stage(const reader *work, lw_document *document, const lw_value *line,
                            const pair_list **list, size_t *stage, const lw_scene **scene)
{
    const lw_value *node = lw_value_find(line, "stage");
    *stage = 0;
    lw_status status =
        node ? read_index(document, line, node, "stage", work->stages ? work->stage_count : 1, stage)
             : LW_OK;
    if (status)
        return status;
    *list = work->stages ? &work->stages[*stage] : &work->whole;
    *scene = lw_motion_scene(lw_motion_stage(work->motion, *stage));
    return LW_OK;
}

/* Adds a pair's intervals of a block, as runs: those whose bits are set. times: eight. */
static lw_status add_runs(reader *work, lw_document *document, unsigned mask, const double *times,
                          lw_proof proof)
{
    lw_status status = LW_OK;
    for (int k = 0; k < INTERVALS && !status; k++) {
        const int first = k;
        while (k < INTERVALS && (mask >> k & 1))
            k++;
        proof.from = proof.at = times[first];
        proof.to = times[k];
        if (k > first)
            status = add_proof(work, document, proof);
    }
    return status;
}

/* Reads the list of a block into the masks of the pairs. */
static lw_status read_masks(reader *work, lw_document *document, const lw_value *line,
                            const lw_value *list, const pair_list *of)
{
    lw_status status = LW_OK;
    if (of->count > work->mask_count) {
        uint8_t *larger = realloc(work->masks, of->count);
        if (!larger)
            return lw_fail_memory(document->error);
        work->masks = larger;
        work->mask_count = of->count;
    }
    if (of->count)
        memset(work->masks, 0, of->count);
    for (size_t i = 0; i < lw_value_item_count(list) && !status; i++) {
        const lw_value *entry = lw_value_item(list, i);
        size_t pair = 0;
        size_t mask = 0;
        status =
            read_index(document, line, lw_value_item(entry, 0), "a pair of a block", of->count, &pair);
        if (!status)
            status = read_index(document, line, lw_value_item(entry, 1), "a mask of a block",
                                ALL_INTERVALS + 1, &mask);
        if (!status)
            work->masks[pair] = (uint8_t)mask;
    }
    return status;
}

/* Adds what a block says: one proof of all pairs that are apart in all of its intervals, and those of
 * each other pair. */
static lw_status read_block(reader *work, lw_document *document, const lw_value *line)
{
    const lw_value *only = lw_value_find(line, "only");
    const lw_value *list = only ? only : lw_value_find(line, "left");
    const pair_list *of = NULL;
    const lw_scene *scene = NULL;
    double times[INTERVALS + 1];
    lw_proof all = {0};
    lw_status status = find_stage(work, document, line, &of, &all.stage, &scene);
    if (!status)
        status = lw_value_numbers(document, lw_value_find(line, "block"), "block", times, 2);
    if (!status)
        status = read_masks(work, document, line, list, of);
    if (status)
        return status;
    const double end = times[1];
    const double step = (end - times[0]) * (1.0 / INTERVALS);
    for (int k = 1; k < INTERVALS; k++)
        times[k] = times[0] + step * k;
    times[INTERVALS] = end;
    for (int k = 0; k <= INTERVALS && !status; k++)
        status = add_sample(work, document, times[k]);
    for (size_t i = 0; i < of->count && !status; i++) {
        const unsigned mask = only ? work->masks[i] : ALL_INTERVALS & ~work->masks[i];
        lw_proof own = {.stage = all.stage, .pairs = 1};
        if (!mask || (mask == ALL_INTERVALS && all.pairs++))
            continue;
        find_bodies(work, scene, &of->pairs[i], own.bodies);
        if (mask != ALL_INTERVALS)
            status = add_runs(work, document, mask, times, own);
        else
            memcpy(all.bodies, own.bodies, sizeof all.bodies);
    }
    return status || !all.pairs ? status : add_runs(work, document, ALL_INTERVALS, times, all);
}

/* Adds a claim of a pair, or takes the pair of a contact. */
static lw_status read_claim(reader *work, lw_document *document, const lw_value *line)
{
    static const char *const keys[] = {"from", "at", "to"};
    const lw_value *contact = lw_value_find(line, "contact");
    const lw_scene *scene = NULL;
    const pair_list *of = NULL;
    size_t pair = 0;
    lw_proof own = {.pairs = 1};
    double *times[] = {&own.from, &own.at, &own.to};
    lw_status status = find_stage(work, document, line, &of, &own.stage, &scene);
    if (!status)
        status = read_index(document, line, lw_value_find(line, "pair"), "pair", of->count, &pair);
    if (status)
        return status;
    find_bodies(work, scene, &of->pairs[pair], own.bodies);
    if (contact) {
        memcpy(work->verdict.pair, own.bodies, sizeof own.bodies);
        return lw_value_number(document, contact, "contact", &work->verdict.time);
    }
    for (int k = 0; k < 3 && !status; k++) {
        const lw_value *time = lw_value_find(line, keys[k]);
        status = lw_value_number(document, time ? time : line, keys[k], times[k]);
    }
    if (!status)
        status = add_sample(work, document, own.at);
    return status ? status : add_proof(work, document, own);
}

static lw_status end_motion(reader *work, lw_document *document, const lw_value *line)
{
    static const char *const words[] = {"free", "contact", "undecided"};
    static const lw_verdict_kind kinds[] = {LW_VERDICT_FREE, LW_VERDICT_CONTACT, LW_VERDICT_UNDECIDED};
    const char *word = lw_value_as_text(lw_value_find(line, "verdict"));
    const lw_value *until = lw_value_find(line, "free_until");
    size_t k = 0;
    while (k < 3 && word && strcmp(word, words[k]) != 0)
        k++;
    if (!word || k == 3)
        return lw_value_fail(document, line, LW_ERROR_SYNTAX, "there is no such verdict");
    work->verdict.kind = kinds[k];
    work->is_own = false;
    work->is_read = true;
    lw_status status =
        lw_value_number(document, until ? until : line, "free_until", &work->verdict.free_until);
    if (work->verdict.kind == LW_VERDICT_CONTACT && work->verdict.pair[0] < 0)
        work->verdict.time = work->verdict.free_until;
    return status;
}

static lw_status take_line(reader *work, lw_document *document, const lw_value *line)
{
    if (line->kind != LW_VALUE_MAP)
        return lw_value_fail(document, line, LW_ERROR_SYNTAX, "this is no line of a proof");
    if (!work->names)
        return read_scene(work, document, line);
    if (lw_value_find(line, "verdict"))
        return work->is_own ? end_motion(work, document, line) : LW_OK;
    if (lw_value_member(line, "motion"))
        return work->is_own ? lw_value_fail(document, line, LW_ERROR_SYNTAX,
                                            "the motion before has no last line")
                            : begin_motion(work, document, line);
    if (!work->is_own || lw_value_find(line, "outside"))
        return LW_OK;
    if (lw_value_find(line, "places"))
        return read_stage(work, document, line);
    return lw_value_find(line, "block") ? read_block(work, document, line)
                                        : read_claim(work, document, line);
}

/* ---- files ------------------------------------------------------------------------------------- */

static lw_status read_text_lines(reader *work, const char *path, lw_error *error)
{
    lw_lines lines;
    const char *text = NULL;
    size_t length = 0;
    bool more = true;
    lw_status status = lw_lines_open(&lines, path, path, error);
    while (!status && more) {
        lw_document document = {.file = path, .error = error};
        lw_value *line = NULL;
        status = lw_lines_next(&lines, &text, &length, &more, error);
        if (!status && more)
            status = lw_json_parse(&document, text, length, lines.number, &line);
        if (!status && more)
            status = take_line(work, &document, line);
        lw_document_free(&document);
    }
    lw_lines_close(&lines);
    return status;
}

static lw_status read_items(reader *work, const char *path, lw_error *error)
{
    char *bytes = NULL;
    lw_cbor items = {0};
    lw_value *line = NULL;
    lw_error problem = {0};
    lw_status status = lw_file_fail(
        path, lw_file_read(path, LW_DOCUMENT_BYTES, &bytes, &items.size, &problem), &problem, error);
    items.bytes = (const unsigned char *)bytes;
    do {
        lw_document document = {.file = path, .error = error};
        if (!status)
            status = lw_cbor_next(&items, &document, &line);
        if (!status && line)
            status = take_line(work, &document, line);
        lw_document_free(&document);
    } while (!status && line);
    free(bytes);
    return status;
}

/* Whether a file begins with the bytes of CBOR. */
static bool is_cbor(const char *path)
{
    char begin[sizeof LW_CLAIMS_CBOR] = "";
    FILE *file = fopen(path, "rb");
    const size_t count = file ? fread(begin, 1, sizeof begin - 1, file) : 0;
    if (file)
        fclose(file);
    return count == sizeof begin - 1 && !memcmp(begin, LW_CLAIMS_CBOR, count);
}

static void forget(reader *work)
{
    for (size_t i = 0; i < work->name_count; i++)
        free(work->names[i]);
    for (size_t i = 0; i < work->stage_count; i++)
        free(work->stages[i].pairs);
    free(work->names);
    free(work->stages);
    free(work->whole.pairs);
    free(work->masks);
}

lw_status lw_trace_read(const char *path, const lw_motion *motion, const char *id, lw_verdict *verdict,
                        lw_trace *trace, lw_error *error)
{
    const lw_sized *type = LW_SIZED(trace);
    const lw_sized *verdict_type = LW_SIZED(verdict);
    reader work = {.motion = motion, .id = id, .verdict = lw_default_verdict()};
    lw_trace made = lw_default_trace();
    if (!path || !motion || !verdict || !trace)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_trace_read needs a path, a motion, a verdict and a trace");
    lw_status status = lw_sized_check(type, trace, error);
    if (!status)
        status = lw_sized_check(verdict_type, verdict, error);
    if (!status)
        status = is_cbor(path) ? read_items(&work, path, error) : read_text_lines(&work, path, error);
    if (!status && !work.is_read)
        status = lw_fail_at(error, LW_ERROR_ARGUMENT, path, 0, 0, "nothing is said of the motion%s%s",
                            id ? " " : "", id ? id : "");
    forget(&work);
    if (status) {
        lw_tracing_drop(&work.lists);
        return status;
    }
    lw_tracing_end(&work.lists, &made);
    lw_sized_write(type, &made, trace);
    lw_sized_write(verdict_type, &work.verdict, verdict);
    return LW_OK;
}
