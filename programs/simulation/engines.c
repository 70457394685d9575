/* Bots among the players of a study; see engines.h. */
#include "simulation/engines.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "common/text.h"
#include "engine/protocol.h"
#include "simulation/bot_folder.h"
#include "simulation/crew.h"

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

/* Ends a run for what is no fault of a bot. */
static int refuse(const char *name, bship_status status, const char *why)
{
    fprintf(stderr, PROGRAM ": %s %s\n", name, why);
    if (interrupt_happened())
        return EXIT_INTERRUPTED;
    return status == BSHIP_ERROR_UNSUPPORTED ? EXIT_USAGE : EXIT_RUNTIME;
}

/* Bots that are met, by several threads. */
struct meeting {
    const struct plan *plan;
    const struct candidate *candidates;
    struct met *met; /* by candidate */
    struct bot_limits limits;
};

/* What came of it. */
struct met {
    struct engine *engine; /* NULL: it does not play */
    bship_status status;
    char why[ENGINE_WHY_SIZE];
    struct transcript said;
};

static void meet(size_t number, void *user)
{
    const struct meeting *meeting = user;
    const struct candidate *candidate = &meeting->candidates[number];
    const struct bot_command how = { candidate->command, meeting->limits, interrupt_happened,
                                     meeting->plan->has_transcripts };
    struct met *met = &meeting->met[number];
    if (candidate->name && !protocol_is_name(candidate->name)) {
        met->status = BSHIP_ERROR_STRATEGY;
        snprintf(met->why, sizeof met->why, "has a name other than " PROTOCOL_NAME_TEXT);
    } else {
        met->status = engine_open(&met->engine, &how, meeting->plan->rules, met->why, &met->said);
    }
}

/* Notes that a bot does not play; what was said is taken. */
static int disqualify(struct plan *plan, const char *name, struct met *met)
{
    struct disqualified *all =
        realloc(plan->disqualified, (plan->disqualified_count + 1) * sizeof *all);
    if (!all)
        return fail_memory();
    plan->disqualified = all;
    struct disqualified *bot = &all[plan->disqualified_count++];
    snprintf(bot->name, sizeof bot->name, "%s", name);
    snprintf(bot->why, sizeof bot->why, "%s", met->why);
    bot->said = met->said;
    met->said = (struct transcript){ .is_cut = false };
    fprintf(stderr, PROGRAM ": %s is disqualified: it %s\n", bot->name, bot->why);
    return EXIT_FINE;
}

/* Adds a bot that was met; its engine is taken. */
static int add_met(struct plan *plan, const struct candidate *candidate, struct met *met,
                   const struct bot_limits *limits)
{
    char name[DISQUALIFIED_NAME_SIZE];
    if (candidate->name) {
        snprintf(name, sizeof name, "%s", candidate->name);
        text_make_printable(name);
    } else {
        quote(name, candidate->command);
    }
    if (met->status == BSHIP_ERROR_STRATEGY)
        return disqualify(plan, name, met);
    if (met->status)
        return refuse(name, met->status, met->why);
    struct player player = { .custom = engine_callbacks(met->engine),
                             .user = met->engine,
                             .command = candidate->command,
                             .limits = *limits };
    choose_label(plan, &player, candidate->name ? candidate->name : engine_name(met->engine));
    int result = plan_add_player(plan, &player, true);
    if (result == EXIT_FINE)
        met->engine = NULL;
    return result;
}

/*
 * In a solo match each bot has a process for each thread, and each process some pipes. So as many
 * descriptors are allowed as may be; if that fails, bots may be unable to start.
 */
static void allow_descriptors(void)
{
    enum {
        ENOUGH = 65536
    };
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= ENOUGH)
        return;
    limit.rlim_cur = limit.rlim_max < ENOUGH ? limit.rlim_max : ENOUGH;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

int plan_add_engines(struct plan *plan, const struct candidate *candidates, size_t count,
                     const struct bot_limits *limits)
{
    struct meeting meeting = { .plan = plan,
                               .candidates = candidates,
                               .met = calloc(count + 1, sizeof *meeting.met),
                               .limits = *limits };
    if (!meeting.met)
        return fail_memory();
    allow_descriptors();
    crew_work(plan->threads, count, meet, &meeting);
    int result = EXIT_FINE;
    for (size_t i = 0; i < count && result == EXIT_FINE; i++)
        result = add_met(plan, &candidates[i], &meeting.met[i], limits);
    for (size_t i = 0; i < count; i++) {
        engine_close(meeting.met[i].engine);
        transcript_clear(&meeting.met[i].said);
    }
    free(meeting.met);
    return result;
}

int plan_add_folder(struct plan *plan, const char *path, const struct bot_limits *limits)
{
    plan->folder = calloc(1, sizeof *plan->folder);
    if (!plan->folder)
        return fail_memory();
    int result = bot_folder_read(plan->folder, path);
    if (result == EXIT_FINE)
        result = plan_add_engines(plan, plan->folder->bots, plan->folder->count, limits);
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
    for (size_t i = 0; i < plan->disqualified_count; i++)
        transcript_clear(&plan->disqualified[i].said);
    if (plan->folder)
        bot_folder_clear(plan->folder);
    free(plan->folder);
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
