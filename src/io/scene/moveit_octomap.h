/* The octree of a MoveIt scene's world. */
#ifndef LW_IO_SCENE_MOVEIT_OCTOMAP_H
#define LW_IO_SCENE_MOVEIT_OCTOMAP_H

#include "io/scene/moveit_world.h"

/* Adds the octree of a world as the obstacle "<octomap>", which is MoveIt's name for it. node: the
 * value of "octomap", an octomap_msgs/OctomapWithPose, or NULL; one without data is ignored. Errors:
 * syntax (also where nobody said what its unknown space is), argument, name, memory. */
lw_status lw_moveit_add_octomap(lw_moveit_world *world, const lw_value *node);

#endif
