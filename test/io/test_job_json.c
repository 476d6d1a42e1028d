/* Tests io/motion/job_json.h: random jobs, written as JSON and read again; and refused ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/random.h"
#include "seed.h"
#include "small_scene.h"

enum { ROBOTS = 3, TRAJECTORIES = 4, MOST = 6 };

static lw_scene *scene;
static lw_cell *cell;

/* Three discs on planar joints, each with trajectories t0 ... t3. */
static int build(void **state)
{
    (void)state;
    lw_error e = {LW_OK, "", "", 0, 0};
    lw_shape_def disc = sphere_of(0.1);
    lw_motion *motion = NULL;
    disc.kind = LW_SHAPE_DISC;
    scene = new_scene();
    succeed(lw_scene_set_dimension(scene, 2, &e), &e);
    for (int r = 0; r < ROBOTS; r++) {
        char robot[16];
        snprintf(robot, sizeof robot, "R%d", r);
        lw_joint_def joint = joint_of("at", LW_JOINT_PLANAR, "ground", "body");
        succeed(lw_scene_add_robot(scene, robot, lw_pose_identity(), &e), &e);
        succeed(lw_scene_add_link(scene, robot, "ground", &e), &e);
        succeed(lw_scene_add_link(scene, robot, "body", &e), &e);
        succeed(lw_scene_add_joint(scene, robot, &joint, &e), &e);
        succeed(lw_scene_add_shape(scene, robot, "body", &disc, lw_pose_identity(), &e), &e);
    }
    succeed(lw_scene_freeze(scene, &e), &e);
    succeed(lw_cell_create(scene, &cell, &e), &e);
    succeed(lw_motion_create(scene, &motion, &e), &e);
    for (int r = 0; r < ROBOTS; r++)
        for (int t = 0; t < TRAJECTORIES; t++) {
            char robot[16];
            char name[16];
            snprintf(robot, sizeof robot, "R%d", r);
            snprintf(name, sizeof name, "t%d", t);
            lw_track track = lw_default_track();
            track.kind = LW_TRACK_TRAJECTORY;
            track.joints = lw_scene_joints(scene, robot, NULL, &e);
            track.point_count = 2;
            track.positions = (const double[]){0, 0, 0, t, 1, 0};
            track.times = (const double[]){0, 1};
            succeed(lw_motion_set(motion, &track, 1, &e), &e);
            succeed(lw_cell_add(cell, name, motion, &e), &e);
        }
    lw_motion_destroy(motion);
    return 0;
}

static int take_down(void **state)
{
    (void)state;
    lw_cell_destroy(cell);
    lw_scene_destroy(scene);
    return 0;
}

/* A job as JSON text, and its content. */
typedef struct written_job {
    char text[1000];
    size_t count;
    size_t robots[ROBOTS];
    size_t lengths[ROBOTS];
    char names[ROBOTS][MOST][8];
} written_job;

static void add(written_job *job, const char *text)
{
    size_t length = strlen(job->text);
    snprintf(job->text + length, sizeof job->text - length, "%s", text);
}

static void write_job(lw_random *random, uint32_t id, written_job *job)
{
    char part[32];
    uint32_t order[ROBOTS];
    *job = (written_job){.count = lw_random_below(random, ROBOTS + 1)};
    lw_random_order(random, order, ROBOTS);
    if (id)
        snprintf(job->text, sizeof job->text, "{\"id\": %u, ", id);
    else
        add(job, "{");
    add(job, "\"robots\": {");
    for (size_t i = 0; i < job->count; i++) {
        job->robots[i] = order[i];
        job->lengths[i] = lw_random_below(random, MOST + 1);
        snprintf(part, sizeof part, "%s\"R%u\": [", i ? ", " : "", order[i]);
        add(job, part);
        for (size_t k = 0; k < job->lengths[i]; k++) {
            snprintf(job->names[i][k], sizeof job->names[i][k], "t%u",
                     lw_random_below(random, TRAJECTORIES));
            snprintf(part, sizeof part, "%s\"%s\"", k ? "," : "", job->names[i][k]);
            add(job, part);
        }
        add(job, "]");
    }
    add(job, "}}");
}

