/*
 * A session as a record, and back; see saves.h. What a record does not say stands in extra lines,
 * each read by a function of a table.
 */
#include "battleship/game/saves.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/placing.h>

#include "common/board_cells.h"
#include "common/number.h"
#include "common/sides.h"
#include "network/peer.h"

/* The beginning of all our extra lines, and their version. */
#define PREFIX "x-battleship-"
#define VERSION 1

enum {
    KIND_UNKNOWN = -1
};

/* ---- writing ---- */

static bship_status add_line(bship_record *record, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

static bship_status add_line(bship_record *record, const char *format, ...)
{
    char line[128];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    return bship_record_add_extra(record, line, NULL);
}

static bship_status add_notes(bship_record *record, const struct session *session, int32_t side)
{
    const char *notes = session->notes[side];
    size_t cells = notes ? session_cells(session) : 0;
    bship_status status = BSHIP_OK;
    for (size_t i = 0; i < cells && !status; i++) {
        char text[BSHIP_CELL_TEXT_SIZE];
        bship_cell cell = board_cell(session->setup.rules, i);
        if (notes[i] == 0)
            continue;
        bship_cell_format(cell, text, sizeof text);
        status = add_line(record, PREFIX "note %s %s %c", bship_enum_name(BSHIP_ENUM_SIDE, side),
                          text, notes[i]);
    }
    return status;
}

static bship_status add_remarks(bship_record *record, const struct session *session)
{
    bship_status status = BSHIP_OK;
    for (size_t i = 0; i < session->remark_count && !status; i++) {
        const struct remark *remark = &session->remarks[i];
        status = add_line(record, PREFIX "remark %s %s %" PRId64, remark_kind_name(remark->kind),
                          bship_enum_name(BSHIP_ENUM_SIDE, remark->side), remark->entries);
    }
    return status;
}

/* Adds a name as far as a record allows it: it has no way to write a double quote. */
static void add_name(bship_record *record, int32_t side, const char *name)
{
    char text[PLAYER_NAME_SIZE];
    snprintf(text, sizeof text, "%s", name);
    for (char *quote = text; (quote = strchr(quote, '"'));)
        *quote = '\'';
    bship_record_set(record, BSHIP_FACT_PLAYER, side, text, NULL);
}

/* Adds what concerns one side. */
static bship_status add_side(bship_record *record, const struct session *session, int32_t side)
{
    const struct player *player = &session->setup.players[side];
    const struct tally *tally = &session->tallies[side];
    const char *name = bship_enum_name(BSHIP_ENUM_SIDE, side);
    add_name(record, side, player->name);
    bship_status status =
        add_line(record, PREFIX "player %s %s", name, player_kind_name(player->kind));
    if (!status && (tally->hints != 0 || tally->heat_maps != 0 || tally->undos != 0))
        status = add_line(record, PREFIX "tally %s %" PRId32 " %" PRId32 " %" PRId32, name,
                          tally->hints, tally->heat_maps, tally->undos);
    return status ? status : add_notes(record, session, side);
}

static bship_status add_setup(bship_record *record, const struct session *session)
{
    const struct setup *setup = &session->setup;
    const struct known *known = &session->known;
    bship_status status = add_line(record, PREFIX "session %d", VERSION);
    if (!status && setup->places_at_random)
        status =
            add_line(record, PREFIX "placement %s", setup->placing ? setup->placing : "random");
    if (!status && setup->score.best_of > 0)
        status =
            add_line(record, PREFIX "score %" PRId32 " %" PRId32 " %" PRId32, setup->score.best_of,
                     setup->score.won[BSHIP_SIDE_A], setup->score.won[BSHIP_SIDE_B]);
    if (!status && known->fleets > 0)
        status = add_line(record, PREFIX "profile %" PRId32 " %016" PRIx64, known->fleets,
                          known->fingerprint);
    return status;
}

/* States who begins as the players know it: a game that was resumed knows it from the start. */
static void add_first(bship_record *record, int32_t first)
{
    const char *side = first != BSHIP_FIRST_RANDOM ? bship_enum_name(BSHIP_ENUM_SIDE, first) : NULL;
    bship_record_set(record, BSHIP_FACT_BEGINS, BSHIP_SIDE_NONE, side, NULL);
}

static void add_date(bship_record *record)
{
    char date[16];
    struct tm local;
    time_t now = time(NULL);
    if (localtime_r(&now, &local) && strftime(date, sizeof date, "%Y-%m-%d", &local) > 0)
        bship_record_set(record, BSHIP_FACT_DATE, BSHIP_SIDE_NONE, date, NULL);
}

bship_status saves_record(bship_record **out, const struct session *session)
{
    static const bship_record_game_options whole = BSHIP_RECORD_GAME_OPTIONS_SAVE;
    bship_status status = bship_record_new_game(out, session->game, &whole, NULL);
    if (status)
        return status;
    add_date(*out);
    add_first(*out, session->setup.first);
    status = add_setup(*out, session);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && !status; side++)
        status = add_side(*out, session, side);
    if (!status)
        status = add_remarks(*out, session);
    if (!status)
        return status;
    bship_record_free(*out);
    *out = NULL;
    return status;
}

