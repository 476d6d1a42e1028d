/* The parts of the COLLADA reader that its two files share: elements by id, lists of numbers, and the
 * polygons of a geometry. */
#ifndef LW_IO_DAE_MESH_H
#define LW_IO_DAE_MESH_H

#include "io/affine.h"
#include "io/mesh_soup.h"
#include "io/xml.h"

typedef struct lw_dae_id {
    const char *id;
    const xmlNode *node;
} lw_dae_id;

typedef struct lw_dae_numbers {
    double *items;
    size_t count, capacity;
} lw_dae_numbers;

typedef struct lw_dae {
    lw_xml xml;
    lw_mesh_soup *soup;
    struct {
        lw_dae_id *items;
        size_t count, capacity;
    } ids;                                     /* sorted */
    lw_dae_numbers positions, indices, counts; /* of the current geometry */
    struct {
        uint32_t *items;
        size_t count, capacity;
    } corners; /* of the current polygon */
} lw_dae;

/* The element of a name that an attribute of a node refers to ("#id"). Error syntax where the
 * attribute is missing, or refers to another file or to no such element. */
lw_status lw_dae_refer(const lw_dae *dae, const xmlNode *node, const char *attribute, const char *name,
                       const xmlNode **out);

/* The numbers that an element holds. whole: only whole numbers of 0 or more are accepted. */
lw_status lw_dae_read_numbers(const lw_dae *dae, const xmlNode *node, bool whole, lw_dae_numbers *out);

/* Adds the polygons of a <geometry>, transformed. */
lw_status lw_dae_add_geometry(lw_dae *dae, const xmlNode *geometry, const lw_affine *to_scene);

#endif
