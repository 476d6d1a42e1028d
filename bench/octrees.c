/* An octree around an arm, beside the same cells as boxes of one obstacle: a room with rough walls.
 *
 *     octrees [--quick] [--seconds SECONDS]
 *
 * Each motion is checked in both scenes in turn, in a new random order in every round, for the first
 * contact, for any contact and with its clearance. A motion's time is the least of its rounds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/arm.h"
#include "common/measure.h"
#include "common/rounds.h"
#include "math/vec.h"

enum { KINDS = 2, GOALS = 3, COLUMNS = 5, SIDES = 6 };

/* The room as an octree, and as one obstacle of boxes. */
typedef enum room_kind { OCTREE, BOXES } room_kind;

struct room {
    const char *name;
    int32_t side; /* cells along the edges of the room, which is 1.84 m wide */
    double resolution;
    bool boxes; /* whether there is a scene of boxes, too */
};

static const struct room rooms[] = {
    {"12,696 cells of 4 cm", 46, 0.04, true},
    {"101,400 cells of 1.4 cm", 130, 0.014, true},
    {"1,000,584 cells of 4.5 mm", 408, 0.0045, false},
};

static const char *const goals[GOALS] = {"first", "any", "clearance"};

static size_t cell_count(const struct room *room)
{
    return SIDES * (size_t)room->side * (size_t)room->side;
}

/* The rows of the cells of a room: for each place on a side, one whose depth in the wall is random. */
static int32_t *cells_of(const struct room *room)
{
    lw_random random = {7};
    const size_t face = (size_t)room->side * (size_t)room->side;
    const int32_t half = room->side / 2;
    int32_t *rows = calloc(COLUMNS * cell_count(room), sizeof *rows);
    for (size_t i = 0; rows && i < cell_count(room); i++) {
        int32_t *row = rows + COLUMNS * i;
        const size_t axis = i / face / 2;
        const int32_t depth = half + 1 + 2 * (int32_t)lw_random_below(&random, 4);
        row[axis] = i / face % 2 ? depth : -depth;
        row[(axis + 1) % 3] = (int32_t)(i % (size_t)room->side) - half;
        row[(axis + 2) % 3] = (int32_t)(i % face / (size_t)room->side) - half;
        row[3] = 1;
        row[4] = 1; /* occupied */
    }
    return rows;
}

static lw_status add_octree(lw_scene *scene, const struct room *room, const int32_t *rows,
                            lw_error *error)
{
    lw_shape_def octree = lw_default_shape();
    octree.kind = LW_SHAPE_OCTREE;
    octree.length = room->resolution;
    octree.cells = rows;
    octree.cell_count = cell_count(room);
    octree.unknown = LW_UNKNOWN_FREE;
    return lw_scene_add_obstacle(scene, "room", &octree, lw_pose_identity(), error);
}

static lw_status add_boxes(lw_scene *scene, const struct room *room, const int32_t *rows,
                           lw_error *error)
{
    const double unit = room->resolution;
    lw_shape_def box = lw_default_shape();
    box.kind = LW_SHAPE_BOX;
    box.size = v3(unit, unit, unit);
    lw_status status = LW_OK;
    for (size_t i = 0; i < cell_count(room) && !status; i++) {
        const int32_t *row = rows + COLUMNS * i;
        lw_pose at = lw_pose_identity();
        at.position = v3(unit * (row[0] + 0.5), unit * (row[1] + 0.5), unit * (row[2] + 0.5));
        status = lw_scene_add_obstacle(scene, "room", &box, at, error);
    }
    return status;
}

static lw_status open_scene(const struct room *room, room_kind kind, bench_scene *out, lw_error *error)
{
    int32_t *rows = cells_of(room);
    lw_status status = rows ? lw_scene_create(&out->scene, error) : LW_ERROR_MEMORY;
    if (!status)
        status = bench_add_arm(out->scene, error);
    const double begin = bench_work();
    if (!status)
        status = kind == OCTREE ? add_octree(out->scene, room, rows, error)
                                : add_boxes(out->scene, room, rows, error);
    if (!status)
        status = lw_scene_freeze(out->scene, error);
    out->seconds = bench_work() - begin;
    out->bytes = status ? 0 : lw_scene_memory(out->scene);
    if (!status)
        status = lw_checker_create(out->scene, &out->checker, error);
    lw_random random = {1};
    for (size_t i = 0; i < BENCH_MOTIONS && !status; i++)
        status = bench_arm_motion(out->scene, &random, &out->motions[i], error);
    free(rows);
    return status;
}