/* ---- reading extra lines ---- */

/* What the extra lines say. */
struct extras {
    int32_t width, height;
    int32_t kinds[SIDES];
    int32_t first;
    bool places_at_random;
    const char *placing;
    const char *gone_style;
    struct tally tallies[SIDES];
    struct remark *remarks;
    size_t remark_count;
    struct known known;
    struct score score;
    char *notes[SIDES];
};

/* An extra line being read, word by word. */
struct line {
    const char *start;
    const char *next;    /* behind the current word */
    const char *current; /* the current word's beginning */
    char word[64];       /* the current word; empty at the end of the line */
    bship_error *error;
};

/* Reads the next word. One that is too long is cut, which no reader accepts. */
static const char *next_word(struct line *line)
{
    line->current = line->next + strspn(line->next, " \t\r");
    size_t length = strcspn(line->current, " \t\r");
    line->next = line->current + length;
    snprintf(line->word, sizeof line->word, "%.*s", (int)(length < 1000 ? length : 1000),
             line->current);
    return line->word;
}

/* Reports that the current word is not what was expected. */
static bship_status expected(const struct line *line, bship_status status, const char *what)
{
    line->error->status = status;
    line->error->column = (uint32_t)(line->current - line->start) + 1;
    snprintf(line->error->text, sizeof line->error->text, "expected %s", what);
    return status;
}

static bship_status read_side(struct line *line, int32_t *side)
{
    *side = bship_enum_find(BSHIP_ENUM_SIDE, next_word(line));
    bool is_side = *side == BSHIP_SIDE_A || *side == BSHIP_SIDE_B;
    return is_side ? BSHIP_OK : expected(line, BSHIP_ERROR_NAME, "a side, a or b");
}

static bship_status read_session(struct line *line, struct extras *extras)
{
    (void)extras;
    bool is_ours = strcmp(next_word(line), "1") == 0;
    return is_ours ? BSHIP_OK : expected(line, BSHIP_ERROR_VERSION, "version 1");
}

static bship_status read_player(struct line *line, struct extras *extras)
{
    int32_t side;
    bship_status status = read_side(line, &side);
    if (status)
        return status;
    next_word(line);
    for (int32_t kind = 0; player_kind_name(kind); kind++) {
        if (strcmp(line->word, player_kind_name(kind)) == 0)
            extras->kinds[side] = kind;
    }
    bool is_known = extras->kinds[side] != KIND_UNKNOWN;
    return is_known ? BSHIP_OK : expected(line, BSHIP_ERROR_NAME, "human, ai or remote");
}

/* Older versions stated who begins so. */
static bship_status read_first(struct line *line, struct extras *extras)
{
    extras->first = bship_enum_find(BSHIP_ENUM_RULE_VALUES + BSHIP_RULE_FIRST, next_word(line));
    bool is_known = extras->first == BSHIP_FIRST_A || extras->first == BSHIP_FIRST_B;
    return is_known ? BSHIP_OK : expected(line, BSHIP_ERROR_NAME, "a or b");
}

/* The styles of earlier versions that are no more: such fleets are laid at random. */
static const char *gone_style_of(const char *name)
{
    static const char *const gone[] = { "clustered", "spread" };
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++) {
        if (strcmp(name, gone[i]) == 0)
            return gone[i];
    }
    return NULL;
}

static bship_status read_placement(struct line *line, struct extras *extras)
{
    extras->gone_style = gone_style_of(next_word(line));
    int32_t style =
        bship_enum_find(BSHIP_ENUM_PLACEMENT_STYLE, extras->gone_style ? "uniform" : line->word);
    extras->places_at_random = style >= 0 || strcmp(line->word, "random") == 0;
    extras->placing = bship_enum_name(BSHIP_ENUM_PLACEMENT_STYLE, style);
    return extras->places_at_random
               ? BSHIP_OK
               : expected(line, BSHIP_ERROR_NAME, "random or a placement style");
}

