/*
 * What looking ahead is worth, almost without the luck of layouts, and the time that it takes:
 * `benchmark-lookahead [GAMES [LAYOUTS [SEED [KEYWORD VALUE]...]]]`, where a keyword is `fleet`,
 * `board`, a rule such as `contact`, `work`, the work limit of `search`, or `judge`, that of the
 * judge. A preset fleet has the contact rule that it is usually played with.
 *
 * `search` is compared with greedy play, which always fires at the likeliest cell: the policy that
 * it improves. In each game `search` plays until at most so many layouts agree with its chart. The
 * shots that a decision saves are the value of the likeliest cell less that of the cell fired at,
 * if greedy play follows both; their sum over a game is what the game saves (the performance
 * difference lemma: Kakade and Langford 2002). A judge, `search` with more work and another seed,
 * finds these values. From few layouts on, the expected number of further shots of both is computed
 * over all of them, by following every report that a shot can have.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <battleship/experimental/search.h>

#include "rules_arguments.h"
#include "strategy/ai.h"
#include "strategy/posterior.h"

enum {
    GREEDY,
    SEARCH,
    STRATEGIES
};

enum {
    CANDIDATES = 256,
    JUDGE_WORK = 4 /* times the default, by default */
};

/* The number of layouts that agree with a chart. */
static double count_layouts(bship_posterior *posterior, const bship_chart *chart)
{
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_status status = bship_posterior_update(posterior, chart, NULL);
    if (status == BSHIP_ERROR_CONTRADICTION)
        return 0;
    check(status, "a posterior");
    check(bship_posterior_describe(posterior, &info), "its number of layouts");
    return isnan(info.layouts) ? HUGE_VAL : info.layouts;
}

/* ---- greedy play ---- */

static bship_status rank_by_occupancy(void *state, const bsi_view *view, size_t count)
{
    return bsi_strategy_posterior_analyse(state, view, count, view->work_limit);
}

/* An AI that fires at the likeliest cell: `posterior`, but ranking by occupancy. */
static void make_greedy(bship_ai **out, const bship_rules *rules)
{
    static bsi_strategy greedy;
    greedy = bsi_strategy_posterior;
    greedy.prepare = rank_by_occupancy;
    check(bship_ai_new(out, rules, greedy.name, NULL, NULL), "greedy play");
    (*out)->strategy = &greedy;
}

/* ---- the rest of a game ---- */

struct walk {
    bship_ai *ai;
    bship_posterior *posterior;
    bship_chart *chart;
    int32_t cells; /* of the fleet */
};

/* What the reports of a shot come to, over all layouts that agree with the chart. */
struct outcome {
    double layouts; /* that would give one of the reports */
    double shots;   /* the further shots of these layouts together */
};

static double rest(const struct walk *walk, double layouts);

/* Adds a report of a shot at a cell to an outcome. */
static void add_report(const struct walk *walk, bship_cell cell, const bship_report *report,
                       struct outcome *outcome)
{
    int64_t turns = bship_chart_turns(walk->chart);
    if (bship_chart_record(walk->chart, cell, report, NULL))
        return;
    double layouts = count_layouts(walk->posterior, walk->chart);
    outcome->layouts += layouts;
    outcome->shots += layouts > 0 ? layouts * rest(walk, layouts) : 0;
    check(bship_chart_truncate(walk->chart, turns), "a shot taken back");
}

static int32_t first_of_length(const bship_fleet *fleet, int32_t ship)
{
    int32_t first = 0;
    while (bship_fleet_length(fleet, first) != bship_fleet_length(fleet, ship))
        first++;
    return first;
}

/* Adds all reports with a result, which disclose the name of a ship, its length or neither. */
static void add_result(const struct walk *walk, bship_cell cell, int32_t result, bool has_name,
                       bool has_length, struct outcome *outcome)
{
    const bship_fleet *fleet = bship_rules_fleet(bship_chart_rules(walk->chart));
    bship_report report = BSHIP_REPORT_INIT;
    report.result = result;
    if (!has_length)
        add_report(walk, cell, &report, outcome);
    for (int32_t ship = 0; has_length && ship < bship_fleet_count(fleet); ship++) {
        int32_t first =
            has_name ? bship_fleet_first_of_name(fleet, ship) : first_of_length(fleet, ship);
        report.ship = has_name ? ship : -1;
        report.length = bship_fleet_length(fleet, ship);
        if (ship == first)
            add_report(walk, cell, &report, outcome);
    }
}

