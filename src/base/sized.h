/* Versioned structs of the public interface: each begins with its size in the version that the caller
 * was compiled with, and later versions append members. A new member begins at or behind the former end
 * of the struct, padding included. */
#ifndef LW_BASE_SIZED_H
#define LW_BASE_SIZED_H

#include "leeway/leeway.h"

/* All versioned structs: X(noun, the function that starts it, the last member of its first version). A
 * row stays as it is when its struct grows. test_sized compares the list with the header. */
#define LW_SIZED_STRUCTS(X)                                                                            \
    X(shape_def, default_shape, mesh_mode)                                                             \
    X(joint_def, default_joint, acceleration)                                                          \
    X(payload, default_payload, may_touch_count)                                                       \
    X(track, default_track, payload_count)                                                             \
    X(check_options, default_check_options, unmeasured)                                                \
    X(verdict, default_verdict, samples)                                                               \
    X(rows, default_rows, seconds)                                                                     \
    X(answers, default_answers, self_clearance)                                                        \
    X(robot_info, default_robot_info, state_count)                                                     \
    X(link_info, default_link_info, parent_joint)                                                      \
    X(joint_info, default_joint_info, acceleration)                                                    \
    X(state_info, default_state_info, count)                                                           \
    X(body_info, default_body_info, shape_count)                                                       \
    X(body_shape, default_body_shape, file)                                                            \
    X(cover_info, default_cover_info, file)                                                            \
    X(pair_info, default_pair_info, padding)                                                           \
    X(payload_info, default_payload_info, link)                                                        \
    X(mesh_info, default_mesh_info, cavity_count)                                                      \
    X(component_info, default_component_info, high)                                                    \
    X(joint_limits, default_joint_limits, acceleration)                                                \
    X(motion_defaults, default_motion_defaults, no_wrap)                                               \
    X(result, default_result, near_count)                                                              \
    X(session_options, default_session_options, defaults)                                              \
    X(claim, default_claim, stage)                                                                     \
    X(step, default_step, stage)                                                                       \
    X(claimed_motion, default_claimed_motion, claim_count)                                             \
    X(curve, default_curve, points)                                                                    \
    X(trace, default_trace, proof_count)                                                               \
    X(cross_options, default_cross_options, samples)                                                   \
    X(cross, default_cross, conflict_count)                                                            \
    X(plan_space, default_plan_space, rest)                                                            \
    X(plan_options, default_plan_options, roadmap)                                                     \
    X(plan, default_plan, goal)                                                                        \
    X(timing, default_timing, corners)                                                                 \
    X(timed_path, default_timed_path, waypoints)                                                       \
    X(timed_options, default_timed_options, acceleration)                                              \
    X(roadmap_options, default_roadmap_options, stop_context)                                          \
    X(cell_verdict, default_cell_verdict, queries)                                                     \
    X(job, default_job, count)                                                                         \
    X(delay_options, default_delay_options, stop_context)                                              \
    X(delays, default_delays, complete)                                                                \
    X(work_tables, default_work_tables, reach)                                                         \
    X(work_options, default_work_options, start)                                                       \
    X(work_plan, default_work_plan, linear)                                                            \
    X(schedule_options, default_schedule_options, stop_context)                                        \
    X(page_options, default_page_options, viewer_size)                                                 \
    X(page_motion, default_page_motion, step_count)                                                    \
    X(spline, default_spline, duration)                                                                \
    X(verify_options, default_verify_options, check)                                                   \
    X(safety, default_safety, stops_until)                                                             \
    X(gate_options, default_gate_options, check)                                                       \
    X(gate_request, default_gate_request, scene)                                                       \
    X(gate_answer, default_gate_answer, queries)                                                       \
    X(convex_contact, default_convex_contact, queries)                                                 \
    X(contact_options, default_contact_options, trusted)                                               \
    X(meeting_options, default_meeting_options, apart)                                                 \
    X(meeting_info, default_meeting_info, boxes)

/* The name and the sizes of a versioned struct. */
typedef struct lw_sized {
    const char *name;  /* without lw_: "check_options" */
    const char *start; /* the function that sets its defaults, likewise without lw_ */
    size_t first;      /* its size in the first version that has it */
    size_t now;        /* its size in this version */
} lw_sized;

#define LW_SIZED_DECLARE(noun, start, last)                                                            \
    extern const lw_sized lw_sized_##noun;                                                             \
    static inline void lw_sized_start_##noun(lw_##noun *room)                                          \
    {                                                                                                  \
        *room = lw_##start();                                                                          \
    }
LW_SIZED_STRUCTS(LW_SIZED_DECLARE)

#define LW_SIZED(noun) (&lw_sized_##noun)

/* No struct grows by more bytes than this: a larger size means that struct_size was not set.
 * docs/decisions/interface.md, "A struct that may grow begins with its size". */
enum { LW_SIZED_MOST_GROWTH = 4096 };

/* A struct that the library owns and shows to the caller. The bytes behind it are zero, so that a newer
 * program, which has a longer struct, reads zero in members that this version does not have. Zero all
 * of it before its first use. */
#define LW_SIZED_SHOWN(noun)                                                                           \
    struct {                                                                                           \
        lw_##noun known;                                                                               \
        unsigned char behind[LW_SIZED_MOST_GROWTH];                                                    \
    }

/* Checks by its struct_size that the caller has initialised the struct by its lw_default function, so
 * that it can be read and written. Errors: argument. */
lw_status lw_sized_check(const lw_sized *type, const void *given, lw_error *error);

/* Copies the members of the caller's struct into `full`, which holds the defaults and keeps its own
 * size. Errors: argument (it is not initialised, or sets a member that this version does not have). */
lw_status lw_sized_read(const lw_sized *type, const void *given, void *full, lw_error *error);

/* Copies a full struct into the caller's, up to the caller's size, which is kept. Members that this
 * version does not have become zero. */
void lw_sized_write(const lw_sized *type, const void *full, void *out);

/* `given` points to a struct of the caller's, or is NULL. Where that struct has another size than this
 * version's, it is copied into room, and given then points to the copy. status: LW_OK before; errors as
 * lw_sized_read. */
#define LW_SIZED_TAKE(noun, given, room, status, error)                                                \
    do {                                                                                               \
        if ((given) && (given)->struct_size != sizeof *(room)) {                                       \
            lw_sized_start_##noun(room);                                                               \
            (status) = lw_sized_read(LW_SIZED(noun), (given), (room), (error));                        \
            (given) = (room);                                                                          \
        }                                                                                              \
    } while (0)

#endif