static bship_status read_count(struct line *line, int32_t *count)
{
    uint64_t number;
    if (!number_parse(next_word(line), 0, 999999999, &number))
        return expected(line, BSHIP_ERROR_RANGE, "a number of up to 9 digits");
    *count = (int32_t)number;
    return BSHIP_OK;
}

static bship_status read_tally(struct line *line, struct extras *extras)
{
    int32_t side;
    bship_status status = read_side(line, &side);
    if (status)
        return status;
    struct tally *tally = &extras->tallies[side];
    int32_t *const counts[] = { &tally->hints, &tally->heat_maps, &tally->undos };
    for (size_t i = 0; i < sizeof counts / sizeof *counts && !status; i++)
        status = read_count(line, counts[i]);
    return status;
}

static bship_status read_profile(struct line *line, struct extras *extras)
{
    bship_status status = read_count(line, &extras->known.fleets);
    if (status)
        return status;
    const char *word = next_word(line);
    bool is_number = strlen(word) == 16 && strspn(word, "0123456789abcdef") == 16 &&
                     sscanf(word, "%" SCNx64, &extras->known.fingerprint) == 1;
    return is_number ? BSHIP_OK : expected(line, BSHIP_ERROR_RANGE, "16 hexadecimal digits");
}

static bship_status read_score(struct line *line, struct extras *extras)
{
    struct score *score = &extras->score;
    int32_t *const counts[] = { &score->best_of, &score->won[BSHIP_SIDE_A],
                                &score->won[BSHIP_SIDE_B] };
    bship_status status = BSHIP_OK;
    for (size_t i = 0; i < sizeof counts / sizeof *counts && !status; i++)
        status = read_count(line, counts[i]);
    return status || score_is_fine(score) ? status
                                          : expected(line, BSHIP_ERROR_RANGE, "a possible score");
}

static bship_status read_note(struct line *line, struct extras *extras)
{
    int32_t side;
    bship_cell cell;
    bship_status status = read_side(line, &side);
    if (status)
        return status;
    if (bship_cell_parse(next_word(line), &cell, NULL) || cell.x >= extras->width ||
        cell.y >= extras->height)
        return expected(line, BSHIP_ERROR_OFF_BOARD, "a cell of the board");
    const char *note = next_word(line);
    if (strlen(note) != 1 || note[0] <= ' ' || note[0] > '~')
        return expected(line, BSHIP_ERROR_SYNTAX, "one printable character");
    extras->notes[side][cell.y * extras->width + cell.x] = note[0];
    return BSHIP_OK;
}

static bship_status read_remark(struct line *line, struct extras *extras)
{
    struct remark remark = { .kind = REMARK_HELP };
    int32_t entries = 0;
    const char *word = next_word(line), *name;
    while ((name = remark_kind_name(remark.kind)) && strcmp(word, name) != 0)
        remark.kind++;
    if (!name)
        return expected(line, BSHIP_ERROR_NAME, "help or undo");
    bship_status status = read_side(line, &remark.side);
    if (!status)
        status = read_count(line, &entries);
    if (status)
        return status;
    remark.entries = entries;
    size_t size = (extras->remark_count + 1) * sizeof remark;
    struct remark *remarks = realloc(extras->remarks, size);
    if (!remarks)
        return BSHIP_ERROR_MEMORY;
    remarks[extras->remark_count++] = remark;
    extras->remarks = remarks;
    return BSHIP_OK;
}

static const struct {
    const char *keyword;
    bship_status (*read)(struct line *line, struct extras *extras);
} readers[] = {
    { PREFIX "session", read_session }, { PREFIX "player", read_player },
    { PREFIX "first", read_first },     { PREFIX "placement", read_placement },
    { PREFIX "tally", read_tally },     { PREFIX "note", read_note },
    { PREFIX "profile", read_profile }, { PREFIX "remark", read_remark },
    { PREFIX "score", read_score },
};

/* Reads a line of ours; lines of other programs are none of our business. */
static bship_status read_line(const char *text, struct extras *extras, bship_error *error)
{
    struct line line = { .start = text, .next = text, .error = error };
    if (strncmp(next_word(&line), PREFIX, strlen(PREFIX)) != 0)
        return BSHIP_OK;
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        if (strcmp(line.word, readers[i].keyword) != 0)
            continue;
        bship_status status = readers[i].read(&line, extras);
        if (!status && next_word(&line)[0])
            status = expected(&line, BSHIP_ERROR_SYNTAX, "the end of the line");
        return status;
    }
    return expected(&line, BSHIP_ERROR_NAME, "a line that this version writes");
}

