/* Loads Clp. */
#include "schedule/clp.h"

#include "base/platform.h"

#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static lw_clp clp;
static bool there;

static void load(void)
{
    void *library = lw_library_open("Clp", 1);
    if (!library)
        return;
    const struct {
        const char *name;
        void *function;
    } wanted[] = {
        {"Clp_newModel", &clp.new_model},
        {"Clp_deleteModel", &clp.delete_model},
        {"Clp_setLogLevel", &clp.set_log_level},
        {"Clp_setMaximumSeconds", &clp.set_maximum_seconds},
        {"Clp_resize", &clp.resize},
        {"Clp_chgColumnLower", &clp.set_column_lower},
        {"Clp_chgColumnUpper", &clp.set_column_upper},
        {"Clp_chgObjCoefficients", &clp.set_objective},
        {"Clp_addRows", &clp.add_rows},
        {"Clp_dual", &clp.dual},
        {"Clp_status", &clp.status},
        {"Clp_primalColumnSolution", &clp.primal_columns},
        {"Clp_dualRowSolution", &clp.dual_rows},
    };
    int (*version)(void) = NULL;
    there = lw_library_find(library, "Clp_VersionMajor", &version) && version() == 1;
    for (size_t i = 0; there && i < sizeof wanted / sizeof *wanted; i++)
        there = lw_library_find(library, wanted[i].name, wanted[i].function);
}

const lw_clp *lw_clp_load(void)
{
    pthread_once(&once, load);
    return there ? &clp : NULL;
}
