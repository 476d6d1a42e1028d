/* Steppers: the state of the method `expanded` for one body among the obstacles, or for two bodies that
 * move, on the way along a piece of the motion; and Baginski's steps and layers, as numbers. A layer is
 * the thickness by which bodies are grown for one static test. A step is the time between two tests
 * whose layers together prove it. */
#ifndef LW_CHECK_CHECKER_STEPPER_H
#define LW_CHECK_CHECKER_STEPPER_H

#include "math/vec.h"
#include "scene/frozen.h"

enum {
    LW_MOST_LAYERS = 16,   /* the thickest is LW_MOST_LAYERS - 1 doublings of the expansion */
    LW_MOST_STEPPERS = 512 /* the most steppers that are stepped together */
};

/* The second body of a stepper for one body and all obstacles. */
#define LW_ALL_OBSTACLES UINT32_MAX

typedef struct lw_stepper {
    uint32_t body, other;
    double time;  /* proven up to here */
    double clear; /* at `time` its pairs are farther apart than this, metres, beyond their margins;
                     negative: not known */
    double next;  /* expected time of the next test */
    double speed; /* the last step's chord divided by its time, metres per unit of time; at first an
                     upper bound */
    double skip;  /* length of the part that was given up last; 0: none since a test with layer 0 or
                     above succeeded */
    bool done;
    int32_t layer;  /* layer of the next test: its thickness is the expansion times 2^layer */
    uint32_t steps; /* number of steps with this layer since the layer last changed */
    uint32_t
        delay[LW_MOST_LAYERS]; /* per layer: it is tried after so many steps with the layer below */
    uint32_t met;              /* the obstacle that the last failed test met; or LW_ALL_OBSTACLES */
    int32_t common;            /* the elementary joint that moves both bodies; -1: the world */
    pose at[2];                /* of the bodies at `time`, in the frame of that joint */
    double error;              /* rounding error of the positions of their points then */
    double bend; /* a bound on the second derivative of the points' paths in the piece, both bodies' */
} lw_stepper;

/* The thickness of a layer, in metres. Layer 0 is as thick as the expansion, each other layer twice as
 * thick as the one below it. */
double lw_layer_thickness(double expansion, int32_t layer);

/* The least sum of the thicknesses of the layers at both ends that proves a step: the chord of the
 * bodies' points plus twice their deviation from it, which is bend * time^2 / 8. Rounded up. */
double lw_step_needed(double chord, double bend, double time);

/* The least thickness of the layer at the beginning that proves a step without a test at its end: the
 * chord plus the deviation. Rounded up. */
double lw_step_needed_alone(double chord, double bend, double time);

/* The expected length of a step: the time after which the chord, at a speed, plus twice the deviation
 * from it reach `room`. Infinite where nothing moves. (Baginski's (7) and (8) solve this
 * approximately.) */
double lw_step_time(double speed, double bend, double room);

/* Set the layer of the next test: lw_stepper_rise after a test that found the stepper's pairs apart,
 * lw_stepper_fall after one that did not. */
void lw_stepper_rise(lw_stepper *stepper, int32_t layers);
void lw_stepper_fall(lw_stepper *stepper);

#endif
