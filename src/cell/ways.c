/* The ways of a cell, and what is known of them. Whether a way is free of the obstacles and of its own
 * robot is one check, in a scene where nothing else is checked. */
#include "cell/ways.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "cell/job.h"
#include "cell/known.h"
#include "delay/delays.h"
#include "delay/tile.h"
#include "leeway/tolerance.h"
#include "motion/motion.h"

/* A robot alone: the scene in which only its pairs with obstacles and with itself are checked. */
typedef struct alone {
    lw_scene *scene;
    lw_checker *checker;
    const lw_stand *home;
} alone;

struct lw_ways {
    const lw_cell *cell;
    pthread_mutex_t mutex; /* guards all below */
    alone *robots;
    bool *meets; /* per two robots */
    lw_known legs;
    lw_known meetings;
    LW_LIST(lw_way *) ways;
    LW_LIST(lw_stand *) places;
    LW_LIST(lw_meetings *) kept; /* all values of `meetings` */
};

/* ---- robots alone -------------------------------------------------------------------------------- */

/* Allows all pairs of the links and objects of a robot. */
static lw_status allow_robot(const lw_cell *cell, lw_scene *scene, size_t robot, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < cell->frozen->moving_count && !status; i++)
        if (cell->frozen->moving[i].robot == (int64_t)robot)
            status = lw_scene_allow_pair(scene, lw_scene_body_name(cell->scene, i), NULL, true, error);
    return status;
}

static lw_status set_alone(lw_ways *ways, size_t robot, lw_error *error)
{
    const lw_cell *cell = ways->cell;
    alone *own = &ways->robots[robot];
    if (own->checker)
        return LW_OK;
    lw_scene_destroy(own->scene);
    lw_status status = lw_scene_copy(cell->scene, &own->scene, error);
    for (size_t r = 0; r < cell->robot_count && !status; r++)
        if (r != robot)
            status = allow_robot(cell, own->scene, r, error);
    if (!status)
        status = lw_scene_freeze(own->scene, error);
    return status ? status : lw_checker_create(own->scene, &own->checker, error);
}

/* Whether a motion of one robot is proven free of the obstacles and of the robot itself. */
static lw_status check_alone(lw_ways *ways, size_t robot, lw_motion *motion, bool *clear,
                             lw_error *error)
{
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.any = options.unmeasured = true;
    lw_status status = set_alone(ways, robot, error);
    if (!status)
        status = lw_motion_set_scene(motion, ways->robots[robot].scene, error);
    if (!status)
        status = lw_check(ways->robots[robot].checker, motion, &options, &verdict, error);
    *clear = !status && verdict.kind == LW_VERDICT_FREE;
    return status ? status : lw_motion_set_scene(motion, ways->cell->scene, error);
}

lw_status lw_ways_create(lw_cell *cell, lw_ways **out, lw_error *error)
{
    const lw_frozen *frozen = cell->frozen;
    const size_t robots = cell->robot_count;
    *out = NULL;
    lw_ways *ways = calloc(1, sizeof *ways);
    if (!ways)
        return lw_fail_memory(error);
    ways->cell = cell;
    ways->robots = calloc(robots + 1, sizeof *ways->robots);
    ways->meets = calloc(robots * robots + 1, sizeof *ways->meets);
    if (pthread_mutex_init(&ways->mutex, NULL) || !ways->robots || !ways->meets) {
        free(ways->robots);
        free(ways->meets);
        free(ways);
        return lw_fail_memory(error);
    }
    for (lw_pair_id id = lw_frozen_next_pair(frozen, 0); id != LW_NO_PAIR;
         id = lw_frozen_next_pair(frozen, id + 1)) {
        const int64_t one = lw_frozen_body(frozen, lw_pair_first(id))->robot;
        const int64_t other = lw_frozen_body(frozen, lw_pair_second(id))->robot;
        if (one >= 0 && other >= 0)
            ways->meets[(size_t)one * robots + (size_t)other] =
                ways->meets[(size_t)other * robots + (size_t)one] = true;
    }
    *out = ways;
    return LW_OK;
}

static void free_way(lw_way *way)
{
    lw_motion_destroy(way->motion);
    free(way);
}

static void free_place(lw_stand *place)
{
    lw_motion_destroy(place->motion);
    free(place);
}

void lw_ways_destroy(lw_ways *ways)
{
    if (!ways)
        return;
    for (size_t i = 0; i < ways->ways.count; i++)
        free_way(ways->ways.items[i]);
    for (size_t i = 0; i < ways->places.count; i++)
        free_place(ways->places.items[i]);
    for (size_t i = 0; i < ways->kept.count; i++)
        free(ways->kept.items[i]);
    free(ways->ways.items);
    free(ways->places.items);
    free(ways->kept.items);
    lw_known_free(&ways->legs);
    lw_known_free(&ways->meetings);
    for (size_t r = 0; r < ways->cell->robot_count; r++) {
        lw_checker_destroy(ways->robots[r].checker);
        lw_scene_destroy(ways->robots[r].scene);
    }
    free(ways->robots);
    free(ways->meets);
    pthread_mutex_destroy(&ways->mutex);
    free(ways);
}

