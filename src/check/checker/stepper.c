/* Steps and layers of the method `expanded`, as numbers. */
#include "check/checker/stepper.h"

#include "math/rounding.h"

enum { MOST_DELAY = 1 << 16 };

double lw_layer_thickness(double expansion, int32_t layer)
{
    return ldexp(expansion, layer);
}

double lw_step_needed(double chord, double bend, double time)
{
    return (chord + bend * time * time / 4) * LW_UPWARD;
}

double lw_step_needed_alone(double chord, double bend, double time)
{
    return (chord + bend * time * time / 8) * LW_UPWARD;
}

double lw_step_time(double speed, double bend, double room)
{
    /* the time h with speed h + bend h^2 / 4 = room, without cancellation */
    double root = sqrt(speed * speed + bend * room);
    return 2 * room / (speed + root);
}

void lw_stepper_rise(lw_stepper *stepper, int32_t layers)
{
    int32_t above = stepper->layer + 1;
    stepper->steps++;
    if (above >= layers || (above >= 0 && stepper->steps < stepper->delay[above]))
        return;
    stepper->layer = above;
    stepper->steps = 0;
}

void lw_stepper_fall(lw_stepper *stepper)
{
    if (stepper->layer >= 0 && stepper->delay[stepper->layer] < MOST_DELAY)
        stepper->delay[stepper->layer] *= 2;
    stepper->layer--;
    stepper->steps = 0;
}
