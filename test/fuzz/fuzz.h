/* Fuzzing: functions that take any bytes and must return, with an answer or an error. libFuzzer calls
 * them with bytes that it makes up (engine.c, `./run fuzz`), the tests with the files in corpus/
 * (test_fuzz.c). A violated condition ends the program. */
#ifndef LW_TEST_FUZZ_H
#define LW_TEST_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "leeway/leeway.h"

typedef struct fuzz_target {
    const char *name; /* also of its folder in corpus/ */
    void (*run)(const uint8_t *bytes, size_t size);
} fuzz_target;

enum { FUZZ_TARGETS = 26 };

extern const fuzz_target fuzz_targets[FUZZ_TARGETS];

/* NULL if there is none. */
const fuzz_target *fuzz_find(const char *name);

/* Ends the program if a condition does not hold. */
#define fuzz_require(condition) ((condition) ? (void)0 : fuzz_fail(#condition, __FILE__, __LINE__))
_Noreturn void fuzz_fail(const char *condition, const char *file, int line);

/* Writes the bytes into a file with that ending, in a folder that is removed when the program ends. The
 * path lives until the next call with this ending. */
const char *fuzz_file(const uint8_t *bytes, size_t size, const char *ending);

/* Requires that a failed call fills the error with one sentence, and a successful call leaves it empty.
 * Returns whether the call succeeded. */
bool fuzz_answer(lw_status status, const lw_error *error);

/* Requires that a check's answer is possible: times in order, bodies that exist, distances that are
 * numbers. */
void fuzz_verdict(const lw_scene *scene, const lw_motion *motion, const lw_verdict *verdict);

/* Freezes a scene, and if that succeeds checks a motion from one end of its joints' range to the other
 * with few queries. */
void fuzz_freeze(lw_scene *scene);

/* ---- bytes as choices ---- */

typedef struct fuzz_bytes {
    const uint8_t *at, *end;
} fuzz_bytes;

/* The next byte; 0 at the end. */
unsigned fuzz_byte(fuzz_bytes *bytes);
/* A number, sometimes a hard one: 0, huge, tiny, not finite. */
double fuzz_number(fuzz_bytes *bytes);
/* A number in [low, high]. */
double fuzz_between(fuzz_bytes *bytes, double low, double high);

/* ---- the targets ---- */

void fuzz_scene_json(const uint8_t *bytes, size_t size);
void fuzz_scene_moveit(const uint8_t *bytes, size_t size);
void fuzz_urdf(const uint8_t *bytes, size_t size);
void fuzz_srdf(const uint8_t *bytes, size_t size);
void fuzz_cover(const uint8_t *bytes, size_t size);
void fuzz_motion_json(const uint8_t *bytes, size_t size);
void fuzz_csv(const uint8_t *bytes, size_t size);
void fuzz_joint_trajectory(const uint8_t *bytes, size_t size);
void fuzz_request(const uint8_t *bytes, size_t size);
void fuzz_job_json(const uint8_t *bytes, size_t size);
void fuzz_stl(const uint8_t *bytes, size_t size);
void fuzz_obj(const uint8_t *bytes, size_t size);
void fuzz_ply(const uint8_t *bytes, size_t size);
void fuzz_pcd(const uint8_t *bytes, size_t size);
void fuzz_npy(const uint8_t *bytes, size_t size);
void fuzz_cloud_message(const uint8_t *bytes, size_t size);
void fuzz_octree(const uint8_t *bytes, size_t size);
void fuzz_dae(const uint8_t *bytes, size_t size);
void fuzz_gltf(const uint8_t *bytes, size_t size);
void fuzz_glb(const uint8_t *bytes, size_t size);
void fuzz_interface(const uint8_t *bytes, size_t size);
void fuzz_polygon(const uint8_t *bytes, size_t size);
void fuzz_convex(const uint8_t *bytes, size_t size);
void fuzz_session(const uint8_t *bytes, size_t size);
/* They do nothing where leeway-audit is not built. */
void fuzz_audit(const uint8_t *bytes, size_t size);
void fuzz_audit_files(const uint8_t *bytes, size_t size);

#endif
