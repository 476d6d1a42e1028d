#include "source_motions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists -------------------------------------------------------------------------------------- */

void motion_list_add(motion_list *list, json_t *id, json_t *node)
{
    list->ids[list->count] = id;
    list->nodes[list->count++] = node;
}

bool motion_list_read(source_scene *scene, const char *path, motion_list *out, refusal *why)
{
    const source_file *file = source_file_at(&scene->store, path, why);
    size_t lines = 1;
    if (!file)
        return false;
    for (const char *p = file->bytes; (p = strchr(p, '\n')); p++)
        lines++;
    *out = (motion_list){.nodes = room(lines, sizeof *out->nodes),
                         .ids = room(lines, sizeof *out->ids),
                         .is_begun = room(lines, sizeof *out->is_begun),
                         .is_asked = true};
    const char *at = file->bytes;
    for (size_t number = 1; number <= lines; number++) {
        const size_t length = strcspn(at, "\n");
        json_error_t error;
        if (strspn(at, " \t\r\f\v") < length) {
            json_t *node = json_loadb(at, length, JSON_REJECT_DUPLICATES, &error);
            if (!json_is_object(node)) {
                json_decref(node);
                return refuse(why, "%.300s:%zu: it is no motion", path, number);
            }
            json_t *id = json_object_get(node, "id");
            motion_list_add(out, id ? json_incref(id) : json_integer((json_int_t)out->count), node);
        }
        at += length + 1;
    }
    return true;
}

void motion_list_of_scene(source_scene *scene, motion_list *out)
{
    json_t *motions = json_object_get(scene->json, "motions");
    const size_t count = json_object_size(motions);
    const char *name;
    json_t *node;
    *out = (motion_list){.nodes = room(count, sizeof *out->nodes),
                         .ids = room(count, sizeof *out->ids),
                         .is_begun = room(count, sizeof *out->is_begun)};
    json_object_foreach(motions, name, node) motion_list_add(out, json_string(name), json_incref(node));
}

void motion_list_free(motion_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        json_decref(list->nodes[i]);
        json_decref(list->ids[i]);
    }
    free(list->nodes);
    free(list->ids);
    free(list->is_begun);
    *list = (motion_list){0};
}

json_t *motion_with_id(const motion_list *list, json_t *id, refusal *why)
{
    json_t *found = NULL;
    for (size_t i = 0; i < list->count; i++) {
        if (!json_equal(list->ids[i], id))
            continue;
        if (found) {
            refuse(why, "two motions have the id of the proof's motion");
            return NULL;
        }
        found = list->nodes[i];
    }
    return found;
}

void motion_list_begin(motion_list *list, json_t *id)
{
    for (size_t i = 0; i < list->count; i++)
        list->is_begun[i] |= json_equal(list->ids[i], id);
}

json_t *motion_without_proof(const motion_list *list)
{
    for (size_t i = 0; i < list->count && list->is_asked; i++)
        if (!list->is_begun[i])
            return list->ids[i];
    return NULL;
}

bool motion_list_choose(motion_list *list, const char *name, refusal *why)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        char *id = json_is_string(list->ids[i]) ? strdup(json_string_value(list->ids[i]))
                                                : json_dumps(list->ids[i], JSON_ENCODE_ANY);
        const bool is_it = id && !strcmp(id, name);
        free(id);
        if (is_it) {
            list->ids[count] = list->ids[i];
            list->nodes[count++] = list->nodes[i];
            continue;
        }
        json_decref(list->ids[i]);
        json_decref(list->nodes[i]);
    }
    list->count = count;
    list->is_asked = true;
    return count || refuse(why, "there is no motion \"%.200s\"", name);
}

/* ---- polynomials -------------------------------------------------------------------------------- */

const track *track_of(const source_bodies *all, const source_track *of, const motion *own,
                      const int *variables)
{
    for (size_t k = 0; k < own->track_count; k++)
        for (size_t i = 0; i < own->tracks[k].column_count; i++)
            for (size_t v = 0; v < all->variable_count; v++)
                if (all->variables[v].robot == of->robot && variables[v] == own->tracks[k].variables[i])
                    return &own->tracks[k];
    return NULL;
}

