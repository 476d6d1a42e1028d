/* Planners and their roadmaps. */
#ifndef LEEWAY_PYTHON_PLANNER_H
#define LEEWAY_PYTHON_PLANNER_H

#include "core.h"

typedef struct core_planner {
    PyObject_HEAD core_scene *scene;
    PyObject *joints, *rest; /* held for the planner */
    lw_planner *planner;
    unsigned forks; /* core_forks() when it was made */
    bool busy;      /* a call runs */
} core_planner;
extern PyTypeObject *core_planner_type;
/* Begins the one call that a planner takes at a time; false with an exception. */
bool core_planner_begin(core_planner *self);

typedef struct core_roadmap {
    PyObject_HEAD core_planner *planner;
    lw_roadmap *roadmap;
} core_roadmap;
extern PyTypeObject *core_roadmap_type;

#endif
