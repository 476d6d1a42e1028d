/* Tests base/sized.h, structs that may grow: programs that were compiled with an older or a newer
 * header. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/sized.h"
#include "sized_structs.h"
#include "small_scene.h"
#include "verdicts.h"

/* ---- the functions by themselves --------------------------------------------------------------- */

/* A struct that began with a and b, and now has c and d as well. */
typedef struct full {
    size_t struct_size;
    double a, b, c, d;
} full;

static const lw_sized type = {"thing", "default_thing", offsetof(full, c), sizeof(full)};

/* The struct of a program, and bytes behind it that the library must leave alone. */
typedef union program {
    size_t size;
    double numbers[12];
    unsigned char bytes[96];
} program;

enum { NUMBERS = 12, UNTOUCHED = 0x55 };

/* The struct of a program that knows the first `known` numbers; number 0 is the size, the others are
 * 10, 20, ... */
static program program_of(size_t known)
{
    program p;
    memset(&p, UNTOUCHED, sizeof p);
    for (size_t i = 1; i < known; i++)
        p.numbers[i] = 10.0 * (double)i;
    p.size = known * sizeof(double);
    return p;
}

static void assert_untouched(const program *p, size_t known)
{
    assert_int_equal(p->size, known * sizeof(double));
    for (size_t i = known * sizeof(double); i < sizeof p->bytes; i++)
        assert_int_equal(p->bytes[i], UNTOUCHED);
}

static void test_older_and_newer_programs(void **state)
{
    (void)state;
    for (size_t known = 3; known <= NUMBERS - 2; known++) {
        lw_error error = {0};
        full here = {sizeof here, 1, 2, 3, 4};
        program p = program_of(known);
        for (size_t i = 5; i < known; i++)
            p.numbers[i] = 0; /* not set */
        succeed(lw_sized_read(&type, &p, &here, &error), &error);
        assert_true(here.struct_size == sizeof here && here.a == 10 && here.b == 20);
        assert_true(here.c == (known > 3 ? 30 : 3) && here.d == (known > 4 ? 40 : 4));
        assert_untouched(&p, known);

        p = program_of(known);
        here = (full){sizeof here, 5, 6, 7, 8};
        succeed(lw_sized_check(&type, &p, &error), &error);
        lw_sized_write(&type, &here, &p);
        for (size_t i = 1; i < known; i++)
            assert_true(p.numbers[i] == (i < 5 ? 4 + (double)i : 0));
        assert_untouched(&p, known);
    }
}

static void test_what_is_not_known_here(void **state)
{
    (void)state;
    for (size_t i = sizeof(full); i < 8 * sizeof(double); i++) {
        lw_error error = {0};
        full here = {0};
        program p = program_of(5);
        p.size = 8 * sizeof(double);
        memset(p.bytes + sizeof(full), 0, p.size - sizeof(full));
        succeed(lw_sized_read(&type, &p, &here, &error), &error);
        p.bytes[i] = 1;
        refused(lw_sized_read(&type, &p, &here, &error), LW_ERROR_ARGUMENT, &error,
                "a lw_thing of a later version sets what version");
    }
}

static void test_sizes_that_are_none(void **state)
{
    (void)state;
    const size_t none[] = {0, 1, offsetof(full, c) - 1, sizeof(full) + 4097, SIZE_MAX};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        lw_error error = {0};
        full here = {0};
        program p = program_of(5);
        p.size = none[i];
        refused(lw_sized_read(&type, &p, &here, &error), LW_ERROR_ARGUMENT, &error,
                "start it from lw_default_thing()");
        assert_int_equal(lw_sized_check(&type, &p, NULL), LW_ERROR_ARGUMENT);
        assert_true(here.a == 0);
    }
}

/* ---- the list of structs ------------------------------------------------------------------------ */

/* The list in the header, in its order, and the library's list. */
static const struct {
    const char *name, *start;
} listed[] = {
#define NAMES(noun, start) {#noun, #start},
    SIZED_STRUCTS(NAMES)
#undef NAMES
};
static const lw_sized *const of_library[] = {
#define KNOWN(noun, start, last) LW_SIZED(noun),
    LW_SIZED_STRUCTS(KNOWN)
#undef KNOWN
};

static void test_list(void **state)
{
    (void)state;
    assert_int_equal(sizeof listed / sizeof *listed, sizeof of_library / sizeof *of_library);
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++) {
        assert_string_equal(listed[i].name, of_library[i]->name);
        assert_string_equal(listed[i].start, of_library[i]->start);
        assert_true(of_library[i]->first <= of_library[i]->now);
    }
}

/* A member that was added must not lie in the padding at the end of the first edition, where older
 * programs may have any bytes. */
