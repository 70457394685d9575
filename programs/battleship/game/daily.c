/* The game of a day; see daily.h. */
#include "battleship/game/daily.h"

#include <stdio.h>
#include <string.h>

#include <battleship/match.h>

#include "common/rules_preset.h"
#include "common/sides.h"

/*
 * A seed is a date as a number, 20261128, above all seeds that the program chooses otherwise, so
 * that a saved game tells its day. Against `easy` most players sink the fleet, however good they
 * are; and its own fleet is laid at random.
 */
enum {
    RULES = 0, /* the preset: classic */
    OPPONENT = BSHIP_LEVEL_EASY,
    YEAR = 10000,
    MONTH = 100,
    FIRST_DATE = 20200101,
    LAST_DATE = 99991231
};

bool daily_setup(time_t when, const char *name, struct setup *setup)
{
    struct tm day;
    *setup = (struct setup){ .rules = NULL };
    if (!gmtime_r(&when, &day))
        return false;
    int64_t date = (int64_t)(day.tm_year + 1900) * YEAR + (day.tm_mon + 1) * MONTH + day.tm_mday;
    if (date < FIRST_DATE || date > LAST_DATE)
        return false;
    setup->seed = SESSION_SEED_BOUND + (uint64_t)date;
    setup->first = BSHIP_FIRST_RANDOM;
    setup->places_at_random = true;
    setup->players[BSHIP_SIDE_A].kind = PLAYER_HUMAN;
    snprintf(setup->players[BSHIP_SIDE_A].name, PLAYER_NAME_SIZE, "%s", name);
    setup->players[BSHIP_SIDE_B] = player_machine(OPPONENT, NULL);
    setup->rules = rules_preset_make(RULES);
    return setup->rules != NULL;
}

/* Whether the rules and the players are those of a game of a day. */
static bool is_usual(const struct session *session)
{
    return session->game && session_is_human(session, BSHIP_SIDE_A) &&
           session_is_ai(session, BSHIP_SIDE_B) &&
           session->setup.players[BSHIP_SIDE_B].level == OPPONENT &&
           rules_preset_find(session->setup.rules) == RULES;
}

/* Whether the month of a number has its day. */
static bool is_date(uint64_t number)
{
    static const unsigned days[] = { 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    unsigned year = (unsigned)number / YEAR;
    unsigned month = (unsigned)number / MONTH % 100;
    unsigned day = (unsigned)number % 100;
    bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return month >= 1 && month <= 12 && day >= 1 &&
           day <= days[month - 1] - (month == 2 && !is_leap);
}

bool daily_date(const struct session *session, char date[DAILY_DATE_SIZE])
{
    uint64_t number = session->setup.seed - SESSION_SEED_BOUND;
    date[0] = '\0';
    if (number < FIRST_DATE || number > LAST_DATE || !is_date(number) || !is_usual(session))
        return false;
    snprintf(date, DAILY_DATE_SIZE, "%04u-%02u-%02u", (unsigned)number / YEAR,
             (unsigned)number / MONTH % 100, (unsigned)number % 100);
    return true;
}

/* ---- the par ---- */

/* Lays a fleet as it lies on a board. */
static bship_status lay(bship_placement *placements, size_t count, int64_t game, int32_t side,
                        bship_rng *rng, void *user)
{
    (void)game;
    (void)side;
    (void)rng;
    bship_status status = BSHIP_OK;
    for (size_t ship = 0; ship < count && !status; ship++)
        status = bship_board_placement(user, (int32_t)ship, &placements[ship]);
    return status;
}

static int32_t take_row(const bship_match_row *row, void *user)
{
    int64_t *shots = user;
    *shots = row->status ? 0 : row->shots;
    return BSHIP_PROGRESS_GO_ON;
}

bship_status daily_rate(struct session *session)
{
    char date[DAILY_DATE_SIZE];
    bship_match *match = NULL;
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    bship_ai_options ai = BSHIP_AI_OPTIONS_INIT;
    session->par = 0;
    if (!daily_date(session, date))
        return BSHIP_OK;
    options.seed = session->setup.seed;
    options.games = 1;
    options.sampler = session->sampler;
    options.layout = lay;
    /* The match only reads it. */
    options.user = (void *)bship_game_board(session->game, BSHIP_SIDE_B);
    ai.level = BSHIP_LEVEL_EXPERT;
    bship_status status = bship_match_new(&match, session->setup.rules, &options, NULL);
    if (!status)
        status = bship_match_add(match, NULL, &ai, NULL);
    if (!status)
        status = bship_match_run(match, take_row, &session->par, NULL);
    bship_match_free(match);
    return status;
}

void daily_title(const struct session *session, char *text, size_t size)
{
    char date[DAILY_DATE_SIZE];
    text[0] = '\0';
    if (daily_date(session, date))
        snprintf(text, size, "daily %s, par %d", date, (int)session->par);
}