static void clear_extras(struct extras *extras)
{
    free(extras->notes[BSHIP_SIDE_A]);
    free(extras->notes[BSHIP_SIDE_B]);
    free(extras->remarks);
}

/* Reads all extra lines. clear_extras() is needed in any case. */
static bship_status read_extras(struct extras *extras, const bship_record *record,
                                bship_error *error)
{
    const bship_rules *rules = bship_record_rules(record);
    *extras = (struct extras){ .width = bship_rules_width(rules),
                               .height = bship_rules_height(rules),
                               .kinds = {
                                   [BSHIP_SIDE_A] = KIND_UNKNOWN, [BSHIP_SIDE_B] = KIND_UNKNOWN } };
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        extras->notes[side] = calloc((size_t)extras->width, (size_t)extras->height);
        if (!extras->notes[side])
            return BSHIP_ERROR_MEMORY;
    }
    bship_status status = BSHIP_OK;
    for (int64_t i = 0; i < bship_record_extras(record) && !status; i++) {
        error->index = i;
        status = read_line(bship_record_extra(record, i), extras, error);
    }
    return status;
}

int32_t saves_player_kind(const bship_record *record, int32_t side)
{
    for (int64_t i = 0; i < bship_record_extras(record); i++) {
        struct extras extras = {
            .kinds = { [BSHIP_SIDE_A] = KIND_UNKNOWN, [BSHIP_SIDE_B] = KIND_UNKNOWN }
        };
        bship_error error = BSHIP_ERROR_INIT;
        const char *text = bship_record_extra(record, i);
        struct line line = { .start = text, .next = text, .error = &error };
        if (strcmp(next_word(&line), PREFIX "player") == 0 && !read_player(&line, &extras) &&
            extras.kinds[side] != KIND_UNKNOWN)
            return extras.kinds[side];
    }
    return KIND_UNKNOWN;
}

/* ---- opening a session ---- */

static bship_status refuse(bship_error *error, bship_status status, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;

static bship_status refuse(bship_error *error, bship_status status, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(error->text, sizeof error->text, format, values);
    va_end(values);
    error->status = status;
    error->line = error->column = 0;
    return status;
}

/* Whether a record contains a whole fleet. */
static bool has_layout(const bship_record *record, int32_t side)
{
    const bship_fleet *fleet = bship_rules_fleet(bship_record_rules(record));
    return bship_record_layout(record, side, NULL, 0) == (size_t)bship_fleet_count(fleet);
}

/* Refuses records that can be shown, but not played on. */
static bship_status check_playable(const bship_record *record, const struct extras *extras,
                                   bship_error *error)
{
    bool is_game = bship_record_is_game(record);
    if (!is_game && bship_record_log_length(record) > 0)
        return refuse(error, BSHIP_ERROR_STATE,
                      "this is a position, not a game: it can be replayed, but not resumed");
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bool is_remote = extras->kinds[side] == PLAYER_REMOTE;
        if (is_remote && !peer_saved_address(record))
            return refuse(error, BSHIP_ERROR_UNSUPPORTED,
                          "this game was played with another machine: it can be replayed, but not "
                          "resumed");
        if (is_game && !is_remote && !has_layout(record, side))
            return refuse(error, BSHIP_ERROR_NOT_PLACED,
                          "the ships of side %s are missing: this game can be replayed, but not "
                          "resumed",
                          bship_enum_name(BSHIP_ENUM_SIDE, side));
    }
    return BSHIP_OK;
}

/*
 * The level of an AI as the record states it, if this is its strategy; older versions stated it by
 * the name of the player.
 */
static int32_t level_of(const bship_record *record, int32_t side, const char *strategy)
{
    const char *name = bship_record_get(record, BSHIP_FACT_LEVEL, side);
    if (!name)
        name = bship_record_get(record, BSHIP_FACT_PLAYER, side);
    int32_t level = bship_enum_find(BSHIP_ENUM_LEVEL, name);
    return level >= 0 && bship_level_strategy(level) == strategy ? level : BSHIP_LEVEL_NONE;
}

