/* A parser of MoveIt's .scene files, in which its RViz plugin saves the objects of a scene. */
#ifndef LW_IO_SCENE_MOVEIT_TEXT_H
#define LW_IO_SCENE_MOVEIT_TEXT_H

#include "io/scene/moveit_object.h"

typedef struct lw_moveit_text {
    struct {
        lw_moveit_object *items; /* in the document */
        size_t count, capacity;
    } objects;
} lw_moveit_text;

/* Whether a text is a .scene file: after a first line, the scene's name, comes a * that begins an
 * object, or a . that ends the scene. */
bool lw_moveit_is_text(const char *text);

/* Reads a .scene file. Errors: syntax, argument (a size of 0 or less, an orientation of length zero, an
 * unknown vertex), memory. */
lw_status lw_moveit_text_read(lw_document *document, const char *text, size_t length,
                              lw_moveit_text *out);

/* Adds the objects of a .scene file to an open scene. */
lw_status lw_moveit_add_text(lw_scene *scene, lw_document *document, const lw_moveit_text *text);

#endif
