/* A program that uses every struct that may grow, and prints the library's answers. It is built three
 * times: with the library's own header; as an older program, with this header and a library whose
 * structs have one more member each (lengthen.py); and as a newer program, the other way round.
 * test_editions.sh checks that all print the same. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "leeway/leeway.h"
#include "sized_structs.h"

/* ---- structs with a guard around them ----------------------------------------------------------- */

enum { GUARD = 128, UNTOUCHED = 0x55, MOST_ROOMS = 512 };

typedef enum noun {
#define NAME(noun, start) NOUN_##noun,
    SIZED_STRUCTS(NAME)
#undef NAME
        NOUNS
} noun;

static const char *const names[] = {
#define NAME(noun, start) #noun,
    SIZED_STRUCTS(NAME)
#undef NAME
};

/* Structs that the program has started: several of one kind in a row. */
static struct room {
    unsigned char *bytes; /* a guard, the structs, and a guard */
    size_t size, count;
    size_t added; /* offset of the member of a later edition; 0: it has none */
} rooms[MOST_ROOMS];
static size_t room_count;
static bool used[NOUNS];

static _Noreturn void give_up(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

#ifdef LW_LATER_EDITION
#define ADDED(noun) offsetof(lw_##noun, later_edition)
#else
#define ADDED(noun) 0
#endif

static struct room make_room(noun of, size_t count)
{
    switch (of) {
#define MAKE(noun, start)                                                                              \
    case NOUN_##noun: {                                                                                \
        const lw_##noun started = lw_##start();                                                        \
        struct room room = {NULL, sizeof started, count, ADDED(noun)};                                 \
        room.bytes = malloc(2 * GUARD + sizeof started * count);                                       \
        if (!room.bytes)                                                                               \
            give_up(#noun, "memory ran out");                                                          \
        memset(room.bytes, UNTOUCHED, 2 * GUARD + sizeof started * count);                             \
        for (size_t i = 0; i < count; i++)                                                             \
            memcpy(room.bytes + GUARD + i * sizeof started, &started, sizeof started);                 \
        return room;                                                                                   \
    }
        SIZED_STRUCTS(MAKE)
#undef MAKE
    case NOUNS:
        break;
    }
    give_up("a room", "there is no such struct");
}

static void *take_room(noun of, size_t count)
{
    if (room_count == MOST_ROOMS)
        give_up(names[of], "there is no room for one more");
    used[of] = true;
    rooms[room_count] = make_room(of, count);
    return rooms[room_count++].bytes + GUARD;
}

#define NEW(noun, count) ((lw_##noun *)take_room(NOUN_##noun, count))
#define NEW_ONE(noun)    NEW(noun, 1)

static void check_guard(const unsigned char *guard)
{
    for (size_t i = 0; i < GUARD; i++)
        if (guard[i] != UNTOUCHED)
            give_up("a struct", "the library wrote beside it");
}

static void check_rooms(void)
{
    for (size_t i = 0; i < room_count; i++) {
        const struct room *room = &rooms[i];
        check_guard(room->bytes);
        check_guard(room->bytes + GUARD + room->size * room->count);
        for (size_t k = 0; room->added && k < room->count; k++) {
            double added;
            memcpy(&added, room->bytes + GUARD + k * room->size + room->added, sizeof added);
            if (added != 0)
                give_up("a struct", "a member that the library does not know is set");
        }
        free(room->bytes);
    }
    for (size_t i = 0; i < NOUNS; i++)
        if (!used[i])
            give_up(names[i], "this program does not use it: let it");
}

/* ---- calls --------------------------------------------------------------------------------------- */

static lw_error error;

static void check_status(lw_status status, const char *call)
{
    if (status)
        give_up(call, error.message);
}

#define DO(call) check_status(call, #call)

static void number(const char *name, double value)
{
    printf("%s %a\n", name, value);
}

static void whole(const char *name, int64_t value)
{
    printf("%s %" PRId64 "\n", name, value);
}

static void text(const char *name, const char *value)
{
    printf("%s %s\n", name, value ? value : "-");
}

static void tell_verdict(const char *name, const lw_verdict *v)
{
    printf("%s\n", name);
    whole("kind", v->kind);
    whole("reason", v->reason);
    number("free until", v->free_until);
    number("time", v->time);
    whole("first", v->first);
    whole("segment", v->segment);
    whole("pair", v->pair[0]);
    whole("pair", v->pair[1]);
    number("depth", v->contact.depth);
    number("point", v->contact.points[1].x);
    number("lower", v->clearance.lower);
    number("upper", v->clearance.upper);
    number("self lower", v->self_clearance.lower);
    whole("pairs", (int64_t)v->pairs);
    whole("queries", (int64_t)v->queries);
    whole("samples", (int64_t)v->samples);
}

/* A cell with an arm of two joints, "arm", a post in its way, and a can for it to take. */
static lw_scene *arm_scene(void)
{
    static const char *const links[] = {"l0", "l1", "l2"};
    static const char *const joints[] = {"j1", "j2"};
    static const double corners[] = {0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1};
    static const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    lw_scene *scene;
    lw_pose at = lw_pose_identity();
    DO(lw_scene_create(&scene, &error));
    DO(lw_scene_add_robot(scene, "arm", at, &error));
    for (int i = 0; i < 3; i++) {
        lw_shape_def *capsule = NEW_ONE(shape_def);
        DO(lw_scene_add_link(scene, "arm", links[i], &error));
        capsule->kind = LW_SHAPE_CAPSULE;
        capsule->radius = 0.05;
        capsule->length = 0.2;
        DO(lw_scene_add_shape(scene, "arm", links[i], capsule, lw_pose_identity(), &error));
        if (!i)
            continue;
        lw_joint_def *joint = NEW_ONE(joint_def);
        joint->name = joints[i - 1];
        joint->kind = LW_JOINT_REVOLUTE;
        joint->parent = links[i - 1];
        joint->child = links[i];
        joint->origin.position.x = 0.5;
        joint->axis = (lw_vec3){0, 0, 1};
        DO(lw_scene_add_joint(scene, "arm", joint, &error));
        lw_joint_limits *limits = NEW_ONE(joint_limits);
        limits->lower = -3;
        limits->upper = 3;
        limits->velocity = 2;
        DO(lw_scene_set_joint_limits(scene, "arm", joints[i - 1], limits, &error));
    }
    DO(lw_scene_add_state(scene, "arm", NULL, "bent", joints, (const double[]){0.5, 0.25}, 2, &error));
    lw_shape_def *post = NEW_ONE(shape_def);
    post->kind = LW_SHAPE_BOX;
    post->size = (lw_vec3){0.1, 0.1, 1};
    at.position = (lw_vec3){0.5, 0.5, 0};
    DO(lw_scene_add_obstacle(scene, "post", post, at, &error));
    lw_shape_def *can = NEW_ONE(shape_def);
    can->kind = LW_SHAPE_MESH;
    can->vertices = corners;
    can->vertex_count = 4;
    can->triangles = triangles;
    can->triangle_count = 4;
    at.position = (lw_vec3){1.2, 0, 0};
    DO(lw_scene_add_obstacle(scene, "can", can, at, &error));
    lw_mesh_info *mesh = NEW_ONE(mesh_info);
    lw_component_info *components = NEW(component_info, 2);
    DO(lw_shape_mesh_info(can, mesh, components, 2, &error));
    whole("components", (int64_t)mesh->component_count);
    whole("closed", components->closed);
    number("high", components->high.z);
    DO(lw_scene_freeze(scene, &error));
    return scene;
}

static void ask_scene(const lw_scene *scene)
{
    lw_robot_info *robot = NEW_ONE(robot_info);
    lw_link_info *link = NEW_ONE(link_info);
    lw_joint_info *joint = NEW_ONE(joint_info);
    lw_state_info *state = NEW_ONE(state_info);
    lw_pair_info *pair = NEW_ONE(pair_info);
    DO(lw_scene_robot_info(scene, 0, robot, &error));
    DO(lw_scene_link_info(scene, 1, link, &error));
    DO(lw_scene_joint_info(scene, 1, joint, &error));
    DO(lw_scene_state_info(scene, 0, 0, state, &error));
    DO(lw_scene_pair_info(scene, 0, pair, &error));
    whole("links", (int64_t)robot->link_count);
    text("link", link->name);
    whole("parent joint", link->parent_joint);
    number("upper", joint->upper);
    number("velocity", joint->velocity);
    number("acceleration", joint->acceleration);
    text("state", state->name);
    number("value", state->values[1]);
    whole("pair", (int64_t)pair->bodies[1]);
    number("margin", pair->margin);
    for (size_t i = 0; i < lw_scene_body_count(scene); i++) {
        lw_body_info *body = NEW_ONE(body_info);
        lw_body_shape *shape = NEW_ONE(body_shape);
        lw_shape_def *def = NEW_ONE(shape_def);
        lw_cover_info *cover = NEW_ONE(cover_info);
        DO(lw_scene_body_info(scene, i, body, &error));
        DO(lw_scene_body_shape(scene, i, 0, shape, def, &error));
        DO(lw_scene_cover_info(scene, i, cover, &error));
        text("body", body->name);
        number("radius", body->radius);
        whole("shapes", (int64_t)body->shape_count);
        number("pose", shape->pose.orientation.w);
        whole("shape", def->kind);
        number("length", def->length);
        whole("vertices", (int64_t)def->vertex_count);
        whole("balls", (int64_t)cover->ball_count);
    }
    lw_meeting_options *options = NEW_ONE(meeting_options);
    lw_meeting_info *meeting = NEW_ONE(meeting_info);
    options->samples = 16;
    DO(lw_scene_meeting(scene, 0, 2, options, meeting, &error));
    whole("meeting", meeting->meeting);
    number("nearest", meeting->nearest);
    whole("boxes", (int64_t)meeting->boxes);
}

/* ---- checks -------------------------------------------------------------------------------------- */

static const double here[] = {-0.5, 0.2}, free_of_post[] = {0.2, 0.1}, beyond_post[] = {2.2, 0.2};

static lw_status take_claim(void *context, const lw_claim *claim)
{
    char line[4096];
    size_t *count = context;
#ifdef LW_LATER_EDITION
    if (claim->later_edition != 0)
        give_up("claim", "a member that the library does not know is set");
#endif
    lw_claim *copy = NEW_ONE(claim);
    *copy = *claim;
    copy->struct_size = sizeof *copy;
    DO(lw_claim_json(copy, line, sizeof line, NULL, &error));
    if (!(*count)++)
        text("claim", line);
    return LW_OK;
}

static lw_status take_step(void *context, const lw_step *step)
{
    size_t *count = context;
#ifdef LW_LATER_EDITION
    if (step->later_edition != 0)
        give_up("step", "a member that the library does not know is set");
#endif
    used[NOUN_step] = true;
    if (!(*count)++) {
        whole("step", step->body);
        number("clear", step->clear[0]);
        whole("stage", (int64_t)step->stage);
    }
    return LW_OK;
}

static void tell_result(const lw_scene *scene, const lw_motion *motion, const lw_verdict *verdict)
{
    char line[4096];
    lw_result *result = NEW_ONE(result);
    result->scene = scene;
    result->motion = motion;
    result->verdict = verdict;
    DO(lw_result_json(result, line, sizeof line, NULL, &error));
    text("result", line);
    lw_claimed_motion *claimed = NEW_ONE(claimed_motion);
    claimed->motion = motion;
    claimed->verdict = verdict;
    claimed->claim_count = 3;
    DO(lw_claims_blocks_begin_json(claimed, line, sizeof line, NULL, &error));
    text("begin", line);
    DO(lw_claims_end_json(claimed, line, sizeof line, NULL, &error));
    text("end", line);
}

/* Whether it is safe to rest. */
static void verify(lw_checker *checker, const lw_scene *scene)
{
    const double still[16] = {0};
    lw_motion *motion;
    lw_verify_options *options = NEW_ONE(verify_options);
    lw_safety *safety = NEW_ONE(safety);
    lw_verdict *verdict = NEW_ONE(verdict);
    options->check = NEW_ONE(check_options);
    options->start = here;
    options->stops = 1;
    DO(lw_motion_create(scene, &motion, &error));
    lw_spline *spline = NEW_ONE(spline);
    const double points[] = {here[0], here[1], here[0], here[1]};
    spline->degree = 1;
    spline->point_count = 2;
    spline->points = points;
    spline->duration = 1;
    DO(lw_motion_set_splines(motion, spline, 1, &error));
    DO(lw_verify(checker, motion, NULL, NULL, safety, &error));
    whole("spline", safety->kind);
    DO(lw_motion_set_stop(motion, NULL, here, still, NULL, &error));
    DO(lw_verify(checker, motion, options, verdict, safety, &error));
    whole("safety", safety->kind);
    whole("reason", safety->reason);
    whole("stops", (int64_t)safety->stops);
    tell_verdict("verified", verdict);
    lw_motion_destroy(motion);
}

/* Whether it may rest for a period. */
static void gate(const lw_scene *scene)
{
    const double still[16] = {0};
    double brakes[16];
    lw_gate *made;
    lw_gate_options *options = NEW_ONE(gate_options);
    lw_gate_request *request = NEW_ONE(gate_request);
    lw_gate_answer *answer = NEW_ONE(gate_answer);
    for (int i = 0; i < 16; i++)
        brakes[i] = 1;
    options->stop_acceleration = brakes;
    options->check = NEW_ONE(check_options);
    request->values = request->points = here;
    request->rates = still;
    request->count = 1;
    DO(lw_gate_create(scene, options, &made, &error));
    DO(lw_gate_check(made, request, answer, &error));
    whole("passed", (int64_t)answer->passed);
    whole("proven", (int64_t)answer->proven);
    lw_gate_destroy(made);
}

static void check_motions(const lw_scene *scene)
{
    lw_checker *checker;
    lw_motion *motions[2];
    size_t claims = 0, steps = 0;
    DO(lw_checker_create(scene, &checker, &error));
    for (int i = 0; i < 2; i++) {
        DO(lw_motion_create(scene, &motions[i], &error));
        DO(lw_motion_set_segment(motions[i], NULL, here, i ? beyond_post : free_of_post, &error));
        lw_check_options *options = NEW_ONE(check_options);
        lw_verdict *verdict = NEW_ONE(verdict);
        options->clearance = true;
        DO(lw_check(checker, motions[i], options, verdict, &error));
        tell_verdict("check", verdict);
        tell_result(scene, motions[i], verdict);
        lw_trace *trace = NEW_ONE(trace);
        options->method = LW_METHOD_SLAB;
        lw_verdict *traced = NEW_ONE(verdict);
        DO(lw_check_traced(checker, motions[i], options, traced, trace, &error));
        tell_verdict("traced", traced);
        whole("samples", (int64_t)trace->sample_count);
        whole("proofs", (int64_t)trace->proof_count);
        number("proof", trace->proofs[0].at);
        lw_trace_free(trace);
        lw_cross_options *crossing = NEW_ONE(cross_options);
        lw_cross *cross = NEW_ONE(cross);
        crossing->check = options;
        DO(lw_cross_check(checker, motions[i], crossing, cross, &error));
        whole("served", (int64_t)cross->served);
        whole("conflicts", (int64_t)cross->conflict_count);
        tell_verdict("crossed", cross->verdicts[LW_METHOD_SLAB]);
        lw_cross_free(cross);
        lw_check_options *telling = NEW_ONE(check_options);
        telling->claim = take_claim;
        telling->claim_context = &claims;
        DO(lw_check(checker, motions[i], telling, NEW_ONE(verdict), &error));
        lw_check_options *stepping = NEW_ONE(check_options);
        stepping->method = LW_METHOD_EXPANDED;
        stepping->step = take_step;
        stepping->step_context = &steps;
        DO(lw_check(checker, motions[i], stepping, NEW_ONE(verdict), &error));
    }
    verify(checker, scene);
    gate(scene);
    whole("claims", (int64_t)claims);
    whole("steps", (int64_t)steps);
    lw_verdict *verdicts = NEW(verdict, 2);
    claims = 0;
    lw_check_options *telling = NEW_ONE(check_options);
    telling->claim = take_claim;
    telling->claim_context = &claims;
    DO(lw_check_many(scene, (const lw_motion *const *)motions, 2, telling, 1, verdicts, &error));
    tell_verdict("many", &verdicts[0]);
    tell_verdict("many", &verdicts[1]);
    lw_curve *curve = NEW_ONE(curve);
    DO(lw_curve_sample(motions[0], 3, curve, &error));
    number("curve", curve->distances[0][2]);
    number("point", curve->points[0][1][0].x);
    lw_curve_free(curve);
    for (int i = 0; i < 2; i++)
        lw_motion_destroy(motions[i]);
    lw_checker_destroy(checker);
}

static void ask_pool(const lw_scene *scene)
{
    lw_pool *pool;
    lw_verdict_kind kinds[2];
    double times[2];
    lw_clearance clearances[2];
    lw_rows *rows = NEW_ONE(rows);
    lw_answers *answers = NEW_ONE(answers);
    double to[4];
    memcpy(to, free_of_post, sizeof free_of_post);
    memcpy(to + 2, beyond_post, sizeof beyond_post);
    rows->count = 2;
    rows->from = here;
    rows->to = to;
    rows->to_stride = 2;
    answers->kind = kinds;
    answers->time = times;
    answers->clearance = clearances;
    DO(lw_pool_create(scene, 1, &pool, &error));
    DO(lw_pool_segments(pool, rows, NULL, answers, &error));
    whole("kind", kinds[0]);
    whole("kind", kinds[1]);
    number("time", times[1]);
    number("clearance", clearances[0].lower);
    lw_pool_destroy(pool);
}

static void carry(const lw_scene *scene)
{
    static const double waypoints[] = {0, 0, 0.2, 0.1, 0.3, 0.1};
    lw_motion *motion;
    lw_track *track = NEW_ONE(track);
    lw_payload *payloads = NEW(payload, 2);
    lw_payload_info *info = NEW_ONE(payload_info);
    for (int i = 0; i < 2; i++) {
        payloads[i].kind = i ? LW_PAYLOAD_RELEASE : LW_PAYLOAD_ATTACH;
        payloads[i].waypoint = i ? 2 : 1;
        payloads[i].object = "can";
        payloads[i].link = i ? NULL : "l2";
    }
    track->point_count = 3;
    track->positions = waypoints;
    track->payloads = payloads;
    track->payload_count = 2;
    DO(lw_motion_create(scene, &motion, &error));
    DO(lw_motion_set(motion, track, 1, &error));
    DO(lw_motion_payload(motion, 1, info, &error));
    whole("stages", (int64_t)lw_motion_stage_count(motion));
    whole("payload", info->kind);
    number("time", info->time);
    text("object", info->object);
    lw_motion_defaults *defaults = NEW_ONE(motion_defaults);
    defaults->robot = "arm";
    DO(lw_motion_read_json(scene, "{\"path\": [[0, 0], [0.1, 0.3], [0.2, 0]]}", NULL, 0, defaults,
                           motion, NULL, 0, &error));
    whole("pieces", (int64_t)lw_motion_piece_count(motion));
    lw_motion_destroy(motion);
}

/* ---- planning ------------------------------------------------------------------------------------ */

static void tell_plan(const lw_plan *plan)
{
    whole("plan", plan->kind);
    whole("points", (int64_t)plan->point_count);
    number("length", plan->length);
    number("closest", plan->closest);
    number("clearance", plan->clearance.lower);
    number("self clearance", plan->self_clearance.lower);
    whole("nodes", (int64_t)plan->nodes);
    whole("edges", (int64_t)plan->edges);
    whole("shortened", (int64_t)plan->shortened);
    whole("goal", (int64_t)plan->goal);
    if (plan->contact)
        tell_verdict("contact", plan->contact);
#ifdef LW_LATER_EDITION
    if (plan->contact && plan->contact->later_edition != 0)
        give_up("plan", "a member of its verdict that the library does not know is set");
#endif
}

static void plan(const lw_scene *scene)
{
    static const double in_contact[] = {1.5, 0}, low[] = {-2, -2}, high[] = {2.5, 2};
    static const double velocities[] = {1, 1}, accelerations[] = {2, 2};
    lw_planner *planner;
    lw_roadmap *roadmap;
    lw_plan_space *space = NEW_ONE(plan_space);
    lw_plan_options *options = NEW_ONE(plan_options);
    lw_plan *found = NEW_ONE(plan);
    lw_plan *none = NEW_ONE(plan);
    lw_roadmap_options *growth = NEW_ONE(roadmap_options);
    space->lower = low;
    space->upper = high;
    DO(lw_planner_create(scene, space, 1, &planner, &error));
    DO(lw_roadmap_create(planner, 1, &roadmap, &error));
    growth->nodes = 40;
    DO(lw_roadmap_grow(roadmap, growth, &error));
    whole("roadmap", (int64_t)lw_roadmap_edge_count(roadmap));
    options->roadmap = roadmap;
    options->clearance = true;
    DO(lw_planner_find(planner, in_contact, beyond_post, options, none, &error));
    tell_plan(none);
    const double two_goals[] = {in_contact[0], in_contact[1], free_of_post[0], free_of_post[1]};
    DO(lw_planner_find_any(planner, here, two_goals, 2, options, none, &error));
    tell_plan(none);
    DO(lw_planner_find(planner, here, free_of_post, options, found, &error));
    tell_plan(found);
    lw_timing *timing = NEW_ONE(timing);
    lw_timed_path *timed = NEW_ONE(timed_path);
    timing->path = found->path;
    timing->point_count = found->point_count;
    timing->value_count = found->value_count;
    timing->velocities = velocities;
    timing->accelerations = accelerations;
    DO(lw_time_path(timing, timed, &error));
    number("duration", timed->times[timed->point_count - 1]);
    number("waypoint", timed->waypoints[1]);
    lw_timed_path_free(timed);
    lw_motion *moved;
    DO(lw_motion_create(scene, &moved, &error));
    lw_timed_options *fast = NEW_ONE(timed_options);
    fast->velocity_scale = 0.5;
    DO(lw_plan_timed(planner, found, fast, timed, &error));
    number("proven duration", timed->times[timed->point_count - 1]);
    number("clearance", timed->clearance.lower);
    whole("unlimited", (int64_t)timed->unlimited_count);
    DO(lw_motion_set_plan(moved, planner, found, timed, &error));
    lw_motion_destroy(moved);
    lw_timed_path_free(timed);
    lw_roadmap_destroy(roadmap);
    lw_planner_destroy(planner);
}

/* ---- the plane, pages, convex pairs -------------------------------------------------------------- */

/* The cart drives past the other robot, which stands still. */
static void find_delays(const lw_scene *scene)
{
    static const double times[] = {0, 1};
    static const double rows[] = {-3, 0, 0, 3, 0, 0};
    lw_motion *motion;
    lw_track *track = NEW_ONE(track);
    lw_delays *delays = NEW_ONE(delays);
    track->kind = LW_TRACK_TRAJECTORY;
    track->joints = lw_scene_joints(scene, "cart", NULL, &error);
    track->point_count = 2;
    track->times = times;
    track->positions = rows;
    DO(lw_motion_create(scene, &motion, &error));
    DO(lw_motion_set(motion, track, 1, &error));
    DO(lw_delays_find(motion, 0, motion, 1, NEW_ONE(delay_options), delays, &error));
    whole("delays", (int64_t)delays->count);
    whole("delayed", delays->spans[0].kind);
    lw_delays_free(delays);
    lw_motion_destroy(motion);
}

static double one_second(void *context, size_t robot, size_t from, size_t to)
{
    (void)context, (void)robot, (void)from, (void)to;
    return 1;
}

/* A robot with one task. */
static void solve_work(void)
{
    static const lw_work_choice choice = {0, 0, 2};
    lw_work_tables *tables = NEW_ONE(work_tables);
    lw_work_plan *plan = NEW_ONE(work_plan);
    tables->robot_count = tables->task_count = tables->choice_count = 1;
    tables->choices = &choice;
    tables->travel = one_second;
    DO(lw_work_solve(tables, NEW_ONE(work_options), plan, &error));
    whole("scheduled", (int64_t)plan->makespan);
    lw_work_plan_free(plan);
    lw_schedule *schedule = NULL;
    whole("no tasks", lw_schedule_find(NULL, NEW_ONE(schedule_options), &schedule, NULL));
}

static void judge(void)
{
    static const char line[] = "{\"id\": 7, \"robots\": {}}";
    lw_scene *scene;
    lw_cell *cell;
    lw_judge *judge;
    lw_job_reader *jobs;
    lw_job *job = NEW_ONE(job);
    lw_cell_verdict *verdict = NEW_ONE(cell_verdict);
    lw_shape_def *disc = NEW_ONE(shape_def);
    lw_joint_def *joint = NEW_ONE(joint_def);
    char written[1024];
    disc->kind = LW_SHAPE_DISC;
    disc->radius = 0.5;
    joint->name = "at";
    joint->kind = LW_JOINT_PLANAR;
    joint->parent = "ground";
    joint->child = "body";
    joint->axis = (lw_vec3){0, 0, 1};
    DO(lw_scene_create(&scene, &error));
    DO(lw_scene_set_dimension(scene, 2, &error));
    DO(lw_scene_add_robot(scene, "cart", lw_pose_identity(), &error));
    DO(lw_scene_add_link(scene, "cart", "ground", &error));
    DO(lw_scene_add_link(scene, "cart", "body", &error));
    DO(lw_scene_add_joint(scene, "cart", joint, &error));
    DO(lw_scene_add_shape(scene, "cart", "body", disc, lw_pose_identity(), &error));
    DO(lw_scene_add_obstacle(scene, "disc", disc, lw_pose_identity(), &error));
    DO(lw_scene_add_robot(scene, "other", lw_pose_identity(), &error));
    DO(lw_scene_add_link(scene, "other", "post", &error));
    DO(lw_scene_add_shape(scene, "other", "post", disc, lw_pose_identity(), &error));
    DO(lw_scene_freeze(scene, &error));
    find_delays(scene);
    solve_work();
    DO(lw_cell_create(scene, &cell, &error));
    DO(lw_judge_create(cell, 0, &judge, &error));
    DO(lw_job_reader_create(cell, &jobs, &error));
    DO(lw_job_read(jobs, line, strlen(line), NULL, 0, job, &error));
    text("job", job->id);
    DO(lw_judge_job(judge, job->sequences, job->count, NEW_ONE(check_options), verdict, &error));
    DO(lw_cell_verdict_json(cell, job->id, verdict, written, sizeof written, NULL, &error));
    text("cell", written);
    lw_job_reader_destroy(jobs);
    lw_judge_destroy(judge);
    lw_cell_destroy(cell);
    lw_scene_destroy(scene);
}

static lw_status add_up(void *context, const char *bytes, size_t size)
{
    uint64_t *hash = context;
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    return LW_OK;
}

static void show(const lw_scene *scene)
{
    static const char viewer[] = "<!--leeway-->";
    uint64_t hash = 0xcbf29ce484222325u;
    lw_page *page;
    lw_motion *motion;
    lw_page_options *options = NEW_ONE(page_options);
    options->title = "editions";
    options->viewer = viewer;
    options->viewer_size = sizeof viewer - 1;
    lw_page_motion *shown = NEW(page_motion, 2);
    const lw_method methods[] = {LW_METHOD_SLAB};
    DO(lw_motion_create(scene, &motion, &error));
    DO(lw_motion_set_segment(motion, NULL, here, free_of_post, &error));
    for (int i = 0; i < 2; i++) {
        shown[i].motion = motion;
        shown[i].samples = 8;
        shown[i].bounds = 4;
        shown[i].methods = methods;
        shown[i].method_count = 1;
        shown[i].options = NEW_ONE(check_options);
    }
    DO(lw_page_create(scene, options, &page, &error));
    DO(lw_page_add_many(page, shown, 2, 1, &error));
    DO(lw_page_write(page, add_up, &hash, &error));
    whole("page", (int64_t)hash);
    lw_page_destroy(page);
    lw_motion_destroy(motion);
}

static lw_status approach(void *context, double at, double until, lw_body_state states[2])
{
    (void)context;
    (void)until;
    states[1].pose.position.x = 3 - at;
    states[1].linear_velocity.x = -1;
    return LW_OK;
}

static void meet(void)
{
    const lw_convex_motion motion = {approach, NULL, 0, 3};
    lw_convex_pair *pair;
    lw_shape_def *ball = NEW_ONE(shape_def);
    lw_contact_options *options = NEW_ONE(contact_options);
    lw_convex_contact *contact = NEW_ONE(convex_contact);
    lw_distance distance;
    ball->radius = 0.5;
    options->depth = true;
    DO(lw_shape_distance(ball, lw_pose_identity(), ball, lw_pose_identity(), &distance, &error));
    number("depth", distance.depth);
    DO(lw_convex_pair_create(ball, ball, &pair, &error));
    DO(lw_convex_pair_first_contact(pair, &motion, options, contact, &error));
    whole("convex", contact->kind);
    number("time", contact->time);
    number("depth", contact->contact.depth);
    whole("queries", (int64_t)contact->queries);
    lw_convex_pair_destroy(pair);
}

static void talk(const lw_scene *scene)
{
    static const char line[] = "{\"id\": 7, \"from\": [0, 0], \"to\": [0.1, 0.3]}";
    lw_scene_store *store;
    lw_session *session;
    const char *answer;
    size_t length;
    lw_session_options *options = NEW_ONE(session_options);
    lw_check_options *checks = NEW_ONE(check_options);
    checks->method = LW_METHOD_SLAB;
    options->scene = "cell";
    options->check = checks;
    options->defaults = NEW_ONE(motion_defaults);
    DO(lw_scene_store_create(&store, &error));
    DO(lw_scene_store_set(store, "cell", scene, &error));
    DO(lw_session_create(store, options, &session, &error));
    DO(lw_session_answer(session, line, sizeof line - 1, &answer, &length, &error));
    text("answer", answer);
    lw_session_destroy(session);
    lw_scene_store_destroy(store);
}

int main(void)
{
    lw_scene *scene = arm_scene();
    ask_scene(scene);
    check_motions(scene);
    ask_pool(scene);
    talk(scene);
    carry(scene);
    plan(scene);
    judge();
    show(scene);
    meet();
    lw_scene_destroy(scene);
    check_rooms();
    return 0;
}
