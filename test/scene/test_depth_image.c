/* scene/heights.c: a depth image as a shape, compared with the frusta of its definition as polytopes,
 * and with motions of a ball whose points are projected into the picture. */
#include "scene/shape_body.h"

#include <string.h>

#include "body/image.h"
#include "certify.h"
#include "scene/build.h"
#include "seed.h"
#include "twins.h"

enum { SIDE = 20, MOST = SIDE * SIDE };

/* A random picture. */
typedef struct picture {
    lw_shape_def def;
    float depths[MOST];
} picture;

static lw_shape_def image_of(const float *depths, size_t rows, size_t columns, lw_unknown unseen)
{
    lw_shape_def image = lw_default_shape();
    image.kind = LW_SHAPE_DEPTH_IMAGE;
    image.depths = depths;
    image.rows = rows;
    image.columns = columns;
    image.unknown = unseen;
    image.camera = (lw_camera){.fx = (double)columns,
                               .fy = (double)columns,
                               .cx = 0.5 * (double)columns - 0.5,
                               .cy = 0.5 * (double)rows - 0.5,
                               .near_z = 0.1,
                               .far_z = 4};
    return image;
}

/* Noise, a wall, a wall of one row or column before one that is far, poles of one pixel, holes, and
 * readings beyond the far plane. */
static void random_picture(lw_random *random, lw_unknown unseen, picture *t)
{
    t->def = image_of(t->depths, 1 + lw_random_below(random, SIDE), 1 + lw_random_below(random, SIDE),
                      unseen);
    lw_camera *camera = &t->def.camera;
    camera->cx += lw_random_between(random, -2, 2);
    camera->fy *= lw_random_between(random, 0.7, 1.4);
    camera->error = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0, 0.05);
    camera->relative_error = lw_random_below(random, 2) ? 0 : 0.01;
    t->def.rounding = lw_random_below(random, 2) ? 0 : 0.02;
    const uint32_t kind = lw_random_below(random, 6);
    const size_t line = lw_random_below(random, SIDE);
    for (size_t i = 0; i < t->def.rows; i++)
        for (size_t k = 0; k < t->def.columns; k++) {
            const bool odd = lw_random_below(random, 9) == 0;
            const bool near_by =
                (kind == 2 && i == line) || (kind == 3 && k == line) || (kind == 4 && odd);
            const float none[] = {0, NAN, INFINITY, -INFINITY};
            float depth = near_by ? 1 : 3;
            if (kind == 0)
                depth = (float)lw_random_between(random, 0.2, 5);
            if (kind == 5 && odd)
                depth = none[lw_random_below(random, 4)];
            t->depths[i * t->def.columns + k] = depth;
        }
    t->depths[lw_random_below(random, (uint32_t)(t->def.rows * t->def.columns))] = 2;
}

/* Where a pixel begins to be solid and where it ends, by the definition. False: it is not. */
static bool solid_of(const picture *t, size_t row, size_t column, double ends[2])
{
    const lw_camera *c = &t->def.camera;
    const double depth = (double)t->depths[row * t->def.columns + column];
    const bool measured = isfinite(depth) && depth > 0;
    const double error = measured ? c->error + c->relative_error * depth : 0;
    const double front = measured ? greater(depth - error, c->near_z) : c->near_z;
    if (t->def.unknown == LW_UNKNOWN_OBSTACLE) {
        ends[0] = lesser(front, c->far_z);
        ends[1] = c->far_z;
        return true;
    }
    ends[0] = front;
    ends[1] = depth + error;
    return measured;
}

/* ---- what is refused --------------------------------------------------------------------------- */

static void refuses(const lw_shape_def *image, const char *why)
{
    lw_error e = {0};
    lw_shape *shape = NULL;
    refused(lw_shape_create(image, &shape, &e), LW_ERROR_ARGUMENT, &e, why);
    lw_scene *scene = new_scene();
    refused(lw_scene_add_obstacle(scene, "view", image, lw_pose_identity(), &e), LW_ERROR_ARGUMENT, &e,
            why);
    assert_int_equal(lw_scene_find_body(scene, "view"), -1);
    lw_scene_destroy(scene);
}