/* The outcome of a shot at a cell. */
static struct outcome fire_at(const struct walk *walk, bship_cell cell)
{
    int32_t disclosure = bship_rules_get(bship_chart_rules(walk->chart), BSHIP_RULE_DISCLOSURE);
    bool names_hits = disclosure == BSHIP_DISCLOSURE_EVERY_HIT;
    bool names_sinkings = names_hits || disclosure == BSHIP_DISCLOSURE_SHIP;
    bool tells_lengths = names_sinkings || disclosure == BSHIP_DISCLOSURE_LENGTH;
    struct outcome outcome = { 0, 0 };
    add_result(walk, cell, BSHIP_RESULT_MISS, false, false, &outcome);
    add_result(walk, cell, BSHIP_RESULT_HIT, names_hits, names_hits, &outcome);
    if (disclosure != BSHIP_DISCLOSURE_HIT)
        add_result(walk, cell, BSHIP_RESULT_SUNK, names_sinkings, tells_lengths, &outcome);
    return outcome;
}

/* The expected number of further shots over the layouts that agree with the chart. */
static double rest(const struct walk *walk, double layouts)
{
    bship_cell cell;
    if (bship_chart_is_defeated(walk->chart))
        return 0;
    /* Of one layout all cells are known. */
    if (layouts == 1)
        return walk->cells - bship_chart_hits(walk->chart);
    check(bship_ai_aim(walk->ai, walk->chart, NULL, &cell), "an aim");
    struct outcome outcome = fire_at(walk, cell);
    if (outcome.layouts != layouts) {
        fprintf(stderr, "%g of %g layouts are reported otherwise\n", layouts - outcome.layouts,
                layouts);
        exit(EXIT_FAILURE);
    }
    return 1 + outcome.shots / layouts;
}

/* ---- the way there ---- */

/* The processor seconds of decisions. */
struct times {
    int count;
    double sum;
    double longest;
};

/* What all walks share, and the walks. */
struct setting {
    bship_rules *rules;
    bship_board *board;
    bship_posterior *posterior;
    bship_chart *chart;
    bship_ai *judge;
    struct walk walks[STRATEGIES];
    struct times times; /* of `search` */
};

/* The value of a cell among candidates; 0 if it is none. */
static double value_of(const bship_ai_candidate *candidates, size_t count, bship_cell cell)
{
    for (size_t i = 0; i < count; i++) {
        if (candidates[i].cell.x == cell.x && candidates[i].cell.y == cell.y)
            return candidates[i].expected_shots;
    }
    return 0;
}

/*
 * The shots that firing at a cell saves against the likeliest one, by the judge; 0 if it does not
 * compare the two.
 */
static double saved_by(const struct setting *setting, bship_cell cell)
{
    bship_ai_candidate candidates[CANDIDATES];
    bship_cell greedy;
    size_t count;
    check(bship_ai_aim(setting->walks[GREEDY].ai, setting->chart, NULL, &greedy), "an aim");
    if (greedy.x == cell.x && greedy.y == cell.y)
        return 0;
    check(bship_ai_candidates(setting->judge, setting->chart, NULL, candidates, CANDIDATES, &count),
          "candidates");
    count = count < CANDIDATES ? count : CANDIDATES;
    double before = value_of(candidates, count, greedy);
    double after = value_of(candidates, count, cell);
    return before > 0 && after > 0 ? before - after : 0;
}

/* The cell that `search` fires at. */
static bship_cell aim(struct setting *setting)
{
    struct times *times = &setting->times;
    bship_cell cell;
    double start = now();
    check(bship_ai_aim(setting->walks[SEARCH].ai, setting->chart, NULL, &cell), "an aim");
    double elapsed = now() - start;
    times->count++;
    times->sum += elapsed;
    times->longest = elapsed > times->longest ? elapsed : times->longest;
    return cell;
}

static void fire(const struct setting *setting, bship_cell cell)
{
    bship_report report = BSHIP_REPORT_INIT;
    check(bship_board_fire(setting->board, cell, &report, NULL), "a shot");
    check(bship_chart_record(setting->chart, cell, &report, NULL), "a report");
}

/* Plays a game of `search` until few layouts are left; returns the shots saved. */
static double play(struct setting *setting, double most)
{
    double saved = 0;
    while (count_layouts(setting->posterior, setting->chart) > most) {
        bship_cell cell = aim(setting);
        saved += saved_by(setting, cell);
        fire(setting, cell);
    }
    return saved;
}

