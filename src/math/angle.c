/* Sine and cosine, and the angle of a vector, by SLEEF. */
#include "math/angle.h"

#include <sleef.h>

void lw_sincos(double angle, double *sine, double *cosine)
{
    Sleef_double_2 both = Sleef_cinz_sincosd1_u10purec(angle);
    *sine = both.x;
    *cosine = both.y;
}

double lw_atan2(double y, double x)
{
    return Sleef_cinz_atan2d1_u10purec(y, x);
}
