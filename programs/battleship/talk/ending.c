/* The end of a game; see ending.h. */
#include "battleship/talk/ending.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "battleship/game/daily.h"
#include "battleship/game/kept.h"
#include "battleship/game/profile_use.h"
#include "common/format.h"
#include "common/sides.h"

/* ---- reviews ---- */

static bool is_reviewed(const struct session *session, int32_t side)
{
    return bship_chart_shots(bship_game_chart(session->game, side)) > 0 &&
           (session_is_human(session, side) || session_humans(session) == 0);
}

void ending_open(struct ending *ending, const struct session *session, struct worker *worker,
                 double seconds)
{
    const bship_game *game = session->game;
    int32_t viewer = session_viewer(session);
    *ending = (struct ending){ .session = session, .worker = worker };
    ending->side = viewer == BSHIP_SIDE_NONE ? BSHIP_SIDE_A : viewer;
    result_of_session(&ending->result, session);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        const bship_board *target = bship_game_board(game, other_side(side));
        if (is_reviewed(session, side) &&
            review_open(&ending->reviews[side], bship_game_chart(game, side), target, seconds,
                        worker))
            ending->reviews[side] = NULL;
    }
    if (!ending->reviews[ending->side] && ending->reviews[other_side(ending->side)])
        ending->side = other_side(ending->side);
}

void ending_close(struct ending *ending)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        review_close(ending->reviews[side]);
        hindsight_clear(&ending->hindsights[side]);
    }
    *ending = (struct ending){ .session = NULL };
}

/* The reviews in the order in which they are shown. */
static int32_t side_at(const struct ending *ending, int32_t place)
{
    return place == 0 ? ending->side : other_side(ending->side);
}

void ending_advance(struct ending *ending)
{
    for (int32_t i = 0; i < 2; i++) {
        struct review *review = ending->reviews[side_at(ending, i)];
        struct hindsight *hindsight = &ending->hindsights[side_at(ending, i)];
        if (!review || hindsight->is_final)
            continue;
        review_collect(review);
        review_take(review, hindsight);
        if (!hindsight->is_final)
            review_start(review);
    }
}

void ending_pause(struct ending *ending)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        struct review *review = ending->reviews[side];
        if (!review || ending->hindsights[side].is_final)
            continue;
        review_cancel(review);
        worker_wait(ending->worker);
        review_collect(review);
        review_take(review, &ending->hindsights[side]);
    }
}

void ending_finish(struct ending *ending)
{
    ending_pause(ending);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        ending->hindsights[side].is_final = ending->reviews[side] != NULL;
}

bool ending_is_busy(const struct ending *ending)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        if (ending->reviews[side] && review_is_busy(ending->reviews[side]))
            return true;
    return false;
}

const struct hindsight *ending_hindsight(const struct ending *ending, int32_t side)
{
    return ending->reviews[side] ? &ending->hindsights[side] : NULL;
}

/* ---- sentences ---- */

/* Appends the score, if several games are played: `Best of 3: you 1, medium 0.` */
static void say_score(const struct ending *ending, char *text, size_t size)
{
    struct score score = session_score(ending->session);
    int32_t winner = score_winner(&score);
    const struct called *called = ending->result.called;
    if (score.best_of == 0)
        return;
    if (winner == BSHIP_SIDE_NONE)
        format_sentence(text, size, "Best of %d: %s %d, %s %d.", (int)score.best_of,
                        called[BSHIP_SIDE_A].name, (int)score.won[BSHIP_SIDE_A],
                        called[BSHIP_SIDE_B].name, (int)score.won[BSHIP_SIDE_B]);
    else
        format_sentence(text, size, "%s won the best of %d by %d to %d.", called[winner].subject,
                        (int)score.best_of, (int)score.won[winner],
                        (int)score.won[other_side(winner)]);
}

void ending_headline(const struct ending *ending, char *text, size_t size)
{
    review_headline(&ending->result, ending->hindsights, ending->side, text, size);
    say_score(ending, text, size);
}

/* Appends what help was used: `With help: hints 1, turns taken back 13.` */
static void say_help(const struct tally *help, char *text, size_t size)
{
    const struct {
        int32_t count;
        const char *name;
    } kinds[] = { { help->hints, "hints" },
                  { help->heat_maps, "turns with a heat map" },
                  { help->undos, "turns taken back" } };
    const char *before = " With help:";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].count == 0)
            continue;
        format_append(text, size, "%s %s %d", before, kinds[i].name, (int)kinds[i].count);
        before = ",";
    }
    if (before[0] == ',')
        format_append(text, size, ".");
}

/* Writes how often a side has hit, and with what help: `You: 17 of 38 shots hit (45 %).` Empty
 * without a shot. */
static void say_accuracy(const struct ending *ending, int32_t side, char *text, size_t size)
{
    const bship_chart *chart = bship_game_chart(ending->session->game, side);
    int64_t shots = bship_chart_shots(chart);
    int64_t hits = bship_chart_hits(chart);
    const struct tally *help = &ending->session->tallies[side];
    text[0] = '\0';
    if (shots == 0)
        return;
    snprintf(text, size, "%s: %" PRId64 " of %" PRId64 " shot%s hit (%.0f %%).",
             ending->result.called[side].subject, hits, shots, shots == 1 ? "" : "s",
             100.0 * (double)hits / (double)shots);
    say_help(help, text, size);
}

