/* One game of the console; see session.h. */
#include "battleship/game/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/placing.h>
#include <battleship/random.h>

#include "common/board_cells.h"
#include "common/sides.h"
#include "common/utf8.h"

/* The work limit of drawing a layout: some seconds, for fleets that hardly fit. */
#define LAYOUT_WORK_LIMIT 50000000

const char *player_kind_name(int32_t kind)
{
    static const char *const names[] = {
        [PLAYER_HUMAN] = "human",
        [PLAYER_AI] = "ai",
        [PLAYER_REMOTE] = "remote",
    };
    return kind >= 0 && kind <= PLAYER_REMOTE ? names[kind] : NULL;
}

const char *player_name_fault(const char *text)
{
    size_t length = strlen(text);
    if (length == 0)
        return "A name has at least one character.";
    if (length >= PLAYER_NAME_SIZE)
        return "A name has at most 32 bytes.";
    if (!utf8_is_printable(text))
        return "A name has no control characters.";
    if (strchr(text, '"'))
        return "A name contains no quotes.";
    if (text[0] == ' ' || text[length - 1] == ' ')
        return "A name neither begins nor ends with a blank.";
    return NULL;
}

void player_take_user_name(struct player *player, const char *usual)
{
    const char *user = getenv("USER");
    bool is_fine = user && !player_name_fault(user);
    for (const char *byte = user; is_fine && *byte; byte++)
        is_fine = *byte > ' ' && *byte <= '~';
    if (!player->name[0])
        snprintf(player->name, sizeof player->name, "%s", is_fine ? user : usual);
}

struct player player_machine(int32_t level, const char *strategy)
{
    struct player player = { .kind = PLAYER_AI, .level = level, .strategy = strategy };
    if (strategy)
        player.level = BSHIP_LEVEL_NONE;
    else
        player.strategy = bship_level_strategy(level);
    snprintf(player.name, sizeof player.name, "%s",
             strategy ? strategy : bship_enum_name(BSHIP_ENUM_LEVEL, level));
    return player;
}

void setup_clear(struct setup *setup)
{
    bship_rules_unref(setup->rules);
    bship_sampler_unref(setup->sampler);
    *setup = (struct setup){ 0 };
}

/* Copies a setup, with references of its own. */
static void setup_copy(struct setup *copy, const struct setup *setup)
{
    *copy = *setup;
    bship_rules_ref(copy->rules);
    bship_sampler_ref(copy->sampler);
}

bool session_is_human(const struct session *session, int32_t side)
{
    return session->setup.players[side].kind == PLAYER_HUMAN;
}

bool session_is_ai(const struct session *session, int32_t side)
{
    return session->setup.players[side].kind == PLAYER_AI;
}

bool session_is_remote(const struct session *session, int32_t side)
{
    return session->setup.players[side].kind == PLAYER_REMOTE;
}

bool session_has_remote(const struct session *session)
{
    return session_is_remote(session, BSHIP_SIDE_A) || session_is_remote(session, BSHIP_SIDE_B);
}

int32_t session_humans(const struct session *session)
{
    return session_is_human(session, BSHIP_SIDE_A) + session_is_human(session, BSHIP_SIDE_B);
}

size_t session_cells(const struct session *session)
{
    return board_cells(session->setup.rules);
}

/* ---- names ---- */

/* The name of a player who has given none. */
static const char *usual_name(const struct player players[SIDES], int32_t side)
{
    bool are_people =
        players[BSHIP_SIDE_A].kind == PLAYER_HUMAN && players[BSHIP_SIDE_B].kind == PLAYER_HUMAN;
    if (are_people)
        return side == BSHIP_SIDE_A ? "player 1" : "player 2";
    return players[side].kind == PLAYER_AI      ? players[side].strategy
           : players[side].kind == PLAYER_HUMAN ? PLAYER_NAMELESS
                                                : "opponent";
}

/* Tells two players apart who have not chosen their names themselves. */
static void number_players(struct player players[SIDES], bool has_chosen)
{
    bool are_machines =
        players[BSHIP_SIDE_A].kind == PLAYER_AI && players[BSHIP_SIDE_B].kind == PLAYER_AI;
    if ((has_chosen && !are_machines) ||
        strcmp(players[BSHIP_SIDE_A].name, players[BSHIP_SIDE_B].name) != 0)
        return;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        char name[PLAYER_NAME_SIZE];
        snprintf(name, sizeof name, "%.30s %d", players[side].name, side == BSHIP_SIDE_A ? 1 : 2);
        memcpy(players[side].name, name, sizeof name);
    }
}

