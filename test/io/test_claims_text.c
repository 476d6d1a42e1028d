/* Tests io/result/claims_text.c: the lines of claims in the caller's memory, for claims of random
 * worlds, against the lines as they are written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cbor_text.h"
#include "expect.h"
#include "furnished.h"
#include "io/result/claims_json.h"
#include "motion/stages.h"
#include "seed.h"

enum { CLAIMS = 40 };

/* room for any line of this test */
enum { ROOM = 1 << 24 };

/* The line that a writer writes. */
static char *line_of(void (*write)(lw_values *line, const void *what), const void *what)
{
    char *room = malloc(ROOM);
    lw_text line;
    assert_non_null(room);
    assert_int_equal(lw_text_begin(&line, room, ROOM, NULL), LW_OK);
    lw_values values = {.text = &line};
    write(&values, what);
    size_t length = 0;
    lw_text_end(&line, &length);
    assert_true(length > 1 && length < ROOM && strlen(room) == length);
    return room;
}

static void write_scene(lw_values *line, const void *what)
{
    lw_claims_write_scene(line, what);
}

static void write_begin(lw_values *line, const void *what)
{
    const lw_claimed_motion *of = what;
    lw_claims_write_motion(line, of->motion, of->id, of->index);
}

typedef struct stage_of {
    const lw_motion *motion;
    size_t stage;
} stage_of;

static void write_stage(lw_values *line, const void *what)
{
    const stage_of *of = what;
    lw_claims_write_stage(line, of->motion, of->stage);
}

static void write_claim(lw_values *line, const void *what)
{
    lw_claims_write_claim(line, what);
}

static void write_end(lw_values *line, const void *what)
{
    const lw_claimed_motion *of = what;
    lw_claims_write_verdict(line, of->verdict, of->id, of->index, of->claim_count);
}

static lw_status scene_json(const void *what, char *text, size_t size, size_t *length)
{
    return lw_claims_blocks_json(what, text, size, length, NULL);
}

static lw_status begin_json(const void *what, char *text, size_t size, size_t *length)
{
    return lw_claims_blocks_begin_json(what, text, size, length, NULL);
}

static lw_status stage_json(const void *what, char *text, size_t size, size_t *length)
{
    const stage_of *of = what;
    return lw_claims_blocks_stage_json(of->motion, of->stage, text, size, length, NULL);
}

static lw_status claim_json(const void *what, char *text, size_t size, size_t *length)
{
    return lw_claim_json(what, text, size, length, NULL);
}

static lw_status end_json(const void *what, char *text, size_t size, size_t *length)
{
    return lw_claims_end_json(what, text, size, length, NULL);
}

static lw_status scene_cbor(const void *what, char *text, size_t size, size_t *length)
{
    return lw_claims_blocks_cbor(what, text, size, length, NULL);
}

static lw_status begin_cbor(const void *what, char *text, size_t size, size_t *length)
{
    return lw_claims_blocks_begin_cbor(what, text, size, length, NULL);
}

static lw_status stage_cbor(const void *what, char *text, size_t size, size_t *length)
{
    const stage_of *of = what;
    return lw_claims_blocks_stage_cbor(of->motion, of->stage, text, size, length, NULL);
}

static lw_status claim_cbor(const void *what, char *text, size_t size, size_t *length)
{
    return lw_claim_cbor(what, text, size, length, NULL);
}

static lw_status end_cbor(const void *what, char *text, size_t size, size_t *length)
{
    return lw_claims_end_cbor(what, text, size, length, NULL);
}

/* Checks that the item of CBOR holds the values of the line. mark: the bytes before it. */
static void check_cbor(void (*write)(lw_values *, const void *),
                       lw_status (*cbor)(const void *, char *, size_t, size_t *), const char *mark,
                       const void *what)
{
    char *line = line_of(write, what);
    char *bytes = malloc(ROOM);
    char *again = malloc(ROOM);
    size_t length = 0;
    size_t counted = 0;
    lw_text text;
    assert_non_null(bytes);
    assert_non_null(again);
    assert_int_equal(cbor(what, bytes, ROOM, &length), LW_OK);
    /* A double takes 9 bytes, and 5 characters at least, as 0.1 with its comma or brackets. Anything
     * else, its key included, has no more than two bytes for each character. */
    assert_true(length < ROOM && length <= 2 * strlen(line) && !bytes[length]);
    assert_int_equal(cbor(what, NULL, 0, &counted), LW_OK);
    assert_int_equal(counted, length);
    assert_memory_equal(bytes, mark, strlen(mark));
    assert_int_equal(lw_text_begin(&text, again, ROOM, NULL), LW_OK);
    cbor_as_text(bytes + strlen(mark), length - strlen(mark), &text);
    lw_text_end(&text, NULL);
    assert_string_equal(again, line);
    free(line);
    free(bytes);
    free(again);
}