void ending_daily(const struct ending *ending, char text[DAILY_LINE_SIZE])
{
    const struct session *session = ending->session;
    const struct tally *help = &session->tallies[BSHIP_SIDE_A];
    const struct result *result = &ending->result;
    bool is_won = result->outcome == BSHIP_OUTCOME_A && result->reason == BSHIP_END_REASON_SUNK;
    int64_t shots = result->shots[BSHIP_SIDE_A];
    char date[DAILY_DATE_SIZE];
    text[0] = '\0';
    if (!daily_date(session, date))
        return;
    snprintf(text, DAILY_LINE_SIZE, "Battleship %s: %s%" PRId64 " shot%s, par %" PRId64 "%s.", date,
             is_won ? "" : "lost after ", shots, shots == 1 ? "" : "s", session->par,
             help->hints + help->heat_maps + help->undos > 0 ? ", with help" : "");
}

/* Writes how far the review of a side is; empty if that is of no interest. */
static void say_progress(const struct ending *ending, int32_t side, char *text, size_t size)
{
    const struct review *review = ending->reviews[side];
    double done = review && review_is_busy(review) ? worker_done(ending->worker) : 0;
    text[0] = '\0';
    if (review && (review_is_busy(review) || ending->hindsights[side].is_final))
        review_say_progress(&ending->hindsights[side], done, text, size);
}

/* An empty line, to be written; it counts once it has a text. */
static struct review_line *begin_line(struct review_line *lines, size_t count)
{
    lines[count] = (struct review_line){ .is_heading = false };
    return &lines[count];
}

size_t ending_lines(const struct ending *ending, struct review_line lines[ENDING_LINES_MAX])
{
    size_t count = 0;
    struct review_line *line = begin_line(lines, count);
    ending_daily(ending, line->text);
    count += line->text[0] != '\0';
    for (int32_t i = 0; i < 2; i++) {
        line = begin_line(lines, count);
        say_accuracy(ending, side_at(ending, i), line->text, sizeof line->text);
        count += line->text[0] != '\0';
    }
    for (int32_t i = 0; i < 2; i++) {
        int32_t side = side_at(ending, i);
        count +=
            review_lines(&ending->hindsights[side], &ending->result.called[side], lines + count);
        line = begin_line(lines, count);
        say_progress(ending, side, line->text, sizeof line->text);
        count += line->text[0] != '\0';
    }
    return count;
}

/* ---- replaying and keeping ---- */

/* The record of the game, with what is known of it. */
static bship_status make_record(const struct ending *ending, bship_record **record)
{
    bship_status status = saves_record(record, ending->session);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && !status; side++)
        status = hindsight_write(&ending->hindsights[side], *record, side);
    if (!status)
        return status;
    bship_record_free(*record);
    *record = NULL;
    return status;
}

bool ending_replay(const struct ending *ending, struct replay *replay, char why[FILES_WHY_SIZE])
{
    bship_record *record = NULL;
    bship_status status = make_record(ending, &record);
    if (!status)
        return replay_open_record(replay, record, why);
    snprintf(why, FILES_WHY_SIZE, "%s", bship_status_message(status));
    return false;
}

/* Adds that something has failed to a reply. */
static void say_failure(struct reply *reply, const char *what, const char *why)
{
    format_sentence(reply->text, sizeof reply->text, "%s: %.300s.", what, why);
    reply->kind = REPLY_FAILED;
}

static bool keep_record(const struct ending *ending, char why[FILES_WHY_SIZE])
{
    bship_record *record = NULL;
    bool has_person = session_humans(ending->session) > 0;
    if (!has_person || ending->result.outcome == BSHIP_OUTCOME_NONE)
        return true;
    bship_status status = make_record(ending, &record);
    bool is_kept = !status && kept_add(record, why);
    if (status)
        snprintf(why, FILES_WHY_SIZE, "%s", bship_status_message(status));
    bship_record_free(record);
    return is_kept;
}

/* Keeps the game to be replayed, or replaces what is kept of it. */
static void keep_replay(const struct ending *ending, struct archive *archive, struct reply *reply)
{
    char why[FILES_WHY_SIZE];
    bool is_kept = !archive->is_wanted || keep_record(ending, why);
    if (!is_kept && !archive->cannot_keep)
        say_failure(reply, "The game is not kept to be replayed", why);
    archive->cannot_keep = !is_kept;
}

void ending_keep(struct ending *ending, struct archive *archive, struct reply *reply)
{
    char why[FILES_WHY_SIZE];
    *reply = (struct reply){ .kind = REPLY_NONE };
    if (archive->is_wanted && !statistics_count(ending->session, ending->counted, why))
        say_failure(reply, "The game is not counted", why);
    if (archive->is_wanted && !profile_learn(ending->session, why))
        say_failure(reply, "Your fleet is not added to the profile", why);
    keep_replay(ending, archive, reply);
    if (!saves_forget(archive->saves, ending->session, why))
        say_failure(reply, "The saved game cannot be removed", why);
}

/* Fills in what the review has found of a side that was counted. */
static bool count_review(struct ending *ending, int32_t side, char why[FILES_WHY_SIZE])
{
    struct game_result *counted = &ending->counted[side];
    struct game_result known = *counted;
    known.luck = hindsight_luck_in_hits(&ending->hindsights[side]);
    known.given_away = hindsight_given_away(&ending->hindsights[side]);
    if (!counted->date[0] || (isnan(known.luck) && isnan(known.given_away)))
        return true;
    char *path = statistics_path(why);
    bool is_set = path && statistics_replace(path, counted, &known, why);
    free(path);
    if (is_set)
        *counted = known;
    return is_set;
}

void ending_keep_review(struct ending *ending, struct archive *archive, struct reply *reply)
{
    char why[FILES_WHY_SIZE];
    bool is_found = false;
    *reply = (struct reply){ .kind = REPLY_NONE };
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        is_found |= hindsight_is_settled(&ending->hindsights[side]);
        if (archive->is_wanted && !count_review(ending, side, why))
            say_failure(reply, "What the review has found is not counted", why);
    }
    if (is_found && !archive->cannot_keep)
        keep_replay(ending, archive, reply);
}
