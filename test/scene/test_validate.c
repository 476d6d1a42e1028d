/* scene/validate.h and lanes/validate.h: random worlds are valid, and a single wrong number in a frozen
 * scene or a block is found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "furnished.h"
#include "lanes/setup.h"
#include "lanes/validate.h"
#include "scene/validate.h"
#include "seed.h"

enum { WORLDS = 40, MOST_BYTES = 64 };

/* A place in a frozen scene, which is constant everywhere but in this test. */
typedef union place {
    const void *given;
    void *at;
} place;

/* The place at which a scene is corrupted, and the wrong bytes; empty if there is no such place. */
typedef struct damage {
    void *at;
    size_t size;
    unsigned char bytes[MOST_BYTES];
} damage;

typedef void corrupt(lw_random *random, lw_frozen *frozen, damage *out);

static void make_damage(damage *out, const void *at, const void *bytes, size_t size)
{
    assert_true(at && bytes && size <= MOST_BYTES);
    out->at = (place){.given = at}.at;
    out->size = size;
    memcpy(out->bytes, bytes, size);
}

static void set_double(damage *out, const double *at, double value)
{
    make_damage(out, at, &value, sizeof value);
}

static void set_int(damage *out, const int32_t *at, int32_t value)
{
    make_damage(out, at, &value, sizeof value);
}

static void joint_behind_itself(lw_random *random, lw_frozen *frozen, damage *out)
{
    const lw_chains *chains = frozen->chains;
    if (!chains->elementary_count)
        return;
    const int32_t i = (int32_t)lw_random_below(random, (uint32_t)chains->elementary_count);
    set_int(out, &chains->elementary[i].parent, i);
}

static void limits_crossed(lw_random *random, lw_frozen *frozen, damage *out)
{
    const lw_chains *chains = frozen->chains;
    if (!chains->joint_count)
        return;
    const lw_frozen_joint *joint =
        &chains->joints[lw_random_below(random, (uint32_t)chains->joint_count)];
    set_double(out, &joint->lower, (double)NAN);
}

static void link_stretched(lw_random *random, lw_frozen *frozen, damage *out)
{
    const lw_frozen_link *link =
        &frozen->chains->links[lw_random_below(random, (uint32_t)frozen->chains->link_count)];
    set_double(out, &link->local.rotation.x.x, link->local.rotation.x.x + 1e-6);
}

static const lw_body *moving_body(lw_random *random, const lw_frozen *frozen)
{
    return frozen->moving_count
               ? &frozen->moving[lw_random_below(random, (uint32_t)frozen->moving_count)]
               : NULL;
}

static void padding_negative(lw_random *random, lw_frozen *frozen, damage *out)
{
    const lw_body *body = moving_body(random, frozen);
    if (body)
        set_double(out, &body->padding, -1e-9);
}

static void lever_arm_negative(lw_random *random, lw_frozen *frozen, damage *out)
{
    const lw_body *body = moving_body(random, frozen);
    if (body && body->lever_arm_count)
        set_double(
            out,
            &frozen->lever_arms[body->first_lever_arm + lw_random_below(random, body->lever_arm_count)],
            -1e-9);
}

/* any node's box, too small for its elements */
static void box_too_small(lw_random *random, lw_frozen *frozen, damage *out)
{
    const lw_body *body = moving_body(random, frozen);
    if (!body || !body->geometry->node_count)
        return;
    const lw_node *node = &body->geometry->nodes[lw_random_below(random, body->geometry->node_count)];
    set_double(out, &node->half.y, 0.99 * node->half.y - 1e-6 * body->geometry->extent);
}

static void element_twice(lw_random *random, lw_frozen *frozen, damage *out)
{
    const lw_body *body = moving_body(random, frozen);
    if (!body || body->geometry->node_count < 3)
        return;
    const lw_geometry *g = body->geometry;
    const lw_node *leaves[2] = {NULL, NULL};
    for (uint32_t i = 0; i < g->node_count; i++)
        if (g->nodes[i].child < 0) {
            leaves[0] = leaves[1];
            leaves[1] = &g->nodes[i];
        }
    if (leaves[0] && leaves[1])
        make_damage(out, &leaves[0]->element, &leaves[1]->element, sizeof leaves[0]->element);
}

static void sphere_too_small(lw_random *random, lw_frozen *frozen, damage *out)
{
    const lw_body *body = moving_body(random, frozen);
    for (uint32_t i = 0; body && i < body->geometry->part_count; i++)
        if (body->geometry->parts[i].shape.core == LW_CORE_BOX && body->geometry->part_count == 1)
            set_double(out, &body->geometry->radius, 0.9 * body->geometry->radius);
}

