/* Motions in random worlds. */
#include "any_parts.h"

/* ---- motions ----------------------------------------------------------------------------------- */

typedef struct making {
    const any_world *w;
    lw_random random;
    bool timed;
    double reach;  /* how far steps go, as a share of a turn or a size */
    double astray; /* how far from home a motion begins */
    bool still;
} making;

/* The waypoints of one joint. */
static void random_column(making *by, const any_joint *joint, size_t points, size_t stride, double *at)
{
    const lw_joint_kind kind = joint->def.kind;
    double step = one_in(&by->random, 4) || by->still ? 0 : by->reach;
    bool far = one_in(&by->random, 20);
    for (size_t p = 0; p < points; p++)
        for (size_t i = 0; i < width_of(kind); i++) {
            double *value = at + p * stride + i;
            double unit = is_slide(kind, i) ? by->w->size : 1;
            double move = p ? step : by->astray;
            double from = p ? value[-(ptrdiff_t)stride] : joint->home[i];
            *value = from + move * unit * between(&by->random, -1, 1);
            if (far && !is_slide(kind, i) && kind != LW_JOINT_FLOATING && !by->still)
                *value += 6.283185307179586 * floor(between(&by->random, -3, 3));
        }
}

static size_t random_points(making *by)
{
    uint32_t what = lw_random_below(&by->random, 10);
    if (by->still)
        return one_in(&by->random, 2) ? 1 : 2;
    return what == 0 ? 1 : what < 7 ? 2 : 2 + lw_random_below(&by->random, ANY_POINTS - 1);
}

static void set_times(making *by, any_track *track, size_t points, size_t stride)
{
    double time = one_in(&by->random, 3) ? between(&by->random, 0, 1) : 0;
    double speed = by->still ? 0 : power(&by->random, -3, 0);
    for (size_t i = 0; i < points; i++) {
        track->times[i] = time;
        time += one_in(&by->random, 12) ? 1e-6 : between(&by->random, 0.1, 2);
    }
    for (size_t i = 0; i < points * stride; i++) {
        track->velocities[i] = speed * by->w->size * between(&by->random, -1, 1);
        track->accelerations[i] = speed * by->w->size * between(&by->random, -1, 1);
    }
}

static void random_rigid(making *by, const any_joint *joint, any_track *track)
{
    lw_track *def = &track->def;
    const double *home = joint->home;
    double size = by->w->size;
    lw_random *r = &by->random;
    double turn = by->still ? 0 : power(r, -4, 1);
    double speed = by->still ? 0 : size * by->reach * 2;
    def->kind = LW_TRACK_RIGID;
    def->pose.position = (lw_vec3){home[0], home[1], home[2]};
    def->pose.orientation = (lw_quat){home[3], home[4], home[5], home[6]};
    def->linear_velocity = (lw_vec3){between(r, -speed, speed), between(r, -speed, speed), 0};
    def->angular_velocity = (lw_vec3){between(r, -turn, turn), between(r, -turn, turn), turn};
    def->in_body_frame = one_in(r, 2);
    def->duration = between(r, 0.05, 2);
}

/* A track of a robot's joints; false where it has none. */
static bool random_track(making *by, uint32_t robot, any_track *track)
{
    const any_world *w = by->w;
    const any_joint *joints[ANY_LINKS];
    size_t count = 0;
    size_t stride = 0;
    bool some = one_in(&by->random, 5);
    bool floats = false;
    for (int pass = 0; pass < 2 && !count; pass++, some = false)
        for (size_t i = 0; i < w->joint_count; i++) {
            const any_joint *joint = &w->joints[i];
            if (joint->robot != robot || !width_of(joint->def.kind) || joint->def.mimic ||
                (some && !joint->some))
                continue;
            joints[count++] = joint;
            stride += width_of(joint->def.kind);
            floats |= joint->def.kind == LW_JOINT_FLOATING;
            track->group = some ? "some" : "all";
        }
    if (!count || stride > ANY_VALUES)
        return false;
    name_robot(robot, track->robot);
    track->def = lw_default_track();
    if (by->timed && count == 1 && floats && one_in(&by->random, 2)) {
        random_rigid(by, joints[0], track);
        return true;
    }
    size_t points = random_points(by);
    double *column = track->positions;
    for (size_t i = 0; i < count; column += width_of(joints[i]->def.kind), i++)
        random_column(by, joints[i], points, stride, column);
    set_times(by, track, points, stride);
    track->def.kind = by->timed ? LW_TRACK_TRAJECTORY : LW_TRACK_PATH;
    track->def.no_wrap = one_in(&by->random, 3);
    track->def.no_approach = one_in(&by->random, 2);
    track->def.point_count = points;
    if (by->timed && !floats && !one_in(&by->random, 3)) {
        track->def.velocities = track->velocities;
        track->def.accelerations = one_in(&by->random, 2) ? track->accelerations : NULL;
    }
    return true;
}