static void bad_images_are_refused(void **state)
{
    (void)state;
    float depths[6] = {1, 1, 1, 1, 1, 1};
    const lw_shape_def good = image_of(depths, 2, 3, LW_UNKNOWN_OBSTACLE);
    lw_shape_def image = good;
    image.rows = 0;
    refuses(&image, "a depth image has 0 rows and 3 columns; it must have at least 1 of each");
    image.rows = ((size_t)1 << 24) / 3 + 1;
    refuses(&image, "it may have at most 16777216 pixels");
    image.rows = (size_t)1 << 63;
    refuses(&image, "it may have at most 16777216 pixels");
    image = good;
    image.depths = NULL;
    refuses(&image, "a depth image has no depths");
    image = good;
    image.unknown = LW_UNKNOWN_UNSAID;
    refuses(&image, "a depth image has to say what unseen space is: free, or an obstacle");
    const double bad[] = {0, -1, (double)NAN, HUGE_VAL};
    for (size_t i = 0; i < 4; i++) {
        image = good;
        image.camera.fx = bad[i];
        refuses(&image, "the focal length fx of a depth image's camera is ");
        image = good;
        image.camera.fy = bad[i];
        refuses(&image, "the focal length fy of a depth image's camera is ");
        image = good;
        image.camera.near_z = bad[i];
        refuses(&image, "the near plane of a depth image's camera is ");
        image = good;
        image.camera.far_z = bad[i];
        refuses(&image, "the far plane of a depth image's camera is ");
        image = good;
        image.camera.error = i ? bad[i] : 1001;
        refuses(&image, "the error of a depth image's camera is ");
        image = good;
        image.camera.relative_error = i ? bad[i] : 1;
        refuses(&image, "the relative error of a depth image's camera is ");
        image = good;
        image.camera.cx = i < 2 ? HUGE_VAL : bad[i];
        refuses(&image, "the middle of a depth image's camera is ");
        image = good;
        image.camera.cy = i < 2 ? 2e9 : bad[i];
        refuses(&image, "the middle of a depth image's camera is ");
    }
    image = good;
    image.camera.far_z = 1001;
    refuses(&image,
            "the far plane of a depth image's camera is 1001; it must be behind the near plane, "
            "0.1, and at most 1000");
    image = good;
    image.camera.fx = 1e-3;
    refuses(&image, "along its rows; it may reach 1000 m");
    image = good;
    image.camera.fy = 1e-3;
    refuses(&image, "along its columns; it may reach 1000 m");
    const float wrong[] = {0.09F, -1, 1000.5F};
    for (size_t i = 0; i < 3; i++) {
        depths[4] = wrong[i];
        refuses(&good, "the depth in row 1 and column 1 of a depth image, counted from 0, is ");
    }
    for (size_t i = 0; i < 6; i++)
        depths[i] = i % 2 ? NAN : 0;
    image = good;
    image.unknown = LW_UNKNOWN_FREE;
    refuses(&image, "a depth image has no measured depth, and its unseen space is free");
    image = good;
    image.rounding = -1;
    refuses(&image, "a rounding is");
    lw_error e = {0};
    lw_convex_pair *pair = NULL;
    const lw_shape_def sphere = lw_default_shape();
    refused(lw_convex_pair_create(&sphere, &good, &pair, &e), LW_ERROR_ARGUMENT, &e, "no depth images");
}

/* A link's scale, and too large an image in a body of several shapes, are refused at freezing. */
static void some_bodies_are_refused(void **state)
{
    (void)state;
    lw_error e = {0};
    enum { WIDE = 520 };
    float *depths = calloc((size_t)WIDE * WIDE, sizeof *depths);
    depths[7] = 1;
    lw_shape_def image = image_of(depths, WIDE, WIDE, LW_UNKNOWN_OBSTACLE);
    const lw_shape_def ball = sphere_of(0.1);
    lw_scene *scene = new_scene();
    succeed(lw_scene_add_obstacle(scene, "view", &image, lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_obstacle(scene, "view", &ball, lw_pose_identity(), &e), &e);
    refused(lw_scene_freeze(scene, &e), LW_ERROR_ARGUMENT, &e, "it may have at most 262144");
    lw_scene_destroy(scene);
    scene = new_scene();
    image = image_of(depths, 3, 3, LW_UNKNOWN_FREE);
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_link(scene, "r", "l0", &e), &e);
    succeed(lw_scene_add_shape(scene, "r", "l0", &image, lw_pose_identity(), &e), &e);
    succeed(lw_scene_set_link_padding(scene, "r", "l0", 1.5, 0.1, &e), &e);
    refused(lw_scene_freeze(scene, &e), LW_ERROR_ARGUMENT, &e,
            "\"l0\" has a depth image and the scale 1.5; a depth image has no scale");
    lw_scene_destroy(scene);
    free(depths);
}

