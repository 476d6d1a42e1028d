/* Polynomials of low degree, lowest power first: values, derivatives, and where they change their sign.
 */
#ifndef LW_MATH_POLYNOMIAL_H
#define LW_MATH_POLYNOMIAL_H

enum { LW_POLYNOMIAL_DEGREE = 9 /* the highest degree */ };

/* The value at u, by Horner's scheme. */
static inline double lw_polynomial_value(const double *c, int degree, double u)
{
    double value = c[degree];
    for (int i = degree; i-- > 0;)
        value = value * u + c[i];
    return value;
}

/* Writes the derivative, of degree max(degree - 1, 0). out may be c. */
static inline void lw_polynomial_derive(const double *c, int degree, double *out)
{
    for (int i = 1; i <= degree; i++)
        out[i - 1] = i * c[i];
    if (degree == 0)
        out[0] = 0;
}

/* Finds where a polynomial changes its sign on [from, to], within [0, 1]: at most `degree` places,
 * ascending, each to within 2^-52. Between two neighbours, and between them and the ends, it has one
 * sign up to rounding; zero counts as negative. Returns their number.
 *
 * Between two sign changes of its derivative a polynomial is monotone, so that a bisection there misses
 * none. The derivatives' sign changes are found first, beginning with the linear one. */
int lw_polynomial_crossings(const double *c, int degree, double from, double to,
                            double out[LW_POLYNOMIAL_DEGREE]);

#endif
