/* Tests acm/box_bound.h: the directional bound against random configurations in the box, for every
 * choice of the frame that stands still. */
#include "acm/box_bound.h"

#include "body/support_value.h"
#include "distance/distance.h"
#include "random_robot.h"
#include "seed.h"
#include "small_scene.h"

/* The frame between the joints split - 1 and split, up to a constant pose, in the common frame. */
static pose still_frame(const lw_joint_path *path, size_t split)
{
    if (split == path->first_count)
        return pose_identity();
    if (split < path->first_count)
        return split ? path->joints[split - 1].frame : path->at[0];
    return split < path->joint_count ? path->joints[split].frame : path->at[1];
}

/* the support value of a part along a direction of the common frame */
static double reach_of(const lw_joint_path *path, int end, const lw_part *part, vec3 along)
{
    lw_part posed = *part;
    posed.at = compose(path->at[end], part->at);
    return lw_part_support_value(&posed, along);
}

static double gap_of(const lw_joint_path *path, const lw_part *const parts[2], vec3 along)
{
    return -reach_of(path, 0, parts[0], along) - reach_of(path, 1, parts[1], neg(along));
}

typedef struct findings {
    int boxes;
    double
        most; /* the largest observed loss of the gap, as a share of the loss that the bound allows */
    double tight; /* sum of these shares over small boxes */
    int small;
} findings;

static void check_box(lw_random *random, lw_joint_path *path, size_t split, findings *found)
{
    double middle[WORLD_JOINTS] = {0};
    double half[WORLD_JOINTS] = {0};
    double values[WORLD_JOINTS] = {0};
    double size = pow(10, lw_random_between(random, -4, 0.3));
    const lw_part *parts[2];
    for (int end = 0; end < 2; end++) {
        const lw_geometry *body = path->bodies[end]->geometry;
        if (!body->hull_count)
            return;
        parts[end] = &body->hulls[lw_random_below(random, body->hull_count)];
    }
    for (size_t i = 0; i < path->value_count; i++) {
        middle[i] = lw_random_between(random, -4, 4);
        half[i] = lw_random_below(random, 4) ? lw_random_between(random, 0, size) : 0;
    }
    vec3 along = v3(lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                    lw_random_between(random, -1, 1));
    along = scale(1 / norm(along), along);
    lw_joint_path_pose(path, middle);
    vec3 inside = rotate_back(still_frame(path, split).rotation, along);
    double first = gap_of(path, parts, along);
    double bound = lw_directional_gap(path, split, parts, half, along);
    double least = first;
    assert_true(bound <= first);
    for (int n = 0; n < 24; n++) {
        for (size_t i = 0; i < path->value_count; i++)
            values[i] = middle[i] + (n < 4 ? lw_random_between(random, -half[i], half[i])
                                           : (lw_random_below(random, 2) ? half[i] : -half[i]));
        lw_joint_path_pose(path, values);
        double gap = gap_of(path, parts, rotate(still_frame(path, split).rotation, inside));
        assert_true(gap >= bound - 1e-13 * (1 + fabs(first)));
        least = lesser(least, gap);
    }
    found->boxes++;
    if (!(first - bound > 1e-6))
        return;
    found->most = greater(found->most, (first - least) / (first - bound));
    if (size < 0.01) {
        found->tight += (first - least) / (first - bound);
        found->small++;
    }
}

static void test_random_boxes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    findings found = {0};
    for (int round = 0; round < test_rounds(300, 20000); round++) {
        world *w = world_random(&random, &(world_options){1, 8, 1});
        const lw_frozen *frozen = w->scene->frozen;
        for (size_t a = 0; a < frozen->body_count; a++)
            for (size_t b = 0; b < frozen->body_count; b++) {
                lw_arena arena = {0};
                lw_joint_path path;
                if (a == b)
                    continue;
                assert_int_equal(lw_joint_path_find(&arena, frozen, a, b, &path, NULL), LW_OK);
                for (size_t split = 0; split <= path.joint_count && !path.varies; split++)
                    check_box(&random, &path, split, &found);
                lw_arena_free(&arena);
            }
        world_free(w);
    }
    printf("%d boxes; at most %.3f of what the bound takes, %.3f on average in %d small boxes\n",
           found.boxes, found.most, found.tight / found.small, found.small);
    assert_true(found.boxes > 1000 && found.most > 0.95);
    assert_true(found.tight / found.small > 0.6);
}

/* Two balls 0.8 m apart on a joint that slides one of them along the line between them. The caller
 * gives the travel. */
static void test_what_is_needed(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_shape_def ball = sphere_of(0.1);
    lw_pose place = lw_pose_identity();
    place.position.x = 1;
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    for (int i = 0; i < 2; i++) {
        const char *name = i ? "link" : "base";
        succeed(lw_scene_add_link(scene, "r", name, &error), &error);
        succeed(lw_scene_add_shape(scene, "r", name, &ball, i ? place : lw_pose_identity(), &error),
                &error);
    }
    lw_joint_def joint = joint_of("joint", LW_JOINT_PRISMATIC, "base", "link");
    joint.origin.position.x = 0;
    joint.axis = (lw_vec3){1, 0, 0};
    joint.lower = -1;
    joint.upper = 1;
    succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_arena arena = {0};
    lw_joint_path path;
    succeed(lw_joint_path_find(&arena, scene->frozen, 0, 1, &path, &error), &error);
    lw_joint_path_pose(&path, (double[]){0});
    /* the gap that is left is 0.8 m less the slide */
    assert_true(lw_box_is_apart(&path, (double[]){0.79}, 0, 0.79));
    assert_true(lw_box_is_apart(&path, (double[]){0.2}, 0.59, 0.2));
    assert_false(lw_box_is_apart(&path, (double[]){0.2}, 0.61, 0.2));
    assert_false(lw_box_is_apart(&path, (double[]){0.81}, 0, 0.81));
    /* nothing is proven of a body without hulls */
    lw_body body = *path.bodies[0];
    lw_geometry geometry = *body.geometry;
    geometry.hull_count = 0;
    body.geometry = &geometry;
    path.bodies[0] = &body;
    assert_false(lw_box_is_apart(&path, (double[]){0.1}, 0, 0.1));
    lw_arena_free(&arena);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_boxes),
                                       cmocka_unit_test(test_what_is_needed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
