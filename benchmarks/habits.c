/*
 * What it is worth to know how an opponent lays ships, on one core, through the public API: 10x10,
 * ships of 5, 4, 3, 3 and 2, contact allowed.
 *
 * For each habit, learners who have seen some of a player's layouts, `posterior` without habits,
 * and a player who knows the law fire at the same new layouts: paired differences with their
 * standard errors, over learners. Then players without habits: how many shots a learner loses by
 * what he believes. And the time of a fit.
 *
 * Where a habit is symmetric, luck is subtracted from the shots, which leaves a sixth to a third of
 * their variance: under the player's law the surprise of a report less its expectation before the
 * shot has the mean 0, whoever fires, and a game of great surprises is short (a control variate;
 * Burch, Schmid, Moravcik, Morrill and Bowling, "AIVAT", AAAI 2018, do this for poker).
 *
 * Usage: benchmark-habits [LEARNERS [GAMES [WITHOUT [HABIT [SEEN [SEED]]]]]]: the learners of a
 * row, and the games of each; the learners of a row without habits, of whom only those who believe
 * something need to play; the only habit to measure, such as "edge" or "edge 2", "all" for every
 * one; the only number of layouts seen, 0 for every one; the seed. A number of learners of 0 leaves
 * out its rows.
 */
#include <math.h>
#include <string.h>

#include <battleship/experimental/habits.h>

#include "timing.h"

#define SHIPS 5
#define CELLS 100
#define PLACEMENTS 1000
#define CONTACTS 3 /* rules of contact */
#define RESULTS 3  /* of a shot: a miss, a hit, and a sinking */

/* The shape of a law of layouts. */
enum kind {
    PRODUCT, /* weights of placements */
    CONTACT, /* uniform under a stricter contact rule, of which the strength is the number */
    IN_TURN, /* the same five layouts again and again */
    CHANGE   /* weights of placements, after twenty layouts hugging the edge */
};

typedef double share(bship_cell cell);

static double on_edge(bship_cell cell)
{
    return cell.x % 9 == 0 || cell.y % 9 == 0;
}

static double in_centre(bship_cell cell)
{
    return 2 <= cell.x && cell.x <= 7 && 2 <= cell.y && cell.y <= 7;
}

static double in_quadrant(bship_cell cell)
{
    return cell.x < 5 && cell.y < 5;
}

/* A habit; a placement has the weight e^(strength x mean of `share` over its cells). */
struct habit {
    const char *name;
    enum kind kind;
    double strength;
    share *share;     /* NULL: whether it is horizontal */
    int is_symmetric; /* under the symmetries of the square, and each layout is a new one */
};

static const struct habit habits[] = {
    { "edge", PRODUCT, 1, on_edge, 1 },
    { "edge", PRODUCT, 2, on_edge, 1 },
    { "edge", PRODUCT, 3, on_edge, 1 },
    { "centre", PRODUCT, 3, in_centre, 1 },
    { "quadrant", PRODUCT, 3, in_quadrant, 0 },
    { "horizontal", PRODUCT, 3, NULL, 0 },
    { "horizontal", PRODUCT, 20, NULL, 0 },
    { "no sides touch", CONTACT, BSHIP_CONTACT_NO_SIDES, NULL, 1 },
    { "no ships touch", CONTACT, BSHIP_CONTACT_NONE, NULL, 1 },
    { "five in turn", IN_TURN, 0, NULL, 0 },
    { "edge, then quadrant", CHANGE, 3, in_quadrant, 0 },
};

static const int seen[] = { 1, 3, 10 };
static const int seen_without[] = { 1, 3, 10, 100 };

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* A running mean (Welford 1962). */
struct mean {
    double count;
    double mean;
    double squares;
};

static void mean_add(struct mean *own, double value)
{
    const double delta = value - own->mean;

    own->mean += delta / ++own->count;
    own->squares += delta * (value - own->mean);
}

static double mean_error(const struct mean *own)
{
    return sqrt(own->squares / (own->count - 1) / own->count);
}

/* The handles that all rows share. */
struct bench {
    bship_rules *rules;
    bship_board *boards[CONTACTS]; /* by contact rule of the player: where layouts are drawn */
    bship_chart *charts[CONTACTS]; /* likewise: what whoever knows the rule knows */
    bship_board *board;            /* of the game, the first of each */
    bship_chart *chart;
    int contact;          /* the rule of the player of the game */
    bship_ai *plain;      /* without habits */
    bship_ai *learner;    /* with them */
    bship_habits *learnt; /* of one learner after the other */
    bship_posterior *posterior;
    const struct player *lucky; /* by whose law luck is subtracted; NULL: it is not */
    double luck;                /* of the game so far, in shots saved */
    bship_rng rng;
    bship_cell first; /* of the posterior's player; valid if `is_first_known` */
    int is_first_known;
    double fit_seconds;
    double slowest_fit;
    int fits;
};