static void cover_ball_lost(lw_random *random, lw_frozen *frozen, damage *out)
{
    const lw_body *body = moving_body(random, frozen);
    if (!body || !body->cover || body->cover->count != 1)
        return;
    const float lost = -1;
    make_damage(out, &body->cover->balls[0].radius, &lost, sizeof lost);
    for (uint32_t i = 0; i < body->geometry->part_count; i++)
        if (!lw_convex_vertex_count(&body->geometry->parts[i].shape))
            out->at = NULL; /* it has no vertices to be lost */
}

static void row_miscounted(lw_random *random, lw_frozen *frozen, damage *out)
{
    if (!frozen->moving_count)
        return;
    size_t *row = &frozen->pairs.rows[1 + lw_random_below(random, (uint32_t)frozen->moving_count)];
    const size_t wrong = *row + 1;
    make_damage(out, row, &wrong, sizeof wrong);
}

static void margin_negative(lw_random *random, lw_frozen *frozen, damage *out)
{
    if (frozen->pairs.own_count)
        set_double(
            out, &frozen->pairs.own[lw_random_below(random, (uint32_t)frozen->pairs.own_count)].margin,
            -1e-9);
}

static void pair_turned_round(lw_random *random, lw_frozen *frozen, damage *out)
{
    if (!frozen->pairs.own_count)
        return;
    lw_own_margin *own = &frozen->pairs.own[lw_random_below(random, (uint32_t)frozen->pairs.own_count)];
    const lw_pair_id wrong = lw_pair_id_of(lw_pair_second(own->id), lw_pair_first(own->id));
    make_damage(out, &own->id, &wrong, sizeof wrong);
}

static void travel_of_nothing(lw_random *random, lw_frozen *frozen, damage *out)
{
    if (frozen->pairs.travel_count)
        set_int(out,
                &frozen->pairs.travels[lw_random_below(random, (uint32_t)frozen->pairs.travel_count)]
                     .common,
                (int32_t)frozen->chains->elementary_count);
}

static void obstacle_box_too_small(lw_random *random, lw_frozen *frozen, damage *out)
{
    if (!frozen->obstacles.count)
        return;
    const lw_obstacle *obstacle =
        lw_obstacle_at(&frozen->obstacles, lw_random_below(random, (uint32_t)frozen->obstacles.count));
    set_double(out, &obstacle->box.high.z, obstacle->box.low.z - obstacle->body.geometry->radius - 1);
}

static void exchange(damage *d)
{
    unsigned char kept[MOST_BYTES];
    memcpy(kept, d->at, d->size);
    memcpy(d->at, d->bytes, d->size);
    memcpy(d->bytes, kept, d->size);
}

static void every_fault_of_a_scene_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        corrupt *corrupt;
        const char *says;
    } faults[] = {
        {"a joint behind itself", joint_behind_itself, "does not come before it"},
        {"limits that cross", limits_crossed, "lower limit is above"},
        {"a link that is stretched", link_stretched, "does not turn"},
        {"negative padding", padding_negative, "padding is negative"},
        {"a negative lever arm", lever_arm_negative, "lever arm is negative"},
        {"a box that is too small", box_too_small, "box does not hold"},
        {"an element in two leaves", element_twice, NULL},
        {"a sphere that is too small", sphere_too_small, "sphere about it does not hold"},
        {"a ball of a cover that is lost", cover_ball_lost, "no ball of the cover"},
        {"a row that is miscounted", row_miscounted, "pairs, not"},
        {"a negative margin", margin_negative, "own margin is negative"},
        {"a pair that is turned round", pair_turned_round, "in order"},
        {"a travel relative to nothing", travel_of_nothing, "relative to a joint that there is not"},
        {"an obstacle's box that is too small", obstacle_box_too_small, "not about its sphere"},
    };
    enum { FAULTS = sizeof faults / sizeof *faults };
    static bench b;
    int made[FAULTS] = {0};
    uint64_t motions[MOTIONS];
    b.random.state = test_seed();
    for (int round = 0; round < WORLDS; round++) {
        b.odd = round % 2;
        furnished_world(&b, motions);
        lw_frozen *frozen = b.world->scene->frozen;
        lw_error error = {0};
        if (lw_frozen_validate(frozen, &error))
            fail_msg("round %d: %s", round, error.message);
        for (size_t f = 0; f < FAULTS; f++) {
            damage d = {0};
            faults[f].corrupt(&b.random, frozen, &d);
            if (!d.at)
                continue;
            made[f]++;
            exchange(&d);
            if (lw_frozen_validate(frozen, &error) != LW_ERROR_STATE)
                fail_msg("round %d: %s is not found", round, faults[f].what);
            if (faults[f].says && !strstr(error.message, faults[f].says))
                fail_msg("round %d: %s is said to be: %s", round, faults[f].what, error.message);
            exchange(&d);
        }
        assert_int_equal(lw_frozen_validate(frozen, &error), LW_OK);
        furnished_drop(&b);
    }
    for (size_t f = 0; f < FAULTS; f++)
        if (!made[f])
            fail_msg("%s was never tried", faults[f].what);
}

