/* MoveIt's .scene files: the text in which its RViz plugin saves the objects of a scene. */
#ifndef LW_IO_SCENE_MOVEIT_TEXT_H
#define LW_IO_SCENE_MOVEIT_TEXT_H

#include "io/scene/moveit_object.h"

typedef struct lw_moveit_text {
    struct {
        lw_moveit_object *items; /* in the document */
        size_t count, capacity;
    } objects;
} lw_moveit_text;

/* Whether a text is one: below a line with the scene's name an object begins with *, or a point ends
 * the scene. */
bool lw_moveit_is_text(const char *text);

/* Reads such a text. Errors: syntax, argument (a size that is not above 0, an orientation of length
 * zero, a vertex that there is not), memory. */
lw_status lw_moveit_text_read(lw_document *document, const char *text, size_t length,
                              lw_moveit_text *out);

/* Adds its objects to an open scene. */
lw_status lw_moveit_add_text(lw_scene *scene, lw_document *document, const lw_moveit_text *text);

#endif
