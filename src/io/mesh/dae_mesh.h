/* The parts of the COLLADA reader that its files share: elements by id, lists of numbers, and the
 * polygons of a geometry. */
#ifndef LW_IO_MESH_DAE_MESH_H
#define LW_IO_MESH_DAE_MESH_H

#include "io/mesh/affine.h"
#include "io/mesh/mesh_soup.h"
#include "io/text/xml.h"

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
    } ids;                                     /* sorted by id, name of element, and place */
    lw_dae_numbers positions, indices, counts; /* of the current geometry */
    struct {
        uint32_t *items;
        size_t count, capacity;
    } corners; /* of the current polygon */
} lw_dae;

/* Sorts the ids for lw_dae_refer, once all are listed. */
void lw_dae_sort_ids(lw_dae *dae);

/* The element of a name that an attribute of a node refers to ("#id"). Some exporters count anew in
 * each mesh, so that ids repeat: the element that shares the innermost enclosing element with the node
 * (its mesh, say) is taken. Errors: syntax (no such attribute, another file, no such element, two that
 * are equally near). */
lw_status lw_dae_refer(const lw_dae *dae, const xmlNode *node, const char *attribute, const char *name,
                       const xmlNode **out);

/* The numbers in the text of an element. whole: only whole numbers of 0 or more are accepted. */
lw_status lw_dae_read_numbers(const lw_dae *dae, const xmlNode *node, bool whole, lw_dae_numbers *out);

/* Adds the polygons of a <geometry>, transformed. */
lw_status lw_dae_add_geometry(lw_dae *dae, const xmlNode *geometry, const lw_affine *to_scene);

#endif
