/* The services that each method promises (lw_method_serves) against checks by it: for every method and
 * every service the call works, or gives the error that the service's comment names. */
#include "files_fixture.h"
#include "small_scene.h"

/* A box of 0.1 m that flies, a table whose top is at z = 0.05, and a ball far from it. */
static const char in_space[] =
    "{\"robots\": [{\"name\": \"r\", \"joint\": {\"type\": \"floating\"}, \"links\": [{\"name\": "
    "\"tool\", \"type\": \"box\", \"size\": [0.1, 0.1, 0.1]}]}],"
    "\"obstacles\": [{\"id\": \"table\", \"type\": \"box\", \"size\": [1, 1, 0.1]},"
    "{\"id\": \"ball\", \"type\": \"sphere\", \"radius\": 0.1, \"position\": [0, 0, 3]}]}";

/* A square that drives, and a wall that ends at y = 0.05. */
static const char in_plane[] =
    "{\"dimension\": 2, \"robots\": [{\"name\": \"r\", \"joint\": {\"type\": \"planar\"}, \"links\": [{"
    "\"name\": \"tool\", \"type\": \"polygon\", \"vertices\": [[-0.05, -0.05], [0.05, -0.05], [0.05, "
    "0.05], [-0.05, 0.05]]}]}],"
    "\"obstacles\": [{\"id\": \"table\", \"type\": \"polygon\", \"vertices\": [[-0.5, -0.05], [0.5, "
    "-0.05], [0.5, 0.05], [-0.5, 0.05]]}]}";

/* Ways of the tool, x and height: along the table, 5 cm above it; down into it; and up from it, where
 * it begins 1 cm deep. */
static const double along[2][2] = {{-0.4, 0.15}, {0.4, 0.15}};
static const double down[2][2] = {{-0.4, 0.2}, {0.4, 0.07}};
static const double up[2][2] = {{0, 0.09}, {0, 0.29}};

typedef struct world {
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motion;
    bool flat;
} world;

static void load(world *w, bool flat)
{
    lw_error error = {0};
    *w = (world){.scene = new_scene(), .flat = flat};
    const char *path = files_write(&here, "world.json", flat ? in_plane : in_space);
    succeed(lw_scene_load(w->scene, path, &error), &error);
    succeed(lw_scene_freeze(w->scene, &error), &error);
    succeed(lw_motion_create(w->scene, &w->motion, &error), &error);
    succeed(lw_checker_create(w->scene, &w->checker, &error), &error);
}

static void unload(world *w)
{
    lw_checker_destroy(w->checker);
    lw_motion_destroy(w->motion);
    lw_scene_destroy(w->scene);
}

static void set_way(const world *w, const double way[2][2])
{
    lw_error error = {0};
    double ends[2][7];
    for (int i = 0; i < 2; i++) {
        const double in_space_at[] = {way[i][0], 0, way[i][1], 0, 0, 0, 1};
        const double in_plane_at[] = {way[i][0], way[i][1], 0};
        memcpy(ends[i], w->flat ? in_plane_at : in_space_at,
               w->flat ? sizeof in_plane_at : sizeof in_space_at);
    }
    succeed(lw_motion_set_segment(w->motion, NULL, ends[0], ends[1], &error), &error);
}

static lw_status count_claim(void *context, const lw_claim *claim)
{
    (void)claim;
    ++*(size_t *)context;
    return LW_OK;
}

static lw_status count_step(void *context, const lw_step *step)
{
    (void)step;
    ++*(size_t *)context;
    return LW_OK;
}

/* A check of a way, which has to work. */
static lw_verdict check(const world *w, const double way[2][2], const lw_check_options *options)
{
    lw_error error = {0};
    lw_verdict verdict = lw_default_verdict();
    set_way(w, way);
    succeed(lw_check(w->checker, w->motion, options, &verdict, &error), &error);
    return verdict;
}

/* A check of a way, which must refuse the request, and name the methods that serve it. */
static void refuse(const world *w, const double way[2][2], const lw_check_options *options,
                   const char *what)
{
    char said[128];
    lw_error error = {0};
    lw_verdict verdict = lw_default_verdict();
    snprintf(said, sizeof said, "the method %s does not serve %s; these do: auto, bisection, slab",
             lw_method_name(options->method), what);
    set_way(w, way);
    refused(lw_check(w->checker, w->motion, options, &verdict, &error), LW_ERROR_ARGUMENT, &error,
            said);
}

static void holds_free(const world *w, lw_check_options options, bool served)
{
    const lw_verdict v = check(w, along, &options);
    assert_int_equal(v.kind, served ? LW_VERDICT_FREE : LW_VERDICT_UNDECIDED);
    assert_int_equal(v.reason, served ? LW_REASON_NONE : LW_REASON_SAMPLED);
}

static void holds_plane(const world *flat, lw_check_options options, bool served)
{
    if (!served)
        refuse(flat, along, &options, "scenes in the plane");
    else
        assert_int_equal(check(flat, down, &options).kind, LW_VERDICT_CONTACT);
}

/* If a method serves any contact, it tests the end before the way to it. */
static void holds_any(const world *w, lw_check_options options, bool served)
{
    const lw_verdict first = check(w, down, &options);
    options.any = true;
    const lw_verdict any = check(w, down, &options);
    assert_true(first.kind == LW_VERDICT_CONTACT && any.kind == LW_VERDICT_CONTACT);
    if (served)
        assert_true(any.samples <= first.samples && any.time > first.time);
    else
        assert_true(any.samples == first.samples && any.time == first.time &&
                    any.pair[0] == first.pair[0] && any.pair[1] == first.pair[1]);
}