/* ---- laws ---- */

struct layout {
    bship_placement placements[SHIPS];
};

/* What draws the layouts of one player, and knows his law. */
struct player {
    const struct habit *habit;
    double weights[PLACEMENTS];
    double sums[PLACEMENTS]; /* of the weights of a ship */
    struct layout five[5];
    int turn;
};

static int32_t length_of(const struct bench *bench, int32_t ship)
{
    return bship_fleet_length(bship_rules_fleet(bench->rules), ship);
}

static double weight_of(const struct bench *bench, const struct habit *habit,
                        bship_placement placement)
{
    bship_cell cells[CELLS];
    const size_t length = bship_rules_placement_cells(bench->rules, placement, cells, CELLS);
    double sum = 0;

    if (!habit || habit->kind == IN_TURN || habit->kind == CONTACT)
        return 1;
    if (!habit->share)
        return exp(-habit->strength * placement.orientation);
    for (size_t i = 0; i < length; i++)
        sum += habit->share(cells[i]);
    return exp(habit->strength * sum / (double)length);
}

static void weigh(const struct bench *bench, struct player *player)
{
    int32_t ship = -1;
    double sum = 0;

    for (int64_t i = 0; i < bship_rules_placement_count(bench->rules); i++) {
        bship_placement placement;
        check(bship_rules_placement(bench->rules, i, &placement), "placement");
        sum = placement.ship == ship ? sum : 0;
        ship = placement.ship;
        player->weights[i] = weight_of(bench, player->habit, placement);
        sum += player->weights[i];
        player->sums[i] = sum;
    }
}

static int64_t first_of(const struct bench *bench, int32_t ship)
{
    if (ship == SHIPS)
        return bship_rules_placement_count(bench->rules);
    return bship_rules_placement_index(bench->rules, (bship_placement){ ship, 0, 0, 0 });
}

static double uniform_number(bship_rng *rng)
{
    return (double)(bship_rng_next(rng) >> 11) * 0x1p-53;
}

