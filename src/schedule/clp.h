/* The solver of linear programs: Clp of COIN-OR, a library that is looked for when it is needed, and
 * that Leeway does without. What it answers is not trusted: lw_solver_linear_bound computes a bound
 * from its dual values by itself. */
#ifndef LW_SCHEDULE_CLP_H
#define LW_SCHEDULE_CLP_H

typedef struct lw_clp_model lw_clp_model;

/* Functions of Clp's C interface, version 1 (Clp_C_Interface.h). */
typedef struct lw_clp {
    lw_clp_model *(*new_model)(void);
    void (*delete_model)(lw_clp_model *model);
    void (*set_log_level)(lw_clp_model *model, int level);
    void (*set_maximum_seconds)(lw_clp_model *model, double seconds);
    void (*resize)(lw_clp_model *model, int rows, int columns);
    void (*set_column_lower)(lw_clp_model *model, const double *lower);
    void (*set_column_upper)(lw_clp_model *model, const double *upper);
    void (*set_objective)(lw_clp_model *model, const double *objective);
    void (*add_rows)(lw_clp_model *model, int count, const double *lower, const double *upper,
                     const int *start, const int *columns, const double *values);
    int (*dual)(lw_clp_model *model, int values_pass);
    int (*status)(lw_clp_model *model);
    double *(*primal_columns)(lw_clp_model *model);
    double *(*dual_rows)(lw_clp_model *model);
} lw_clp;

/* The functions, or NULL where there is no Clp of this version. Any thread may ask; the library is
 * loaded once, and stays. */
const lw_clp *lw_clp_load(void);

#endif
