/* Saves a game in its middle, restores it from the text, and plays it on: both end alike. */
#include <battleship/battleship.h>
#include <stdio.h>
#include <stdlib.h>

/* A game and its AIs. */
struct table {
    bship_game *game;
    bship_ai *a, *b;
};

static void check(bship_status status, const bship_error *error)
{
    if (status == BSHIP_OK)
        return;
    fprintf(stderr, "%s\n",
            error && error->text[0] != '\0' ? error->text : bship_status_message(status));
    exit(EXIT_FAILURE);
}

/* Makes the AI of a side as it was; NULL if it had none. */
static bship_status restore_ai(bship_ai **ai, const bship_record *record, int32_t side,
                               bship_error *error)
{
    const char *strategy = NULL;
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_status status = bship_record_to_ai_options(record, side, &strategy, &options, error);
    if (status != BSHIP_OK || strategy == NULL)
        return status;
    return bship_ai_new(ai, bship_record_rules(record), strategy, &options, error);
}

/* Makes a game that goes on where the recorded one was. */
static bship_status restore(struct table *table, const bship_record *record, bship_error *error)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_status status = restore_ai(&table->a, record, BSHIP_SIDE_A, error);
    if (status == BSHIP_OK)
        status = restore_ai(&table->b, record, BSHIP_SIDE_B, error);
    if (status == BSHIP_OK)
        status = bship_record_to_game_options(record, &options, NULL);
    options.ai_a = table->a;
    options.ai_b = table->b;
    if (status == BSHIP_OK)
        status = bship_game_new(&table->game, bship_record_rules(record), &options, error);
    return status == BSHIP_OK ? bship_record_to_game(record, table->game, error) : status;
}

/* Writes all that the game needs to go on, as a text to be freed. */
static char *save(const bship_game *game, size_t *length)
{
    bship_record *record = NULL;
    bship_record_game_options options = BSHIP_RECORD_GAME_OPTIONS_SAVE;
    check(bship_record_new_game(&record, game, &options, NULL), NULL);
    *length = bship_record_format(record, NULL, 0);
    char *text = malloc(*length + 1);
    if (text == NULL)
        check(BSHIP_ERROR_MEMORY, NULL);
    bship_record_format(record, text, *length + 1);
    bship_record_free(record);
    return text;
}

static void begin(struct table *table, const bship_rules *rules)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    check(bship_ai_new(&table->a, rules, "hunt", NULL, NULL), NULL);
    check(bship_ai_new(&table->b, rules, "density", NULL, NULL), NULL);
    options.seed = 7;
    options.ai_a = table->a;
    options.ai_b = table->b;
    check(bship_game_new(&table->game, rules, &options, NULL), NULL);
    check(bship_game_place_random(table->game, BSHIP_SIDE_A, NULL, NULL, NULL), NULL);
    check(bship_game_place_random(table->game, BSHIP_SIDE_B, NULL, NULL, NULL), NULL);
    check(bship_game_start(table->game, NULL), NULL);
}

/* Plays at most so many turns. */
static void play(bship_game *game, int turns)
{
    while (turns-- > 0 && bship_game_phase(game) == BSHIP_PHASE_AIMING)
        check(bship_game_step(game, NULL, NULL, NULL), NULL);
}

static void end(struct table *table, const char *which)
{
    play(table->game, 1000);
    printf("%s: the winner is %s, in round %lld\n", which,
           bship_name(BSHIP_ENUM_OUTCOME, bship_game_outcome(table->game)),
           (long long)bship_game_round(table->game));
    bship_game_free(table->game);
    bship_ai_free(table->a);
    bship_ai_free(table->b);
}

int main(void)
{
    struct table first = { NULL, NULL, NULL }, second = first;
    bship_error error = BSHIP_ERROR_INIT;
    bship_rules *rules = NULL;
    bship_record *record = NULL;
    size_t length;

    check(bship_rules_parse(&rules, "", 0, NULL, &error), &error);
    begin(&first, rules);
    play(first.game, 20);
    char *text = save(first.game, &length);
    check(bship_record_parse(&record, text, length, NULL, &error), &error);
    check(restore(&second, record, &error), &error);
    end(&first, "the first");
    end(&second, "the restored one");
    bship_record_free(record);
    free(text);
    bship_rules_unref(rules);
    return EXIT_SUCCESS;
}
