/* Quantises an outline to few bits. */
#include "shape/plane/coarse_outline.h"

static int16_t rounded(double share)
{
    return (int16_t)floor(LW_COARSE_ONE * fmin(fmax(share, -1), 1) + 0.5);
}

static void set_vertex(vec2 from_middle, double extent, int16_t out[2])
{
    if (extent == 0)
        extent = 1;
    out[0] = rounded(from_middle.x / extent);
    out[1] = rounded(from_middle.y / extent);
}

static void set_edge(vec2 from_middle, vec2 edge, lw_coarse_eight *out, uint32_t lane)
{
    double length = length2(edge);
    vec2 n = outward(edge);
    out->x[lane] = length > 0 ? (float)(LW_COARSE_ONE * (n.x / length)) : 0;
    out->y[lane] = length > 0 ? (float)(LW_COARSE_ONE * (n.y / length)) : 0;
    out->out[lane] = length > 0 ? (float)(dot2(n, from_middle) / length) : HUGE_VALF;
}

void lw_coarse_outline_make(const vec2 *vertices, uint32_t count, vec2 middle, double extent,
                            lw_coarse_eight *out)
{
    for (uint32_t i = 0; i < 8 * lw_coarse_eights(count); i++) {
        const vec2 *v = vertices + (i < count ? i : 0);
        vec2 edge = i < count ? sub2(v[1], v[0]) : v2(0, 0);
        set_vertex(sub2(v[0], middle), extent, out[i / 8].vertices[i % 8]);
        set_edge(sub2(v[0], middle), edge, &out[i / 8], i % 8);
    }
}