/* ---- twins ------------------------------------------------------------------------------------- */

/* Adds a polytope between two planes, from one slope to another along x and along y. Infinite slopes go
 * to the end of space. */
static void add_frustum(lw_scene *scene, const picture *t, lw_pose at, const double z[2],
                        const double x[2], const double y[2])
{
    lw_error e = {0};
    double corners[24];
    for (int i = 0; i < 8; i++) {
        const double end = z[i / 4];
        const double slopes[2] = {x[i % 2], y[i / 2 % 2]};
        for (int k = 0; k < 2; k++)
            corners[3 * i + k] = isinf(slopes[k]) ? copysign(1000, slopes[k]) : slopes[k] * end;
        corners[3 * i + 2] = end;
    }
    lw_shape_def part = lw_default_shape();
    part.kind = LW_SHAPE_POLYTOPE;
    part.vertices = corners;
    part.vertex_count = 8;
    part.rounding = t->def.rounding;
    succeed(lw_scene_add_obstacle(scene, "view", &part, at, &e), &e);
}

static double slope(double edge, double middle, double focal)
{
    return (edge - 0.5 - middle) / focal;
}

static void add_frusta(lw_scene *scene, const picture *t, lw_pose at)
{
    static const double all[2] = {-HUGE_VAL, HUGE_VAL};
    const lw_camera *c = &t->def.camera;
    for (size_t i = 0; i < t->def.rows; i++)
        for (size_t k = 0; k < t->def.columns; k++) {
            double z[2];
            const double column = (double)k;
            const double row = (double)i;
            const double x[2] = {slope(column, c->cx, c->fx), slope(column + 1, c->cx, c->fx)};
            const double y[2] = {slope(row, c->cy, c->fy), slope(row + 1, c->cy, c->fy)};
            if (solid_of(t, i, k, z))
                add_frustum(scene, t, at, z, x, y);
        }
    if (t->def.unknown == LW_UNKNOWN_FREE)
        return;
    const double between[2] = {c->near_z, c->far_z};
    const double x[2] = {slope(0, c->cx, c->fx), slope((double)t->def.columns, c->cx, c->fx)};
    const double y[2] = {slope(0, c->cy, c->fy), slope((double)t->def.rows, c->cy, c->fy)};
    add_frustum(scene, t, at, (const double[]){-1000, c->near_z}, all, all);
    add_frustum(scene, t, at, (const double[]){c->far_z, 1000}, all, all);
    add_frustum(scene, t, at, between, (const double[]){-HUGE_VAL, x[0]}, all);
    add_frustum(scene, t, at, between, (const double[]){x[1], HUGE_VAL}, all);
    add_frustum(scene, t, at, between, all, (const double[]){-HUGE_VAL, y[0]});
    add_frustum(scene, t, at, between, all, (const double[]){y[1], HUGE_VAL});
}