/* An object that is carried for a while. */
static void random_payload(making *by, any_track *track, uint32_t robot)
{
    const any_world *w = by->w;
    size_t k = track->def.payload_count;
    uint32_t points = (uint32_t)track->def.point_count;
    bool attaches = w->near_count && one_in(&by->random, 2);
    lw_payload *out = &track->payloads[k];
    *out = lw_default_payload();
    if (attaches) {
        uint32_t link = lw_random_below(&by->random, (uint32_t)w->link_count);
        while (w->links[link].robot != robot)
            link = link + 1 < w->link_count ? link + 1 : 0;
        snprintf(track->names[k][0], ANY_NAME, "o%u",
                 (unsigned)lw_random_below(&by->random, (uint32_t)w->near_count));
        snprintf(track->names[k][1], ANY_NAME, "%s", w->links[link].name);
        out->touch_link_count = one_in(&by->random, 2);
    } else {
        uint32_t cargo = 0;
        while (cargo < w->cargo_count && w->links[w->cargo[cargo].link].robot != robot)
            cargo++;
        if (cargo == w->cargo_count)
            return;
        snprintf(track->names[k][0], ANY_NAME, "cargo%u", (unsigned)cargo);
        out->kind = LW_PAYLOAD_RELEASE;
    }
    out->waypoint = lw_random_below(&by->random, points);
    out->may_touch_count = one_in(&by->random, 2);
    snprintf(track->names[k][2], ANY_NAME, "%s", w->links[0].name);
    track->def.payload_count++;
    if (!attaches || one_in(&by->random, 2) || out->waypoint + 1 >= points)
        return;
    track->payloads[k + 1] = *out;
    memcpy(track->names[k + 1], track->names[k], sizeof track->names[k]);
    track->payloads[k + 1].kind = LW_PAYLOAD_RELEASE;
    track->payloads[k + 1].touch_link_count = 0;
    track->payloads[k + 1].waypoint =
        out->waypoint + 1 + lw_random_below(&by->random, points - 1 - (uint32_t)out->waypoint);
    track->def.payload_count++;
}

void any_motion_new(const any_world *w, uint64_t seed, any_motion *m)
{
    making by = {.w = w, .random = {seed * 0x9e3779b97f4a7c15U + 1}};
    by.timed = one_in(&by.random, 3);
    by.reach = power(&by.random, -2.5, 0.2);
    by.astray = one_in(&by.random, 2) ? 0 : one_in(&by.random, 3) ? 1 : power(&by.random, -4, -1);
    by.still = one_in(&by.random, 10);
    m->track_count = 0;
    m->carries = false;
    for (uint32_t r = 0; r < w->robot_count; r++) {
        if (w->robot_count > 1 && one_in(&by.random, 4))
            continue;
        any_track *track = &m->tracks[m->track_count];
        if (!random_track(&by, r, track))
            continue;
        m->track_count++;
        if (track->def.kind != LW_TRACK_RIGID && one_in(&by.random, 8))
            random_payload(&by, track, r);
        m->carries |= track->def.payload_count > 0;
    }
    const any_track *first = &m->tracks[0];
    m->segment = m->track_count == 1 && first->def.kind == LW_TRACK_PATH &&
                 first->def.point_count == 2 && !first->def.no_wrap && !m->carries;
    m->cut = one_in(&by.random, 12) ? between(&by.random, 0, 1) : 0;
    m->at_knot = one_in(&by.random, 2);
    m->joined = m->track_count > 1 && one_in(&by.random, 4);
    m->set = NULL;
    if (w->joint_count && one_in(&by.random, 10)) {
        const any_joint *joint = &w->joints[lw_random_below(&by.random, (uint32_t)w->joint_count)];
        m->set = width_of(joint->def.kind) == 1 && !joint->def.mimic ? joint : NULL;
        m->value = m->set ? joint->home[0] + 0.1 * between(&by.random, -1, 1) : 0;
    }
}

