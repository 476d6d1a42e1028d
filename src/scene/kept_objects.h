/* A copy of a model's objects, from which a loader restores them if it fails. */
#ifndef LW_SCENE_KEPT_OBJECTS_H
#define LW_SCENE_KEPT_OBJECTS_H

#include "scene/model.h"

typedef struct lw_kept_objects {
    lw_model_object *objects;
    size_t object_count;
    lw_model_shape *shapes;
    size_t shape_count;
    lw_name_table names;
    bool obstacles_differ;
} lw_kept_objects;

/* Copies the lists. One of the two below must follow. Errors: memory. */
lw_status lw_kept_objects_take(const lw_model *model, lw_kept_objects *out, lw_error *error);
/* Gives up the copies. */
void lw_kept_objects_forget(lw_kept_objects *kept);
/* Restores the model's objects and their shapes. Links must not have got shapes since. */
void lw_kept_objects_restore(lw_kept_objects *kept, lw_model *model);

#endif