static void jobs_are_read_as_they_were_written(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_error e = {LW_OK, "", "", 0, 0};
    lw_job_reader *reader = NULL;
    succeed(lw_job_reader_create(cell, &reader, &e), &e);
    for (int round = test_rounds(500, 20000); round > 0; round--) {
        written_job wanted;
        lw_job job = lw_default_job();
        char id[16];
        uint32_t number = lw_random_below(&random, 4);
        write_job(&random, number, &wanted);
        size_t length = strlen(wanted.text);
        add(&wanted, "]"); /* a byte behind the end */
        succeed(lw_job_read(reader, wanted.text, length, "jobs", round, &job, &e), &e);
        snprintf(id, sizeof id, "%u", number);
        assert_string_equal(job.id, number ? id : "null");
        assert_int_equal(job.count, wanted.count);
        for (size_t i = 0; i < job.count; i++) {
            assert_int_equal(job.sequences[i].robot, wanted.robots[i]);
            assert_int_equal(job.sequences[i].count, wanted.lengths[i]);
            for (size_t k = 0; k < wanted.lengths[i]; k++)
                assert_int_equal(job.sequences[i].trajectories[k],
                                 lw_cell_find(cell, wanted.robots[i], wanted.names[i][k]));
        }
    }
    lw_job_reader_destroy(reader);
}

static lw_status read_text(lw_job_reader *reader, const char *text, lw_job *job, lw_error *e)
{
    return lw_job_read(reader, text, strlen(text), "jobs.jsonl", 7, job, e);
}

static void wrong_jobs_are_refused(void **state)
{
    (void)state;
    lw_error e = {LW_OK, "", "", 0, 0};
    lw_job_reader *reader = NULL;
    lw_job job = lw_default_job();
    refused(lw_job_reader_create(NULL, &reader, &e), LW_ERROR_ARGUMENT, &e, "needs a cell");
    refused(lw_job_reader_create(cell, NULL, &e), LW_ERROR_ARGUMENT, &e, "needs a cell");
    assert_null(reader);
    allocation_fail(1);
    refused(lw_job_reader_create(cell, &reader, &e), LW_ERROR_MEMORY, &e, "memory");
    allocation_fail(0);
    succeed(lw_job_reader_create(cell, &reader, &e), &e);
    refused(lw_job_read(NULL, "{}", 2, NULL, 0, &job, &e), LW_ERROR_ARGUMENT, &e, "needs a reader");
    refused(lw_job_read(reader, NULL, 2, NULL, 0, &job, &e), LW_ERROR_ARGUMENT, &e, "needs a reader");
    refused(lw_job_read(reader, "{}", 2, NULL, 0, NULL, &e), LW_ERROR_ARGUMENT, &e, "needs a reader");
    assert_int_equal(read_text(reader, "{\"robots\": {\"R9\": []}}", &job, &e), LW_ERROR_NAME);
    assert_string_equal(e.file, "jobs.jsonl");
    assert_int_equal(e.line, 7);
    refused(read_text(reader, "{\"robots\": {\"R9\": []}}", &job, &e), LW_ERROR_NAME, &e,
            "there is no robot \"R9\"");
    refused(read_text(reader, "{\"robots\": {\"R1\": [\"t9\"]}}", &job, &e), LW_ERROR_NAME, &e,
            "robot \"R1\" has no trajectory \"t9\"");
    refused(read_text(reader, "{\"robots\": {\"R1\": 3}}", &job, &e), LW_ERROR_SYNTAX, &e, "sequence");
    refused(read_text(reader, "{\"id\": 3}", &job, &e), LW_ERROR_SYNTAX, &e, "robots");
    refused(read_text(reader, "{\"robots\": {\"R1\": [\"t1\"}}", &job, &e), LW_ERROR_SYNTAX, &e, "");
    /* after an error the next job is read as usual */
    succeed(read_text(reader, "{\"robots\": {\"R1\": [\"t1\"]}}", &job, &e), &e);
    assert_int_equal(job.count, 1);
    lw_job_reader_destroy(reader);
    lw_job_reader_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jobs_are_read_as_they_were_written),
        cmocka_unit_test(wrong_jobs_are_refused),
    };
    return cmocka_run_group_tests(tests, build, take_down);
}
