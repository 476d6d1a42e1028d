/* scene/covers.c: covers from files contain the links, or are refused; and auto answers with them as
 * slab does. */
#include "random_robot.h"
#include "scene/ask/ask.h"

#include "cover_arm.h"

#include "random_unit.h"
#include "seed.h"

/* A random point of a shape, in its own frame, without the rounding. */
static lw_vec3 point_in(lw_random *random, const lw_shape_def *shape)
{
    lw_vec3 out = {0, 0, 0};
    double angle = lw_random_between(random, 0, 6.3);
    double share[4] = {0};
    double sum = 0;
    switch (shape->kind) {
    case LW_SHAPE_SPHERE:
        out = scale(shape->radius * lw_random_between(random, 0.9, 1), random_unit(random));
        break;
    case LW_SHAPE_BOX:
        out = v3(shape->size.x * lw_random_between(random, -0.5, 0.5),
                 shape->size.y * lw_random_between(random, -0.5, 0.5),
                 shape->size.z * (lw_random_below(random, 2) ? 0.5 : -0.5));
        break;
    case LW_SHAPE_ELLIPSOID:
        out = random_unit(random);
        out = v3(0.5 * shape->size.x * out.x, 0.5 * shape->size.y * out.y, 0.5 * shape->size.z * out.z);
        break;
    case LW_SHAPE_CYLINDER:
        out = v3(shape->radius * cos(angle), shape->radius * sin(angle),
                 shape->length * lw_random_between(random, -0.5, 0.5));
        break;
    case LW_SHAPE_POLYTOPE:
    case LW_SHAPE_MESH: /* inside of it too */
        for (int i = 0; i < 4; i++)
            sum += share[i] = lw_random_below(random, 2) ? lw_random_between(random, 0, 1) : 1e-9;
        for (int i = 0; i < 4; i++)
            out = add_scaled(
                out, share[i] / sum,
                v3(shape->vertices[3 * i], shape->vertices[3 * i + 1], shape->vertices[3 * i + 2]));
        break;
    case LW_SHAPE_CAPSULE:
    case LW_SHAPE_CONE:
    case LW_SHAPE_DISC:
    case LW_SHAPE_POLYGON:
    case LW_SHAPE_CLOUD:
    case LW_SHAPE_OCTREE:
    case LW_SHAPE_HEIGHTS:
    case LW_SHAPE_DEPTH_IMAGE:
        fail_msg("no point of a shape of kind %d is known", (int)shape->kind);
    }
    return out;
}

static void contains_points(lw_random *random, const lw_scene *scene, size_t body, int points)
{
    lw_error error = {0};
    lw_body_info info = lw_default_body_info();
    lw_cover_info cover = lw_default_cover_info();
    succeed(lw_scene_body_info(scene, body, &info, &error), &error);
    succeed(lw_scene_cover_info(scene, body, &cover, &error), &error);
    lw_pose frame;
    if (!lw_body_frame(scene, body, &frame))
        frame = lw_pose_identity();
    for (int i = 0; i < points; i++) {
        lw_body_shape shape = lw_default_body_shape();
        lw_shape_def def = lw_default_shape();
        size_t which = lw_random_below(random, (uint32_t)info.shape_count);
        succeed(lw_scene_body_shape(scene, body, which, &shape, &def, &error), &error);
        lw_vec3 p = lw_pose_point(shape.pose, point_in(random, &def));
        p = add_scaled(p, def.rounding, random_unit(random));
        p = lw_pose_point(frame, p);
        bool inside = false;
        for (size_t k = 0; k < cover.ball_count && !inside; k++) {
            lw_cover_ball ball;
            succeed(lw_scene_cover_ball(scene, body, k, &ball, &error), &error);
            inside = norm(sub(p, ball.center)) <= ball.radius;
        }
        if (!inside)
            fail_msg("body %zu: a point of shape %zu is in no ball", body, which);
    }
}