/* Who plays a side: as our line says, else an AI if the record names its strategy. */
static bship_status choose_player(struct player *player, const bship_record *record, int32_t side,
                                  int32_t kind, bship_error *error)
{
    const char *name = bship_record_get(record, BSHIP_FACT_PLAYER, side);
    const char *strategy = bship_record_get(record, BSHIP_FACT_STRATEGY, side);
    int32_t index = strategy ? bship_enum_find(BSHIP_ENUM_STRATEGY, strategy) : -1;
    if (kind == PLAYER_AI && index < 0)
        return refuse(error, BSHIP_ERROR_NAME, "side %s is played by %s, which is no strategy here",
                      bship_enum_name(BSHIP_ENUM_SIDE, side),
                      strategy ? strategy : "a nameless AI");
    bool is_ai = kind == PLAYER_AI || (kind == KIND_UNKNOWN && index >= 0);
    *player = (struct player){ .kind = is_ai                   ? PLAYER_AI
                                       : kind == PLAYER_REMOTE ? PLAYER_REMOTE
                                                               : PLAYER_HUMAN };
    player->strategy = is_ai ? bship_enum_name(BSHIP_ENUM_STRATEGY, index) : NULL;
    player->level = is_ai ? level_of(record, side, player->strategy) : BSHIP_LEVEL_NONE;
    if (name)
        snprintf(player->name, sizeof player->name, "%s", name);
    return BSHIP_OK;
}

/* Who begins: as the players agreed, or as it was; the rules may say so anyway. */
static int32_t choose_first(const bship_record *record, const struct extras *extras)
{
    const char *side = bship_record_get(record, BSHIP_FACT_BEGAN, BSHIP_SIDE_NONE);
    int32_t rule = bship_rules_get(bship_record_rules(record), BSHIP_RULE_FIRST);
    if (rule != BSHIP_FIRST_RANDOM)
        return BSHIP_FIRST_RANDOM;
    if (!side)
        side = bship_record_get(record, BSHIP_FACT_BEGINS, BSHIP_SIDE_NONE);
    return side ? bship_enum_find(BSHIP_ENUM_SIDE, side) : extras->first;
}

/* Fills the setup; its rules are the record's. */
static bship_status choose_setup(struct setup *setup, const bship_record *record,
                                 const struct extras *extras, bship_error *error)
{
    bship_status status = BSHIP_OK;
    *setup = (struct setup){ .rules = bship_rules_ref(bship_record_rules(record)) };
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && !status; side++)
        status = choose_player(&setup->players[side], record, side, extras->kinds[side], error);
    if (bship_record_number(record, BSHIP_FACT_SEED, BSHIP_SIDE_NONE, &setup->seed))
        setup->seed = session_choose_seed();
    if (peer_saved_address(record))
        bship_record_number(record, BSHIP_FACT_FIRST_SEED, BSHIP_SIDE_NONE, &setup->first_seed);
    setup->first = choose_first(record, extras);
    setup->places_at_random = extras->places_at_random;
    setup->placing = extras->placing;
    setup->score = extras->score;
    return status;
}

/* Opens the session and brings its game to where it was. */
static bship_status open_session(struct session *session, const bship_record *record,
                                 const struct extras *extras, bship_progress_callback progress,
                                 void *user, bship_error *error)
{
    struct setup setup;
    bship_status status = choose_setup(&setup, record, extras, error);
    if (!status)
        status = session_open(session, &setup, progress, user, error);
    setup_clear(&setup);
    if (!status)
        status = bship_record_to_game(record, session->game, error);
    return status;
}

/* Gives the session its tallies, notes and remarks. */
static void hand_over(struct session *session, struct extras *extras)
{
    size_t cells = session_cells(session);
    session->known = extras->known;
    session->gone_style = extras->gone_style;
    session->remarks = extras->remarks;
    session->remark_count = extras->remark_count;
    extras->remarks = NULL;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        session->tallies[side] = extras->tallies[side];
        if (session->notes[side])
            memcpy(session->notes[side], extras->notes[side], cells);
    }
}

bship_status saves_session(const bship_record *record, struct session *session,
                           bship_progress_callback progress, void *user, bship_error *error)
{
    struct extras extras;
    *session = (struct session){ 0 };
    bship_status status = read_extras(&extras, record, error);
    if (!status)
        status = check_playable(record, &extras, error);
    if (!status)
        status = open_session(session, record, &extras, progress, user, error);
    if (!status)
        hand_over(session, &extras);
    else
        session_close(session);
    if (status == BSHIP_ERROR_MEMORY)
        refuse(error, status, "%s", bship_status_message(status));
    clear_extras(&extras);
    return status;
}