static bship_placement draw_ship(struct bench *bench, const struct player *player, int32_t ship)
{
    int64_t low = first_of(bench, ship), high = first_of(bench, ship + 1) - 1;
    const double at = uniform_number(&bench->rng) * player->sums[high];
    bship_placement placement;

    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (player->sums[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    check(bship_rules_placement(bench->rules, low, &placement), "placement");
    return placement;
}

static int contact_of(const struct habit *habit)
{
    return habit && habit->kind == CONTACT ? (int)habit->strength : BSHIP_CONTACT_ALLOWED;
}

/* Draws from the product of the weights, by rejection. */
static struct layout draw_product(struct bench *bench, const struct player *player)
{
    bship_board *board = bench->boards[contact_of(player->habit)];
    struct layout layout;
    int placed;

    do {
        bship_board_clear(board);
        for (placed = 0; placed < SHIPS; placed++) {
            layout.placements[placed] = draw_ship(bench, player, placed);
            if (bship_board_place(board, layout.placements[placed]))
                break;
        }
    } while (placed < SHIPS);
    return layout;
}

static struct layout draw(struct bench *bench, struct player *player)
{
    if (player->habit && player->habit->kind == IN_TURN)
        return player->five[player->turn++ % 5];
    return draw_product(bench, player);
}

static void player_init(struct bench *bench, struct player *player, const struct habit *habit)
{
    *player = (struct player){ .habit = habit };
    weigh(bench, player);
    for (int i = 0; i < 5; i++)
        player->five[i] = draw_product(bench, player);
}

/* A random image under the symmetries of the square: ties of `posterior` depend on the corner. */
static struct layout turned(struct bench *bench, const struct layout *layout)
{
    const uint32_t element = (uint32_t)bship_rng_below(&bench->rng, 8);
    struct layout image = *layout;

    for (int i = 0; i < SHIPS; i++) {
        bship_placement *at = &image.placements[i];
        const int32_t reach = length_of(bench, at->ship) - 1;
        if (element & 4) {
            const int32_t x = at->x;
            at->x = at->y;
            at->y = x;
            at->orientation = !at->orientation;
        }
        if (element & 1)
            at->x = 9 - at->x - (at->orientation ? 0 : reach);
        if (element & 2)
            at->y = 9 - at->y - (at->orientation ? reach : 0);
    }
    return image;
}

/* ---- luck ---- */

/* The surprise of each result, in nats, less its expectation under the player's law. */
static void surprises(struct bench *bench, bship_cell cell, double out[RESULTS])
{
    bship_forecast forecast = BSHIP_FORECAST_INIT;
    double weights[RESULTS], mean = 0;

    check(bship_posterior_update(bench->posterior, bench->charts[bench->contact], NULL),
          "posterior");
    check(bship_posterior_forecast(bench->posterior, cell, &forecast), "forecast");
    weights[BSHIP_RESULT_MISS] = forecast.miss;
    weights[BSHIP_RESULT_HIT] = forecast.hit;
    weights[BSHIP_RESULT_SUNK] = forecast.sunk;
    for (int i = 0; i < RESULTS; i++)
        out[i] = weights[i] > 0 ? -log(weights[i]) : 0;
    for (int i = 0; i < RESULTS; i++)
        mean += weights[i] * out[i];
    for (int i = 0; i < RESULTS; i++)
        out[i] -= mean;
}

/* The shots that a nat saves, by regression; any other number would be right, but less precise. */
static double shots_per_nat(const struct bench *bench)
{
    return 1.4 + (double)bship_chart_shots(bench->chart) / 30;
}

/* ---- attackers ---- */

static void begin(struct bench *bench, const struct layout *layout)
{
    bench->luck = 0;
    for (int i = 0; i < CONTACTS; i++)
        bship_chart_reset(bench->charts[i]);
    bship_board_clear(bench->board);
    for (int i = 0; i < SHIPS; i++)
        check(bship_board_place(bench->board, layout->placements[i]), "ship");
}

static void fire(struct bench *bench, bship_cell cell)
{
    bship_report report = BSHIP_REPORT_INIT;
    double nats[RESULTS] = { 0 };

    if (bench->lucky)
        surprises(bench, cell, nats);
    check(bship_board_fire(bench->board, cell, &report, NULL), "shot");
    bench->luck += nats[report.result] * shots_per_nat(bench);
    check(bship_chart_record(bench->chart, cell, &report, NULL), "report");
    if (bench->contact > 0)
        check(bship_chart_record(bench->charts[bench->contact], cell, &report, NULL), "report");
}

/* The shots of a game that is over, apart from luck. */
static double shots(const struct bench *bench)
{
    return (double)bship_chart_shots(bench->chart) + bench->luck;
}

static double play_ai(struct bench *bench, bship_ai *ai, const struct layout *layout)
{
    begin(bench, layout);
    while (!bship_board_is_defeated(bench->board)) {
        bship_cell cell;
        check(bship_ai_aim(ai, bench->chart, NULL, &cell), "aim");
        fire(bench, cell);
    }
    return shots(bench);
}

static void oracle_init(struct bench *bench, const struct player *player)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;

    bench->contact = contact_of(player->habit);
    bship_chart_reset(bench->charts[bench->contact]);
    if (player->habit && player->habit->kind != CONTACT) {
        options.weights = player->weights;
        options.weight_count = (size_t)bship_rules_placement_count(bench->rules);
    }
    bship_posterior_free(bench->posterior);
    bench->posterior = NULL;
    check(bship_posterior_new(&bench->posterior, bench->charts[bench->contact], &options, NULL),
          "posterior");
    bench->is_first_known = 0;
}

static bship_cell oracle_aim(struct bench *bench)
{
    bship_cell cell;

    if (bship_chart_shots(bench->chart) == 0 && bench->is_first_known)
        return bench->first;
    check(bship_posterior_update(bench->posterior, bench->charts[bench->contact], NULL),
          "posterior");
    bship_posterior_best(bench->posterior, &cell, 1);
    if (bship_chart_shots(bench->chart) == 0)
        bench->first = cell;
    bench->is_first_known = 1;
    return cell;
}

/* Whoever knows the law; of layouts in turn he knows the next. */
static double play_oracle(struct bench *bench, const struct player *player,
                          const struct layout *layout)
{
    if (player->habit->kind == IN_TURN)
        return bship_fleet_cells(bship_rules_fleet(bench->rules));
    begin(bench, layout);
    while (!bship_board_is_defeated(bench->board))
        fire(bench, oracle_aim(bench));
    return shots(bench);
}

/* ---- learning ---- */

static void observe(bship_habits *learnt, const struct layout *layout)
{
    check(bship_habits_observe(learnt, layout->placements, SHIPS, 1, NULL), "observation");
}

/* A snapshot of what so many layouts teach. */
static bship_habits_snapshot *learn(struct bench *bench, struct player *player, int layouts)
{
    bship_habits *learnt = bench->learnt;
    bship_habits_snapshot *snapshot = NULL;
    double seconds;

    bship_habits_reset(learnt);
    if (player->habit && player->habit->kind == CHANGE) {
        struct player before;
        player_init(bench, &before, &habits[2]);
        for (int i = 0; i < 20; i++) {
            const struct layout layout = draw(bench, &before);
            observe(learnt, &layout);
        }
    }
    for (int i = 0; i < layouts; i++) {
        const struct layout layout = draw(bench, player);
        observe(learnt, &layout);
    }
    seconds = now();
    check(bship_habits_snapshot_new(&snapshot, learnt, NULL), "snapshot");
    seconds = now() - seconds;
    bench->fit_seconds += seconds;
    bench->slowest_fit = seconds > bench->slowest_fit ? seconds : bench->slowest_fit;
    bench->fits++;
    return snapshot;
}

/* The shots of the attackers at the same layouts. */
struct row {
    struct mean plain;   /* without habits */
    struct mean known;   /* gained by knowing the law */
    struct mean gain;    /* gained by learning it */
    struct mean missing; /* lost by learning, against knowing */
};

static void measure_game(struct bench *bench, struct player *player, struct row *row)
{
    const struct layout layout = draw(bench, player);
    const struct layout image = turned(bench, &layout);
    const double without = play_ai(bench, bench->plain, &image);
    const double knowing = play_oracle(bench, player, &layout);
    const double learnt = play_ai(bench, bench->learner, &layout);

    mean_add(&row->plain, without);
    mean_add(&row->known, without - knowing);
    mean_add(&row->gain, without - learnt);
    mean_add(&row->missing, learnt - knowing);
}

/* One learner: his means count once in the row. Of layouts in turn there is only one next game. */
static void measure_learner(struct bench *bench, const struct habit *habit, int layouts, int games,
                            struct row *row)
{
    struct player player;
    struct row own = { 0 };
    bship_habits_snapshot *snapshot;

    player_init(bench, &player, habit);
    snapshot = learn(bench, &player, layouts);
    check(bship_ai_set_habits(bench->learner, snapshot), "learner");
    if (row->plain.count < 1)
        oracle_init(bench, &player);
    bench->lucky = habit->is_symmetric ? &player : NULL;
    for (int i = 0; i < (habit->kind == IN_TURN ? 1 : games); i++)
        measure_game(bench, &player, &own);
    bench->lucky = NULL;
    mean_add(&row->plain, own.plain.mean);
    mean_add(&row->known, own.known.mean);
    mean_add(&row->gain, own.gain.mean);
    mean_add(&row->missing, own.missing.mean);
    bship_habits_snapshot_unref(snapshot);
}

static void print_row(struct bench *bench, const struct habit *habit, int layouts, int learners,
                      int games)
{
    struct row row = { 0 };

    for (int i = 0; i < learners; i++)
        measure_learner(bench, habit, layouts, games, &row);
    printf("%-20s%4.0f%6d%9.1f%8.2f +-%5.2f%8.2f +-%5.2f%8.2f +-%5.2f%7.0f%%\n", habit->name,
           habit->strength, layouts, row.plain.mean, row.known.mean, mean_error(&row.known),
           row.gain.mean, mean_error(&row.gain), row.missing.mean, mean_error(&row.missing),
           100 * row.gain.mean / row.known.mean);
    fflush(stdout);
}

/* The shots that a learner loses against players without habits, by what he believes. */
static double measure_without(struct bench *bench, struct player *player,
                              bship_habits_snapshot *snapshot, int games)
{
    struct mean lost = { 0 };

    check(bship_ai_set_habits(bench->learner, snapshot), "learner");
    for (int i = 0; i < games; i++) {
        const struct layout layout = draw(bench, player);
        const double learnt = play_ai(bench, bench->learner, &layout);
        mean_add(&lost, learnt - play_ai(bench, bench->plain, &layout));
    }
    return lost.mean;
}

/* Players without habits: only learners who believe something play, the others lose nothing. */
static void print_without(struct bench *bench, int layouts, int learners, int games)
{
    struct mean lost = { 0 };
    struct player player;
    int believers = 0;

    player_init(bench, &player, NULL);
    oracle_init(bench, &player);
    bench->lucky = &player;
    for (int i = 0; i < learners; i++) {
        bship_habits_snapshot *snapshot = learn(bench, &player, layouts);
        const int believes = !bship_habits_snapshot_is_uniform(snapshot);
        mean_add(&lost, believes ? measure_without(bench, &player, snapshot, games) : 0);
        believers += believes;
        bship_habits_snapshot_unref(snapshot);
    }
    bench->lucky = NULL;
    printf("%-20s%10d%9d%9d%10.3f +-%6.3f\n", "no habit", layouts, learners, believers, lost.mean,
           mean_error(&lost));
    fflush(stdout);
}

/* Whether a habit is asked for, by name or by name and strength. */
static int is_chosen(const struct habit *habit, const char *only)
{
    char name[40];

    snprintf(name, sizeof name, "%s %.0f", habit->name, habit->strength);
    return strcmp(only, "all") == 0 || strcmp(only, habit->name) == 0 || strcmp(only, name) == 0;
}

static void bench_init(struct bench *bench, uint64_t seed)
{
    bship_fleet *fleet = NULL;

    *bench = (struct bench){ 0 };
    check(bship_fleet_new_preset(&fleet, BSHIP_FLEET_PRESET_CLASSIC, NULL, NULL), "fleet");
    for (int i = 0; i < CONTACTS; i++) {
        bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
        bship_rules *rules = NULL;
        options.contact = i;
        check(bship_rules_new(&rules, fleet, &options, NULL), "rules");
        check(bship_board_new(&bench->boards[i], rules, NULL, NULL), "board");
        check(bship_chart_new(&bench->charts[i], rules, NULL, NULL), "chart");
        if (i == BSHIP_CONTACT_ALLOWED)
            bench->rules = bship_rules_ref(rules);
        bship_rules_unref(rules);
    }
    bench->board = bench->boards[BSHIP_CONTACT_ALLOWED];
    bench->chart = bench->charts[BSHIP_CONTACT_ALLOWED];
    check(bship_habits_new(&bench->learnt, bench->rules, NULL, NULL), "habits");
    check(bship_ai_new(&bench->plain, bench->rules, "posterior", NULL, NULL), "posterior");
    check(bship_ai_new(&bench->learner, bench->rules, "posterior", NULL, NULL), "posterior");
    bship_rng_seed(&bench->rng, seed, 0, 0);
    bship_fleet_unref(fleet);
}

static void bench_free(struct bench *bench)
{
    bship_posterior_free(bench->posterior);
    bship_habits_free(bench->learnt);
    bship_ai_free(bench->learner);
    bship_ai_free(bench->plain);
    for (int i = 0; i < CONTACTS; i++) {
        bship_chart_free(bench->charts[i]);
        bship_board_free(bench->boards[i]);
    }
    bship_rules_unref(bench->rules);
}

int main(int argc, char **argv)
{
    const int learners = argc > 1 ? atoi(argv[1]) : 10;
    const int games = argc > 2 ? atoi(argv[2]) : 5;
    const int without = argc > 3 ? atoi(argv[3]) : 100;
    const char *only = argc > 4 ? argv[4] : "all";
    const int only_seen = argc > 5 ? atoi(argv[5]) : 0;
    const uint64_t seed = argc > 6 ? strtoull(argv[6], NULL, 10) : SEED;
    struct bench bench;

    bench_init(&bench, seed);
    printf("%-20s%4s%6s%9s%16s%16s%16s%8s\n", "habit", "str", "seen", "without", "gain, knowing",
           "gain, learnt", "missing", "share");
    for (int i = 0; i < COUNT(habits); i++)
        for (int j = 0; learners > 0 && j < COUNT(seen); j++)
            if (is_chosen(&habits[i], only) && (only_seen == 0 || only_seen == seen[j]))
                print_row(&bench, &habits[i], seen[j], learners, games);
    printf("\n%-20s%10s%9s%9s%19s\n", "", "seen", "learners", "believe", "shots lost");
    for (int i = 0; i < COUNT(seen_without) && without > 0; i++)
        if (only_seen == 0 || only_seen == seen_without[i])
            print_without(&bench, seen_without[i], without, games);
    printf("\na fit and its snapshot: mean %.1f ms, longest %.1f ms\n",
           1e3 * bench.fit_seconds / (bench.fits ? bench.fits : 1), 1e3 * bench.slowest_fit);
    bench_free(&bench);
    return finish_output();
}