/* The track as the library takes it. */
static lw_track def_of(const lw_scene *scene, const any_track *track, lw_payload *payloads,
                       const char **names)
{
    lw_error e = {0};
    lw_track def = track->def;
    def.joints = lw_scene_joints(scene, track->robot, track->group, &e);
    if (!def.joints)
        fail_msg("%s", e.message);
    def.positions = track->positions;
    def.times = def.kind == LW_TRACK_TRAJECTORY ? track->times : NULL;
    def.velocities = def.velocities ? track->velocities : NULL;
    def.accelerations = def.accelerations ? track->accelerations : NULL;
    def.payloads = payloads;
    for (size_t i = 0; i < def.payload_count; i++) {
        payloads[i] = track->payloads[i];
        names[2 * i] = track->names[i][1];
        names[2 * i + 1] = track->names[i][2];
        payloads[i].object = track->names[i][0];
        payloads[i].link = payloads[i].kind == LW_PAYLOAD_ATTACH ? track->names[i][1] : NULL;
        payloads[i].touch_links = &names[2 * i];
        payloads[i].may_touch = &names[2 * i + 1];
    }
    return def;
}

/* Joins motions of one track each. */
static lw_status join(const lw_scene *scene, const lw_track *defs, size_t count, lw_motion *out,
                      lw_error *e)
{
    lw_motion *parts[ANY_ROBOTS] = {0};
    lw_status status = LW_OK;
    for (size_t i = 0; i < count && !status; i++) {
        status = lw_motion_create(scene, &parts[i], e);
        if (!status)
            status = lw_motion_set(parts[i], &defs[i], 1, e);
    }
    if (!status)
        status = lw_motion_join(out, (const lw_motion *const *)parts, count, e);
    for (size_t i = 0; i < count; i++)
        lw_motion_destroy(parts[i]);
    return status;
}

bool any_motion_set(const any_world *w, const lw_scene *scene, const any_motion *m, lw_motion *out)
{
    lw_error e = {0};
    lw_payload payloads[ANY_ROBOTS][ANY_PAYLOADS];
    const char *names[ANY_ROBOTS][2 * ANY_PAYLOADS];
    lw_track defs[ANY_ROBOTS];
    (void)w;
    for (size_t i = 0; i < m->track_count; i++) {
        defs[i] = def_of(scene, &m->tracks[i], payloads[i], names[i]);
        if (!lw_scene_object_count(scene))
            defs[i].payload_count = 0;
    }
    const any_track *first = &m->tracks[0];
    size_t stride = m->segment ? lw_joints_value_count(defs[0].joints) : 0;
    lw_status status = m->segment  ? lw_motion_set_segment(out, defs[0].joints, first->positions,
                                                           first->positions + stride, &e)
                       : m->joined ? join(scene, defs, m->track_count, out, &e)
                                   : lw_motion_set(out, defs, m->track_count, &e);
    if (!status && m->set && !m->segment) {
        /* refused, where a track moves the joint */
        char robot[ANY_NAME];
        lw_error ignored = {0};
        name_robot(m->set->robot, robot);
        (void)lw_motion_set_joint(out, robot, m->set->name, &m->value, 1, &ignored);
    }
    if (!status && m->cut > 0) {
        double begin;
        double end;
        lw_motion_interval(out, &begin, &end);
        double pieces = (double)lw_motion_piece_count(out);
        double share = m->at_knot ? ceil(m->cut * pieces) / pieces : m->cut;
        succeeds(lw_motion_cut(out, begin + share * (end - begin), &e), &e);
    }
    if (!status)
        return true;
    if (status != LW_ERROR_STATE && status != LW_ERROR_NAME)
        fail_msg("%s", e.message);
    return false;
}