/* Verdicts about an image, alone in its body or not, shared or not, are those about its frusta. */
static void images_are_as_frusta(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int unseen = 0; unseen < 2; unseen++) {
        size_t counts[3] = {0};
        const int rounds = test_rounds(120, 12000);
        for (int round = 0; round < rounds; round++) {
            picture t;
            twins both;
            lw_error e = {0};
            random_picture(&random, unseen ? LW_UNKNOWN_OBSTACLE : LW_UNKNOWN_FREE, &t);
            /* unseen space begins behind the camera: it looks at the robot from afar */
            lw_pose at = random_pose(&random, false, 0.2);
            if (unseen) {
                at = lw_pose_from_rpy((lw_vec3){-4, 0, 0}, -1.5707963267948966, 0, -1.5707963267948966);
                t.def.camera.fx = 0.25 * (double)t.def.columns;
                t.def.camera.fy = 0.25 * (double)t.def.rows;
                t.def.camera.cx = 0.5 * (double)t.def.columns - 0.5;
                t.def.camera.far_z = lw_random_between(&random, 6, 10);
                for (size_t i = 0; i < MOST; i++)
                    t.depths[i] *= 2.5F;
            }
            open_twins(&random, &both);
            if (round % 3 == 1) {
                lw_shape *shape = NULL;
                succeed(lw_shape_create(&t.def, &shape, &e), &e);
                succeed(lw_scene_add_shared_obstacle(both.scenes[0], "view", shape, at, &e), &e);
                lw_shape_destroy(shape);
            } else {
                succeed(lw_scene_add_obstacle(both.scenes[0], "view", &t.def, at, &e), &e);
            }
            if (round % 3 ==
                2) { /* a second shape, out of reach: the body has the frame of the world */
                const lw_shape_def ball = sphere_of(0.1);
                succeed(lw_scene_add_obstacle(both.scenes[0], "view", &ball,
                                              lw_pose_from_rpy((lw_vec3){0, 0, 50}, 0, 0, 0), &e),
                        &e);
            }
            add_frusta(both.scenes[1], &t, at);
            freeze_twins(&both);
            for (int i = 0; i < 6; i++)
                same_verdicts(&both, &random, counts);
            close_twins(&both);
        }
        many_verdicts(counts);
    }
}

/* ---- a ball, sampled --------------------------------------------------------------------------- */

/* Whether a point in the camera's frame is solid, by the definition; less than `within` inside of an
 * edge it is not, so that it is solid for certain. */
static bool is_solid(const picture *t, vec3 p, double within)
{
    const lw_camera *c = &t->def.camera;
    const bool unseen = t->def.unknown == LW_UNKNOWN_OBSTACLE;
    if (p.z <= c->near_z - within || p.z >= c->far_z + within)
        if (unseen)
            return true;
    if (!(p.z > 0))
        return false;
    const double u = c->fx * p.x / p.z + c->cx + 0.5;
    const double v = c->fy * p.y / p.z + c->cy + 0.5;
    if (!(u >= 0) || !(v >= 0) || !(u < (double)t->def.columns) || !(v < (double)t->def.rows))
        return unseen;
    double ends[2];
    return solid_of(t, (size_t)v, (size_t)u, ends) && p.z >= ends[0] + within &&
           p.z <= ends[1] - within;
}

static void sampled_balls(void **state)
{
    (void)state;
    static const lw_method methods[] = {LW_METHOD_AUTO, LW_METHOD_SLAB, LW_METHOD_BISECTION,
                                        LW_METHOD_EXPANDED};
    lw_random random = {test_seed() + 2};
    size_t counts[3] = {0};
    size_t hits[2] = {0};
    const int rounds = test_motion_count(4000, 400000) / 8;
    for (int round = 0; round < rounds; round++) {
        picture t;
        lw_error e = {0};
        random_picture(&random, round % 2 ? LW_UNKNOWN_OBSTACLE : LW_UNKNOWN_FREE, &t);
        t.def.rounding = 0;
        const double radius =
            lw_random_below(&random, 3) ? lw_random_between(&random, 0.01, 0.3) : 1e-3;
        lw_scene *scene = new_scene();
        const lw_shape_def ball = sphere_of(radius);
        succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
        succeed(lw_scene_add_link(scene, "r", "base", &e), &e);
        succeed(lw_scene_add_link(scene, "r", "ball", &e), &e);
        lw_joint_def joint = joint_of("j", LW_JOINT_FLOATING, "base", "ball");
        joint.origin.position.x = 0;
        succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
        succeed(lw_scene_add_shape(scene, "r", "ball", &ball, lw_pose_identity(), &e), &e);
        const lw_pose at = random_pose(&random, false, 1);
        succeed(lw_scene_add_obstacle(scene, "view", &t.def, at, &e), &e);
        built_scene b = build_on(scene);
        for (int motion = 0; motion < 8; motion++) {
            double ends[2][7] = {{0, 0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 1}};
            vec3 own[2];
            for (int k = 0; k < 2; k++) {
                const lw_camera *c = &t.def.camera;
                const double z = lw_random_between(&random, motion % 4 ? 0.2 : -0.5, 3.2);
                const double side = motion % 4 ? 0 : 0.2;
                own[k] = v3(slope(lw_random_between(&random, -side, 1 + side) * (double)t.def.columns,
                                  c->cx, c->fx) *
                                z,
                            slope(lw_random_between(&random, -side, 1 + side) * (double)t.def.rows,
                                  c->cy, c->fy) *
                                z,
                            z);
                const lw_vec3 p = lw_pose_point(at, own[k]);
                memcpy(ends[k], (double[]){p.x, p.y, p.z}, 3 * sizeof(double));
            }
            lw_check_options options = lw_default_check_options();
            options.method = methods[lw_random_below(&random, 4)];
            lw_verdict verdict = lw_default_verdict();
            succeed(lw_motion_set_segment(b.motion, lw_scene_joints(scene, NULL, NULL, &e), ends[0],
                                          ends[1], &e),
                    &e);
            succeed(lw_check(b.checker, b.motion, &options, &verdict, &e), &e);
            counts[verdict.kind]++;
            const double until = verdict.kind == LW_VERDICT_FREE ? 1 : verdict.free_until;
            for (int i = 0; i <= 30 && until > 0; i++) {
                const vec3 middle = add_scaled(own[0], until * i / 30, sub(own[1], own[0]));
                for (int k = 0; k < 20; k++) {
                    const double out = radius * (k < 10 ? 1 - 1e-9 : lw_random_between(&random, 0, 1));
                    const vec3 p = add_scaled(middle, out, random_direction(&random));
                    assert_false(is_solid(&t, p, 1e-9));
                }
            }
            /* a contact shows a solid point near the ball: one of many about it, where it is not thin
             */
            if (verdict.kind == LW_VERDICT_CONTACT && radius > 0.05 && round % 2) {
                const vec3 middle = add_scaled(own[0], verdict.time, sub(own[1], own[0]));
                bool found = false;
                for (int k = 0; k < 4000 && !found; k++)
                    found = is_solid(&t,
                                     add_scaled(middle, radius * lw_random_between(&random, 0.9, 1.05),
                                                random_direction(&random)),
                                     0);
                hits[found]++;
            }
        }
        drop_built(&b);
    }
    many_verdicts(counts);
    assert_true(hits[1] > 20 * hits[0]);
}

