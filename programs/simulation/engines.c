/* Bots among the players of a study; see engines.h. */
#include "simulation/engines.h"

#include <inttypes.h>
#include <string.h>

#include "common/text.h"

enum {
    COMMAND_SHOWN = 60 /* bytes of a command in messages */
};

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

/* Refuses a command, as far as a line shows it. */
static int refuse(const char *command, const char *why)
{
    char line[COMMAND_SHOWN + 1];
    snprintf(line, sizeof line, "%s", command);
    text_make_printable(line);
    fprintf(stderr, PROGRAM ": --engine: \"%s%s\" %s\n", line,
            strlen(command) > COMMAND_SHOWN ? "..." : "", why);
    return interrupt_happened() ? EXIT_INTERRUPTED : EXIT_USAGE;
}

int plan_add_engine(struct plan *plan, const char *command, int milliseconds)
{
    const struct bot_command how = { command, milliseconds, is_interrupted };
    char why[ENGINE_WHY_SIZE];
    struct engine *engine = engine_open(&how, plan->rules, why);
    if (!engine)
        return refuse(command, why);
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