/* ---- blocks ------------------------------------------------------------------------------------ */

static void check_damage(lw_block *block, damage *d, const char *says)
{
    lw_error error = {0};
    exchange(d);
    assert_int_equal(lw_block_validate(block, &error), LW_ERROR_STATE);
    if (!strstr(error.message, says))
        fail_msg("instead of '%s': %s", says, error.message);
    exchange(d);
    assert_int_equal(lw_block_validate(block, &error), LW_OK);
}

static void check_pairs(lw_random *random, lw_block *block, int *made)
{
    damage d;
    if (!block->pair_count)
        return;
    const lw_lane_pair *pair = &block->pairs[lw_random_below(random, (uint32_t)block->pair_count)];
    make_damage(&d, &pair->b, &pair->a, sizeof pair->a);
    check_damage(block, &d, "not in order");
    const float negative = -1;
    make_damage(&d, &pair->required_at_rest, &negative, sizeof negative);
    check_damage(block, &d, "required distance at rest is negative");
    set_int(&d, &pair->common, (int32_t)block->joint_count);
    check_damage(block, &d, "seen from a joint");
    made[0]++;
    if (block->pair_count > 1) {
        const uint32_t same[2] = {block->pairs[0].a, block->pairs[0].b};
        make_damage(&d, &block->pairs[1].a, same, sizeof same); /* b follows a */
        check_damage(block, &d, "behind the one before");
    }
}

static void check_rest(lw_block *block)
{
    lw_block_rest one = {.pair = LW_NO_LANE_PAIR, .obstacle = LW_CROWD, .intervals = 1};
    damage d;
    block->rest = &one;
    block->rest_count = 1;
    const uint32_t none = 0;
    make_damage(&d, &one.intervals, &none, sizeof none);
    check_damage(block, &d, "of no interval");
    const uint32_t pair = (uint32_t)block->pair_count;
    make_damage(&d, &one.pair, &pair, sizeof pair);
    check_damage(block, &d, "of a pair that there is not");
    const uint32_t body = (uint32_t)block->body_count;
    make_damage(&d, &one.body, &body, sizeof body);
    check_damage(block, &d, "of a body that there is not");
    const uint32_t obstacle = (uint32_t)block->obstacle_count;
    make_damage(&d, &one.obstacle, &obstacle, sizeof obstacle);
    check_damage(block, &d, "of an obstacle that there is not");
    block->rest = NULL;
    block->rest_count = 0;
}

static void check_block(lw_random *random, lw_block *block, int *made)
{
    damage d;
    lw_error error = {0};
    if (lw_block_validate(block, &error))
        fail_msg("%s", error.message);
    if (block->joint_count) {
        const int32_t j = (int32_t)lw_random_below(random, (uint32_t)block->joint_count);
        set_int(&d, &block->joints[j].parent, j);
        check_damage(block, &d, "does not come before it");
    }
    for (size_t i = 0; i < block->body_count; i++) {
        const lw_grouped_cover *cover = block->bodies[i].cover;
        if (!cover || cover->group_count < 2)
            continue;
        const float small = 0;
        make_damage(&d, &cover->groups[0].around.radius, &small, sizeof small);
        check_damage(block, &d, "sticks out");
        const uint32_t end = cover->count + 1;
        make_damage(&d, &cover->groups[cover->group_count - 1].end, &end, sizeof end);
        check_damage(block, &d, "do not follow each other");
        made[1]++;
    }
    check_pairs(random, block, made);
    if (block->body_count)
        check_rest(block);
}

static void every_fault_of_a_block_is_found(void **state)
{
    (void)state;
    static bench b;
    int made[2] = {0};
    uint64_t motions[MOTIONS];
    b.random.state = test_seed();
    for (int round = 0; round < WORLDS; round++) {
        b.odd = round % 2;
        furnished_world(&b, motions);
        lw_arena arena = {0};
        lw_lanes *lanes = NULL;
        assert_int_equal(lw_lanes_create(&arena, b.world->scene->frozen, &lanes, NULL), LW_OK);
        check_block(&b.random, &lanes->block, made);
        lw_arena_free(&arena);
        furnished_drop(&b);
    }
    assert_true(made[0] > 0 && made[1] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fault_of_a_scene_is_found),
        cmocka_unit_test(every_fault_of_a_block_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