static void name_players(struct session *session)
{
    struct player *players = session->setup.players;
    bool has_chosen = players[BSHIP_SIDE_A].name[0] || players[BSHIP_SIDE_B].name[0];
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        if (!players[side].name[0])
            snprintf(players[side].name, PLAYER_NAME_SIZE, "%.32s", usual_name(players, side));
    }
    number_players(players, has_chosen);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        memcpy(session->shown[side], players[side].name, PLAYER_NAME_SIZE);
}

bool session_is_you(const struct session *session, int32_t side)
{
    return session_is_human(session, side) && session_humans(session) == 1;
}

const char *session_name(const struct session *session, int32_t side)
{
    return session_is_you(session, side) ? "you" : session->shown[side];
}

void session_subject(const struct session *session, int32_t side, char name[PLAYER_NAME_SIZE])
{
    snprintf(name, PLAYER_NAME_SIZE, "%s", session_name(session, side));
    bool is_ours = session_is_you(session, side) || session_is_ai(session, side);
    if (is_ours && name[0] >= 'a' && name[0] <= 'z')
        name[0] = (char)(name[0] - 'a' + 'A');
}

int32_t session_viewer(const struct session *session)
{
    switch (session_humans(session)) {
    case 0:
        return BSHIP_SIDE_NONE;
    case 1:
        return session_is_human(session, BSHIP_SIDE_A) ? BSHIP_SIDE_A : BSHIP_SIDE_B;
    default:
        return bship_game_to_move(session->game) == BSHIP_SIDE_B ? BSHIP_SIDE_B : BSHIP_SIDE_A;
    }
}

/* ---- opening ---- */

/* What session_open() passes on. */
struct request {
    bship_progress_callback progress;
    void *user;
    bship_error *error;
};

static bship_status fail(const struct request *request, bship_status status, int32_t side)
{
    bship_error *error = request->error;
    if (error) {
        *error = (bship_error)BSHIP_ERROR_INIT;
        error->status = (int32_t)status;
        error->index = side;
        snprintf(error->text, sizeof error->text, "%s", bship_status_message(status));
    }
    return status;
}

static bship_status open_ai(struct session *session, int32_t side, const struct request *request)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    const struct player *player = &session->setup.players[side];
    options.seed = session->setup.seed;
    options.side = side;
    options.level = player->level;
    options.progress = request->progress;
    options.user = request->user;
    bship_status status = bship_ai_new(&session->ai[side], session->setup.rules,
                                       player->level == BSHIP_LEVEL_NONE ? player->strategy : NULL,
                                       &options, request->error);
    if (status && request->error)
        request->error->index = side;
    return status;
}

static bship_status open_ais(struct session *session, const struct request *request)
{
    bship_status status = BSHIP_OK;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && !status; side++) {
        if (session_is_ai(session, side))
            status = open_ai(session, side, request);
    }
    return status;
}

/* Without a sampler the game goes on: the boards then draw layouts themselves. */
static bship_status open_sampler(struct session *session, const struct request *request)
{
    session->sampler = bship_sampler_ref(session->setup.sampler);
    if (session->sampler)
        return BSHIP_OK;
    bship_sampler_options options = BSHIP_SAMPLER_OPTIONS_INIT;
    options.progress = request->progress;
    options.user = request->user;
    bship_error error = BSHIP_ERROR_INIT;
    bship_status status =
        bship_sampler_new(&session->sampler, session->setup.rules, &options, &error);
    if (status == BSHIP_ERROR_CANCELLED)
        return fail(request, status, BSHIP_SIDE_NONE);
    session->sampler_status = status;
    snprintf(session->sampler_text, sizeof session->sampler_text, "%s", error.text);
    return BSHIP_OK;
}

static bship_status open_game(struct session *session, const struct request *request)
{
    const struct setup *setup = &session->setup;
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    options.seed = setup->seed;
    options.first_seed = setup->first_seed;
    options.first = setup->first;
    options.audit = setup->audit;
    options.sampler = session->sampler;
    options.ai_a = session->ai[BSHIP_SIDE_A];
    options.ai_b = session->ai[BSHIP_SIDE_B];
    if (session_is_remote(session, BSHIP_SIDE_A))
        options.location_a = BSHIP_LOCATION_REMOTE;
    if (session_is_remote(session, BSHIP_SIDE_B))
        options.location_b = BSHIP_LOCATION_REMOTE;
    return bship_game_new(&session->game, setup->rules, &options, request->error);
}

