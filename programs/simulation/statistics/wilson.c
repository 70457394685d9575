/* Wilson's interval; see statistics.h. */
#include <math.h>

#include "simulation/statistics/statistics.h"
#include "simulation/statistics/student.h"

void wilson(int64_t successes, int64_t trials, double confidence, double *low, double *high)
{
    *low = 0.0;
    *high = 1.0;
    double n = (double)trials, s = (double)successes, f = (double)(trials - successes);
    double z = normal_quantile(1.0 - confidence), square = z * z;
    double reach = z * sqrt(s * f / (n > 0.0 ? n : 1.0) + square / 4.0);
    if (successes > 0)
        *low = (s + square / 2.0 - reach) / (n + square);
    if (successes < trials)
        *high = (s + square / 2.0 + reach) / (n + square);
}
