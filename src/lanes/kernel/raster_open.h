/* The walk of balls down a raster (lanes/kernel/raster.h), by the tests of poses (raster_poses.h) or of
 * intervals (raster_chords.h), which the including file brings. */
#ifndef LW_LANES_KERNEL_RASTER_OPEN_H
#define LW_LANES_KERNEL_RASTER_OPEN_H

/* The length of the normal (1, slope) of an edge, rounded up. */
LW_INLINED float normal_of(float slope)
{
    return sqrtf(1 + slope * slope) * (1 + 0x1p-20F);
}

/* Those balls that are clear of the planes through one of a pixel's edges and the origin. */
LW_INLINED unsigned clear_of_edges(const cloud_query *q, const raster_block *block)
{
    unsigned clear = 0;
    for (int i = 0; i < 2; i++) {
        clear |= beyond_edge(q, i, block->edge[i][1], normal_of(block->edge[i][1]), 1);
        clear |= beyond_edge(q, i, block->edge[i][0], normal_of(block->edge[i][0]), -1);
    }
    return clear;
}

/* Those balls that the picture of an image holds, between its near plane and its largest depth. */
static unsigned in_picture(const lw_raster *raster, const cloud_query *q)
{
    unsigned in = between_depths(q, raster->near_z, raster->deepest);
    const uint32_t count[2] = {raster->columns, raster->rows};
    for (int i = 0; i < 2; i++) {
        const float end = raster->first[i] + (float)count[i] * raster->step[i];
        in &= beyond_edge(q, i, raster->first[i], normal_of(raster->first[i]), 1);
        in &= beyond_edge(q, i, end, normal_of(end), -1);
    }
    return in;
}

/* Those balls that are clear of both triangles of a height field's cell, by the planes through them. */
static unsigned clear_of_triangles(const lw_raster *raster, const cloud_query *q,
                                   const raster_visit *at, const raster_block *block)
{
    const lw_heights *heights = raster->heights;
    float corner[2][2]; /* the depths of rows, of columns */
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t k = 0; k < 2; k++)
            corner[i][k] = -(float)lw_height(heights, at->row + i, at->column + k);
    unsigned clear = ~0U;
    for (int half = 0; half < 2; half++) {
        const float along_x = (corner[half][1] - corner[half][0]) * raster->inverse[0];
        const float along_y = (corner[1][1 - half] - corner[0][1 - half]) * raster->inverse[1];
        const float normal = sqrtf(1 + along_x * along_x + along_y * along_y) * (1 + 0x1p-20F);
        clear &= before_plane(q, (float[]){block->edge[0][0], block->edge[1][0], corner[0][0]},
                              (float[]){along_x, along_y}, normal);
    }
    return clear;
}

/* Those of `todo` that are not proven clear of what is solid in a block. */
LW_INLINED unsigned open_of_block(const lw_raster *raster, const cloud_query *q,
                                  const raster_reach *reach, const raster_visit *at)
{
    raster_block block;
    lw_floats low[3], high[3];
    if (!block_at(raster, at, &block))
        return 0;
    unsigned open = at->todo & in_window(&block, reach);
    if (!open)
        return 0;
    box_of_block(raster, &block, reach, low, high);
    open &= ~clear_of_boxes(q, low, high);
    if (open && at->level == 0)
        open &=
            raster->heights ? ~clear_of_triangles(raster, q, at, &block) : ~clear_of_edges(q, &block);
    return open;
}

/* Those of `todo` that are not proven clear of a raster. q: places as it sees them. */
static unsigned open_of_raster(const lw_raster *raster, const cloud_query *q, unsigned todo,
                               lw_meter *work)
{
    raster_visit waiting[RASTER_VISITS];
    raster_reach reach;
    raster_cells cells;
    unsigned open = todo & ~reach_of(q, &reach);
    if (raster->unseen)
        open |= todo & ~in_picture(raster, q);
    set_windows(raster, &reach);
    if (!cells_of(raster, &reach, todo & ~open, &cells))
        return open;
    for (int count = first_blocks(raster, &cells, todo, waiting); count > 0 && todo & ~open;) {
        raster_visit at = waiting[--count];
        at.todo &= ~open;
        if (!lw_meter_take(work, 1))
            return todo;
        at.todo = at.todo ? open_of_block(raster, q, &reach, &at) : 0;
        if (at.level == 0)
            open |= at.todo;
        else if (at.todo)
            count = blocks_below(&cells, &at, count, waiting);
    }
    return open;
}

#endif
