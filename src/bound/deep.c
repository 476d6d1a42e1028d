#include "bound/deep.h"

#include "body/points.h"
#include "body/raster.h"

enum { PLACES = 16 };

/* A point of an element. False: there is none at hand. */
static bool point_of(const lw_geometry *geometry, uint32_t element, vec3 *out)
{
    if (element < geometry->triangle_count) {
        *out = geometry->triangles[element][0];
        return true;
    }
    if (geometry->points)
        *out = lw_point(geometry->points, element);
    if (geometry->points || !geometry->parts)
        return geometry->points != NULL;
    const lw_part *part = &geometry->parts[element - geometry->triangle_count];
    const vec3 own = part->shape.core == LW_CORE_POLYTOPE ? part->shape.polytope->center : v3(0, 0, 0);
    *out = transform(part->at, own);
    return true;
}

bool lw_deep_elements(const lw_pairing *pairing, uint32_t elements[2])
{
    const bool first = pairing->a->heights || pairing->a->image;
    const lw_geometry *solid = first ? pairing->a : pairing->b;
    const lw_geometry *other = first ? pairing->b : pairing->a;
    if (!solid->heights && !solid->image)
        return false;
    const uint32_t count = lw_element_count(other);
    const uint32_t places = count < PLACES ? count : PLACES;
    for (uint32_t i = 0; i < places; i++) {
        const uint32_t element = (uint32_t)((uint64_t)i * count / places);
        vec3 at;
        if (!point_of(other, element, &at))
            return false;
        at = first ? transform(pairing->b_in_a, at) : transform_back(pairing->b_in_a, at);
        if (lw_raster_element_at(solid, at, &elements[!first])) {
            elements[first] = element;
            return true;
        }
    }
    return false;
}