/* checks that the text is the line, whole and cut at a random place */
static void check_line(lw_random *random, void (*write)(lw_values *, const void *),
                       lw_status (*json)(const void *, char *, size_t, size_t *), const void *what)
{
    char *line = line_of(write, what);
    size_t wanted = strlen(line);
    size_t cut = lw_random_below(random, (uint32_t)wanted + 1);
    char *text = malloc(wanted + 2);
    size_t length = 0;
    assert_non_null(text);
    text[wanted + 1] = '#';
    assert_int_equal(json(what, text, wanted + 1, &length), LW_OK);
    assert_int_equal(length, wanted);
    assert_string_equal(text, line);
    assert_int_equal(text[wanted + 1], '#');
    assert_int_equal(json(what, text, cut + 1, &length), LW_OK);
    assert_int_equal(length, wanted);
    assert_int_equal(strlen(text), cut);
    assert_memory_equal(text, line, cut);
    assert_int_equal(json(what, NULL, 0, NULL), LW_OK);
    free(text);
    free(line);
}

typedef struct taker {
    lw_random *random;
    size_t count;
} taker;

static lw_status take(void *context, const lw_claim *claim)
{
    taker *t = context;
    if (t->count++ < CLAIMS) {
        check_line(t->random, write_claim, claim_json, claim);
        check_cbor(write_claim, claim_cbor, "", claim);
    }
    return LW_OK;
}

/* A copy of a stage's line. */
static char *stage_text(const lw_motion *motion, size_t stage)
{
    const stage_of of = {motion, stage};
    char *text = malloc(ROOM);
    assert_non_null(text);
    assert_int_equal(stage_json(&of, text, ROOM, NULL), LW_OK);
    return text;
}

/* In CBOR the items of stages that are past stand before that of stage 0. */
static void check_first_stage(const lw_motion *motion)
{
    const stage_of first = {motion, 0};
    char *items = malloc(ROOM);
    char *bytes = malloc(ROOM);
    lw_text text;
    size_t wanted = 0;
    size_t length = 0;
    assert_non_null(items);
    assert_non_null(bytes);
    assert_int_equal(lw_text_begin(&text, items, ROOM, NULL), LW_OK);
    for (int64_t i = -lw_stages_past(motion); i <= 0; i++) {
        lw_values out = {.text = &text, .cbor = true};
        lw_claims_write_stage(&out, motion, i);
    }
    lw_text_end(&text, &wanted);
    assert_int_equal(stage_cbor(&first, bytes, ROOM, &length), LW_OK);
    assert_int_equal(length, wanted);
    assert_memory_equal(bytes, items, wanted);
    free(items);
    free(bytes);
}

/* Cuts a motion, twice: stage 0 brings the lines of the stages before along, with numbers below 0; all
 * lines are otherwise those of the whole motion. Returns the number of stages that are past. */
static size_t check_cut(lw_random *random, lw_motion *motion)
{
    enum { MOST = 16 };
    const size_t count = lw_motion_stage_count(motion);
    char *whole[MOST];
    if (count > MOST || lw_motion_stage(motion, 0) == motion)
        return 0;
    for (size_t i = 0; i < count; i++)
        whole[i] = stage_text(motion, i);
    for (int k = 0; k < 2; k++) {
        const double begin = motion->begin;
        const double end = motion->end;
        assert_int_equal(lw_motion_cut(motion, lw_random_between(random, begin, end), NULL), LW_OK);
    }
    check_first_stage(motion);
    const size_t left = lw_motion_stage_count(motion);
    const size_t past = count - left;
    for (size_t i = 0; i < left; i++) {
        char *own = stage_text(motion, i);
        char *line = strtok(own, "\n");
        for (size_t k = i ? i + past : 0; k <= i + past; k++, line = strtok(NULL, "\n")) {
            char number[40];
            snprintf(number, sizeof number, "{\"stage\": %d,", (int)k - (int)past);
            assert_non_null(line);
            assert_memory_equal(line, number, strlen(number));
            assert_string_equal(line + strlen(number), strchr(whole[k], ',') + 1);
        }
        assert_null(line);
        free(own);
    }
    for (size_t i = 0; i < count; i++)
        free(whole[i]);
    return past;
}

