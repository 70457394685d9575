/* Bots among the players of a study; see engines.h. */
#include "simulation/engines.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"

bool seed_from_system(uint64_t *seed)
{
    FILE *file = fopen("/dev/urandom", "rb");
    bool is_read = file && fread(seed, sizeof *seed, 1, file) == 1;
    if (file)
        fclose(file);
    return is_read;
}

const struct engine *player_engine(const struct player *player)
{
    return player->custom ? player->user : NULL;
}

static bool has_label(const struct plan *plan, const char *label)
{
    for (size_t i = 0; i < plan->player_count; i++)
        if (strcmp(plan->players[i].label, label) == 0)
            return true;
    return false;
}

/* Labels a player by its name or, if that is taken, by NAME-2 and so on. */
static void choose_label(const struct plan *plan, struct player *player, const char *name)
{
    snprintf(player->label, sizeof player->label, "%s", name);
    for (int number = 2; has_label(plan, player->label); number++)
        snprintf(player->label, sizeof player->label, "%s-%d", name, number);
}

static bool is_interrupted(void)
{
    return interrupt_happened() != 0;
}

/* Writes a command in quotes, as far as there is room. */
static void quote(char name[DISQUALIFIED_NAME_SIZE], const char *command)
{
    enum {
        ROOM = DISQUALIFIED_NAME_SIZE - sizeof "\"...\""
    };
    const bool is_cut = strlen(command) > ROOM;
    snprintf(name, DISQUALIFIED_NAME_SIZE, "\"%.*s%s\"", ROOM, command, is_cut ? "..." : "");
    text_make_printable(name);
}

/* Notes that a bot does not play. */
static int disqualify(struct plan *plan, const char *name, const char *why)
{
    struct disqualified *all =
        realloc(plan->disqualified, (plan->disqualified_count + 1) * sizeof *all);
    if (!all)
        return fail_memory();
    plan->disqualified = all;
    struct disqualified *bot = &all[plan->disqualified_count++];
    snprintf(bot->name, sizeof bot->name, "%s", name);
    snprintf(bot->why, sizeof bot->why, "%s", why);
    fprintf(stderr, PROGRAM ": %s is disqualified: it %s\n", bot->name, bot->why);
    return EXIT_FINE;
}

/* Ends a run for what is no fault of a bot. */
static int refuse(const char *name, bship_status status, const char *why)
{
    fprintf(stderr, PROGRAM ": --engine: %s %s\n", name, why);
    if (interrupt_happened())
        return EXIT_INTERRUPTED;
    return status == BSHIP_ERROR_UNSUPPORTED ? EXIT_USAGE : EXIT_RUNTIME;
}

int plan_add_engine(struct plan *plan, const char *command, int milliseconds)
{
    const struct bot_command how = { command, milliseconds, is_interrupted };
    char why[ENGINE_WHY_SIZE], name[DISQUALIFIED_NAME_SIZE];
    struct engine *engine = NULL;
    bship_status status = engine_open(&engine, &how, plan->rules, why);
    quote(name, command);
    if (status == BSHIP_ERROR_STRATEGY)
        return disqualify(plan, name, why);
    if (status)
        return refuse(name, status, why);
    struct player player = { .custom = engine_callbacks(engine),
                             .user = engine,
                             .command = command,
                             .milliseconds = milliseconds };
    choose_label(plan, &player, engine_name(engine));
    int result = plan_add_player(plan, &player, true);
    if (result != EXIT_FINE)
        engine_close(engine);
    return result;
}

void player_end_game(const struct player *player, const bship_chart *chart)
{
    if (player->custom)
        engine_end_game(player->user, chart);
}

bool plan_has_engines(const struct plan *plan)
{
    for (size_t i = 0; i < plan->player_count; i++)
        if (player_engine(&plan->players[i]))
            return true;
    return false;
}

void plan_close_engines(struct plan *plan)
{
    for (size_t i = 0; i < plan->player_count; i++)
        if (plan->players[i].custom)
            engine_close(plan->players[i].user);
}

static void report_fault(const struct player *player, const struct fault *fault)
{
    fprintf(stderr, PROGRAM ": %s %s", player->label, fault->reason);
    if (fault->detail[0])
        fprintf(stderr, " (%s)", fault->detail);
    if (fault->loses)
        fprintf(stderr, " and lost: %" PRId64 " %s\n", fault->count,
                fault->count == 1 ? "game" : "games");
    else
        fputc('\n', stderr);
}

void plan_report_faults(const struct plan *plan)
{
    for (size_t i = 0; i < plan->player_count; i++) {
        const struct engine *engine = player_engine(&plan->players[i]);
        for (size_t j = 0; engine && j < engine_fault_count(engine); j++)
            report_fault(&plan->players[i], engine_fault(engine, j));
    }
}
