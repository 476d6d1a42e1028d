/* The camera of a depth image. */
#ifndef LEEWAY_CAMERA_H
#define LEEWAY_CAMERA_H

/* A pinhole camera without distortion, in its optical frame: x to the right in the picture, y down, z
 * forward, the origin where all rays meet. A point at x, y, z is seen in column fx x / z + cx and row
 * fy y / z + cy; the pixel of row i and column k is the square from i - 1/2 to i + 1/2 and from k - 1/2
 * to k + 1/2. A plain value, like lw_pose: all of it is zero at first. */
typedef struct lw_camera {
    double fx, fy;         /* focal lengths in pixels, > 0 */
    double cx, cy;         /* the pixel that looks along z */
    double near_z, far_z;  /* where it measures, metres along z: 0 < near_z < far_z <= 1000 */
    double error;          /* a measured depth may be wrong by this, metres, >= 0, */
    double relative_error; /* and by this share of itself, 0 or more and below 1 */
} lw_camera;

#endif