static void texts_are_the_lines(void **state)
{
    (void)state;
    size_t claims = 0;
    size_t stages = 0;
    size_t past = 0;
    bench b = {.random = {test_seed()}};
    lw_random of_cuts = {test_seed()};
    for (int round = test_rounds(60, 2000); round > 0; round--) {
        uint64_t motions[MOTIONS];
        taker t = {&b.random, 0};
        lw_verdict verdict = lw_default_verdict();
        lw_check_options options = lw_default_check_options();
        options.claim = take;
        options.claim_context = &t;
        options.budget_queries = 2000;
        options.blocks = round % 2;
        furnished_world(&b, motions);
        furnished_motion(b.world, motions[0], b.motion);
        furnished_payloads(&b.random, b.world, b.motion);
        assert_int_equal(lw_check(b.checker, b.motion->motion, &options, &verdict, NULL), LW_OK);
        lw_claimed_motion of = lw_default_claimed_motion();
        of.motion = b.motion->motion;
        of.id = "\"x\"";
        of.index = lw_random_below(&b.random, 9);
        of.verdict = &verdict;
        of.claim_count = t.count;
        check_line(&b.random, write_scene, scene_json, b.world->scene);
        check_line(&b.random, write_begin, begin_json, &of);
        check_cbor(write_scene, scene_cbor, LW_CLAIMS_CBOR, b.world->scene);
        check_cbor(write_begin, begin_cbor, "", &of);
        check_cbor(write_end, end_cbor, "", &of);
        size_t count = lw_motion_stage_count(of.motion);
        for (size_t i = 0; i < count; i++) {
            const stage_of stage = {of.motion, i};
            check_line(&b.random, write_stage, stage_json, &stage);
            check_line(&b.random, write_stage, stage_json, &stage);
            check_cbor(write_stage, stage_cbor, "", &stage);
        }
        lw_error e = {0};
        refused(lw_claims_blocks_stage_json(of.motion, count, NULL, 0, NULL, &e), LW_ERROR_ARGUMENT, &e,
                "there is no stage");
        stages += count > 1;
        check_line(&b.random, write_end, end_json, &of);
        claims += t.count;
        past += check_cut(&of_cuts, b.motion->motion);
        furnished_drop(&b);
    }
    assert_true(claims > 200 && stages > 5 && past > 5);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    lw_error e = {0};
    char text[100];
    lw_scene *open = NULL;
    assert_int_equal(lw_scene_create(&open, NULL), LW_OK);
    refused(lw_claims_blocks_json(NULL, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "needs a scene");
    refused(lw_claims_blocks_json(open, text, 100, NULL, &e), LW_ERROR_STATE, &e, "not frozen");
    refused(lw_claims_blocks_json(NULL, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e,
            "lw_claims_blocks_json needs a scene");
    refused(lw_claims_blocks_stage_json(NULL, 0, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e,
            "lw_claims_blocks_stage_json needs a motion");
    lw_verdict verdict = {.struct_size = sizeof(lw_verdict), .kind = (lw_verdict_kind)4};
    lw_claimed_motion of = {.struct_size = sizeof(lw_claimed_motion), .id = "1"};
    refused(lw_claims_blocks_begin_json(NULL, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e,
            "needs a motion");
    refused(lw_claims_blocks_begin_json(&of, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e,
            "needs a motion");
    refused(lw_claims_blocks_begin_json(&of, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e,
            "lw_claims_blocks_begin_json needs a motion");
    refused(lw_claims_blocks_stage_json(NULL, 0, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e,
            "needs a motion");
    refused(lw_claims_end_json(NULL, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "needs a verdict");
    refused(lw_claims_end_json(&of, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "needs a verdict");
    of.verdict = &verdict;
    refused(lw_claims_end_json(&of, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "kind 4");
    verdict.kind = LW_VERDICT_LEAVES;
    refused(lw_claims_end_json(&of, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "leaves contacts");
    lw_claim_part part = {.rule = (lw_claim_rule)3};
    lw_claim claim = {.struct_size = sizeof(lw_claim), .part_count = 1};
    refused(lw_claim_json(NULL, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "needs a claim");
    refused(lw_claim_json(&claim, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "needs a claim");
    claim.parts = &part;
    refused(lw_claim_json(&claim, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "part 0 of the claim");
    part.rule = LW_CLAIM_TRAVEL;
    refused(lw_claim_json(&claim, NULL, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "no room of 100 bytes");
    claim.interval_count = 1;
    refused(lw_claim_json(&claim, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "needs a claim");
    claim.interval_count = 0;
    claim.kind = (lw_claim_kind)6;
    refused(lw_claim_json(&claim, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "kind 6");
    claim.kind = LW_CLAIM_INSIDE;
    claim.inner = 2;
    refused(lw_claim_json(&claim, text, 100, NULL, &e), LW_ERROR_ARGUMENT, &e, "no body 2");
    /* without an id */
    verdict = (lw_verdict){.struct_size = sizeof(lw_verdict), .kind = LW_VERDICT_FREE, .free_until = 1};
    of.id = NULL;
    assert_int_equal(lw_claims_end_json(&of, text, sizeof text, NULL, &e), LW_OK);
    assert_string_equal(text, "{\"motion\": null, \"index\": 0, \"verdict\": \"free\", "
                              "\"free_until\": 1, \"claims\": 0}");
    lw_scene_destroy(open);
}

/* A box of 2 x 2 x 2 about a place. */
static void add_box(lw_scene *scene, double x, double y, double z, lw_mesh_mode mode)
{
    static const uint32_t triangles[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                         2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    double corners[24];
    for (int i = 0; i < 8; i++) {
        corners[3 * i] = x + (i & 1 ? 1 : -1);
        corners[3 * i + 1] = y + (i & 2 ? 1 : -1);
        corners[3 * i + 2] = z + (i & 4 ? 1 : -1);
    }
    lw_shape_def box = lw_default_shape();
    box.kind = LW_SHAPE_MESH;
    box.vertices = corners;
    box.vertex_count = 8;
    box.triangles = triangles;
    box.triangle_count = 12;
    box.mesh_mode = mode;
    lw_error e = {0};
    assert_int_equal(lw_scene_add_obstacle(scene, "o", &box, lw_pose_identity(), &e), LW_OK);
}

/* Whether the scene's line tells these surfaces of a body of boxes; wanted NULL: none. mode: of the
 * first box. */
static void are_surfaces(lw_mesh_mode mode, const double (*places)[3], size_t count, const char *wanted)
{
    lw_scene *scene = NULL;
    lw_error e = {0};
    assert_int_equal(lw_scene_create(&scene, &e), LW_OK);
    for (size_t i = 0; i < count; i++)
        add_box(scene, places[i][0], places[i][1], places[i][2], i ? LW_MESH_SURFACE : mode);
    assert_int_equal(lw_scene_freeze(scene, &e), LW_OK);
    char *line = line_of(write_scene, scene);
    assert_int_equal(strstr(line, "surfaces") != NULL, wanted != NULL);
    if (wanted)
        assert_non_null(strstr(line, wanted));
    free(line);
    lw_scene_destroy(scene);
}

static void surfaces_are_told_from_solids(void **state)
{
    (void)state;
    const double places[][3] = {{0, 0, 0}, {5, 0, 0}, {2, 2, 2}, {0, 7, 0}};
    are_surfaces(LW_MESH_SOLID, places, 1, NULL);
    are_surfaces(LW_MESH_SURFACE, places, 2, NULL);
    are_surfaces(LW_MESH_SOLID, places, 2, "\"surfaces\": [[4, -1, -1]], \"elements\"");
    /* the third one has a corner of the solid, and what is connected counts as solid */
    are_surfaces(LW_MESH_SOLID, places, 4, "\"surfaces\": [[4, -1, -1], [-1, 6, -1]], \"elements\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_the_lines),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(surfaces_are_told_from_solids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