/* Covers of scaled and padded links contain the links, by points, when made and when loaded. */
static void test_contain(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    const double factors[] = {1, 0.01, 1.7, 30};
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        lw_error error = {0};
        const char *path = NULL;
        for (int loaded = 0; loaded < 2; loaded++) {
            lw_scene *scene = new_arm(0.6);
            succeed(lw_scene_set_link_padding(scene, "r", NULL, factors[i], loaded * 0.1, &error),
                    &error);
            succeed(lw_scene_set_cover_balls(scene, loaded ? 12 : 30, &error), &error);
            if (path)
                succeed(lw_scene_load_cover(scene, "r", path, &error), &error);
            succeed(lw_scene_freeze(scene, &error), &error);
            for (size_t body = 0; body < 4; body++)
                contains_points(&random, scene, body, test_rounds(20000, 1000000));
            char *text = cover_text(scene, 0);
            path = files_write(&here, "scaled.json", text);
            free(text);
            lw_scene_destroy(scene);
        }
    }
}

/* One ball of a file changed by little or much: it is refused, or the cover contains the link. */
static void test_edited_balls(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_scene *made = frozen_arm(NULL);
    char *text = cover_text(made, 0);
    int accepted = 0;
    int rounds = test_rounds(150, 5000);
    for (int round = 0; round < rounds; round++) {
        /* a ball's numbers stand on a line of their own */
        size_t lines = 0;
        for (const char *c = text; (c = strstr(c, "\n      [")); c++)
            lines++;
        const char *line = text;
        for (uint32_t skip = lw_random_below(&random, (uint32_t)lines) + 1; skip; skip--)
            line = strstr(line, "\n      [") + 1;
        double n[4];
        assert_int_equal(sscanf(line, " [%lf, %lf, %lf, %lf]", &n[0], &n[1], &n[2], &n[3]), 4);
        double much = pow(10, lw_random_between(&random, -9, 0)) * n[3];
        n[lw_random_below(&random, 4)] -= much;
        char ball[160];
        snprintf(ball, sizeof ball, "[%.17g, %.17g, %.17g, %.17g]", n[0], n[1], n[2], fmax(n[3], 1e-6));
        char old[200];
        snprintf(old, sizeof old, "%.*s", (int)(strchr(line, ']') + 1 - strchr(line, '[')),
                 strchr(line, '['));
        char *changed = edited(text, old, ball);
        lw_error error = {0};
        lw_scene *scene = new_arm(0.6);
        succeed(lw_scene_load_cover(scene, "r", files_write(&here, "c.json", changed), &error), &error);
        if (lw_scene_freeze(scene, &error)) {
            assert_int_equal(error.status, LW_ERROR_MODEL);
            assert_true(strstr(error.message, "do not contain it") ||
                        strstr(error.message, "outside the sphere"));
            assert_true(error.line > 0 && error.column > 0);
            assert_non_null(strstr(error.file, "c.json"));
        } else {
            accepted++;
            for (size_t body = 0; body < 4; body++)
                contains_points(&random, scene, body, 2000);
        }
        lw_scene_destroy(scene);
        free(changed);
    }
    printf("accepted: %d of %d\n", accepted, rounds);
    assert_in_range(accepted, rounds / 20, rounds - rounds / 5);
    free(text);
    lw_scene_destroy(made);
}

/* ---- verdicts ---------------------------------------------------------------------------------- */

/* Covers of a world's robots, which are loaded before it is frozen; obstacles. */
typedef struct given_covers {
    const char *paths[WORLD_ROBOTS]; /* NULL: made */
    size_t count;
    uint64_t seed;
} given_covers;

static void furnish(lw_scene *scene, void *context)
{
    const given_covers *given = context;
    lw_error error = {0};
    lw_random random = {given->seed};
    for (size_t i = 0; i < given->count; i++)
        succeed(lw_scene_load_cover(scene, lw_scene_robot_name(scene, i), given->paths[i], &error),
                &error);
    for (int i = 0; i < 6; i++) {
        char id[16];
        snprintf(id, sizeof id, "o%d", i);
        lw_shape_def sphere = sphere_of(lw_random_between(&random, 0.05, 0.3));
        succeed(lw_scene_add_obstacle(scene, id, &sphere,
                                      at(lw_random_between(&random, -1, 1),
                                         lw_random_between(&random, -1, 1),
                                         lw_random_between(&random, -1, 1), 0),
                                      &error),
                &error);
    }
}