static void test_padding(void **state)
{
    (void)state;
#define LAST(noun, start, last) enum { LAST_##noun = offsetof(lw_##noun, last) };
    LW_SIZED_STRUCTS(LAST)
#undef LAST
    const struct {
        const char *noun, *member;
        size_t at, last, first;
    } members[] = {
#define MEMBER(noun, member)                                                                           \
    {#noun, #member, offsetof(lw_##noun, member), LAST_##noun, lw_sized_##noun.first},
        SIZED_MEMBERS(MEMBER)
#undef MEMBER
    };
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (members[i].at > members[i].last && members[i].at < members[i].first)
            fail_msg("lw_%s.%s is in the padding of the first edition", members[i].noun,
                     members[i].member);
}

/* ---- in each call ------------------------------------------------------------------------------ */

/* How a program hands in its struct. */
typedef enum way {
    PLAIN,
    NEWER,     /* longer than here, with zeros behind */
    SET,       /* longer than here, with other bytes behind */
    UNSTARTED, /* its size is 0 */
    SHORT,     /* its size ends within the first edition */
    LONG,      /* its size is absurdly large */
    WAYS
} way;

enum { MORE = 64, ROOM = 1024 };

/* A program's struct, or two in an array. */
typedef struct given {
    _Alignas(16) unsigned char bytes[ROOM];
    size_t known, size;
    bool filled; /* by the call: bytes behind it need not be zero before */
    way way;
} given;

/* first: the size of the struct's first edition. */
static void *give(given *g, const void *started, size_t known, size_t first)
{
    const size_t sizes[] = {[PLAIN] = known,
                            [NEWER] = known + MORE,
                            [SET] = known + MORE,
                            [SHORT] = first - 1,
                            [LONG] = SIZE_MAX};
    memset(g->bytes, UNTOUCHED, sizeof g->bytes);
    memcpy(g->bytes, started, known);
    if (g->way == NEWER && !g->filled)
        memset(g->bytes + known, 0, MORE);
    g->known = known;
    g->size = sizes[g->way];
    memcpy(g->bytes, &g->size, sizeof g->size);
    return g->bytes;
}

#define GIVE(g, noun, start)                                                                           \
    ((lw_##noun *)give(g, &(lw_##noun[]){lw_##start()}[0], sizeof(lw_##noun), lw_sized_##noun.first))

/* The objects that all calls are about. */
static struct world {
    lw_scene *open, *scene, *plane;
    lw_motion *motion;
    lw_checker *checker;
    lw_pool *pool;
    lw_cell *cell;
    lw_judge *judge;
    lw_job_reader *jobs;
    lw_shape_def mesh;
    lw_convex_pair *pair;
} w;

typedef lw_status (*asking)(given *g, lw_error *error);

static lw_shape_def *give_shape(given *g)
{
    lw_shape_def *shape = GIVE(g, shape_def, default_shape);
    shape->radius = 0.1;
    return shape;
}

static lw_status shape_create(given *g, lw_error *e)
{
    lw_shape *shape = NULL;
    lw_status status = lw_shape_create(give_shape(g), &shape, e);
    lw_shape_destroy(shape);
    return status;
}

static lw_status shape_distance(given *g, lw_error *e)
{
    lw_distance d;
    lw_shape_def own = sphere_of(1);
    lw_pose here = lw_pose_identity();
    lw_status status = lw_shape_distance(give_shape(g), here, &own, here, &d, e);
    return status ? status : lw_shape_distance(&own, here, give_shape(g), here, &d, e);
}

static lw_status second_shape(given *g, lw_error *e)
{
    lw_distance d;
    lw_shape_def own = sphere_of(1);
    return lw_shape_distance(&own, lw_pose_identity(), give_shape(g), lw_pose_identity(), &d, e);
}

static lw_status add_shape(given *g, lw_error *e)
{
    return lw_scene_add_shape(w.open, NULL, "l0", give_shape(g), lw_pose_identity(), e);
}

static lw_status add_obstacle(given *g, lw_error *e)
{
    return lw_scene_add_obstacle(w.open, "post", give_shape(g), lw_pose_identity(), e);
}

static lw_status attach(given *g, lw_error *e)
{
    return lw_scene_add_attached(w.open, NULL, "l0", "tool", give_shape(g), lw_pose_identity(), NULL, 0,
                                 e);
}

static lw_status pair_create(given *g, lw_error *e)
{
    lw_convex_pair *pair = NULL;
    lw_shape_def own = sphere_of(1);
    lw_status status = lw_convex_pair_create(give_shape(g), &own, &pair, e);
    lw_convex_pair_destroy(pair);
    return status;
}

static lw_status second_of_pair(given *g, lw_error *e)
{
    lw_convex_pair *pair = NULL;
    lw_shape_def own = sphere_of(1);
    lw_status status = lw_convex_pair_create(&own, give_shape(g), &pair, e);
    lw_convex_pair_destroy(pair);
    return status;
}

static lw_status mesh_shape(given *g, lw_error *e)
{
    lw_mesh_info info = lw_default_mesh_info();
    void *shape = give(g, &w.mesh, sizeof w.mesh, lw_sized_shape_def.first);
    return lw_shape_mesh_info(shape, &info, NULL, 0, e);
}

static lw_status mesh_info(given *g, lw_error *e)
{
    lw_mesh_info *info = GIVE(g, mesh_info, default_mesh_info);
    lw_status status = lw_shape_mesh_info(&w.mesh, info, NULL, 0, e);
    assert_true(status || (info->triangle_count == 2 && info->component_count == 2));
    return status;
}

/* an array of two, whose stride is the program's size */
static lw_status component_info(given *g, lw_error *e)
{
    lw_mesh_info info = lw_default_mesh_info();
    lw_component_info *first = GIVE(g, component_info, default_component_info);
    lw_status status = lw_shape_mesh_info(&w.mesh, &info, first, 2, e);
    if (status)
        return status;
    const lw_component_info *second = (const void *)(g->bytes + g->size);
    assert_true(first->triangle_count == 1 && second->triangle_count == 1);
    assert_true(second->struct_size == g->size && second->low.x == 5);
    memset(g->bytes + g->size, UNTOUCHED, g->size);
    return LW_OK;
}

static lw_status joint(given *g, lw_error *e)
{
    static int number;
    char name[32];
    snprintf(name, sizeof name, "link%d", ++number);
    lw_status status = lw_scene_add_link(w.open, NULL, name, e);
    lw_joint_def *def = GIVE(g, joint_def, default_joint);
    def->name = def->child = name;
    def->parent = "l0";
    return status ? status : lw_scene_add_joint(w.open, NULL, def, e);
}

static lw_status robot_info(given *g, lw_error *e)
{
    lw_robot_info *info = GIVE(g, robot_info, default_robot_info);
    lw_status status = lw_scene_robot_info(w.scene, 0, info, e);
    assert_true(status || info->link_count == 3);
    return status;
}

static lw_status link_info(given *g, lw_error *e)
{
    lw_link_info *info = GIVE(g, link_info, default_link_info);
    lw_status status = lw_scene_link_info(w.scene, 1, info, e);
    assert_true(status || !strcmp(info->name, "l1"));
    return status;
}

static lw_status joint_info(given *g, lw_error *e)
{
    lw_joint_info *info = GIVE(g, joint_info, default_joint_info);
    lw_status status = lw_scene_joint_info(w.scene, 1, info, e);
    assert_true(status || info->value_count == 1);
    return status;
}

static lw_status cover_info(given *g, lw_error *e)
{
    lw_cover_info *info = GIVE(g, cover_info, default_cover_info);
    lw_status status = lw_scene_cover_info(w.scene, 0, info, e);
    assert_true(status || info->ball_count == 1);
    return status;
}

static lw_status state_info(given *g, lw_error *e)
{
    lw_state_info *info = GIVE(g, state_info, default_state_info);
    lw_status status = lw_scene_state_info(w.scene, 0, 0, info, e);
    assert_true(status || (info->count == 1 && info->values[0] == 0.5));
    return status;
}

static lw_status body_info(given *g, lw_error *e)
{
    lw_body_info *info = GIVE(g, body_info, default_body_info);
    lw_status status = lw_scene_body_info(w.scene, 0, info, e);
    assert_true(status || info->radius > 0);
    return status;
}

static lw_status body_shape(given *g, lw_error *e)
{
    lw_body_shape *found = GIVE(g, body_shape, default_body_shape);
    lw_status status = lw_scene_body_shape(w.scene, 0, 0, found, NULL, e);
    assert_true(status || found->pose.orientation.w == 1);
    return status;
}

static lw_status shape_of_body(given *g, lw_error *e)
{
    lw_body_shape found = lw_default_body_shape();
    lw_shape_def *shape = GIVE(g, shape_def, default_shape);
    lw_shape *again = NULL;
    lw_status status = lw_scene_body_shape(w.scene, 0, 0, &found, shape, e);
    if (status)
        return status;
    assert_true(shape->radius == 0.1);
    succeed(lw_shape_create(shape, &again, e), e);
    lw_shape_destroy(again);
    return LW_OK;
}

static lw_status pair_info(given *g, lw_error *e)
{
    return lw_scene_pair_info(w.scene, 0, GIVE(g, pair_info, default_pair_info), e);
}

static lw_status track(given *g, lw_error *e)
{
    lw_track *def = GIVE(g, track, default_track);
    def->point_count = 1;
    def->positions = (const double[]){0.1, 0.2};
    return lw_motion_set(w.motion, def, 1, e);
}

static lw_status payload(given *g, lw_error *e)
{
    lw_track def = lw_default_track();
    lw_payload *taken = GIVE(g, payload, default_payload);
    taken->object = "post";
    taken->link = "l2";
    def.point_count = 1;
    def.positions = (const double[]){0.1, 0.2};
    def.payloads = taken;
    def.payload_count = 1;
    return lw_motion_set(w.motion, &def, 1, e);
}

static lw_status payload_info(given *g, lw_error *e)
{
    lw_payload post = lw_default_payload();
    post.object = "post";
    post.link = "l2";
    lw_track carrying = lw_default_track();
    carrying.point_count = 1;
    carrying.positions = (const double[]){0.1, 0.2};
    carrying.payloads = &post;
    carrying.payload_count = 1;
    succeed(lw_motion_set(w.motion, &carrying, 1, e), e);
    lw_payload_info *found = GIVE(g, payload_info, default_payload_info);
    lw_status status = lw_motion_payload(w.motion, 0, found, e);
    assert_true(status || (found->kind == LW_PAYLOAD_ATTACH && !strcmp(found->object, "post")));
    succeed(lw_motion_set(w.motion, NULL, 0, NULL), e);
    return status;
}

static lw_status read_defaults(given *g, lw_error *e)
{
    return lw_motion_read_json(w.scene, "{\"path\": [[0, 0]]}", NULL, 0,
                               GIVE(g, motion_defaults, default_motion_defaults), w.motion, NULL, 0, e);
}

static lw_status open_defaults(given *g, lw_error *e)
{
    lw_motion_reader *reader = NULL;
    lw_status status =
        lw_motion_reader_open(w.scene, "/dev/null", LW_MOTION_FORMAT_JSON_LINES,
                              GIVE(g, motion_defaults, default_motion_defaults), &reader, e);
    lw_motion_reader_close(reader);
    return status;
}

static lw_check_options *give_options(given *g)
{
    return GIVE(g, check_options, default_check_options);
}

static lw_status check_options(given *g, lw_error *e)
{
    lw_verdict v = lw_default_verdict();
    return lw_check(w.checker, w.motion, give_options(g), &v, e);
}

static lw_status near_options(given *g, lw_error *e)
{
    size_t count;
    return lw_near_misses(w.checker, w.motion, 1, give_options(g), NULL, 0, &count, e);
}

static lw_status pool_options(given *g, lw_error *e)
{
    lw_verdict v = lw_default_verdict();
    return lw_pool_check(w.pool, (const lw_motion *const[]){w.motion}, 1, give_options(g), &v, e);
}

static lw_status judge_options(given *g, lw_error *e)
{
    lw_cell_verdict v = lw_default_cell_verdict();
    return lw_judge_job(w.judge, NULL, 0, give_options(g), &v, e);
}

static lw_status verdict(given *g, lw_error *e)
{
    lw_check_options options = lw_default_check_options();
    lw_verdict wanted = lw_default_verdict();
    options.clearance = true;
    lw_verdict *found = GIVE(g, verdict, default_verdict);
    lw_status status = lw_check(w.checker, w.motion, &options, found, e);
    succeed(lw_check(w.checker, w.motion, &options, &wanted, NULL), e);
    assert_true(status || same_verdict(&wanted, found));
    return status;
}

/* an array of two, by three threads or by a pool of one */
static lw_status many_verdicts(given *g, bool pool, lw_error *e)
{
    const lw_motion *const motions[] = {w.motion, w.motion};
    lw_verdict wanted = lw_default_verdict();
    lw_verdict *first = GIVE(g, verdict, default_verdict);
    lw_status status = pool ? lw_pool_check(w.pool, motions, 2, NULL, first, e)
                            : lw_check_many(w.scene, motions, 2, NULL, 3, first, e);
    if (status)
        return status;
    const lw_verdict *second = (const void *)(g->bytes + g->size);
    succeed(lw_check(w.checker, w.motion, NULL, &wanted, e), e);
    assert_true(same_verdict(&wanted, first) && same_verdict(&wanted, second));
    assert_int_equal(second->struct_size, g->size);
    memset(g->bytes + g->size, UNTOUCHED, g->size);
    return LW_OK;
}

static lw_status check_many(given *g, lw_error *e)
{
    return many_verdicts(g, false, e);
}

static lw_status pool_check(given *g, lw_error *e)
{
    return many_verdicts(g, true, e);
}

static lw_status rows(given *g, lw_error *e)
{
    lw_answers answers = lw_default_answers();
    lw_rows *def = GIVE(g, rows, default_rows);
    def->count = 1;
    def->from = (const double[]){0.1, 0.2};
    return lw_pool_states(w.pool, def, NULL, &answers, e);
}

static lw_status answers(given *g, lw_error *e)
{
    lw_rows def = lw_default_rows();
    lw_verdict_kind kind = LW_VERDICT_UNDECIDED;
    def.count = 1;
    def.from = (const double[]){0.1, 0.2};
    lw_answers *wanted = GIVE(g, answers, default_answers);
    wanted->kind = &kind;
    lw_status status = lw_pool_states(w.pool, &def, NULL, wanted, e);
    assert_true(status || kind == LW_VERDICT_FREE);
    return status;
}

static lw_status result(given *g, lw_error *e)
{
    lw_verdict v = lw_default_verdict();
    lw_result *def = GIVE(g, result, default_result);
    def->scene = w.scene;
    def->motion = w.motion;
    def->verdict = &v;
    return lw_result_json(def, NULL, 0, NULL, e);
}

static lw_status result_cross(given *g, lw_error *e)
{
    lw_verdict v = lw_default_verdict();
    lw_result def = lw_default_result();
    def.scene = w.scene;
    def.motion = w.motion;
    def.verdict = &v;
    def.cross = GIVE(g, cross, default_cross);
    return lw_result_json(&def, NULL, 0, NULL, e);
}

static lw_status result_verdict(given *g, lw_error *e)
{
    lw_result def = lw_default_result();
    def.scene = w.scene;
    def.motion = w.motion;
    def.verdict = GIVE(g, verdict, default_verdict);
    return lw_result_json(&def, NULL, 0, NULL, e);
}

static lw_status claims_begin(given *g, lw_error *e)
{
    lw_claimed_motion *def = GIVE(g, claimed_motion, default_claimed_motion);
    def->motion = w.motion;
    return lw_claims_blocks_begin_json(def, NULL, 0, NULL, e);
}

static lw_status claims_end(given *g, lw_error *e)
{
    lw_verdict v = lw_default_verdict();
    lw_claimed_motion *def = GIVE(g, claimed_motion, default_claimed_motion);
    def->verdict = &v;
    return lw_claims_end_json(def, NULL, 0, NULL, e);
}

static lw_status claims_verdict(given *g, lw_error *e)
{
    lw_claimed_motion def = lw_default_claimed_motion();
    def.verdict = GIVE(g, verdict, default_verdict);
    return lw_claims_end_json(&def, NULL, 0, NULL, e);
}

static lw_status claim(given *g, lw_error *e)
{
    return lw_claim_json(GIVE(g, claim, default_claim), NULL, 0, NULL, e);
}

static lw_status job(given *g, lw_error *e)
{
    static const char text[] = "{\"id\": 7, \"robots\": {}}";
    lw_job *def = GIVE(g, job, default_job);
    lw_status status = lw_job_read(w.jobs, text, strlen(text), NULL, 0, def, e);
    assert_true(status || !strcmp(def->id, "7"));
    return status;
}

static lw_status cell_verdict(given *g, lw_error *e)
{
    lw_cell_verdict *found = GIVE(g, cell_verdict, default_cell_verdict);
    lw_status status = lw_judge_job(w.judge, NULL, 0, NULL, found, e);
    assert_true(status || (found->kind == LW_VERDICT_FREE && found->pair[0] == -1));
    return status;
}

static lw_status written_cell_verdict(given *g, lw_error *e)
{
    return lw_cell_verdict_json(w.cell, NULL, GIVE(g, cell_verdict, default_cell_verdict), NULL, 0,
                                NULL, e);
}

static lw_status apart(void *context, double at, double until, lw_body_state states[2])
{
    (void)context;
    (void)at;
    (void)until;
    states[1].pose.position.x = 3;
    return LW_OK;
}

static const lw_convex_motion still = {apart, NULL, 0, 1};

static lw_status contact_options(given *g, lw_error *e)
{
    lw_convex_contact found = lw_default_convex_contact();
    return lw_convex_pair_first_contact(w.pair, &still,
                                        GIVE(g, contact_options, default_contact_options), &found, e);
}

static lw_status convex_contact(given *g, lw_error *e)
{
    lw_convex_contact *found = GIVE(g, convex_contact, default_convex_contact);
    lw_status status = lw_convex_pair_first_contact(w.pair, &still, NULL, found, e);
    assert_true(status || (found->kind == LW_VERDICT_FREE && found->free_until == 1));
    return status;
}

static lw_status curve(given *g, lw_error *e)
{
    lw_curve *made = GIVE(g, curve, default_curve);
    lw_status status = lw_curve_sample(w.motion, 5, made, e);
    assert_true(status || (made->count == 5 && made->times[4] == 1));
    if (!status)
        lw_curve_free(made);
    return status;
}

static lw_status trace(given *g, lw_error *e)
{
    lw_verdict found = lw_default_verdict();
    lw_trace *made = GIVE(g, trace, default_trace);
    lw_status status = lw_check_traced(w.checker, w.motion, NULL, &found, made, e);
    assert_true(status || made->sample_count == found.samples);
    if (!status)
        lw_trace_free(made);
    return status;
}

static lw_status traced_options(given *g, lw_error *e)
{
    lw_verdict found = lw_default_verdict();
    lw_trace made = lw_default_trace();
    lw_status status = lw_check_traced(w.checker, w.motion, give_options(g), &found, &made, e);
    lw_trace_free(&made);
    return status;
}

static lw_status cross_options(given *g, lw_error *e)
{
    lw_cross made = lw_default_cross();
    lw_cross_options *options = GIVE(g, cross_options, default_cross_options);
    options->samples = 4;
    lw_status status = lw_cross_check(w.checker, w.motion, options, &made, e);
    assert_true(status || made.samples == 4);
    lw_cross_free(&made);
    return status;
}

/* A trajectory that rests for a second. */
static lw_motion *timed_motion(void)
{
    lw_motion *motion = NULL;
    lw_track track = lw_default_track();
    lw_error e;
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = 2;
    track.times = (const double[]){0, 1};
    track.positions = (const double[]){0, 0, 0, 0};
    succeed(lw_motion_create(w.scene, &motion, &e), &e);
    succeed(lw_motion_set(motion, &track, 1, &e), &e);
    return motion;
}

static lw_status spline(given *g, lw_error *e)
{
    const double points[] = {0, 0, 0, 0};
    lw_motion *motion = timed_motion();
    lw_spline *line = GIVE(g, spline, default_spline);
    line->degree = 1;
    line->point_count = 2;
    line->points = points;
    line->duration = 2;
    lw_status status = lw_motion_set_splines(motion, line, 1, e);
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    assert_true(status || end == 2);
    lw_motion_destroy(motion);
    return status;
}

static lw_status verify_options(given *g, lw_error *e)
{
    lw_safety made = lw_default_safety();
    lw_verify_options *options = GIVE(g, verify_options, default_verify_options);
    const double start[] = {3, 0};
    options->start = start;
    lw_motion *motion = timed_motion();
    lw_status status = lw_verify(w.checker, motion, options, NULL, &made, e);
    assert_true(status || (made.reason == LW_SAFETY_REASON_START && made.robot_at == 3));
    lw_motion_destroy(motion);
    return status;
}

static lw_status verified_options(given *g, lw_error *e)
{
    lw_safety made = lw_default_safety();
    lw_verify_options options = lw_default_verify_options();
    lw_motion *motion = timed_motion();
    options.check = give_options(g);
    lw_status status = lw_verify(w.checker, motion, &options, NULL, &made, e);
    lw_motion_destroy(motion);
    return status;
}

static lw_status verified_verdict(given *g, lw_error *e)
{
    lw_safety made = lw_default_safety();
    lw_verdict *verdict = GIVE(g, verdict, default_verdict);
    lw_motion *motion = timed_motion();
    lw_status status = lw_verify(w.checker, motion, NULL, verdict, &made, e);
    assert_true(status || verdict->kind == LW_VERDICT_FREE);
    lw_motion_destroy(motion);
    return status;
}

static lw_status safety(given *g, lw_error *e)
{
    lw_safety *made = GIVE(g, safety, default_safety);
    lw_motion *motion = timed_motion();
    lw_status status = lw_verify(w.checker, motion, NULL, NULL, made, e);
    assert_true(status || (made->kind == LW_SAFETY_SAFE && made->time == 1));
    lw_motion_destroy(motion);
    return status;
}

/* A gate of the scene's robot, and its answer to a chunk of one waypoint at which it rests. */
static lw_status pass_gate(const lw_gate_options *options, lw_gate_request *request,
                           lw_gate_answer *answer, lw_error *e)
{
    static const double zeros[2] = {0, 0};
    lw_gate *gate = NULL;
    lw_status status = lw_gate_create(w.scene, options, &gate, e);
    request->values = request->rates = request->points = zeros;
    request->count = 1;
    if (!status)
        status = lw_gate_check(gate, request, answer, e);
    lw_gate_destroy(gate);
    return status;
}

static const double brakes[2] = {1, 1};

static lw_status gate_options(given *g, lw_error *e)
{
    lw_gate_request request = lw_default_gate_request();
    lw_gate_answer answer = lw_default_gate_answer();
    lw_gate_options *options = GIVE(g, gate_options, default_gate_options);
    options->stop_acceleration = brakes;
    options->period = 0.25;
    lw_status status = pass_gate(options, &request, &answer, e);
    assert_true(status || answer.end == 0.25);
    return status;
}

static lw_status gated_options(given *g, lw_error *e)
{
    lw_gate_request request = lw_default_gate_request();
    lw_gate_answer answer = lw_default_gate_answer();
    lw_gate_options options = lw_default_gate_options();
    options.stop_acceleration = brakes;
    options.check = give_options(g);
    return pass_gate(&options, &request, &answer, e);
}

static lw_status gate_request(given *g, lw_error *e)
{
    lw_gate_answer answer = lw_default_gate_answer();
    lw_gate_options options = lw_default_gate_options();
    options.stop_acceleration = brakes;
    return pass_gate(&options, GIVE(g, gate_request, default_gate_request), &answer, e);
}

static lw_status gate_answer(given *g, lw_error *e)
{
    lw_gate_request request = lw_default_gate_request();
    lw_gate_answer *answer = GIVE(g, gate_answer, default_gate_answer);
    lw_gate_options options = lw_default_gate_options();
    options.stop_acceleration = brakes;
    lw_status status = pass_gate(&options, &request, answer, e);
    assert_true(status || (answer->kind == LW_GATE_PASS && answer->passed == 1));
    return status;
}

static lw_status crossed_options(given *g, lw_error *e)
{
    lw_cross made = lw_default_cross();
    lw_cross_options options = lw_default_cross_options();
    options.check = give_options(g);
    lw_status status = lw_cross_check(w.checker, w.motion, &options, &made, e);
    lw_cross_free(&made);
    return status;
}

static lw_status cross(given *g, lw_error *e)
{
    lw_cross *made = GIVE(g, cross, default_cross);
    lw_status status = lw_cross_check(w.checker, w.motion, NULL, made, e);
    assert_true(status || (made->served == made->method_count && !made->conflict_count));
    if (!status)
        lw_cross_free(made);
    return status;
}

static lw_status crosses(given *g, lw_error *e)
{
    lw_cross *made = GIVE(g, cross, default_cross);
    const lw_motion *motion = w.motion;
    lw_status status = lw_cross_check_many(w.scene, &motion, 1, NULL, 1, made, e);
    if (!status)
        lw_cross_free(made);
    return status;
}

static const char viewer[] = "<!--leeway-->";

static lw_page *page_of(void)
{
    lw_page *page = NULL;
    lw_error e = {0};
    lw_page_options options = lw_default_page_options();
    options.viewer = viewer;
    options.viewer_size = sizeof viewer - 1;
    succeed(lw_page_create(w.scene, &options, &page, &e), &e);
    return page;
}

static lw_status page_options(given *g, lw_error *e)
{
    lw_page *page = NULL;
    lw_page_options *options = GIVE(g, page_options, default_page_options);
    options->viewer = viewer;
    options->viewer_size = sizeof viewer - 1;
    lw_status status = lw_page_create(w.scene, options, &page, e);
    lw_page_destroy(page);
    return status;
}

static lw_status page_motion(given *g, lw_error *e)
{
    lw_page *page = page_of();
    lw_page_motion *shown = GIVE(g, page_motion, default_page_motion);
    shown->motion = w.motion;
    lw_status status = lw_page_add(page, shown, e);
    lw_page_destroy(page);
    return status;
}

static lw_status shown_options(given *g, lw_error *e)
{
    lw_page *page = page_of();
    lw_page_motion shown = lw_default_page_motion();
    shown.motion = w.motion;
    shown.options = give_options(g);
    lw_status status = lw_page_add(page, &shown, e);
    lw_page_destroy(page);
    return status;
}

static lw_status shown_verdict(given *g, lw_error *e)
{
    lw_page *page = page_of();
    lw_page_motion shown = lw_default_page_motion();
    shown.motion = w.motion;
    shown.verdict = GIVE(g, verdict, default_verdict);
    lw_status status = lw_page_add(page, &shown, e);
    lw_page_destroy(page);
    return status;
}

/* ---- structs that the library shows -------------------------------------------------------------- */

/* A newer program reads more than the library's struct: the bytes behind it are zero. */
static void assert_zero_behind(const void *shown, size_t size)
{
    const unsigned char *bytes = shown;
    for (size_t i = size; i < size + LW_SIZED_MOST_GROWTH; i++)
        assert_int_equal(bytes[i], 0);
}

static lw_status look_at_claim(void *context, const lw_claim *shown)
{
    *(int *)context += 1;
    assert_zero_behind(shown, sizeof *shown);
    return LW_OK;
}

static lw_status look_at_step(void *context, const lw_step *shown)
{
    *(int *)context += 1;
    assert_zero_behind(shown, sizeof *shown);
    return LW_OK;
}

static void test_shown(void **state)
{
    (void)state;
    lw_error e = {0};
    int seen[3] = {0};
    lw_verdict found = lw_default_verdict();
    lw_check_options claiming = lw_default_check_options();
    claiming.claim = look_at_claim;
    claiming.claim_context = &seen[0];
    lw_check_options stepping = lw_default_check_options();
    stepping.method = LW_METHOD_EXPANDED;
    stepping.step = look_at_step;
    stepping.step_context = &seen[2];
    succeed(
        lw_motion_set_segment(w.motion, NULL, (const double[]){1.5, 0}, (const double[]){2.9, 1}, &e),
        &e);
    succeed(lw_check(w.checker, w.motion, &claiming, &found, &e), &e);
    succeed(lw_check(w.checker, w.motion, &stepping, &found, &e), &e);
    claiming.claim_context = &seen[1];
    succeed(lw_pool_check(w.pool, (const lw_motion *const[]){w.motion}, 1, &claiming, &found, &e), &e);
    assert_true(seen[0] > 0 && seen[0] == seen[1] && seen[2] > 0);
    succeed(lw_motion_set(w.motion, NULL, 0, NULL), &e);
}

/* An array of page motions whose first one is not started is refused before the second one is looked
 * at. */
static void test_stride(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_page *page = page_of();
    lw_page_motion shown[2] = {lw_default_page_motion(), lw_default_page_motion()};
    shown[0].motion = shown[1].motion = w.motion;
    shown[0].struct_size = (size_t)1 << 46;
    refused(lw_page_add_many(page, shown, 2, 2, &e), LW_ERROR_ARGUMENT, &e,
            "start it from lw_default_page_motion()");
    lw_page_destroy(page);
}

static const struct call {
    const char *start;
    asking ask;
    bool filled; /* by the call */
} calls[] = {
    {"lw_default_shape()", shape_create, false},
    {"lw_default_shape()", shape_distance, false},
    {"lw_default_shape()", second_shape, false},
    {"lw_default_shape()", add_shape, false},
    {"lw_default_shape()", add_obstacle, false},
    {"lw_default_shape()", attach, false},
    {"lw_default_shape()", pair_create, false},
    {"lw_default_shape()", second_of_pair, false},
    {"lw_default_shape()", mesh_shape, false},
    {"lw_default_mesh_info()", mesh_info, true},
    {"lw_default_component_info()", component_info, true},
    {"lw_default_joint()", joint, false},
    {"lw_default_robot_info()", robot_info, true},
    {"lw_default_link_info()", link_info, true},
    {"lw_default_joint_info()", joint_info, true},
    {"lw_default_state_info()", state_info, true},
    {"lw_default_body_info()", body_info, true},
    {"lw_default_cover_info()", cover_info, true},
    {"lw_default_body_shape()", body_shape, true},
    {"lw_default_shape()", shape_of_body, true},
    {"lw_default_pair_info()", pair_info, true},
    {"lw_default_track()", track, false},
    {"lw_default_payload()", payload, false},
    {"lw_default_payload_info()", payload_info, true},
    {"lw_default_motion_defaults()", read_defaults, false},
    {"lw_default_motion_defaults()", open_defaults, false},
    {"lw_default_check_options()", check_options, false},
    {"lw_default_check_options()", near_options, false},
    {"lw_default_check_options()", pool_options, false},
    {"lw_default_check_options()", judge_options, false},
    {"lw_default_verdict()", verdict, true},
    {"lw_default_verdict()", check_many, true},
    {"lw_default_verdict()", pool_check, true},
    {"lw_default_rows()", rows, false},
    {"lw_default_answers()", answers, false},
    {"lw_default_result()", result, false},
    {"lw_default_cross()", result_cross, false},
    {"lw_default_verdict()", result_verdict, false},
    {"lw_default_claimed_motion()", claims_begin, false},
    {"lw_default_claimed_motion()", claims_end, false},
    {"lw_default_verdict()", claims_verdict, false},
    {"lw_default_claim()", claim, false},
    {"lw_default_job()", job, true},
    {"lw_default_cell_verdict()", cell_verdict, true},
    {"lw_default_cell_verdict()", written_cell_verdict, false},
    {"lw_default_contact_options()", contact_options, false},
    {"lw_default_convex_contact()", convex_contact, true},
    {"lw_default_curve()", curve, true},
    {"lw_default_trace()", trace, true},
    {"lw_default_check_options()", traced_options, false},
    {"lw_default_cross_options()", cross_options, false},
    {"lw_default_spline()", spline, false},
    {"lw_default_verify_options()", verify_options, false},
    {"lw_default_check_options()", verified_options, false},
    {"lw_default_verdict()", verified_verdict, true},
    {"lw_default_safety()", safety, true},
    {"lw_default_gate_options()", gate_options, false},
    {"lw_default_check_options()", gated_options, false},
    {"lw_default_gate_request()", gate_request, false},
    {"lw_default_gate_answer()", gate_answer, true},
    {"lw_default_check_options()", crossed_options, false},
    {"lw_default_cross()", cross, true},
    {"lw_default_cross()", crosses, true},
    {"lw_default_page_options()", page_options, false},
    {"lw_default_page_motion()", page_motion, false},
    {"lw_default_check_options()", shown_options, false},
    {"lw_default_verdict()", shown_verdict, false},
};

static void test_each_call(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (way how = PLAIN; how < WAYS; how = (way)(how + 1)) {
            given g = {.filled = calls[i].filled, .way = how};
            lw_error error = {0};
            lw_status status = calls[i].ask(&g, &error);
            bool good = how == PLAIN || how == NEWER || (how == SET && calls[i].filled);
            if (good != (status == LW_OK))
                fail_msg("call %zu, way %d: %s", i, (int)how, error.message);
            if (!good)
                refused(status, LW_ERROR_ARGUMENT, &error,
                        how == SET ? "of a later version sets what version" : calls[i].start);
            size_t size;
            memcpy(&size, g.bytes, sizeof size);
            assert_int_equal(size, g.size);
            size_t end = good ? g.size : g.known;
            for (size_t k = g.known; k < end; k++)
                assert_int_equal(g.bytes[k], 0);
            for (size_t k = end; good && k < sizeof g.bytes; k++)
                assert_int_equal(g.bytes[k], UNTOUCHED);
        }
}

static int build(void **state)
{
    (void)state;
    static const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 0, 0, 6, 0, 0, 5, 1, 0};
    static const uint32_t triangles[] = {0, 1, 2, 3, 4, 5};
    lw_error e = {0};
    lw_shape_def disc = sphere_of(0.1);
    lw_shape_def ball = sphere_of(0.1);
    lw_pose away = lw_pose_identity();
    away.position.y = 3;
    w.mesh = lw_default_shape();
    w.mesh.kind = LW_SHAPE_MESH;
    w.mesh.vertices = vertices;
    w.mesh.vertex_count = 6;
    w.mesh.triangles = triangles;
    w.mesh.triangle_count = 2;
    w.open = new_scene();
    add_chain(w.open, "arm", NULL, 0);
    w.scene = new_scene();
    add_chain(w.scene, "arm", (lw_joint_kind[]){LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE}, 2);
    succeed(lw_scene_add_obstacle(w.scene, "post", &ball, away, &e), &e);
    succeed(lw_scene_add_state(w.scene, "arm", NULL, "bent", (const char *const[]){"j1"},
                               (const double[]){0.5}, 1, &e),
            &e);
    succeed(lw_scene_freeze(w.scene, &e), &e);
    succeed(lw_motion_create(w.scene, &w.motion, &e), &e);
    succeed(lw_checker_create(w.scene, &w.checker, &e), &e);
    succeed(lw_pool_create(w.scene, 1, &w.pool, &e), &e);
    disc.kind = LW_SHAPE_DISC;
    w.plane = new_scene();
    succeed(lw_scene_set_dimension(w.plane, 2, &e), &e);
    succeed(lw_scene_add_robot(w.plane, "R", lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_link(w.plane, "R", "ground", &e), &e);
    succeed(lw_scene_add_link(w.plane, "R", "body", &e), &e);
    lw_joint_def at = joint_of("at", LW_JOINT_PLANAR, "ground", "body");
    succeed(lw_scene_add_joint(w.plane, "R", &at, &e), &e);
    succeed(lw_scene_add_shape(w.plane, "R", "body", &disc, lw_pose_identity(), &e), &e);
    succeed(lw_scene_freeze(w.plane, &e), &e);
    succeed(lw_cell_create(w.plane, &w.cell, &e), &e);
    succeed(lw_judge_create(w.cell, 0, &w.judge, &e), &e);
    succeed(lw_job_reader_create(w.cell, &w.jobs, &e), &e);
    succeed(lw_convex_pair_create(&ball, &ball, &w.pair, &e), &e);
    return 0;
}

static int take_down(void **state)
{
    (void)state;
    lw_convex_pair_destroy(w.pair);
    lw_job_reader_destroy(w.jobs);
    lw_judge_destroy(w.judge);
    lw_cell_destroy(w.cell);
    lw_scene_destroy(w.plane);
    lw_pool_destroy(w.pool);
    lw_checker_destroy(w.checker);
    lw_motion_destroy(w.motion);
    lw_scene_destroy(w.scene);
    lw_scene_destroy(w.open);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_older_and_newer_programs),
        cmocka_unit_test(test_what_is_not_known_here),
        cmocka_unit_test(test_sizes_that_are_none),
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_padding),
        cmocka_unit_test(test_each_call),
        cmocka_unit_test(test_shown),
        cmocka_unit_test(test_stride),
    };
    return cmocka_run_group_tests(tests, build, take_down);
}
