/* Writes the proofs of random motions in random worlds of every feature (any/any_world.h), a file for
 * each world.
 *
 * usage: any_proofs SEED WORLDS FOLDER
 */
#include "any/any_world.h"
#include "small_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOTIONS = 8, LINE = 1 << 27 };

typedef struct writer {
    FILE *file;
    char *line; /* room for a line */
    lw_error error;
    any_world *w;
    lw_motion *motion;
    FILE *claims; /* of the motion that is checked */
    char *text;
    size_t size, count;
    size_t motions, contacts, without; /* without: contacts of which nothing is claimed */
    bool met;
} writer;

static void put(writer *w, FILE *to, lw_status status)
{
    succeed(status, &w->error);
    assert_true(strlen(w->line) + 1 < LINE);
    fprintf(to, "%s\n", w->line);
}

static lw_status take(void *context, const lw_claim *claim)
{
    writer *w = context;
    put(w, w->claims, lw_claim_json(claim, w->line, LINE, NULL, &w->error));
    w->met = w->met || claim->kind == LW_CLAIM_CONTACT || claim->kind == LW_CLAIM_INSIDE;
    w->count++;
    return LW_OK;
}

static lw_check_options random_options(writer *w, lw_random *random)
{
    lw_check_options o = lw_default_check_options();
    const lw_method methods[] = {LW_METHOD_AUTO, LW_METHOD_AUTO, LW_METHOD_SLAB, LW_METHOD_BISECTION};
    o.method = methods[lw_random_below(random, 4)];
    o.any = lw_random_below(random, 2);
    o.blocks = 1;
    o.claim = take;
    o.claim_context = w;
    o.budget_queries = 4000;
    if (lw_random_below(random, 4) == 0)
        o.time_tolerance = pow(10, lw_random_between(random, -7, -1));
    if (lw_random_below(random, 4) == 0)
        o.distance_tolerance = w->w->size * pow(10, lw_random_between(random, -9, -2));
    return o;
}

static void write_motion(writer *w, lw_checker *checker, size_t index, lw_random *random)
{
    char id[32];
    lw_verdict verdict = lw_default_verdict();
    lw_claimed_motion of = lw_default_claimed_motion();
    lw_check_options options = random_options(w, random);
    snprintf(id, sizeof id, "%zu", index);
    w->met = false;
    w->count = 0;
    w->claims = open_memstream(&w->text, &w->size);
    assert_non_null(w->claims);
    succeed(lw_check(checker, w->motion, &options, &verdict, &w->error), &w->error);
    fclose(w->claims);
    of.motion = w->motion;
    of.id = id;
    of.index = index;
    of.verdict = &verdict;
    of.claim_count = w->count;
    put(w, w->file, lw_claims_blocks_begin_json(&of, w->line, LINE, NULL, &w->error));
    size_t stages = lw_motion_stage_count(w->motion);
    for (size_t i = 0; i < stages && lw_motion_stage(w->motion, 0) != w->motion; i++)
        put(w, w->file, lw_claims_blocks_stage_json(w->motion, i, w->line, LINE, NULL, &w->error));
    fwrite(w->text, 1, w->size, w->file);
    put(w, w->file, lw_claims_end_json(&of, w->line, LINE, NULL, &w->error));
    free(w->text);
    w->motions++;
    w->contacts += verdict.kind == LW_VERDICT_CONTACT;
    w->without += verdict.kind == LW_VERDICT_CONTACT && !w->met;
}

static void write_world(writer *w, uint64_t seed, const char *folder)
{
    char path[4096];
    lw_checker *checker = NULL;
    lw_random random = {seed + 5};
    size_t index = 0;
    w->w = any_world_new(seed);
    snprintf(path, sizeof path, "%s/%llu.jsonl", folder, (unsigned long long)seed);
    w->file = fopen(path, "w");
    assert_non_null(w->file);
    succeed(lw_checker_create(w->w->scene, &checker, &w->error), &w->error);
    succeed(lw_motion_create(w->w->scene, &w->motion, &w->error), &w->error);
    put(w, w->file, lw_claims_blocks_json(w->w->scene, w->line, LINE, NULL, &w->error));
    for (uint64_t i = 0; i < MOTIONS; i++) {
        any_motion m;
        any_motion_new(w->w, seed + i, &m);
        if (any_motion_set(w->w, w->w->scene, &m, w->motion))
            write_motion(w, checker, index++, &random);
    }
    fclose(w->file);
    lw_motion_destroy(w->motion);
    lw_checker_destroy(checker);
    any_world_drop(w->w);
}

int main(int count, char **arguments)
{
    if (count != 4)
        return 2;
    writer w = {.line = malloc(LINE)};
    assert_non_null(w.line);
    uint64_t seed = strtoull(arguments[1], NULL, 0);
    for (long i = 0; i < atol(arguments[2]); i++)
        write_world(&w, seed + 1000 * (uint64_t)i, arguments[3]);
    printf("%zu motions, %zu in contact, %zu of these without a claim of it\n", w.motions, w.contacts,
           w.without);
    any_world_end();
    free(w.line);
    return 0;
}