/* A cover with its balls in other order, some of them larger, and all of them as doubles, by hand. */
static char *by_hand(lw_random *random, const lw_scene *scene, size_t robot)
{
    lw_error error = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    fputs("{\"leeway_cover\": 1, \"links\": [", file);
    bool first = true;
    for (size_t i = 0; i < lw_scene_link_count(scene); i++) {
        lw_link_info link = lw_default_link_info();
        lw_cover_info info = lw_default_cover_info();
        succeed(lw_scene_link_info(scene, i, &link, &error), &error);
        if (link.robot != robot || link.body < 0)
            continue;
        succeed(lw_scene_cover_info(scene, (size_t)link.body, &info, &error), &error);
        fprintf(file, "%s{\"link\": \"%s\", \"fingerprint\": \"%016llx\", \"balls\": [",
                first ? "" : ", ", link.name, (unsigned long long)info.fingerprint);
        first = false;
        for (size_t k = info.ball_count; k-- > 0;) {
            lw_cover_ball ball;
            succeed(lw_scene_cover_ball(scene, (size_t)link.body, k, &ball, &error), &error);
            fprintf(file, "[%.17g, %.17g, %.17g, %.17g]%s", ball.center.x, ball.center.y, ball.center.z,
                    ball.radius * lw_random_between(random, 1, 1.05), k ? ", " : "]}");
        }
    }
    fputs("]}", file);
    fclose(file);
    return text;
}

static lw_verdict ask(const world *w, const lw_motion *motion, lw_method method)
{
    lw_error error = {0};
    lw_checker *checker = NULL;
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.method = method;
    succeed(lw_checker_create(w->scene, &checker, &error), &error);
    succeed(lw_check(checker, motion, &options, &verdict, &error), &error);
    lw_checker_destroy(checker);
    return verdict;
}

/* Random robots with covers of their own, as written and by hand: auto answers as slab does. */
static void test_auto_with_covers(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int kinds[3] = {0};
    int by_blocks = 0;
    int rounds = test_rounds(250, 20000);
    for (int round = 0; round < rounds; round++) {
        const world_options options = {.robots = 2, .joints = 5, .size = 0.3};
        uint64_t seed = lw_random_bits(&random);
        given_covers given = {.seed = seed};
        const world_furnishing with = {
            .moved = lw_pose_identity(), .furnish = furnish, .context = &given};
        lw_random own = {seed};
        world *made = world_furnished(&own, &options, &with);
        char name[WORLD_ROBOTS][32];
        for (size_t r = 0; r < made->robot_count; r++) {
            char *text = round % 2 ? by_hand(&random, made->scene, r) : cover_text(made->scene, r);
            snprintf(name[r], sizeof name[r], "robot%zu.json", r);
            given.paths[r] = files_write(&here, name[r], text);
            free(text);
        }
        given.count = made->robot_count;
        own = (lw_random){seed};
        world *loaded = world_furnished(&own, &options, &with);
        world_motion *motion = world_motion_create(loaded);
        world_motion_random(&own, loaded, WORLD_ANY, motion);
        lw_verdict sure = ask(loaded, motion->motion, LW_METHOD_SLAB);
        lw_verdict fast = ask(loaded, motion->motion, LW_METHOD_AUTO);
        assert_true(sure.kind == fast.kind || sure.kind == LW_VERDICT_UNDECIDED ||
                    fast.kind == LW_VERDICT_UNDECIDED);
        if (sure.kind == LW_VERDICT_CONTACT)
            assert_true(fast.free_until <= sure.time);
        kinds[fast.kind]++;
        by_blocks += fast.kind == LW_VERDICT_FREE && fast.queries == 0;
        world_motion_free(motion);
        world_free(loaded);
        world_free(made);
    }
    printf("free %d (%d by blocks), contact %d, undecided %d\n", kinds[LW_VERDICT_FREE], by_blocks,
           kinds[LW_VERDICT_CONTACT], kinds[LW_VERDICT_UNDECIDED]);
    assert_true(kinds[LW_VERDICT_FREE] > rounds / 8 && kinds[LW_VERDICT_CONTACT] > rounds / 8);
    assert_true(by_blocks > kinds[LW_VERDICT_FREE] / 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contain),
        cmocka_unit_test(test_edited_balls),
        cmocka_unit_test(test_auto_with_covers),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