static bship_status open_notes(struct session *session, const struct request *request)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        session->notes[side] = calloc(session_cells(session), 1);
        if (!session->notes[side])
            return fail(request, BSHIP_ERROR_MEMORY, side);
    }
    return BSHIP_OK;
}

/* The stream of the next layout. Index 0 of this purpose is that of the seed of a rematch. */
static bship_rng next_stream(struct session *session)
{
    bship_rng rng;
    bship_rng_seed(&rng, session->setup.seed, BSHIP_RNG_PURPOSE_USER, ++session->layouts);
    return rng;
}

/* Draws a layout by a style, another one with each call, and places it. */
static bship_status place_drawn(struct session *session, int32_t side, bship_placer *placer)
{
    bship_rng rng = next_stream(session);
    bship_board *board = NULL;
    bship_status status = bship_board_new(&board, session->setup.rules, NULL, NULL);
    if (!status)
        status = bship_placer_place(placer, &rng, board, NULL);
    if (!status)
        status = bship_game_set_board(session->game, side, board, NULL);
    bship_board_free(board);
    return status;
}

/* The seed of the style is that of every game, so that `repeat` repeats its layouts. */
static bship_status place_by_style(struct session *session, int32_t side,
                                   const bship_draw_options *draw)
{
    bship_placer *placer = NULL;
    bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
    options.sampler = session->sampler;
    options.progress = draw->progress;
    options.user = draw->user;
    bship_status status =
        bship_placer_new(&placer, session->setup.rules, session->setup.placing, &options, NULL);
    if (!status)
        status = place_drawn(session, side, placer);
    bship_placer_free(placer);
    return status;
}

static bship_status place_at_random(struct session *session, int32_t side,
                                    const bship_draw_options *options)
{
    bool has_style = session->setup.placing && session_is_human(session, side);
    return has_style ? place_by_style(session, side, options)
                     : bship_game_place_random(session->game, side, options, NULL, NULL);
}

static bship_status place_fleets(struct session *session, const struct request *request)
{
    bship_draw_options options = BSHIP_DRAW_OPTIONS_INIT;
    options.work_limit = LAYOUT_WORK_LIMIT;
    options.progress = request->progress;
    options.user = request->user;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bool is_random = session_is_ai(session, side) ||
                         (session_is_human(session, side) && session->setup.places_at_random);
        if (!is_random)
            continue;
        bship_status status = place_at_random(session, side, &options);
        if (status)
            return fail(request, status, side);
    }
    return BSHIP_OK;
}

/* The parts of a session, in the order in which they need each other. */
static bship_status open_parts(struct session *session, const struct request *request)
{
    static bship_status (*const parts[])(struct session *, const struct request *) = {
        open_notes, open_sampler, open_ais, open_game, place_fleets,
    };
    bship_status status = BSHIP_OK;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && !status; i++)
        status = parts[i](session, request);
    return status;
}

bship_status session_open(struct session *session, const struct setup *setup,
                          bship_progress_callback progress, void *user, bship_error *error)
{
    const struct request request = { .progress = progress, .user = user, .error = error };
    *session = (struct session){ 0 };
    setup_copy(&session->setup, setup);
    name_players(session);
    bship_status status = open_parts(session, &request);
    if (status)
        session_close(session);
    return status;
}

void session_close(struct session *session)
{
    bship_game_free(session->game);
    bship_sampler_unref(session->sampler);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bship_ai_free(session->ai[side]);
        free(session->notes[side]);
    }
    free(session->remarks);
    bship_record_free(session->saved);
    setup_clear(&session->setup);
    *session = (struct session){ 0 };
}

/* ---- playing ---- */

bship_status session_place_random(struct session *session, int32_t side)
{
    bship_draw_options options = BSHIP_DRAW_OPTIONS_INIT;
    options.work_limit = LAYOUT_WORK_LIMIT;
    return place_at_random(session, side, &options);
}

bship_status session_place_missing(struct session *session, bship_board *board)
{
    bship_draw_options options = BSHIP_DRAW_OPTIONS_INIT;
    bship_rng rng = next_stream(session);
    options.work_limit = LAYOUT_WORK_LIMIT;
    return bship_board_place_missing(board, &rng, &options, NULL);
}

/* ---- what is agreed on ---- */