/* The shots saved in a game: on the way to few layouts, and from there on. */
static void compare(struct setting *setting, uint64_t seed, uint64_t game, double most,
                    double *saved)
{
    bship_rng rng;
    bship_rng_seed(&rng, seed, BSHIP_RNG_PURPOSE_LAYOUT, game);
    bship_board_clear(setting->board);
    check(bship_board_place_random(setting->board, &rng, NULL, NULL), "a layout");
    bship_chart_reset(setting->chart);
    for (int i = 0; i < STRATEGIES; i++)
        bship_ai_reset(setting->walks[i].ai, game);
    bship_ai_reset(setting->judge, ~game);
    saved[0] = play(setting, most);
    double layouts = count_layouts(setting->posterior, setting->chart);
    saved[1] = rest(&setting->walks[GREEDY], layouts) - rest(&setting->walks[SEARCH], layouts);
    saved[2] = saved[0] + saved[1];
    while (!bship_chart_is_defeated(setting->chart))
        fire(setting, aim(setting));
}

/* ---- the means ---- */

static const char *const parts[] = { "before", "from there on", "together" };

enum {
    PARTS = sizeof parts / sizeof parts[0]
};

static void print(const double *sums, const double *squares, int games, const struct times *times)
{
    for (int i = 0; i < PARTS; i++) {
        double mean = sums[i] / games;
        double variance = games > 1 ? (squares[i] - sums[i] * mean) / (games - 1) : 0;
        printf("%-14s%9.3f +- %.3f\n", parts[i], mean, sqrt(variance / games));
    }
    printf("processor time of a shot of search: %.1f ms in the mean, %.0f ms at most\n",
           1e3 * times->sum / times->count, 1e3 * times->longest);
}

/* What the arguments ask for. */
struct request {
    int games;
    double layouts;
    uint64_t seed;
    int64_t work;  /* limit of `search` */
    int64_t judge; /* and of the judge */
    bship_rules *rules;
};

static void set_up(struct setting *setting, const struct request *request)
{
    bship_ai_options judge = BSHIP_AI_OPTIONS_INIT, search = BSHIP_AI_OPTIONS_INIT;
    judge.work_limit = request->judge;
    search.work_limit = request->work;
    setting->rules = request->rules;
    check(bship_board_new(&setting->board, setting->rules, NULL, NULL), "a board");
    check(bship_chart_new(&setting->chart, setting->rules, NULL, NULL), "a chart");
    check(bship_posterior_new(&setting->posterior, setting->chart, NULL, NULL), "a posterior");
    check(bship_ai_new(&setting->judge, setting->rules, "search", &judge, NULL), "a judge");
    for (int i = 0; i < STRATEGIES; i++) {
        struct walk *walk = &setting->walks[i];
        walk->posterior = setting->posterior;
        walk->chart = setting->chart;
        walk->cells = bship_fleet_cells(bship_rules_fleet(setting->rules));
    }
    make_greedy(&setting->walks[GREEDY].ai, setting->rules);
    check(bship_ai_new(&setting->walks[SEARCH].ai, setting->rules, "search", &search, NULL),
          "search");
}

static void clear(struct setting *setting)
{
    for (int i = 0; i < STRATEGIES; i++)
        bship_ai_free(setting->walks[i].ai);
    bship_ai_free(setting->judge);
    bship_posterior_free(setting->posterior);
    bship_chart_free(setting->chart);
    bship_board_free(setting->board);
    bship_rules_unref(setting->rules);
}

static bool read_limit(void *user, const char *keyword, const char *value)
{
    struct request *request = user;
    bool is_work = strcmp(keyword, "work") == 0;
    if (!is_work && strcmp(keyword, "judge") != 0)
        return false;
    *(is_work ? &request->work : &request->judge) = strtoll(value, NULL, 10);
    return true;
}

static struct request read_request(int argc, char **argv)
{
    int64_t work = BSHIP_AI_WORK_DEFAULT;
    struct request request = { 20, 200, SEED, work, JUDGE_WORK * work, NULL };
    if (argc > 1)
        request.games = atoi(argv[1]);
    if (argc > 2)
        request.layouts = atof(argv[2]);
    if (argc > 3)
        request.seed = strtoull(argv[3], NULL, 10);
    request.rules = read_rules(argc - 4, argv + 4, read_limit, &request);
    return request;
}

int main(int argc, char **argv)
{
    struct request request = read_request(argc, argv);
    double sums[PARTS] = { 0 }, squares[PARTS] = { 0 };
    struct setting setting = { 0 };
    set_up(&setting, &request);
    printf("shots that search saves against greedy play, over %d games, before at most %.0f "
           "layouts are left, and after\n",
           request.games, request.layouts);
    for (int game = 0; game < request.games; game++) {
        double saved[PARTS];
        compare(&setting, request.seed, (uint64_t)game, request.layouts, saved);
        for (int i = 0; i < PARTS; i++) {
            sums[i] += saved[i];
            squares[i] += saved[i] * saved[i];
        }
    }
    print(sums, squares, request.games, &setting.times);
    clear(&setting);
    return finish_output();
}