bool lw_ways_can_meet(const lw_ways *ways, size_t one, size_t other)
{
    return ways->meets[one * ways->cell->robot_count + other];
}

/* ---- ways and places ------------------------------------------------------------------------------
 */

/* A motion in which all stand still, and which counts as all motions near it. */
static lw_status create_motion(const lw_cell *cell, lw_motion **out, lw_error *error)
{
    *out = NULL;
    lw_status status = lw_motion_create(cell->scene, out, error);
    return status ? status : lw_motion_set_tolerances(*out, LW_WAY_OFF, 0, error);
}

static bool stand_alike(const lw_cell *cell, const lw_motion *one, const lw_motion *other)
{
    for (size_t i = 0; i < cell->frozen->chains->variable_count; i++)
        if (!(fabs(one->rest[i] - other->rest[i]) <= LW_CELL_SAME))
            return false;
    return true;
}

/* The place of a motion that stands still, which is freed or kept. */
static lw_status take_place(lw_ways *ways, size_t robot, lw_motion *motion, const lw_stand **out,
                            lw_error *error)
{
    for (size_t i = 0; i < ways->places.count; i++)
        if (ways->places.items[i]->robot == robot &&
            stand_alike(ways->cell, ways->places.items[i]->motion, motion)) {
            lw_motion_destroy(motion);
            *out = ways->places.items[i];
            return LW_OK;
        }
    lw_stand *made = calloc(1, sizeof *made);
    if (!made || !LW_ARRAY_GROW(&ways->places)) {
        free(made);
        lw_motion_destroy(motion);
        return lw_fail_memory(error);
    }
    *made = (lw_stand){.id = ways->places.count, .robot = robot, .motion = motion};
    lw_status status = check_alone(ways, robot, motion, &made->free, error);
    if (status) {
        free_place(made);
        return status;
    }
    ways->places.items[ways->places.count++] = made;
    *out = made;
    return LW_OK;
}

/* Sets the value of a variable that the motion does not move. */
static void set_rest(lw_motion *motion, int32_t variable, double value)
{
    const lw_chains *chains = motion->chains;
    motion->rest[variable] = value;
    for (size_t j = 0; j < chains->joint_count; j++) {
        const lw_frozen_joint *joint = &chains->joints[j];
        if (joint->variable >= 0 && variable >= joint->variable &&
            variable < joint->variable + (int32_t)lw_joint_value_count(joint->kind))
            motion->own_rest[j] = true; /* stays in another scene */
    }
}

/* The place of a robot at a waypoint of a trajectory; track NULL: where the scene has it. */
static lw_status place_at(lw_ways *ways, size_t robot, const lw_motion_track *track, size_t waypoint,
                          const lw_stand **out, lw_error *error)
{
    lw_motion *motion;
    lw_status status = create_motion(ways->cell, &motion, error);
    for (size_t c = 0; !status && track && c < track->column_count; c++)
        set_rest(motion, track->variables[c], lw_track_value(track, waypoint, c));
    if (status)
        lw_motion_destroy(motion);
    return status ? status : take_place(ways, robot, motion, out, error);
}

static lw_status make_way(lw_ways *ways, const lw_leg *leg, lw_way *way, lw_error *error)
{
    const lw_cell *cell = ways->cell;
    const lw_trajectory *own = cell->trajectories.items[leg->trajectory];
    const lw_leg at_once = {leg->trajectory, leg->first, leg->last, 0};
    const lw_course course = {own->robot, &at_once, 1};
    *way = (lw_way){.id = ways->ways.count, .robot = own->robot};
    lw_status status = create_motion(cell, &way->motion, error);
    if (!status)
        status = lw_motion_set_courses(way->motion, cell, &course, 1, error);
    if (!status)
        status = check_alone(ways, own->robot, way->motion, &way->free, error);
    if (!status)
        status = place_at(ways, own->robot, &own->track, leg->first, &way->ends[0], error);
    if (!status)
        status = place_at(ways, own->robot, &own->track, lw_leg_last(cell, leg), &way->ends[1], error);
    return status;
}

lw_status lw_ways_of_leg(lw_ways *ways, const lw_leg *leg, const lw_way **out, lw_error *error)
{
    lw_status status = LW_OK;
    pthread_mutex_lock(&ways->mutex);
    lw_way *way = lw_known_find(&ways->legs, leg->trajectory, lw_leg_part(leg));
    if (!way) {
        way = calloc(1, sizeof *way);
        status =
            way && LW_ARRAY_GROW(&ways->ways) ? make_way(ways, leg, way, error) : lw_fail_memory(error);
        if (!status && !lw_known_put(&ways->legs, leg->trajectory, lw_leg_part(leg), way))
            status = lw_fail_memory(error);
        if (!status)
            ways->ways.items[ways->ways.count++] = way;
        else if (way)
            free_way(way);
    }
    pthread_mutex_unlock(&ways->mutex);
    *out = status ? NULL : way;
    return status;
}