const char *remark_kind_name(int32_t kind)
{
    static const char *const names[] = { [REMARK_HELP] = "help", [REMARK_UNDO] = "undo" };
    return kind >= 0 && kind < (int32_t)(sizeof names / sizeof names[0]) ? names[kind] : NULL;
}

bool session_allows_help(const struct session *session)
{
    for (size_t i = 0; i < session->remark_count; i++)
        if (session->remarks[i].kind == REMARK_HELP)
            return true;
    return session_humans(session) < 2;
}

bool session_add_remark(struct session *session, int32_t kind, int32_t side)
{
    size_t count = session->remark_count;
    struct remark *remarks = realloc(session->remarks, (count + 1) * sizeof *remarks);
    if (!remarks)
        return false;
    remarks[count] = (struct remark){ bship_game_log_length(session->game), kind, side };
    session->remarks = remarks;
    session->remark_count++;
    return true;
}

/* Remarks stay behind when turns are taken back. */
static void move_remarks(struct session *session)
{
    int64_t length = bship_game_log_length(session->game);
    for (size_t i = 0; i < session->remark_count; i++)
        if (session->remarks[i].entries > length)
            session->remarks[i].entries = length;
}

/* ---- undo ---- */

/* Whether the game has ended otherwise than by shots, which is undone by itself. */
static bool has_ended_by_word(const struct session *session)
{
    int32_t reason = bship_game_end_reason(session->game);
    return reason != BSHIP_END_REASON_NONE && reason != BSHIP_END_REASON_SUNK &&
           reason != BSHIP_END_REASON_SHOTS;
}

static bool has_fired(const struct session *session, int32_t side)
{
    return bship_chart_turns(bship_game_chart(session->game, side)) > 0;
}

static bool has_human_fired(const struct session *session)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        if (session_is_human(session, side) && has_fired(session, side))
            return true;
    }
    return false;
}

bool session_can_undo(const struct session *session)
{
    if (session_has_remote(session) || session_humans(session) == 0)
        return false;
    return has_ended_by_word(session) || has_human_fired(session);
}

/* Takes back the log to the latest shots of a human, and these. */
static void undo_shots(struct session *session)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    do {
        bship_game_log_entry(session->game, -1, &entry);
        bship_game_undo(session->game);
    } while (!session_is_human(session, entry.side));
}

/* Takes back an end that was not by shots; returns whether that leaves a human to move. */
static bool undo_end(struct session *session)
{
    bship_game_undo(session->game);
    return session_is_human(session, bship_game_to_move(session->game));
}

bship_status session_undo(struct session *session, int32_t side)
{
    if (!session_can_undo(session))
        return BSHIP_ERROR_STATE;
    if (session_humans(session) == 2 && !session_add_remark(session, REMARK_UNDO, side))
        return BSHIP_ERROR_MEMORY;
    bool is_done = has_ended_by_word(session) && undo_end(session);
    if (!is_done && has_human_fired(session))
        undo_shots(session);
    move_remarks(session);
    session->tallies[side].undos++;
    return BSHIP_OK;
}

/* ---- a rematch ---- */

uint64_t session_choose_seed(void)
{
    struct timespec now = { 0, 0 };
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t nanoseconds = (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
    bship_rng rng;
    bship_rng_seed(&rng, nanoseconds, BSHIP_RNG_PURPOSE_USER, (uint64_t)getpid());
    return bship_rng_below(&rng, SESSION_SEED_BOUND);
}

static uint64_t next_seed(uint64_t seed)
{
    bship_rng rng;
    bship_rng_seed(&rng, seed, BSHIP_RNG_PURPOSE_USER, 0);
    return bship_rng_below(&rng, SESSION_SEED_BOUND);
}

struct score session_score(const struct session *session)
{
    struct score score = session->setup.score;
    score_count(&score, bship_game_outcome(session->game));
    return score;
}

bool session_next(const struct session *session, struct setup *next)
{
    int32_t began = bship_game_began(session->game);
    if (began == BSHIP_SIDE_NONE)
        return false;
    setup_copy(next, &session->setup);
    if (!next->sampler)
        next->sampler = bship_sampler_ref(session->sampler);
    struct score score = session_score(session);
    next->score = score_next(&score);
    next->first_seed = 0;
    next->seed = session_has_remote(session) ? 0 : next_seed(session->setup.seed);
    if (bship_rules_get(next->rules, BSHIP_RULE_FIRST) == BSHIP_FIRST_RANDOM)
        next->first = other_side(began);
    return true;
}
