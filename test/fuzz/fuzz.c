/* Functions that all targets of fuzzing share. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

#include "files.h"

const fuzz_target fuzz_targets[FUZZ_TARGETS] = {
    {"scene_json", fuzz_scene_json},
    {"scene_moveit", fuzz_scene_moveit},
    {"urdf", fuzz_urdf},
    {"srdf", fuzz_srdf},
    {"cover", fuzz_cover},
    {"motion_json", fuzz_motion_json},
    {"csv", fuzz_csv},
    {"joint_trajectory", fuzz_joint_trajectory},
    {"request", fuzz_request},
    {"job_json", fuzz_job_json},
    {"stl", fuzz_stl},
    {"obj", fuzz_obj},
    {"ply", fuzz_ply},
    {"pcd", fuzz_pcd},
    {"npy", fuzz_npy},
    {"cloud_message", fuzz_cloud_message},
    {"octree", fuzz_octree},
    {"dae", fuzz_dae},
    {"gltf", fuzz_gltf},
    {"glb", fuzz_glb},
    {"interface", fuzz_interface},
    {"polygon", fuzz_polygon},
    {"convex", fuzz_convex},
    {"session", fuzz_session},
    {"audit", fuzz_audit},
    {"audit_files", fuzz_audit_files},
};

const fuzz_target *fuzz_find(const char *name)
{
    for (size_t i = 0; name && i < FUZZ_TARGETS; i++)
        if (!strcmp(name, fuzz_targets[i].name))
            return &fuzz_targets[i];
    return NULL;
}

void fuzz_fail(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: this does not hold: %s\n", file, line, condition);
    abort();
}

/* ---- files ---- */

static files here;

static void remove_files(void)
{
    files_close(&here);
}

const char *fuzz_file(const uint8_t *bytes, size_t size, const char *ending)
{
    char name[40];
    if (!here.folder[0]) {
        files_open(&here);
        atexit(remove_files);
    }
    snprintf(name, sizeof name, "input.%s", ending);
    return files_write_bytes(&here, name, bytes, size);
}

/* ---- answers ---- */

bool fuzz_answer(lw_status status, const lw_error *error)
{
    fuzz_require(error->status == status);
    fuzz_require((status == LW_OK) == (error->message[0] == '\0'));
    return status == LW_OK;
}

static bool is_body(const lw_scene *scene, int64_t body)
{
    return body >= 0 && (size_t)body < lw_scene_body_count(scene);
}

void fuzz_verdict(const lw_scene *scene, const lw_motion *motion, const lw_verdict *verdict)
{
    double begin = 0;
    double end = 0;
    lw_motion_interval(motion, &begin, &end);
    fuzz_require(verdict->free_until >= begin && verdict->free_until <= end);
    if (verdict->kind == LW_VERDICT_FREE)
        fuzz_require(verdict->free_until == end);
    if (verdict->kind == LW_VERDICT_CONTACT) {
        fuzz_require(verdict->time >= verdict->free_until && verdict->time <= end);
        fuzz_require(is_body(scene, verdict->pair[0]) && is_body(scene, verdict->pair[1]));
        fuzz_require(verdict->contact.lower <= verdict->contact.upper);
        fuzz_require(verdict->contact.depth >= 0);
    }
    fuzz_require((verdict->kind == LW_VERDICT_UNDECIDED) == (verdict->reason != LW_REASON_NONE));
    if (verdict->clearance.pair[0] >= 0)
        fuzz_require(verdict->clearance.lower <= verdict->clearance.upper);
    if (verdict->self_clearance.pair[0] >= 0)
        fuzz_require(verdict->self_clearance.lower <= verdict->self_clearance.upper);
}

static void check_something(const lw_scene *scene)
{
    lw_error error = {0};
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.budget_queries = 100;
    const lw_joints *joints = lw_scene_joints(scene, NULL, NULL, &error);
    size_t count = joints ? lw_joints_value_count(joints) : 0;
    double *values = calloc(2 * count + 1, sizeof *values);
    fuzz_require(values);
    for (size_t i = 0; i < 2 * count; i++)
        values[i] = i < count ? 0 : 1;
    lw_error failure = {0};
    if (fuzz_answer(lw_motion_create(scene, &motion, &failure), &failure)) {
        lw_status status = LW_OK;
        if (joints)
            status = lw_motion_set_segment(motion, joints, values, values + count, &failure);
        fuzz_answer(status, &failure);
        failure = (lw_error){0};
        if (fuzz_answer(lw_checker_create(scene, &checker, &failure), &failure) &&
            fuzz_answer(lw_check(checker, motion, &options, &verdict, &failure), &failure))
            fuzz_verdict(scene, motion, &verdict);
    }
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    free(values);
}

void fuzz_freeze(lw_scene *scene)
{
    lw_error error = {0};
    if (fuzz_answer(lw_scene_freeze(scene, &error), &error) && lw_scene_body_count(scene) < 200)
        check_something(scene);
}

/* ---- bytes as choices ---- */

unsigned fuzz_byte(fuzz_bytes *bytes)
{
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

double fuzz_between(fuzz_bytes *bytes, double low, double high)
{
    unsigned upper = fuzz_byte(bytes);
    unsigned share = 256 * upper + fuzz_byte(bytes);
    return low + (high - low) * share / 65535;
}

double fuzz_number(fuzz_bytes *bytes)
{
    static const double hard[] = {0,
                                  -0.0,
                                  1,
                                  -1,
                                  0.5,
                                  1e-9,
                                  1e9,
                                  -1e9,
                                  2e9,
                                  1e15,
                                  1e155,
                                  -1e300,
                                  (double)INFINITY,
                                  (double)NAN,
                                  5e-324,
                                  1e-170};
    unsigned kind = fuzz_byte(bytes);
    if (kind < 32)
        return hard[kind % 16];
    return kind < 64 ? fuzz_between(bytes, -1e-3, 1e-3) : fuzz_between(bytes, -4, 4);
}
