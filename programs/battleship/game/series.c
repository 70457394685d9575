/* The mean of a series of values; see series.h. */
#include "battleship/game/series.h"

#include <math.h>

void series_add(struct series *series, double value)
{
    double difference = value - series->mean;
    series->count++;
    series->mean += difference / (double)series->count;
    series->squares += difference * (value - series->mean);
}

double series_variance(const struct series *series)
{
    double count = (double)series->count;
    return count < 2 ? (double)NAN : series->squares / (count - 1) / count;
}

double series_error(const struct series *series)
{
    return sqrt(series_variance(series));
}
