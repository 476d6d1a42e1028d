/* Tests the file of claims, read back: each number is the double that the program has, bodies are at
 * their places, trees and hulls have all elements. */
#include "furnished.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "body/cover.h"
#include "body/slices.h"
#include "body/support_value.h"
#include "io/result/claims_json.h"
#include "json_tree.h"
#include "lanes/setup.h"
#include "math/pose.h"
#include "pair_at.h"
#include "seed.h"
#include "small_scene.h"

/* ---- reading ---------------------------------------------------------------------------------- */

/* room for any line of these tests */
enum { ROOM = 1 << 24 };

static lw_values *write_into(lw_text *l)
{
    static lw_values values;
    char *room = malloc(ROOM);
    assert_non_null(room);
    assert_int_equal(lw_text_begin(l, room, ROOM, NULL), LW_OK);
    values = (lw_values){.text = l};
    return &values;
}

/* reads the line that was written */
static lw_value *read_line(lw_document *document, lw_text *l)
{
    size_t length = 0;
    lw_text_end(l, &length);
    assert_true(length < ROOM && strlen(l->room) == length && !strchr(l->room, '\n'));
    lw_value *line = json_tree(document, l->room);
    free(l->room);
    return line;
}

static void is_number(const lw_value *object, const char *key, double value)
{
    const lw_value *number = lw_value_find(object, key);
    assert_true(lw_value_is(number, LW_VALUE_NUMBER) && lw_value_as_number(number) == value);
}

static void is_text(const lw_value *object, const char *key, const char *text)
{
    assert_string_equal(lw_value_as_text(lw_value_find(object, key)), text);
}

/* compares the numbers of an array, beginning at index `from` */
static void are_numbers(const lw_value *array, size_t from, const double *values, size_t count)
{
    assert_true(lw_value_item_count(array) >= from + count);
    for (size_t i = 0; i < count; i++)
        assert_true(lw_value_as_number(lw_value_item(array, from + i)) == values[i]);
}

static void is_vector(const lw_value *array, vec3 v)
{
    assert_int_equal(lw_value_item_count(array), 3);
    are_numbers(array, 0, &v.x, 3);
}

static vec3 vector_at(const lw_value *array, size_t from)
{
    vec3 v = {0, 0, 0};
    if (array)
        v = v3(lw_value_as_number(lw_value_item(array, from)),
               lw_value_as_number(lw_value_item(array, from + 1)),
               lw_value_as_number(lw_value_item(array, from + 2)));
    return v;
}

/* the pose of an object; left out: the identity */
static pose pose_of(const lw_value *object)
{
    pose at = pose_identity();
    const lw_value *rotation = lw_value_find(object, "rotation");
    at.position = vector_at(lw_value_find(object, "position"), 0);
    if (rotation) {
        assert_int_equal(lw_value_item_count(rotation), 9);
        at.rotation = (mat3){vector_at(rotation, 0), vector_at(rotation, 3), vector_at(rotation, 6)};
    }
    return at;
}

static double difference(pose a, pose b)
{
    return norm(sub(a.position, b.position)) + norm(sub(a.rotation.x, b.rotation.x)) +
           norm(sub(a.rotation.y, b.rotation.y)) + norm(sub(a.rotation.z, b.rotation.z));
}

/* ---- the scene -------------------------------------------------------------------------------- */

static size_t seen_shapes[LW_CORE_COUNT];
static size_t seen_hulls, seen_cells, seen_solids, seen_radii, seen_places, seen_objects;

static void is_shape(const lw_value *element, const lw_part *part)
{
    static const char *const names[LW_CORE_COUNT] = {[LW_CORE_POINT] = "point",
                                                     [LW_CORE_SEGMENT] = "segment",
                                                     [LW_CORE_BOX] = "box",
                                                     [LW_CORE_CONE] = "cone",
                                                     [LW_CORE_CYLINDER] = "cylinder",
                                                     [LW_CORE_POLYTOPE] = "polytope",
                                                     [LW_CORE_ELLIPSOID] = "ellipsoid"};
    const lw_convex *shape = &part->shape;
    const lw_value *radius = lw_value_find(element, "radius");
    is_text(element, "shape", names[shape->core]);
    assert_true(difference(pose_of(element), part->at) == 0);
    assert_true((radius ? lw_value_as_number(radius) : 0) == shape->radius);
    seen_shapes[shape->core]++;
    if (shape->core == LW_CORE_BOX || shape->core == LW_CORE_ELLIPSOID)
        is_vector(lw_value_find(element, "half"), shape->half);
    else if (shape->core == LW_CORE_SEGMENT || shape->core == LW_CORE_CONE ||
             shape->core == LW_CORE_CYLINDER)
        is_number(element, "half", shape->half.z);
    if (shape->core == LW_CORE_CONE || shape->core == LW_CORE_CYLINDER)
        is_number(element, "base", shape->half.x);
    if (shape->core != LW_CORE_POLYTOPE)
        return;
    const lw_value *vertices = lw_value_find(element, "vertices");
    assert_int_equal(lw_value_item_count(vertices), shape->polytope->vertex_count);
    for (uint32_t i = 0; i < shape->polytope->vertex_count; i++)
        is_vector(lw_value_item(vertices, i), shape->polytope->vertices[i]);
}

