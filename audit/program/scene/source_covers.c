#include "source_covers.h"

#include <math.h>
#include <string.h>

static bool read_balls(json_t *link, refusal *why)
{
    static const char *const keys[] = {"link", "fingerprint", "excess", "balls", NULL};
    json_t *balls = json_object_get(link, "balls");
    bool good = only_keys(link, keys, "a link", why) && json_is_string(json_object_get(link, "link")) &&
                json_array_size(balls);
    for (size_t i = 0; i < json_array_size(balls) && good; i++) {
        double ball[4];
        good = read_vector(json_array_get(balls, i), 4, ball, why) && ball[3] > 0;
    }
    if (!good && !why->sentence[0])
        refuse(why, "a link has no name, or no balls with a radius");
    return good;
}

bool cover_read(source_scene *scene, const char *path, source_robot *out, refusal *why)
{
    static const char *const keys[] = {"$schema", "description", "leeway_cover", "links", NULL};
    json_error_t error;
    refusal own = {""};
    const source_file *file = source_file_at(&scene->store, path, why);
    if (!file)
        return false;
    out->cover_path = file->path;
    out->cover = json_loadb(file->bytes, file->size, JSON_REJECT_DUPLICATES, &error);
    if (!out->cover)
        return refuse(why, "%.300s:%d: %.100s", path, error.line, error.text);
    json_t *links = json_object_get(out->cover, "links");
    bool good = only_keys(out->cover, keys, "it", &own);
    if (good &&
        (json_integer_value(json_object_get(out->cover, "leeway_cover")) != 1 || !json_is_array(links)))
        good = refuse(&own, "it is no cover of version 1");
    for (size_t i = 0; i < json_array_size(links) && good; i++)
        good = read_balls(json_array_get(links, i), &own);
    return good || refuse(why, "%.150s: %.340s", path, own.sentence);
}

/* The balls of a link in a cover; NULL: it has none. */
static json_t *balls_of_link(json_t *cover, const char *link)
{
    json_t *links = json_object_get(cover, "links");
    for (size_t i = 0; i < json_array_size(links); i++) {
        json_t *own = json_array_get(links, i);
        if (!strcmp(json_string_value(json_object_get(own, "link")), link))
            return json_object_get(own, "balls");
    }
    return NULL;
}

/* By so much the ball of a list that fits best has to grow, so that it contains a ball. *radius: its.
 */
static double least_growth(json_t *balls, vec centre, double radius, double *of)
{
    double least = HUGE_VAL;
    refusal none = {""};
    for (size_t i = 0; i < json_array_size(balls); i++) {
        double ball[4];
        if (!read_vector(json_array_get(balls, i), 4, ball, &none))
            continue;
        const real lacks =
            minus(plus(length(sub(centre, exact_vec(ball))), exact(radius)), exact(ball[3]));
        const double growth = positive(lacks) ? most(lacks) : 0;
        if (!(growth < least))
            continue;
        least = growth;
        *of = ball[3];
    }
    return least;
}

bool cover_compare(const source_bodies *all, const source_body *of, const body *own, const char **file,
                   double *grown, refusal *why)
{
    const double rounding = 0x1p-16; /* of a ball's radius: eight millionths, and single precision */
    const source_robot *robot = of->robot < 0 ? NULL : &all->scene->robots[of->robot];
    json_t *balls = robot && of->link ? balls_of_link(robot->cover, of->link) : NULL;
    *file = balls ? robot->cover_path : NULL;
    *grown = 0;
    if (!balls)
        return true;
    const pose link = all->links[of->robot][link_named(robot, of->link)].at;
    for (size_t i = 0; i < own->cover_count; i++) {
        double radius = 0;
        const vec centre = moved(&of->local, exact_vec(own->cover[i]));
        const double growth = least_growth(balls, turned_back(&link, sub(centre, link.position)),
                                           own->cover[i][3], &radius);
        if (!(growth <= rounding * radius))
            return refuse(why,
                          "%.150s: a ball of body \"%.80s\" reaches %.3g m out of the balls of %.150s",
                          all->scene->path, of->name, growth, robot->cover_path);
        *grown = fmax(*grown, growth);
    }
    return true;
}
