/* Errors for files that were given with the wrong flag. */
#include "option/wrong_kind.h"

static const struct {
    const char *name;
    const char *takes;
    lw_motion_kind kinds[2];
    bool cell;
} flags[] = {
    [LW_FLAG_PATH] = {"--path", "waypoints", {LW_MOTION_KIND_CSV, LW_MOTION_KIND_TRAJECTORY}, false},
    [LW_FLAG_MOTIONS] = {"--motions", "motions in JSON Lines", {LW_MOTION_KIND_MOTIONS}, false},
    [LW_FLAG_REQUEST] = {"--request", "a planning request", {LW_MOTION_KIND_REQUEST}, false},
    [LW_FLAG_TRAJECTORIES] = {"--trajectories",
                              "motions in JSON Lines",
                              {LW_MOTION_KIND_MOTIONS},
                              true},
    [LW_FLAG_JOBS] = {"--jobs", "jobs in JSON Lines", {LW_MOTION_KIND_JOBS}, true},
};

/* the kinds of files. check: the flag of check, plot and other commands that takes such a file; cell:
 * the flag of cell that does */
static const struct {
    const char *name;
    const char *check;
    const char *cell;
} kinds[] = {
    [LW_MOTION_KIND_CSV] = {"waypoints in CSV", ", which --path takes", ""},
    [LW_MOTION_KIND_MOTIONS] = {"motions in JSON Lines", ", which --motions takes",
                                ", which --trajectories takes"},
    [LW_MOTION_KIND_TRAJECTORY] = {"a joint trajectory", ", which --path takes", ""},
    [LW_MOTION_KIND_REQUEST] = {"a planning request", ", which --request takes", ""},
    [LW_MOTION_KIND_JOBS] = {"jobs of a cell", ", which leeway cell takes by --jobs",
                             ", which --jobs takes"},
    [LW_MOTION_KIND_SCENE] = {"a scene", ", which --scene takes", ", which --scene takes"},
    [LW_MOTION_KIND_SEVERAL] = {"JSON over several lines", "; put each motion on one line",
                                "; put each on one line"},
};

bool lw_wrong_kind(lw_file_flag flag, const char *path, lw_motion_kind kind, lw_error *error)
{
    if (kind == LW_MOTION_KIND_UNKNOWN || kind == flags[flag].kinds[0] || kind == flags[flag].kinds[1])
        return false;
    lw_error_set(error, LW_ERROR_FILE, path, 0, 0, "%s takes %s, and this looks like %s%s",
                 flags[flag].name, flags[flag].takes, kinds[kind].name,
                 flags[flag].cell ? kinds[kind].cell : kinds[kind].check);
    return true;
}