static void are_elements(const lw_value *elements, const lw_geometry *geometry)
{
    assert_int_equal(lw_value_item_count(elements), lw_element_count(geometry));
    for (uint32_t i = 0; i < geometry->triangle_count; i++) {
        const lw_value *triangle = lw_value_item(elements, i);
        double radius = lw_triangle_radius(geometry, i);
        are_numbers(triangle, 0, &geometry->triangles[i][0].x, 9);
        assert_int_equal(lw_value_item_count(triangle), radius > 0 ? 10 : 9);
        if (radius > 0)
            are_numbers(triangle, 9, &radius, 1);
        seen_radii += radius > 0;
    }
    for (uint32_t i = geometry->triangle_count; i < lw_element_count(geometry); i++) {
        lw_element_room room;
        lw_part part;
        lw_geometry_element(geometry, i, &room, &part.shape, &part.at);
        is_shape(lw_value_item(elements, i), &part);
    }
}

static void is_tree(const lw_value *tree, const lw_geometry *geometry)
{
    assert_int_equal(lw_value_item_count(tree), lw_node_total(geometry));
    for (uint32_t i = 0; i < lw_node_total(geometry); i++) {
        lw_node room;
        const lw_node *node = lw_node_at(geometry, i, &room);
        int64_t entry = (int64_t)lw_value_as_number(lw_value_item(tree, i));
        assert_int_equal(entry, node->child < 0 ? -1 - (int64_t)node->element : node->child);
    }
}