/* Two pixels, and a solid cube of mesh about the frustum of one of them alone, far from all of the
 * cube's faces: one in a solid is in contact, whichever pixel it is. */
static void frusta_are_in_solids(void **state)
{
    (void)state;
    static const uint32_t faces[] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                     2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    const float depths[2] = {1, 3};
    lw_error e = {0};
    for (size_t k = 0; k < 3; k++) {
        double vertices[24];
        lw_shape_def image = image_of(depths, 1, 2, LW_UNKNOWN_FREE);
        image.camera.error = 0.01;
        image.camera.fx = image.camera.fy = 10;
        const double z = k < 2 ? (double)depths[k] : 2;
        const double x = ((double)(k % 2) - image.camera.cx) / image.camera.fx * z;
        const double half = k < 2 ? 0.4 : 0.1;
        for (int i = 0; i < 8; i++) {
            vertices[3 * i] = x + (i & 1 ? half : -half);
            vertices[3 * i + 1] = i & 2 ? half : -half;
            vertices[3 * i + 2] = z + (i & 4 ? half : -half);
        }
        lw_shape_def cube = lw_default_shape();
        cube.kind = LW_SHAPE_MESH;
        cube.vertices = vertices;
        cube.vertex_count = 8;
        cube.triangles = faces;
        cube.triangle_count = 12;
        lw_scene *scene = new_scene();
        lw_verdict verdict = lw_default_verdict();
        const lw_check_options options = lw_default_check_options();
        succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
        succeed(lw_scene_add_link(scene, "r", "cube", &e), &e);
        succeed(lw_scene_add_shape(scene, "r", "cube", &cube, lw_pose_identity(), &e), &e);
        succeed(lw_scene_add_obstacle(scene, "view", &image, lw_pose_identity(), &e), &e);
        built_scene b = build_on(scene);
        succeed(lw_check(b.checker, b.motion, &options, &verdict, &e), &e);
        assert_int_equal(verdict.kind, k < 2 ? LW_VERDICT_CONTACT : LW_VERDICT_FREE);
        drop_built(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frusta_are_in_solids),    cmocka_unit_test(bad_images_are_refused),
        cmocka_unit_test(some_bodies_are_refused), cmocka_unit_test(images_are_as_frusta),
        cmocka_unit_test(sampled_balls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