/* The value of a variable where no motion moves it. */
static bool rest_of(const source_bodies *all, size_t variable, double *value, refusal *why)
{
    const source_variable *v = &all->variables[variable];
    double values[MOST_VALUES];
    bool stated;
    if (!rest_values(all->scene, v->robot, v->joint, values, &stated, why))
        return false;
    const bool floats = all->scene->robots[v->robot].joints[v->joint].kind == JOINT_FLOATING;
    *value = floats ? 0 : values[v->component];
    return true;
}

/* The polynomial of a variable of the files in a piece: a constant, where its track does not move it.
 */
static void polynomial_of(const source_track *of, size_t piece, int variable, double rest,
                          real c[MOST_POWERS])
{
    for (int d = 0; d < MOST_POWERS; d++)
        c[d] = exact(d ? 0 : rest);
    for (size_t i = 0; of && i < of->column_count; i++)
        if (of->variables[i] == variable)
            memcpy(c, of->coefficients + (piece * of->column_count + i) * MOST_POWERS,
                   MOST_POWERS * sizeof *c);
}

/* Subtracts that of a variable of the proof. */
static void subtract_own(const track *own, size_t piece, int variable, double rest, real c[MOST_POWERS])
{
    for (size_t i = 0; own && i < own->column_count; i++) {
        const double *given = own->coefficients + (piece * own->column_count + i) * (own->degree + 1);
        if (own->variables[i] != variable)
            continue;
        for (size_t d = 0; d <= own->degree; d++)
            c[d] = minus(c[d], exact(given[d]));
        return;
    }
    c[0] = minus(c[0], exact(rest));
}

static void note_away(double *away, const real c[MOST_POWERS])
{
    double sum = 0;
    for (int d = 0; d < MOST_POWERS; d++)
        sum += most(c[d]);
    *away = sum <= *away ? *away : sum * (1 + 0x1p-48);
}

/* Compares all variables of a robot in all pieces. of, own: NULL where it does not move. */
static bool compare_robot(const source_bodies *all, int robot, const source_track *of, const track *own,
                          const motion *m, const int *variables, double *away, refusal *why)
{
    const size_t pieces = of ? of->piece_count : own ? own->piece_count : 1;
    if (of && own &&
        (of->piece_count != own->piece_count || !same_numbers(of->times, own->times, pieces + 1)))
        return refuse(why, "robot \"%.80s\" is at its waypoints at other times",
                      all->scene->robots[robot].name);
    for (size_t v = 0; v < all->variable_count; v++) {
        double rest;
        const int known = variables[v];
        if (all->variables[v].robot != robot || known < 0)
            continue;
        if (!rest_of(all, v, &rest, why))
            return false;
        for (size_t p = 0; p < pieces; p++) {
            real c[MOST_POWERS];
            polynomial_of(of, p, (int)v, rest, c);
            subtract_own(own, p, known, m->rest[known], c);
            note_away(&away[known], c);
        }
        if (!(away[known] <= 1e-9 * (1 + fabs(rest))))
            return refuse(why, "joint \"%.80s\" moves otherwise than in the proof, by up to %.3g",
                          all->scene->robots[robot].joints[all->variables[v].joint].name, away[known]);
    }
    return true;
}

bool motions_agree(const source_bodies *all, const source_motion *of, double since, const motion *own,
                   const int *variables, double *away, refusal *why)
{
    double end = 0;
    for (size_t k = 0; k < of->track_count; k++)
        end = fmax(end, of->tracks[k].last);
    if (own->begin != fmin(since, end) || own->end != end)
        return refuse(why, "it begins or ends at another time than in the proof");
    for (size_t r = 0; r < all->scene->robot_count; r++) {
        const source_track none = {.robot = (int)r};
        const source_track *found = NULL;
        for (size_t k = 0; k < of->track_count; k++)
            if (of->tracks[k].robot == (int)r)
                found = &of->tracks[k];
        const track *moved_by = track_of(all, found ? found : &none, own, variables);
        size_t tracks = 0;
        for (size_t k = 0; k < own->track_count; k++) {
            const motion one = {.tracks = &own->tracks[k], .track_count = 1};
            tracks += track_of(all, &none, &one, variables) != NULL;
        }
        if (tracks > 1)
            return refuse(why, "two tracks of the proof move one robot");
        if (!compare_robot(all, (int)r, found, moved_by, own, variables, away, why))
            return false;
    }
    return true;
}
