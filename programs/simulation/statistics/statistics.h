/* Intervals, tests and ratings; see histogram.h for means. */
#ifndef PROGRAMS_SIMULATION_STATISTICS_STATISTICS_H
#define PROGRAMS_SIMULATION_STATISTICS_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/status.h>

/*
 * A confidence interval for the probability of what happened in `successes` of `trials` trials (E.
 * Wilson, Probable inference, the law of succession, and statistical inference, Journal of the
 * American Statistical Association 22, 1927); of no trials it is from 0 to 1.
 */
void wilson(int64_t successes, int64_t trials, double confidence, double *low, double *high);

/*
 * Adjusts p-values of many tests, so that statements about all of them can be made (S. Holm, A
 * simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6,
 * 1979): if every hypothesis whose adjusted p-value is below 0.05 is rejected, the probability that
 * any true one is rejected is below 0.05. `adjusted` is another array. Takes time of the order n^2,
 * and no memory.
 */
void holm(const double *p, size_t count, double *adjusted);

/*
 * Rates players by the games between them, on Elo's scale: a player whose rating is higher by d
 * wins with probability 1 / (1 + 10^(-d / 400)). The ratings are those that make the results most
 * likely (R. Bradley, M. Terry, Rank analysis of incomplete block designs, Biometrika 39, 1952). A
 * draw counts as half a win of each. The mean of the rated players is 0.
 *
 * `wins` and `draws` are matrices of players times players, row by row: the games that the player
 * of the row has won against that of the column, and those that they drew, which are symmetric.
 *
 * `errors` receives the standard errors of the differences to the mean, from the inverse of the
 * information matrix; they are too great rather than too small where there are many draws.
 *
 * A rating is finite only for players between whom results go both ways (L. Ford, Solution of a
 * ranking problem from binary comparisons, American Mathematical Monthly 64, 1957): from any of
 * them a chain of games that were not lost leads to any other. The largest such group is rated; of
 * groups of one size, the one with the first player. Others have the rating infinity if such a chain
 * leads from them to the group, as for one who won all games; -infinity if it leads from the group
 * to them; and NaN if there is none. Their errors are infinity and NaN. If the rated group is a
 * single player, its rating and error are 0.
 *
 * Returns OK or MEMORY.
 */
bship_status elo(const int64_t *wins, const int64_t *draws, size_t players, double *ratings,
                 double *errors);

#endif
