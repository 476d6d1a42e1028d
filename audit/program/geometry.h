/* Vectors, poses and convex sets in real numbers. Included by rules.h, once for each kind of real
 * number. */

typedef struct vec {
    real x, y, z;
} vec;

typedef struct pose {
    vec x, y, z, position; /* the images of the axes, and of the origin */
} pose;

static inline vec exact_vec(const double v[3])
{
    return (vec){exact(v[0]), exact(v[1]), exact(v[2])};
}

static inline vec add(vec a, vec b)
{
    return (vec){plus(a.x, b.x), plus(a.y, b.y), plus(a.z, b.z)};
}

static inline vec sub(vec a, vec b)
{
    return (vec){minus(a.x, b.x), minus(a.y, b.y), minus(a.z, b.z)};
}

static inline vec scaled(real s, vec v)
{
    return (vec){times(s, v.x), times(s, v.y), times(s, v.z)};
}

static inline vec opposite(vec v)
{
    return (vec){negative(v.x), negative(v.y), negative(v.z)};
}

static inline real dot(vec a, vec b)
{
    return plus(plus(times(a.x, b.x), times(a.y, b.y)), times(a.z, b.z));
}

static inline vec cross(vec a, vec b)
{
    return (vec){minus(times(a.y, b.z), times(a.z, b.y)), minus(times(a.z, b.x), times(a.x, b.z)),
                 minus(times(a.x, b.y), times(a.y, b.x))};
}

static inline real length(vec v)
{
    return root(dot(v, v));
}

static inline real absolute(real a)
{
    return larger(a, negative(a));
}

static inline vec turned(const pose *at, vec v)
{
    return add(add(scaled(v.x, at->x), scaled(v.y, at->y)), scaled(v.z, at->z));
}

static inline vec turned_back(const pose *at, vec v)
{
    return (vec){dot(at->x, v), dot(at->y, v), dot(at->z, v)};
}

static inline vec moved(const pose *at, vec p)
{
    return add(at->position, turned(at, p));
}

static inline pose composed(const pose *a, const pose *b)
{
    return (pose){turned(a, b->x), turned(a, b->y), turned(a, b->z), moved(a, b->position)};
}

/* b in the frame of a. */
static inline pose relative(const pose *a, const pose *b)
{
    return (pose){turned_back(a, b->x), turned_back(a, b->y), turned_back(a, b->z),
                  turned_back(a, sub(b->position, a->position))};
}

static inline pose identity(void)
{
    const real none = exact(0);
    const real one = exact(1);
    return (pose){{one, none, none}, {none, one, none}, {none, none, one}, {none, none, none}};
}

/* The exact rotation that nine numbers stand for, by Gram and Schmidt's method. */
static inline pose pose_of(const given_pose *given)
{
    const double *r = given->rotation;
    pose out;
    out.position = exact_vec(given->position);
    vec x = exact_vec(r);
    vec y = exact_vec(r + 3);
    out.x = scaled(inverse(length(x)), x);
    y = sub(y, scaled(dot(y, out.x), out.x));
    out.y = scaled(inverse(length(y)), y);
    out.z = cross(out.x, out.y);
    return out;
}

/* ---- support values ----------------------------------------------------------------------------- */

/* The largest product of a point of an element's core and a direction, in the frame of the core. */
static inline real support_of_core(const element *e, vec g)
{
    real along = times(exact(e->half[2]), g.z);
    switch (e->core) {
    case CORE_POINTS: {
        real most = dot(g, exact_vec(e->points[0]));
        for (size_t i = 1; i < e->point_count; i++)
            most = larger(most, dot(g, exact_vec(e->points[i])));
        return most;
    }
    case CORE_SEGMENT:
        return absolute(along);
    case CORE_BOX:
        return plus(
            plus(absolute(times(exact(e->half[0]), g.x)), absolute(times(exact(e->half[1]), g.y))),
            absolute(along));
    case CORE_CYLINDER:
    case CORE_CONE: {
        real across = times(exact(e->base), root(plus(times(g.x, g.x), times(g.y, g.y))));
        return e->core == CORE_CYLINDER ? plus(across, absolute(along))
                                        : larger(minus(across, along), along);
    }
    case CORE_ELLIPSOID: {
        vec own = {times(exact(e->half[0]), g.x), times(exact(e->half[1]), g.y), along};
        return length(own);
    }
    }
    return exact(HUGE_VAL);
}

/* The same of the element, in the frame of its body. at: its pose there; size: the direction's length.
 */
static inline real support_of_element(const element *e, const pose *at, vec g, real size)
{
    real value;
    if (e->has_at)
        value = plus(dot(g, at->position), support_of_core(e, turned_back(at, g)));
    else
        value = support_of_core(e, g);
    return e->radius > 0 ? plus(value, times(exact(e->radius), size)) : value;
}
