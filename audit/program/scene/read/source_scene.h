/* A scene as its files describe it: robots with links and joints, obstacles, attached objects, and the
 * distances that pairs have to keep. Numbers are the doubles nearest to the texts in the files; what
 * follows from them by arithmetic is a ball of 128 bits. */
#ifndef LW_AUDIT_SOURCE_SCENE_H
#define LW_AUDIT_SOURCE_SCENE_H

#include "audit.h"
#include "mesh_files.h"
#include "real_arb.h"

#include "geometry.h"

/* Links or joints of a robot: more are no robot. */
enum { MOST_LINKS = 4096 };

typedef enum source_kind {
    SOURCE_POINT,
    SOURCE_SEGMENT,
    SOURCE_BOX,
    SOURCE_CYLINDER,
    SOURCE_CONE,
    SOURCE_ELLIPSOID,
    SOURCE_POLYTOPE,
    SOURCE_POLYGON, /* an outline in the plane */
    SOURCE_CLOUD,   /* balls about the vertices */
    SOURCE_MESH
} source_kind;

typedef struct source_shape {
    source_kind kind;
    pose at;      /* in its link or object */
    real radius;  /* that of the shape and its rounding */
    real half[3]; /* half sizes; of a round shape its radius, twice, and half its length */
    double (*vertices)[3];
    size_t vertex_count;
    const mesh *mesh;
    const char *unread, *unread_file; /* why its vertices are not known; NULL: they are */
    double factors[3];                /* of the mesh's coordinates */
    bool is_scaled;                   /* vertices are scaled about their middle, behind the factors */
    real scale;
    vec middle;
    bool is_surface; /* the mesh has no inside, whatever the scene says */
} source_shape;

typedef struct source_shapes {
    source_shape *items;
    size_t count;
} source_shapes;

typedef struct source_link {
    const char *name;
    source_shapes shapes;
} source_link;

typedef enum joint_kind {
    JOINT_FIXED,
    JOINT_REVOLUTE,
    JOINT_CONTINUOUS,
    JOINT_PRISMATIC,
    JOINT_PLANAR,
    JOINT_FLOATING
} joint_kind;

typedef struct source_joint {
    const char *name, *parent, *child;
    joint_kind kind;
    pose origin;
    double axis[3];
    const char *mimics; /* NULL: none */
    double multiplier, offset;
} source_joint;

/* Two links that may meet, or not. */
typedef struct source_rule {
    const char *links[2]; /* the second NULL: all others of the robot */
    bool allowed;
} source_rule;

typedef struct source_robot {
    const char *name;
    pose base;
    source_link *links;
    size_t link_count;
    source_joint *joints;
    size_t joint_count;
    source_rule *rules; /* of the SRDF: a later one counts more */
    size_t rule_count;
    json_t *json;           /* what the scene has of it */
    const struct xml *srdf; /* NULL: none */
    json_t *cover;          /* the balls of its links; NULL: none */
    const char *cover_path;
} source_robot;

/* An obstacle, or an object that a link carries. */
typedef struct source_object {
    const char *name;
    int robot; /* -1: an obstacle */
    const char *link;
    json_t *touch; /* names of links; NULL: none */
    source_shapes shapes;
} source_object;

typedef struct source_scene {
    source_store store;
    const char *path;
    json_t *json;
    json_t *matrix;     /* rules of MoveIt's matrix, a later one counting more; NULL: none */
    const char *folder; /* in which names of files are looked for */
    bool planar, solid;
    double margin, self_margin;
    source_robot *robots;
    size_t robot_count;
    source_object *objects;
    size_t object_count;
    mesh *meshes;
} source_scene;

/* Reads a scene, in JSON or MoveIt's YAML, with the robots of the options, and all files that they
 * name.
 */
bool scene_file_read(source_scene *out, const audit_options *options, refusal *why);
void source_scene_free(source_scene *scene);

/* Reads a robot's links and joints. */
bool urdf_read(source_scene *scene, const char *path, source_robot *out, refusal *why);

/* Reads which links may meet, and keeps the rest for motions. */
bool srdf_read(source_scene *scene, const char *path, source_robot *out, refusal *why);

/* A mesh, whose file is read once; `unread` if it is not found. NULL: the file is damaged. */
const mesh *scene_mesh(source_scene *scene, const char *name, const char *folder, refusal *why);

pose pose_of_angles(const double position[3], const double angles[3]);
bool pose_of_quaternion(const double position[3], const double xyzw[4], pose *out);

/* The number of a kind of joint; -1: it is none. */
int joint_kind_named(const char *name);

/* At most so much, as a double that is rounded up. */
double most(real value);

#endif
