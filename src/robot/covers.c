/* Freezing, after the bodies: the covers of those that move with robots. */
#include "robot/frozen.h"
#include "tree/cover.h"

/* Of a link, and of what it carries, which is small and comes and goes. */
enum { LINK_BALLS = 12, OBJECT_BALLS = 6 };

lw_status lw_freeze_covers(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < frozen->moving_count && !status && !scene->model.planar; i++) {
        lw_body *body = &frozen->moving[i];
        if (body->cover)
            continue;
        body->cover_memory = frozen->geometry;
        status = lw_cover_create(&frozen->geometry->arena, body->geometry,
                                 body->link >= 0 ? LINK_BALLS : OBJECT_BALLS, &body->cover, error);
    }
    return status;
}
