/* Writes the answers of all methods to one motion as a field of its result (lw_cross). */
#include "io/result/cross_json.h"

#include <inttypes.h>
#include <stdio.h>

#include "io/result/fields.h"
#include "io/result/result_json.h"
#include "io/text/json_write.h"
#include "motion/motion.h"

/* The verdict's word for each method; null: it does not serve. */
static void methods_field(lw_text *text, const lw_cross *cross)
{
    lw_json_write_key(text, "methods");
    for (size_t i = 0; i < cross->method_count; i++) {
        lw_text_put(text, i ? ", " : "{");
        lw_json_write_text(text, lw_method_name((lw_method)i));
        lw_text_put(text, ": ");
        if (cross->verdicts[i])
            lw_json_write_text(text, lw_verdict_name(cross->verdicts[i]->kind));
        else
            lw_text_put(text, "null");
    }
    lw_text_put(text, "}");
}

static void write_conflict(lw_text *text, const lw_scene *scene, const lw_conflict *conflict)
{
    const lw_distance *distance = &conflict->distance;
    lw_text_put(text, "{\"kind\": ");
    lw_json_write_text(text, lw_conflict_name(conflict->kind));
    lw_json_write_key(text, "methods");
    for (int i = 0; i < 2; i++) {
        lw_text_put(text, i ? ", " : "[");
        lw_json_write_text(text, lw_method_name(conflict->methods[i]));
    }
    lw_text_put(text, "]");
    lw_number_field(text, "time", conflict->time);
    if (conflict->pair[0] >= 0) {
        lw_pair_field(text, "pair", scene, conflict->pair);
        lw_number_field(text, "allowed", conflict->allowed);
        lw_list_field(text, "distance", (double[]){distance->lower, distance->upper}, 2);
        lw_number_field(text, "rounding", conflict->rounding);
    }
    lw_text_put(text, "}");
}

static void verdicts_field(lw_text *text, const lw_scene *scene, const lw_cross *cross)
{
    bool any = false;
    lw_json_write_key(text, "verdicts");
    lw_text_put(text, "{");
    for (size_t i = 0; i < cross->method_count; i++) {
        if (!cross->verdicts[i])
            continue;
        lw_text_put(text, any ? ", " : "");
        lw_json_write_text(text, lw_method_name((lw_method)i));
        lw_text_put(text, ": ");
        lw_verdict_write_json(text, scene, cross->verdicts[i]);
        any = true;
    }
    lw_text_put(text, "}");
}

/* The version, and the scene by its fingerprint and its files. */
static void scene_fields(lw_text *text, const lw_scene *scene)
{
    char print[17] = "";
    uint64_t fingerprint = 0;
    if (!lw_scene_fingerprint(scene, &fingerprint, NULL))
        snprintf(print, sizeof print, "%016" PRIx64, fingerprint);
    lw_json_write_key(text, "version");
    lw_json_write_text(text, lw_version());
    lw_json_write_key(text, "fingerprint");
    lw_json_write_text(text, print);
    lw_json_write_key(text, "files");
    lw_text_put(text, "[");
    for (size_t i = 0; i < lw_scene_file_count(scene); i++) {
        lw_text_put(text, i ? ", " : "");
        lw_json_write_text(text, lw_scene_file(scene, i));
    }
    lw_text_put(text, "]");
}

/* A configuration: the values of all joints that have some, by the robot's name and the joint's. */
static void write_configuration(lw_text *text, const lw_motion *motion, double time)
{
    const lw_scene *scene = motion->scene;
    const char *between = "";
    lw_text_put(text, "{\"time\": ");
    lw_json_write_number(text, time);
    lw_text_put(text, ", \"joints\": {");
    for (size_t i = 0; i < lw_scene_joint_count(scene); i++) {
        lw_joint_info info = lw_default_joint_info();
        double values[7];
        if (lw_scene_joint_info(scene, i, &info, NULL) || !info.value_count ||
            lw_motion_joint_values(motion, i, time, values, NULL))
            continue;
        char name[512];
        snprintf(name, sizeof name, "%s/%s", lw_scene_robot_name(scene, info.robot), info.name);
        lw_text_put(text, between);
        lw_json_write_text(text, name);
        lw_text_put(text, ": ");
        lw_json_write_numbers(text, values, info.value_count);
        between = ", ";
    }
    lw_text_put(text, "}}");
}

/* The motion: its configurations where its pieces begin and end, and at the times of conflicts. */
static void motion_field(lw_text *text, const lw_motion *motion, const lw_cross *cross)
{
    lw_json_write_key(text, "motion");
    lw_text_put(text, "[");
    write_configuration(text, motion, motion->begin);
    for (size_t i = 0; i < motion->pieces.count; i++) {
        lw_text_put(text, ", ");
        write_configuration(text, motion, motion->pieces.items[i].end);
    }
    lw_text_put(text, "]");
    lw_json_write_key(text, "at_conflicts");
    lw_text_put(text, "[");
    for (size_t i = 0; i < cross->conflict_count; i++) {
        const double time = cross->conflicts[i].time;
        lw_text_put(text, i ? ", " : "");
        if (time >= motion->begin && time <= motion->end)
            write_configuration(text, motion, time);
        else
            lw_text_put(text, "null");
    }
    lw_text_put(text, "]");
}

void lw_cross_field(lw_text *text, const lw_result *result)
{
    const lw_cross *cross = result->cross;
    lw_text_put(text, ", \"cross\": {\"agree\": ");
    lw_text_put(text, cross->conflict_count ? "false" : "true");
    methods_field(text, cross);
    lw_count_field(text, "grazing", cross->grazing);
    lw_count_field(text, "samples", cross->samples);
    lw_count_field(text, "distances", cross->distances);
    if (cross->conflict_count) {
        lw_json_write_key(text, "conflicts");
        for (size_t i = 0; i < cross->conflict_count; i++) {
            lw_text_put(text, i ? ", " : "[");
            write_conflict(text, result->scene, &cross->conflicts[i]);
        }
        lw_text_put(text, "]");
        verdicts_field(text, result->scene, cross);
        scene_fields(text, result->scene);
        motion_field(text, result->motion, cross);
    }
    lw_text_put(text, "}");
}
