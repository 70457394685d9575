/*
 * The time of `posterior`, or of another strategy, per turn, on one core, under all rules: the mean
 * and the longest turn of games under every disclosure, with an empty position cache at the start;
 * and the methods that were used: `benchmark-aims [STRATEGY [FLEET [CONTACT [TURN]]]]`, where the
 * last three choose rows by their words. Never fails because of time.
 */
#include "timing.h"

#include <stdbool.h>
#include <string.h>

#include <battleship/enumeration.h>

#define GAMES 2 /* per disclosure */

struct size {
    const char *name;
    int32_t side; /* of the square board */
    const char *fleet;
};

static const struct size sizes[] = {
    { "classic", 10, "5,4,3,3,2" },
    { "russian", 10, "4,3,3,2,2,2,1,1,1,1" },
    { "german", 10, "5,4,4,3,3,3,2,2,2,2" },
    { "20x20", 20, "5,4,4,3,3,3,2,2,2,2" },
};

struct turns {
    const char *name;
    int32_t turn;
    int32_t salvo;
    int32_t report;
};

static const struct turns turns[] = {
    { "one shot", BSHIP_TURN_RULE_ONE, 0, BSHIP_SALVO_REPORT_EACH },
    { "salvo 5", BSHIP_TURN_RULE_SALVO, 5, BSHIP_SALVO_REPORT_EACH },
    { "salvo 5, totals", BSHIP_TURN_RULE_SALVO, 5, BSHIP_SALVO_REPORT_TOTAL },
};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* The measurements of turns. */
struct times {
    int count;
    double sum;
    double longest;
    int methods[BSHIP_METHOD_SMC + 1];
};

static bship_rules *rules_new(const struct size *size, const struct turns *turn, int32_t contact,
                              int32_t disclosure)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;

    options.width = options.height = size->side;
    options.contact = contact;
    options.disclosure = disclosure;
    options.turn = turn->turn;
    options.salvo = turn->salvo;
    options.salvo_report = turn->report;
    check(bship_fleet_parse(&fleet, size->fleet, NULL, NULL), size->fleet);
    check(bship_rules_new(&rules, fleet, &options, NULL), "rules");
    bship_fleet_unref(fleet);
    return rules;
}

static void time_turn(bship_game *game, struct times *times)
{
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    const double start = now();
    double elapsed;

    check(bship_game_step(game, NULL, NULL, NULL), "turn");
    elapsed = now() - start;
    check(bship_ai_describe(bship_game_ai(game, BSHIP_SIDE_A), &info), "description");
    times->count++;
    times->sum += elapsed;
    times->longest = elapsed > times->longest ? elapsed : times->longest;
    times->methods[info.method]++;
}

/* Plays until side b, a weak opponent, has lost. */
static void play(bship_game *game, uint64_t seed, struct times *times)
{
    bship_game_reset(game, seed, 0);
    check(bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, NULL), "a's layout");
    check(bship_game_place_random(game, BSHIP_SIDE_B, NULL, NULL, NULL), "b's layout");
    check(bship_game_start(game, NULL), "start");
    while (bship_game_phase(game) != BSHIP_PHASE_OVER) {
        if (bship_game_to_move(game) == BSHIP_SIDE_A)
            time_turn(game, times);
        else
            check(bship_game_step(game, NULL, NULL, NULL), "b's turn");
    }
}

static void time_rules(const bship_rules *rules, const char *strategy, struct times *times)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_sampler *sampler = NULL;
    bship_game *game = NULL;

    check(bship_sampler_new(&sampler, rules, NULL, NULL), "sampler");
    check(bship_ai_new(&options.ai_a, rules, strategy, NULL, NULL), strategy);
    check(bship_ai_new(&options.ai_b, rules, "random", NULL, NULL), "random");
    options.sampler = sampler;
    check(bship_game_new(&game, rules, &options, NULL), "game");
    for (uint64_t seed = SEED; seed < SEED + GAMES; seed++)
        play(game, seed, times);
    bship_game_free(game);
    bship_ai_free(options.ai_a);
    bship_ai_free(options.ai_b);
    bship_sampler_unref(sampler);
}

static void time_row(const char *strategy, const struct size *size, int32_t contact,
                     const struct turns *turn)
{
    struct times times = { 0, 0, 0, { 0 } };

    for (int32_t disclosure = 0;
         disclosure < bship_enum_count(BSHIP_ENUM_RULE_VALUES + BSHIP_RULE_DISCLOSURE);
         disclosure++) {
        bship_rules *rules = rules_new(size, turn, contact, disclosure);
        time_rules(rules, strategy, &times);
        bship_rules_unref(rules);
    }
    printf("%-10s%-10s%-17s%7d%9.1f%9.1f  ", size->name,
           bship_enum_name(BSHIP_ENUM_RULE_VALUES + BSHIP_RULE_CONTACT, contact), turn->name,
           times.count, 1e3 * times.sum / times.count, 1e3 * times.longest);
    for (int method = 0; method < COUNT(times.methods); method++)
        printf("%12d", times.methods[method]);
    printf("\n");
    fflush(stdout);
}

/* Whether an argument does not exclude a row with such a word. */
static bool allows(int argc, char **argv, int place, const char *word)
{
    return argc <= place || strcmp(argv[place], word) == 0;
}

int main(int argc, char **argv)
{
    const char *strategy = argc > 1 ? argv[1] : "posterior";

    printf("%-10s%-10s%-17s%7s%9s%9s  %12s", strategy, "contact", "turn", "turns", "mean ms",
           "longest", "none");
    for (int32_t method = BSHIP_METHOD_AUTO + 1; method < bship_enum_count(BSHIP_ENUM_METHOD);
         method++)
        printf("%12s", bship_enum_name(BSHIP_ENUM_METHOD, method));
    printf("\n");
    for (int i = 0; i < COUNT(sizes); i++)
        for (int32_t contact = BSHIP_CONTACT_ALLOWED; contact <= BSHIP_CONTACT_NONE; contact++)
            for (int j = 0; j < COUNT(turns); j++) {
                if (allows(argc, argv, 2, sizes[i].name) &&
                    allows(argc, argv, 3,
                           bship_enum_name(BSHIP_ENUM_RULE_VALUES + BSHIP_RULE_CONTACT, contact)) &&
                    allows(argc, argv, 4, turns[j].name))
                    time_row(strategy, &sizes[i], contact, &turns[j]);
            }
    return finish_output();
}