/* checks that each element is in one hull, and lies in it */
static void are_hulls(const lw_value *hulls, const lw_geometry *geometry)
{
    uint32_t elements = lw_element_count(geometry);
    if (geometry->hull_count < 2) {
        assert_null(hulls);
        return;
    }
    seen_hulls++;
    assert_int_equal(lw_value_item_count(hulls), geometry->hull_count);
    size_t count = 0;
    for (uint32_t h = 0; h < geometry->hull_count; h++) {
        const lw_value *hull = lw_value_item(hulls, h);
        for (size_t k = 0; k < lw_value_item_count(hull); k++, count++) {
            int64_t element = (int64_t)lw_value_as_number(lw_value_item(hull, k));
            assert_true(element >= 0 && element < elements);
            lw_element_room room;
            lw_convex shape;
            pose at;
            lw_geometry_element(geometry, (uint32_t)element, &room, &shape, &at);
            const lw_part inner = {shape, at};
            const vec3 along[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
            for (size_t d = 0; d < 6; d++)
                assert_true(lw_part_support_value(&inner, along[d]) <=
                            lw_part_support_value(&geometry->hulls[h], along[d]) +
                                1e-12 * geometry->extent);
        }
    }
    assert_int_equal(count, elements);
}

/* the pose of a body's frame according to the file, in the frame of its elementary joint */
static pose place_of(const lw_value *object, const lw_scene *scene, const lw_body *body)
{
    const lw_frozen *frozen = scene->frozen;
    const char *link = lw_value_as_text(lw_value_find(object, "link"));
    pose own = pose_of(object);
    assert_true((link != NULL) == (body->robot >= 0));
    if (!link)
        return own;
    is_text(object, "robot", frozen->chains->names[body->robot]);
    for (size_t i = 0; i < frozen->chains->link_count; i++)
        if (frozen->chains->links[i].robot == (size_t)body->robot &&
            !strcmp(frozen->chains->links[i].name, link)) {
            assert_int_equal(frozen->chains->links[i].elementary, body->elementary);
            assert_true(body->link < 0 || body->link == (int64_t)i);
            return compose(frozen->chains->links[i].local, own);
        }
    fail_msg("there is no link %s", link);
    return own;
}

static void is_body(const lw_value *object, const lw_scene *scene, const lw_body *body)
{
    const lw_geometry *geometry = body->geometry;
    const lw_value *ball = lw_value_find(object, "ball");
    is_text(object, "name", body->name);
    assert_int_equal(lw_value_item_count(ball), 4);
    are_numbers(ball, 0, &geometry->center.x, 3);
    are_numbers(ball, 3, &geometry->radius, 1);
    assert_true(difference(place_of(object, scene, body), body->local) <=
                1e-14 * (1 + norm(body->local.position)));
    seen_places += lw_value_find(object, "position") || lw_value_find(object, "rotation");
    seen_objects += body->robot >= 0 && body->link < 0;
    assert_int_equal(lw_value_is_true(lw_value_find(object, "solid")), geometry->solid_count > 0);
    seen_solids += geometry->solid_count > 0;
    are_elements(lw_value_find(object, "elements"), geometry);
    is_tree(lw_value_find(object, "tree"), geometry);
    are_hulls(lw_value_find(object, "hulls"), geometry);
}

/* compares the pairs of `scene`, whose bodies have the numbers that they have in `of` */
static void are_pairs(const lw_value *pairs, const lw_scene *scene, const lw_scene *of)
{
    const lw_frozen *frozen = scene->frozen;
    assert_int_equal(lw_value_item_count(pairs), frozen->pairs.count);
    for (size_t i = 0; i < frozen->pairs.count; i++) {
        const lw_value *object = lw_value_item(pairs, i);
        const lw_pair pair = pair_at(frozen, i);
        const int32_t own[] = {pair.a, pair.b};
        is_number(object, "margin", pair.margin);
        are_numbers(lw_value_find(object, "padding"), 0, pair.padding, 2);
        const lw_value *bodies = lw_value_find(object, "bodies");
        assert_int_equal(lw_value_item_count(bodies), 2);
        for (size_t k = 0; k < 2; k++) {
            size_t body = (size_t)lw_value_as_number(lw_value_item(bodies, k));
            assert_true(body < of->frozen->body_count);
            assert_string_equal(lw_frozen_body(of->frozen, body)->name,
                                lw_frozen_body(frozen, own[k])->name);
        }
    }
}

static void scene_reads_back(const lw_scene *scene)
{
    lw_text l;
    lw_claims_write_scene(write_into(&l), scene);
    lw_document document;
    const lw_value *line = read_line(&document, &l);
    const lw_frozen *frozen = scene->frozen;
    const lw_value *bodies = lw_value_find(line, "bodies");
    const lw_value *pairs = lw_value_find(line, "pairs");
    is_number(line, "claims", 2);
    assert_int_equal(lw_value_item_count(bodies), frozen->body_count);
    for (size_t i = 0; i < frozen->body_count; i++)
        is_body(lw_value_item(bodies, i), scene, lw_frozen_body(frozen, i));
    are_pairs(pairs, scene, scene);
    lw_document_free(&document);
}

static void test_scenes(void **state)
{
    (void)state;
    bench b = {.random = {test_seed()}};
    int rounds = test_rounds(120, 2000);
    for (b.round = 0; b.round < rounds; b.round++) {
        uint64_t motions[MOTIONS];
        furnished_world(&b, motions);
        scene_reads_back(b.world->scene);
        furnished_drop(&b);
    }
    for (int core = 0; core < LW_CORE_COUNT; core++)
        assert_true(core == LW_CORE_TRIANGLE || seen_shapes[core] > 0);
    assert_true(seen_hulls > 0 && seen_solids > 0 && seen_radii > 0);
    assert_true(seen_places > 0 && seen_objects > 0);
}

/* ---- stages ------------------------------------------------------------------------------------ */

/* the entry of a body in `places`; NULL: it has none */
static const lw_value *place_in(const lw_value *places, size_t body)
{
    const lw_value *found = NULL;
    for (size_t i = 0; i < lw_value_item_count(places); i++) {
        const lw_value *place = lw_value_item(places, i);
        if ((int64_t)lw_value_as_number(lw_value_find(place, "body")) == (int64_t)body) {
            assert_null(found);
            found = place;
        }
    }
    return found;
}

static size_t seen_carried, seen_released, seen_elsewhere;

/* checks the place of an object of a motion's scene in a stage; true: the file has an entry for it */
static bool is_placed(const lw_value *places, const lw_motion *motion, size_t body,
                      const lw_motion *part)
{
    const lw_value *place = place_in(places, body);
    const lw_body *own = lw_frozen_body(motion->scene->frozen, body);
    const lw_body *there =
        lw_frozen_body(part->scene->frozen, (size_t)lw_motion_stage_body(motion, part->stage, body));
    assert_string_equal(own->name, there->name);
    assert_true(own->geometry == there->geometry);
    double off = place ? difference(place_of(place, part->scene, there), there->local)
                       : difference(own->local, there->local);
    assert_true(off <= 1e-14 * (1 + norm(there->local.position)));
    assert_true(place || (own->robot == there->robot && own->elementary == there->elementary));
    seen_carried += place && own->robot < 0 && there->robot >= 0;
    seen_released += place && own->robot >= 0 && there->robot < 0;
    seen_elsewhere += place && own->robot < 0 && there->robot < 0;
    return place != NULL;
}

static void stage_reads_back(const lw_motion *motion, size_t stage)
{
    lw_text l;
    lw_claims_write_stage(write_into(&l), motion, stage);
    lw_document document;
    const lw_value *line = read_line(&document, &l);
    const lw_motion *part = lw_motion_stage(motion, stage);
    const lw_value *places = lw_value_find(line, "places");
    size_t count = 0;
    assert_int_equal(line->count, 6);
    is_number(line, "stage", (double)stage);
    is_number(line, "begin", part->begin);
    is_number(line, "end", part->end);
    are_pairs(lw_value_find(line, "pairs"), part->scene, motion->scene);
    for (size_t i = 0; i < motion->scene->frozen->body_count; i++)
        if (lw_frozen_body(motion->scene->frozen, i)->link < 0)
            count += is_placed(places, motion, i, part);
    assert_int_equal(lw_value_item_count(places), count);
    lw_document_free(&document);
}

/* an object has a place if it is not where the motion's scene has it, and only then */
static void first_stages_have_no_places(const lw_motion *motion)
{
    lw_text l;
    const lw_motion *part = lw_motion_stage(motion, 0);
    if (part->scene != motion->scene)
        return;
    lw_claims_write_stage(write_into(&l), motion, 0);
    lw_document document;
    const lw_value *line = read_line(&document, &l);
    assert_int_equal(lw_value_item_count(lw_value_find(line, "places")), 0);
    lw_document_free(&document);
}

static void test_stages(void **state)
{
    (void)state;
    bench b = {.random = {test_seed()}};
    int rounds = test_rounds(150, 2000);
    size_t several = 0;
    for (b.round = 0; b.round < rounds; b.round++) {
        uint64_t motions[MOTIONS];
        furnished_world(&b, motions);
        furnished_motion(b.world, motions[0], b.motion);
        first_stages_have_no_places(b.motion->motion);
        furnished_payloads(&b.random, b.world, b.motion);
        first_stages_have_no_places(b.motion->motion);
        size_t count = lw_motion_stage_count(b.motion->motion);
        for (size_t i = 0; i < count; i++)
            stage_reads_back(b.motion->motion, i);
        several += count > 1;
        furnished_drop(&b);
    }
    assert_true(several > 20 && seen_carried > 0 && seen_released > 0 && seen_elsewhere > 0);
}

/* A robot of two links whose frames coincide with the world's frame at first; a ball, which one of the
 * links carries, or which is an obstacle. */
static lw_scene *one_frame(const char *carrier)
{
    lw_scene *scene = new_scene();
    lw_error e = {0};
    lw_joint_def turn = joint_of("turn", LW_JOINT_REVOLUTE, "base", "a");
    lw_joint_def fixed = joint_of("fixed", LW_JOINT_FIXED, "a", "b");
    lw_shape_def ball = sphere_of(0.1);
    lw_pose at = {{0, 0, -0.5}, {0, 0, 0, 1}};
    turn.origin = fixed.origin = lw_pose_identity();
    turn.lower = -3;
    turn.upper = 3;
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
    for (int i = 0; i < 3; i++)
        succeed(lw_scene_add_link(scene, "r", (const char *[]){"base", "a", "b"}[i], &e), &e);
    succeed(lw_scene_add_joint(scene, "r", &turn, &e), &e);
    succeed(lw_scene_add_joint(scene, "r", &fixed, &e), &e);
    if (carrier)
        succeed(lw_scene_add_attached(scene, "r", carrier, "ball", &ball, at, NULL, 0, &e), &e);
    else
        succeed(lw_scene_add_obstacle(scene, "ball", &ball, at, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    return scene;
}

/* the ball has the same pose in the frame of every carrier, so only the carrier makes a difference */
static void test_same_pose(void **state)
{
    (void)state;
    static const char *const carriers[] = {NULL, "a", "b"};
    for (int i = 0; i < 3; i++) {
        lw_scene *scene = one_frame(carriers[i]);
        lw_error e = {0};
        lw_motion *motion = NULL;
        lw_payload payloads[] = {lw_default_payload(), lw_default_payload()};
        lw_track track = lw_default_track();
        payloads[0].object = payloads[1].object = "ball";
        payloads[0].link = "b";
        payloads[1].kind = LW_PAYLOAD_RELEASE;
        track.point_count = 2;
        track.positions = (double[]){0, 1};
        track.payloads = payloads;
        track.payload_count = carriers[i] ? 2 : 1;
        succeed(lw_motion_create(scene, &motion, &e), &e);
        succeed(lw_motion_set(motion, &track, 1, &e), &e);
        lw_text l;
        lw_claims_write_stage(write_into(&l), motion, 0);
        lw_document document;
        const lw_value *line = read_line(&document, &l);
        const lw_value *place = place_in(lw_value_find(line, "places"), 0);
        assert_int_equal(place != NULL, i < 2);
        if (place)
            is_text(place, "link", "b");
        lw_document_free(&document);
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
}

/* ---- claims ------------------------------------------------------------------------------------ */

static double random_number(lw_random *random)
{
    return lw_random_between(random, -1, 1) * pow(10, lw_random_between(random, -12, 6));
}

static lw_vec3 random_vector(lw_random *random)
{
    double x = random_number(random);
    double y = random_number(random);
    return (lw_vec3){x, y, random_number(random)};
}

static void is_set(const lw_value *set, const lw_claim_set *wanted)
{
    if (wanted->kind != LW_CLAIM_HULL && wanted->index == 0) {
        assert_null(set);
        return;
    }
    assert_int_equal(set->count, 1);
    static const char *const kinds[] = {
        [LW_CLAIM_NODE] = "node", [LW_CLAIM_HULL] = "hull", [LW_CLAIM_CELL] = "cell"};
    is_number(set, kinds[wanted->kind], wanted->index);
}

/* checks the stage of a claim; the file leaves out the first one */
static void is_stage(const lw_value *line, const lw_claim *claim)
{
    if (claim->stage)
        is_number(line, "stage", (double)claim->stage);
    else
        assert_null(lw_value_find(line, "stage"));
}

static void test_claims_read_back(void **state)
{
    (void)state;
    static const char *const rules[] = {
        [LW_CLAIM_SLAB] = "slab", [LW_CLAIM_TRAVEL] = "travel", [LW_CLAIM_CHORD] = "chord"};
    lw_random random = {test_seed()};
    for (int round = 0; round < 500; round++) {
        lw_claim_part parts[5] = {{.rule = LW_CLAIM_SLAB}};
        lw_claim claim = {.struct_size = sizeof(lw_claim),
                          .stage = lw_random_below(&random, 3),
                          .pair = lw_random_below(&random, 1000),
                          .from = random_number(&random),
                          .to = random_number(&random),
                          .at = random_number(&random),
                          .parts = parts,
                          .part_count = 1 + lw_random_below(&random, 5)};
        for (size_t i = 0; i < claim.part_count; i++) {
            parts[i].rule = (lw_claim_rule)lw_random_below(&random, 3);
            parts[i].normal = random_vector(&random);
            if (lw_random_below(&random, 2))
                parts[i].turn = random_vector(&random);
            for (int k = 0; k < 2; k++)
                parts[i].sets[k] = (lw_claim_set){(lw_claim_set_kind)lw_random_below(&random, 3),
                                                  lw_random_below(&random, 4)};
        }
        lw_text l;
        lw_claims_write_claim(write_into(&l), &claim);
        lw_document document;
        const lw_value *line = read_line(&document, &l);
        assert_int_equal(line->count, claim.stage ? 6 : 5);
        is_stage(line, &claim);
        is_number(line, "pair", (double)claim.pair);
        is_number(line, "from", claim.from);
        is_number(line, "to", claim.to);
        is_number(line, "at", claim.at);
        const lw_value *list = lw_value_find(line, "parts");
        assert_int_equal(lw_value_item_count(list), claim.part_count);
        for (size_t i = 0; i < claim.part_count; i++) {
            const lw_value *part = lw_value_item(list, i);
            is_text(part, "rule", rules[parts[i].rule]);
            is_vector(lw_value_find(part, "normal"), parts[i].normal);
            if (norm2(parts[i].turn) > 0)
                is_vector(lw_value_find(part, "turn"), parts[i].turn);
            else
                assert_null(lw_value_find(part, "turn"));
            is_set(lw_value_find(part, "a"), &parts[i].sets[0]);
            is_set(lw_value_find(part, "b"), &parts[i].sets[1]);
        }
        lw_document_free(&document);
        claim.kind = LW_CLAIM_OUTSIDE;
        lw_claims_write_claim(write_into(&l), &claim);
        line = read_line(&document, &l);
        assert_int_equal(line->count, claim.stage ? 3 : 2);
        is_stage(line, &claim);
        is_number(line, "pair", (double)claim.pair);
        is_number(line, "outside", claim.at);
        lw_document_free(&document);
    }
}

static void test_contacts_read_back(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 300; round++) {
        lw_claim claim = {.struct_size = sizeof(lw_claim),
                          .kind = LW_CLAIM_CONTACT,
                          .stage = lw_random_below(&random, 3),
                          .pair = lw_random_below(&random, 1000),
                          .at = random_number(&random),
                          .inner = lw_random_below(&random, 2)};
        for (int k = 0; k < 2; k++) {
            claim.elements[k] = lw_random_below(&random, 1000);
            claim.points[k] = random_vector(&random);
        }
        lw_text l;
        lw_document document;
        lw_claims_write_claim(write_into(&l), &claim);
        const lw_value *line = read_line(&document, &l);
        assert_int_equal(line->count, 4 + (claim.stage > 0));
        is_stage(line, &claim);
        is_number(line, "pair", (double)claim.pair);
        is_number(line, "contact", claim.at);
        are_numbers(lw_value_find(line, "elements"), 0,
                    (double[]){(double)claim.elements[0], (double)claim.elements[1]}, 2);
        const lw_value *points = lw_value_find(line, "points");
        assert_int_equal(lw_value_item_count(points), 2);
        for (int k = 0; k < 2; k++)
            is_vector(lw_value_item(points, (size_t)k), claim.points[k]);
        lw_document_free(&document);
        claim.kind = LW_CLAIM_INSIDE;
        lw_claims_write_claim(write_into(&l), &claim);
        line = read_line(&document, &l);
        assert_int_equal(line->count, 5 + (claim.stage > 0));
        is_stage(line, &claim);
        is_number(line, "contact", claim.at);
        is_number(line, "inner", (double)claim.inner);
        is_number(line, "element", (double)claim.elements[claim.inner]);
        is_vector(lw_value_find(line, "point"), claim.points[claim.inner]);
        lw_document_free(&document);
    }
}

static void test_blocks_read_back(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 300; round++) {
        lw_claim_intervals intervals[4];
        const bool finer = lw_random_below(&random, 2);
        lw_claim claim = {.struct_size = sizeof(lw_claim),
                          .kind = finer ? LW_CLAIM_FINER : LW_CLAIM_BLOCK,
                          .stage = lw_random_below(&random, 3),
                          .from = random_number(&random),
                          .to = random_number(&random),
                          .intervals = intervals,
                          .interval_count = lw_random_below(&random, 5)};
        for (size_t i = 0; i < claim.interval_count; i++)
            intervals[i] =
                (lw_claim_intervals){lw_random_below(&random, 1000), 1 + lw_random_below(&random, 127)};
        lw_text l;
        lw_claims_write_claim(write_into(&l), &claim);
        lw_document document;
        const lw_value *line = read_line(&document, &l);
        const lw_value *list = lw_value_find(line, finer ? "only" : "left");
        assert_int_equal(line->count, 1 + (claim.stage > 0) + (claim.interval_count > 0));
        is_stage(line, &claim);
        are_numbers(lw_value_find(line, "block"), 0, (double[]){claim.from, claim.to}, 2);
        assert_int_equal(list ? lw_value_item_count(list) : 0, claim.interval_count);
        for (size_t i = 0; i < claim.interval_count; i++)
            are_numbers(lw_value_item(list, i), 0,
                        (double[]){(double)intervals[i].pair, (double)intervals[i].mask}, 2);
        lw_document_free(&document);
    }
}

/* the cells into which a body is cut, each as a list */
static void are_cells(const lw_value *cells, const lw_geometry *geometry)
{
    if (!geometry->cell_count) {
        assert_null(cells);
        return;
    }
    seen_cells++;
    assert_int_equal(lw_value_item_count(cells), geometry->cell_count);
    for (uint32_t i = 0; i < geometry->cell_count; i++) {
        const lw_cell *cell = &geometry->cells[i];
        const double numbers[3] = {cell->axis, cell->at, cell->child};
        assert_int_equal(lw_value_item_count(lw_value_item(cells, i)), cell->child ? 3 : 0);
        are_numbers(lw_value_item(cells, i), 0, numbers, cell->child ? 3 : 0);
    }
}

/* each body in the first line of a file of blocks has a cover that contains it, or is an obstacle
 * inside the shape around it */
static void test_covers_read_back(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    bench b = {.random = {test_seed()}};
    for (int round = 0; round < 30; round++) {
        uint64_t motions[MOTIONS];
        furnished_world(&b, motions);
        const lw_frozen *frozen = b.world->scene->frozen;
        lw_text l;
        lw_claims_write_scene(write_into(&l), b.world->scene);
        lw_document document;
        const lw_value *line = read_line(&document, &l);
        is_number(line, "claims", 2);
        const lw_value *bodies = lw_value_find(line, "bodies");
        for (size_t i = 0; i < frozen->body_count; i++) {
            const lw_body *body = lw_frozen_body(frozen, i);
            const lw_value *cover = lw_value_find(lw_value_item(bodies, i), "cover");
            are_cells(lw_value_find(lw_value_item(bodies, i), "cells"), body->geometry);
            const lw_value *around = lw_value_find(lw_value_item(bodies, i), "around");
            assert_true(body->robot < 0 ? around && !cover : cover && !around);
            if (cover) {
                assert_int_equal(lw_value_item_count(cover), body->cover->count);
                for (uint32_t k = 0; k < body->cover->count; k++) {
                    const lw_ball *ball = &body->cover->balls[k];
                    const double numbers[] = {(double)ball->center[0], (double)ball->center[1],
                                              (double)ball->center[2], (double)ball->radius};
                    are_numbers(lw_value_item(cover, k), 0, numbers, 4);
                }
                continue;
            }
            const lw_part part = lw_lanes_around(body->geometry);
            for (int k = 0; k < 40; k++) {
                vec3 n = random_vector(&random);
                assert_true(lw_part_support_value(&part, n) >=
                            lw_geometry_support_value(body->geometry, n) - 1e-6 * norm(n));
                for (uint32_t e = 0; e < lw_element_count(body->geometry); e++)
                    assert_true(lw_part_support_value(&part, n) >=
                                lw_element_support_value(body->geometry, e, n));
            }
        }
        lw_document_free(&document);
        furnished_drop(&b);
    }
    assert_true(seen_cells > 0);
}

/* Counts how often two bodies stand in a list of pairs, or of exemptions with their reasons. */
static size_t times_listed(const lw_value *list, bool of_pairs, size_t a, size_t b)
{
    size_t count = 0;
    for (size_t i = 0; i < lw_value_item_count(list); i++) {
        const lw_value *item = lw_value_item(list, i);
        const lw_value *bodies = of_pairs ? lw_value_find(item, "bodies") : item;
        assert_int_equal(lw_value_item_count(bodies), of_pairs ? 2 : 3);
        double first = lw_value_as_number(lw_value_item(bodies, 0));
        double second = lw_value_as_number(lw_value_item(bodies, 1));
        count +=
            (first == (double)a && second == (double)b) || (first == (double)b && second == (double)a);
    }
    return count;
}

/* each two bodies are a pair, or exempt, or cannot move relative to each other */
static void test_exemptions(void **state)
{
    (void)state;
    bench b = {.random = {test_seed()}};
    size_t exempt = 0;
    for (int round = 0; round < 30; round++) {
        uint64_t motions[MOTIONS];
        furnished_world(&b, motions);
        /* also a body of a robot and an obstacle that may meet */
        const lw_frozen *frozen = b.world->scene->frozen;
        lw_scene *scene = NULL;
        assert_int_equal(lw_scene_copy(b.world->scene, &scene, NULL), LW_OK);
        if (frozen->moving_count && frozen->obstacles.count)
            assert_int_equal(lw_scene_allow_pair(scene, lw_frozen_body(frozen, 0)->name,
                                                 lw_frozen_body(frozen, frozen->moving_count)->name,
                                                 true, NULL),
                             LW_OK);
        assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
        frozen = scene->frozen;
        lw_text l;
        lw_claims_write_scene(write_into(&l), scene);
        lw_document document;
        const lw_value *line = read_line(&document, &l);
        char program[40];
        snprintf(program, sizeof program, "leeway %s", lw_version());
        is_text(line, "program", program);
        const lw_value *pairs = lw_value_find(line, "pairs");
        const lw_value *list = lw_value_find(line, "exempt");
        for (size_t i = 0; i < frozen->body_count; i++)
            for (size_t k = 0; k < i; k++) {
                lw_pair_reason reason;
                assert_int_equal(lw_scene_pair_reason(scene, i, k, &reason, NULL), LW_OK);
                bool fixed = reason == LW_PAIR_RIGID || reason == LW_PAIR_OBSTACLES;
                bool checked = reason == LW_PAIR_CHECKED;
                assert_int_equal(times_listed(pairs, true, i, k), checked);
                assert_int_equal(times_listed(list, false, i, k), !checked && !fixed);
                exempt += !checked && !fixed;
            }
        lw_document_free(&document);
        lw_scene_destroy(scene);
        furnished_drop(&b);
    }
    assert_true(exempt > 20);
}

/* The poses that the tracks of a line give a frame of a floating joint: there is one list. */
static const lw_value *poses_of(const lw_value *line, size_t frame)
{
    const lw_value *tracks = lw_value_find(line, "tracks");
    const lw_value *found = NULL;
    for (size_t i = 0; i < lw_value_item_count(tracks); i++) {
        const lw_value *slots = lw_value_find(lw_value_item(tracks, i), "slots");
        for (size_t k = 0; slots && k < lw_value_item_count(slots); k++) {
            const lw_value *slot = lw_value_item(slots, k);
            if (lw_value_as_number(lw_value_find(slot, "frame")) != (double)frame)
                continue;
            assert_null(found);
            found = lw_value_find(slot, "poses");
        }
    }
    assert_non_null(found);
    return found;
}

/* Moves one floating joint alone. */
static void move_alone(const lw_scene *scene, size_t joint, const lw_motion *still, lw_motion *motion)
{
    const lw_chains *chains = scene->frozen->chains;
    const lw_frozen_joint *own = &chains->joints[joint];
    double from[7];
    double to[7];
    lw_joints *joints = NULL;
    assert_int_equal(lw_motion_joint_values(still, own->definition, 0, from, NULL), LW_OK);
    memcpy(to, from, sizeof to);
    to[0] += 0.1;
    assert_int_equal(lw_joints_create(scene, chains->names[own->robot], &own->name, 1, &joints, NULL),
                     LW_OK);
    assert_int_equal(lw_motion_set_segment(motion, joints, from, to, NULL), LW_OK);
    lw_joints_destroy(joints);
}

/* Tests that the line of a motion has each floating joint where the motion has it. Returns how many
 * there are. */
static size_t has_floating_joints(const lw_motion *motion)
{
    const lw_chains *chains = motion->scene->frozen->chains;
    size_t count = 0;
    lw_text l;
    lw_claims_write_motion(write_into(&l), motion, "1", 0);
    lw_document document;
    const lw_value *line = read_line(&document, &l);
    for (size_t j = 0; j < chains->joint_count; j++) {
        if (chains->joints[j].kind != LW_JOINT_FLOATING)
            continue;
        pose slots[LW_FLOATING_SLOTS];
        lw_motion_slots(motion, 0, j, slots);
        count++;
        for (size_t s = 0; s < LW_FLOATING_SLOTS; s++) {
            size_t frame = (size_t)chains->joints[j].elementary + s;
            const lw_value *first = lw_value_item(poses_of(line, frame), 0);
            is_vector(lw_value_find(first, "position"), slots[s].position);
        }
    }
    lw_document_free(&document);
    return count;
}

/* each floating joint is where the motion has it, whether it is moved or not */
static void test_floating_joints(void **state)
{
    (void)state;
    bench b = {.random = {test_seed()}};
    size_t resting = 0;
    size_t beside = 0;
    for (int round = 0; round < 200; round++) {
        uint64_t motions[MOTIONS];
        furnished_world(&b, motions);
        const lw_chains *chains = b.world->scene->frozen->chains;
        lw_motion *still = NULL;
        lw_motion *alone = NULL;
        assert_int_equal(lw_motion_create(b.world->scene, &still, NULL), LW_OK);
        assert_int_equal(lw_motion_create(b.world->scene, &alone, NULL), LW_OK);
        furnished_motion(b.world, motions[0], b.motion);
        size_t count = has_floating_joints(still);
        resting += count;
        assert_int_equal(has_floating_joints(b.motion->motion), count);
        for (size_t j = 0; j < chains->joint_count && count > 1; j++)
            if (chains->joints[j].kind == LW_JOINT_FLOATING) {
                move_alone(b.world->scene, j, still, alone);
                assert_int_equal(has_floating_joints(alone), count);
                beside++;
            }
        lw_motion_destroy(still);
        lw_motion_destroy(alone);
        furnished_drop(&b);
    }
    assert_true(resting > 5 && beside > 5);
}

static void test_lines_of_a_motion(void **state)
{
    (void)state;
    static const char *const names[] = {"free", "contact", "undecided"};
    bench b = {.random = {5}};
    uint64_t motions[MOTIONS];
    furnished_world(&b, motions);
    for (size_t i = 0; i < MOTIONS; i++) {
        double begin;
        double end;
        lw_text l;
        furnished_motion(b.world, motions[i], b.motion);
        lw_motion_interval(b.motion->motion, &begin, &end);
        lw_claims_write_motion(write_into(&l), b.motion->motion, "\"a \\\"b\\\"\"", i);
        lw_document document;
        const lw_value *line = read_line(&document, &l);
        assert_true(line->count > 4 && line->count < 7);
        is_text(line, "motion", "a \"b\"");
        is_number(line, "index", (double)i);
        is_number(line, "begin", begin);
        is_number(line, "end", end);
        lw_document_free(&document);
        lw_verdict verdict = {.struct_size = sizeof(lw_verdict),
                              .kind = (lw_verdict_kind)(i % 3),
                              .free_until = 0.1 * (double)i};
        lw_claims_write_verdict(write_into(&l), &verdict, "17", i, 3 * i);
        line = read_line(&document, &l);
        assert_int_equal(line->count, 5);
        is_number(line, "motion", 17);
        is_number(line, "index", (double)i);
        is_text(line, "verdict", names[i % 3]);
        is_number(line, "free_until", verdict.free_until);
        is_number(line, "claims", 3 * (double)i);
        lw_document_free(&document);
    }
    furnished_drop(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scenes),
        cmocka_unit_test(test_stages),
        cmocka_unit_test(test_same_pose),
        cmocka_unit_test(test_exemptions),
        cmocka_unit_test(test_floating_joints),
        cmocka_unit_test(test_claims_read_back),
        cmocka_unit_test(test_contacts_read_back),
        cmocka_unit_test(test_blocks_read_back),
        cmocka_unit_test(test_covers_read_back),
        cmocka_unit_test(test_lines_of_a_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