lw_status lw_ways_home(lw_ways *ways, size_t robot, const lw_stand **out, lw_error *error)
{
    lw_status status = LW_OK;
    pthread_mutex_lock(&ways->mutex);
    if (!ways->robots[robot].home)
        status = place_at(ways, robot, NULL, 0, &ways->robots[robot].home, error);
    *out = ways->robots[robot].home;
    pthread_mutex_unlock(&ways->mutex);
    return status;
}

/* ---- two of them ------------------------------------------------------------------------------------
 */

static lw_meetings *make_meetings(size_t count, uint64_t queries)
{
    lw_meetings *made = calloc(1, sizeof *made + count * sizeof(lw_blocked));
    if (made)
        made->queries = queries;
    return made;
}

/* What two robots do that both stand. */
static lw_status find_standing(const lw_motion *const motions[2], const size_t robots[2],
                               lw_meetings **out, lw_error *error)
{
    static const uint32_t start[2] = {LW_WINDOW_START, LW_WINDOW_START};
    lw_crossings crossings;
    bool clear = true;
    lw_status status = lw_crossings_create(motions, robots, &crossings, error);
    for (int side = 0; side < 2 && !status; side++)
        if (!lw_side_sample(&crossings.side[side], LW_WINDOW_START))
            status = lw_fail_memory(error);
    for (size_t i = 0; i < crossings.count && !status && clear; i++)
        clear = lw_tile_prove(&crossings, start, &crossings.items[i]) &&
                !lw_tile_contains(&crossings, start, &crossings.items[i]);
    if (!status && !(*out = make_meetings(1, crossings.queries)))
        status = lw_fail_memory(error);
    if (!status && !clear)
        (*out)->items[(*out)->count++] = (lw_blocked){-HUGE_VAL, HUGE_VAL};
    lw_crossings_destroy(&crossings);
    return status;
}

/* What two robots do of which one moves at least. */
static lw_status find_moving(const lw_motion *const motions[2], const size_t robots[2],
                             lw_delay_range range, const lw_check_options *options, lw_meetings **out,
                             lw_error *error)
{
    lw_delays delays = lw_default_delays();
    lw_delay_options asked = lw_default_delay_options();
    asked.stop = options->stop;
    asked.stop_context = options->stop_context;
    lw_status status = lw_delays_search(motions, robots, range, &asked, &delays, error);
    const bool stopped = !status && !delays.complete && delays.tiles < asked.budget_tiles;
    if (!status && !stopped && !(*out = make_meetings(delays.count, delays.queries)))
        status = lw_fail_memory(error);
    for (size_t i = 0; i < delays.count && !status && !stopped; i++)
        if (delays.spans[i].kind != LW_VERDICT_FREE)
            (*out)->items[(*out)->count++] = (lw_blocked){delays.spans[i].from, delays.spans[i].to};
    lw_delays_free(&delays);
    return status;
}

/* Keeps what was found, unless another thread has found it meanwhile. */
static lw_status keep(lw_ways *ways, const uint64_t key[2], lw_meetings **found, size_t *grown,
                      lw_error *error)
{
    lw_status status = LW_OK;
    pthread_mutex_lock(&ways->mutex);
    lw_meetings *known = lw_known_find(&ways->meetings, key[0], key[1]);
    if (!known && LW_ARRAY_GROW(&ways->kept) && lw_known_put(&ways->meetings, key[0], key[1], *found)) {
        ways->kept.items[ways->kept.count++] = *found;
        *grown += sizeof **found + (*found)->count * sizeof(lw_blocked) + 2 * sizeof(lw_known_slot);
    } else {
        status = known ? LW_OK : lw_fail_memory(error);
        free(*found);
        *found = known;
    }
    pthread_mutex_unlock(&ways->mutex);
    return status;
}

lw_status lw_ways_meet(lw_ways *ways, const lw_two_things *things, const lw_check_options *options,
                       const lw_meetings **out, size_t *grown, lw_error *error)
{
    uint64_t key[2];
    size_t robots[2];
    const lw_motion *motions[2];
    for (int i = 0; i < 2; i++) {
        const lw_way *way = things->way[i];
        const lw_stand *place = things->place[i];
        key[i] = way ? 2 * way->id : 2 * place->id + 1;
        robots[i] = way ? way->robot : place->robot;
        motions[i] = way ? way->motion : place->motion;
    }
    *grown = 0;
    pthread_mutex_lock(&ways->mutex);
    lw_meetings *found = lw_known_find(&ways->meetings, key[0], key[1]);
    pthread_mutex_unlock(&ways->mutex);
    lw_status status = LW_OK;
    if (!found) {
        status = !things->way[0] ? find_standing(motions, robots, &found, error)
                                 : find_moving(motions, robots,
                                               things->way[1] ? LW_DELAYS_MOVING : LW_DELAYS_STANDING,
                                               options, &found, error);
        if (!status && found)
            status = keep(ways, key, &found, grown, error);
        else
            free(found);
    }
    *out = status ? NULL : found;
    return status;
}