/* Prints the row for the motions of one verdict. */
static void print_row(bench_table *table, const char *name, size_t kinds,
                      bench_check (*checks)[BENCH_MOTIONS], lw_verdict_kind kind)
{
    double sums[KINDS] = {0};
    size_t count = 0;
    for (size_t i = 0; i < BENCH_MOTIONS; i++) {
        count += checks[OCTREE][i].kind == kind;
        for (size_t k = 0; k < kinds && checks[OCTREE][i].kind == kind; k++)
            sums[k] += checks[k][i].least;
    }
    bench_row(table, "%s", name);
    bench_cell(table, "%zu", count);
    for (size_t k = 0; k < kinds; k++)
        bench_cell(table, "%.1f", 1e6 * sums[k] / (double)count);
    if (kinds > 1)
        bench_cell(table, "%.3f", sums[OCTREE] / sums[BOXES]);
}

static size_t count_different(bench_check (*checks)[BENCH_MOTIONS])
{
    size_t count = 0;
    for (size_t i = 0; i < BENCH_MOTIONS; i++)
        count += checks[OCTREE][i].kind != checks[BOXES][i].kind;
    return count;
}

static bool run_room(const struct room *room, double seconds)
{
    static const char *const names[KINDS] = {"octree, us", "boxes, us"};
    const size_t kinds = room->boxes ? KINDS : 1;
    bench_table table = {0};
    bench_scene scenes[KINDS] = {{0}};
    lw_error error = {0};
    size_t different = 0;
    lw_status status = LW_OK;
    for (size_t k = 0; k < kinds && !status; k++)
        status = open_scene(room, (room_kind)k, &scenes[k], &error);
    bench_row(&table, "%s", room->name);
    bench_cell(&table, "motions");
    for (size_t k = 0; k < kinds; k++)
        bench_cell(&table, "%s", names[k]);
    if (kinds > 1)
        bench_cell(&table, "octree/boxes");
    for (int goal = 0; goal < GOALS && !status; goal++) {
        static bench_check checks[KINDS][BENCH_MOTIONS];
        char name[32];
        lw_check_options options = lw_default_check_options();
        options.any = goal == 1;
        options.clearance = goal == 2;
        if ((status = bench_rounds(scenes, kinds, &options, seconds / GOALS, checks, &error)))
            break;
        different += kinds > 1 ? count_different(checks) : 0;
        snprintf(name, sizeof name, "%s, free", goals[goal]);
        print_row(&table, name, kinds, checks, LW_VERDICT_FREE);
        snprintf(name, sizeof name, "%s, contact", goals[goal]);
        print_row(&table, name, kinds, checks, LW_VERDICT_CONTACT);
    }
    if (!status)
        bench_print(&table);
    for (size_t k = 0; k < kinds && !status; k++)
        printf("%s: built in %.1f ms, %.1f MB\n", k ? "boxes" : "octree", 1e3 * scenes[k].seconds,
               1e-6 * (double)scenes[k].bytes);
    for (int k = 0; k < KINDS; k++)
        bench_scene_close(&scenes[k]);
    if (status) {
        fprintf(stderr, "octrees: %s\n", error.message);
        return false;
    }
    printf("%zu verdicts differ\n\n", different);
    fflush(stdout);
    return true;
}

int main(int count, char **words)
{
    double seconds = 60;
    bool quick = false;
    bool good = true;
    for (int i = 1; i < count && good; i++) {
        const char *value = i + 1 < count ? words[i + 1] : NULL;
        if (!strcmp(words[i], "--quick"))
            quick = true, seconds = 5;
        else if (value && !strcmp(words[i], "--seconds"))
            seconds = strtod(value, NULL), i++;
        else
            good = false;
    }
    if (!good) {
        fprintf(stderr, "usage: octrees [--quick] [--seconds SECONDS]\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        if (!(quick && rooms[i].side > 46) && !run_room(&rooms[i], seconds))
            return 1;
    return 0;
}