static void holds_clearance(const world *w, lw_check_options options, bool served)
{
    lw_error error = {0};
    lw_clearance near = {.pair = {-1, -1}};
    size_t count = 0;
    const bool refuses = !served && lw_method_serves(options.method, LW_SERVICE_FREE);
    set_way(w, along);
    const lw_status status =
        lw_near_misses(w->checker, w->motion, 0.1, &options, &near, 1, &count, &error);
    assert_int_equal(status, refuses ? LW_ERROR_ARGUMENT : LW_OK);
    assert_int_equal(count, refuses ? 0 : 1);
    if (refuses)
        assert_non_null(strstr(error.message, "does not serve near misses; these do: auto, bisection"));
    else
        assert_true(near.lower <= 0.05 && near.lower > 0.049 && near.upper >= 0.05 - 1e-12);
    options.clearance = true;
    if (refuses) {
        refuse(w, along, &options, "clearances");
        return;
    }
    const lw_verdict v = check(w, along, &options);
    assert_int_equal(v.clearance.pair[0] >= 0, served);
    if (served)
        assert_true(v.clearance.lower <= 0.05 && v.clearance.upper >= 0.05 - 1e-12);
}

static void holds_leaving(const world *w, lw_check_options options, bool served)
{
    options.leaving = 1;
    if (!served)
        refuse(w, up, &options, "motions that leave contacts");
    else
        assert_int_equal(check(w, up, &options).kind, LW_VERDICT_LEAVES);
}

static void holds_calls(const world *w, lw_check_options options, bool claims, bool steps)
{
    size_t count = 0;
    options.claim = count_claim;
    options.claim_context = &count;
    check(w, along, &options);
    assert_int_equal(count > 0, claims);
    count = 0;
    options.claim = NULL;
    options.step = count_step;
    options.step_context = &count;
    check(w, along, &options);
    assert_int_equal(count > 0, steps);
}

static void holds_proofs(const world *w, lw_check_options options, bool served)
{
    lw_error error = {0};
    lw_verdict verdict = lw_default_verdict();
    lw_trace trace = lw_default_trace();
    set_way(w, along);
    succeed(lw_check_traced(w->checker, w->motion, &options, &verdict, &trace, &error), &error);
    /* the search is that of a check without a trace */
    assert_true(trace.sample_count > 0);
    assert_int_equal(verdict.samples, check(w, along, &options).samples);
    assert_int_equal(trace.proof_count > 0, served);
    lw_trace_free(&trace);
}

static void holds_tolerances(const world *w, lw_check_options options, bool served)
{
    lw_error error = {0};
    lw_verdict verdict = lw_default_verdict();
    set_way(w, along);
    succeed(lw_motion_set_tolerances(w->motion, 1e-4, 0, &error), &error);
    lw_status status = lw_check(w->checker, w->motion, &options, &verdict, &error);
    assert_int_equal(status, served ? LW_OK : LW_ERROR_ARGUMENT);
    lw_motion_clear_tolerance(w->motion);
}

static void test_promises(void **state)
{
    (void)state;
    world space;
    world plane;
    size_t methods = 0;
    load(&space, false);
    load(&plane, true);
    for (lw_method method = LW_METHOD_AUTO; lw_method_name(method); method++, methods++) {
        lw_check_options options = lw_default_check_options();
        options.method = method;
        for (lw_service service = LW_SERVICE_FREE; lw_service_name(service); service++) {
            const bool served = lw_method_serves(method, service);
            switch (service) {
            case LW_SERVICE_FREE:
                holds_free(&space, options, served);
                break;
            case LW_SERVICE_PLANE:
                holds_plane(&plane, options, served);
                break;
            case LW_SERVICE_ANY:
                holds_any(&space, options, served);
                break;
            case LW_SERVICE_CLEARANCE:
                holds_clearance(&space, options, served);
                break;
            case LW_SERVICE_LEAVING:
                holds_leaving(&space, options, served);
                break;
            case LW_SERVICE_CLAIMS:
            case LW_SERVICE_STEPS:
                holds_calls(&space, options, lw_method_serves(method, LW_SERVICE_CLAIMS),
                            lw_method_serves(method, LW_SERVICE_STEPS));
                break;
            case LW_SERVICE_PROOFS:
                holds_proofs(&space, options, served);
                break;
            case LW_SERVICE_TOLERANCES:
                holds_tolerances(&space, options, served);
                break;
            }
        }
    }
    assert_int_equal(methods, LW_METHOD_EXPANDED + 1);
    unload(&space);
    unload(&plane);
}

/* Values beyond both enumerations have no name and serve nothing; each name occurs once. */
static void test_ends(void **state)
{
    (void)state;
    const char *names[16];
    size_t count = 0;
    for (lw_service service = LW_SERVICE_FREE; lw_service_name(service); service++)
        names[count++] = lw_service_name(service);
    assert_int_equal(count, LW_SERVICE_TOLERANCES + 1);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(names[i], names[k]);
    assert_string_equal(lw_service_name(LW_SERVICE_CLEARANCE), "clearance");
    assert_null(lw_service_name((lw_service)-1));
    for (int i = -1; i <= LW_METHOD_EXPANDED + 1; i++)
        for (int k = -1; k <= 40; k++)
            if (!lw_method_name((lw_method)i) || !lw_service_name((lw_service)k))
                assert_false(lw_method_serves((lw_method)i, (lw_service)k));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_promises),
        cmocka_unit_test(test_ends),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
