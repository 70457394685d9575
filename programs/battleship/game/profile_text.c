/*
 * Profiles in memory, and as text; see profile_text.h. The habits among the lines are read by the
 * library, which counts their lines from 1.
 */
#include "battleship/game/profile_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/formatted.h"
#include "common/printed.h"

#define HEADING "battleship-profiles 1"
#define HABITS "battleship-habits "
#define PLAYER "player \""
#define END "end"

static const char *const consent_names[] = {
    [PROFILE_OFF] = "off",
    [PROFILE_ON] = "on",
};

/* ---- in memory ---- */

void profile_forget_habits(struct profile *profile)
{
    for (size_t i = 0; i < profile->count; i++)
        bship_habits_free(profile->habits[i]);
    free(profile->habits);
    profile->habits = NULL;
    profile->count = 0;
    profile->has_learnt = false;
}

void profiles_clear(struct profiles *profiles)
{
    for (size_t i = 0; i < profiles->count; i++)
        profile_forget_habits(&profiles->players[i]);
    free(profiles->players);
    *profiles = (struct profiles){ 0 };
}

struct profile *profiles_find(const struct profiles *profiles, const char *name)
{
    for (size_t i = 0; i < profiles->count; i++) {
        if (strcmp(profiles->players[i].name, name) == 0)
            return &profiles->players[i];
    }
    return NULL;
}

bship_habits *profile_habits(const struct profile *profile, const bship_rules *rules)
{
    for (size_t i = 0; i < profile->count; i++) {
        if (bship_rules_equal(bship_habits_rules(profile->habits[i]), rules))
            return profile->habits[i];
    }
    return NULL;
}

struct profile *profiles_add(struct profiles *profiles, const char *name)
{
    size_t size = (profiles->count + 1) * sizeof *profiles->players;
    struct profile *players = realloc(profiles->players, size);
    if (!players)
        return NULL;
    profiles->players = players;
    struct profile *profile = &players[profiles->count++];
    *profile = (struct profile){ .consent = PROFILE_UNASKED };
    snprintf(profile->name, sizeof profile->name, "%s", name);
    return profile;
}

bool profile_add_habits(struct profile *profile, bship_habits *habits)
{
    size_t size = (profile->count + 1) * sizeof(bship_habits *);
    bship_habits **grown = realloc(profile->habits, size);
    if (!grown)
        return false;
    profile->habits = grown;
    profile->habits[profile->count++] = habits;
    return true;
}

/* ---- reading ---- */

/* A text being read line by line. */
struct reader {
    const char *next; /* the next line */
    const char *end;
    const char *line; /* the present one, without its line break */
    size_t length;
    uint32_t number; /* of the present line, from 1 */
    struct profiles *profiles;
    bship_error *error;
};

/* Goes to the next line; false at the end of the text. */
static bool next_line(struct reader *reader)
{
    if (reader->next == reader->end)
        return false;
    const char *stop = memchr(reader->next, '\n', (size_t)(reader->end - reader->next));
    reader->line = reader->next;
    reader->next = stop ? stop + 1 : reader->end;
    reader->length = (size_t)((stop ? stop : reader->end) - reader->line);
    reader->number++;
    return true;
}

static bool is_line(const struct reader *reader, const char *text)
{
    return reader->length == strlen(text) && memcmp(reader->line, text, reader->length) == 0;
}

static bool begins_with(const struct reader *reader, const char *text)
{
    return reader->length >= strlen(text) && memcmp(reader->line, text, strlen(text)) == 0;
}

/* Nothing but blanks, or a comment. */
static bool is_empty(const struct reader *reader)
{
    size_t i = 0;
    while (i < reader->length && (reader->line[i] == ' ' || reader->line[i] == '\r'))
        i++;
    return i == reader->length || reader->line[i] == '#';
}

/* Reports what is wrong at a byte of the present line. */
static bship_status fail(const struct reader *reader, bship_status status, size_t byte,
                         const char *text)
{
    reader->error->status = (int32_t)status;
    reader->error->line = reader->number > 0 ? reader->number : 1;
    reader->error->column = (uint32_t)byte + 1;
    snprintf(reader->error->text, sizeof reader->error->text, "%s", text);
    return status;
}

/* Reads what follows the name of a player, such as `on 83719`; the line is a text of its own. */
static bool read_consent(struct profile *profile, const char *text)
{
    for (int32_t consent = PROFILE_OFF; consent <= PROFILE_ON; consent++) {
        size_t length = strlen(consent_names[consent]);
        bool is_this = strncmp(text, consent_names[consent], length) == 0;
        if (is_this && (text[length] == ' ' || !text[length])) {
            profile->consent = consent;
            text += length;
            break;
        }
    }
    int end = 0;
    if (profile->consent == PROFILE_ON && text[0] == ' ' &&
        strspn(text + 1, "0123456789") == strlen(text + 1) && strlen(text + 1) <= 20 &&
        sscanf(text, " %" SCNu64 "%n", &profile->last_seed, &end) == 1) {
        profile->has_learnt = true;
        text += end;
    }
    return profile->consent != PROFILE_UNASKED && !text[0];
}

/* Reads `player "NAME" CONSENT`. */
static bship_status read_player(struct reader *reader)
{
    char rest[64];
    char name[PLAYER_NAME_SIZE];
    const char *start = reader->line + strlen(PLAYER);
    size_t left = reader->length - strlen(PLAYER);
    const char *quote = memchr(start, '"', left);
    size_t length = quote ? (size_t)(quote - start) : left;
    if (length < sizeof name)
        snprintf(name, sizeof name, "%.*s", (int)length, start);
    if (!quote || length >= sizeof name || player_name_fault(name))
        return fail(reader, BSHIP_ERROR_SYNTAX, strlen(PLAYER), "expected a name and a quote");
    if (profiles_find(reader->profiles, name))
        return fail(reader, BSHIP_ERROR_SYNTAX, strlen(PLAYER), "this player has a profile above");
    struct profile *profile = profiles_add(reader->profiles, name);
    if (!profile)
        return fail(reader, BSHIP_ERROR_MEMORY, 0, bship_status_message(BSHIP_ERROR_MEMORY));
    left -= length + 1;
    snprintf(rest, sizeof rest, "%.*s", (int)left, quote + 1);
    if (left >= sizeof rest || rest[0] != ' ' || !read_consent(profile, rest + 1))
        return fail(reader, BSHIP_ERROR_SYNTAX, (size_t)(quote + 1 - reader->line),
                    "expected off, on, or on and a seed");
    return BSHIP_OK;
}

/* Reads habits, from their first line to `end`. */
static bship_status read_habits(struct reader *reader)
{
    const char *start = reader->line;
    uint32_t first = reader->number;
    bship_habits *habits = NULL;
    if (reader->profiles->count == 0)
        return fail(reader, BSHIP_ERROR_SYNTAX, 0, "expected a player first");
    struct profile *profile = &reader->profiles->players[reader->profiles->count - 1];
    while (!is_line(reader, END) && next_line(reader))
        continue;
    bship_status status =
        bship_habits_parse(&habits, start, (size_t)(reader->next - start), NULL, reader->error);
    if (status) {
        reader->error->line += first - 1;
        return status;
    }
    bool is_second = profile_habits(profile, bship_habits_rules(habits)) != NULL;
    if (!is_second && profile->consent == PROFILE_ON && profile_add_habits(profile, habits))
        return BSHIP_OK;
    bship_habits_free(habits);
    reader->number = first;
    return is_second ? fail(reader, BSHIP_ERROR_SYNTAX, 0, "these rules have habits above")
           : profile->consent != PROFILE_ON
               ? fail(reader, BSHIP_ERROR_SYNTAX, 0, "this player has refused a profile")
               : fail(reader, BSHIP_ERROR_MEMORY, 0, bship_status_message(BSHIP_ERROR_MEMORY));
}

bship_status profiles_parse(struct profiles *out, const char *text, size_t length,
                            bship_error *error)
{
    struct reader reader = { .next = text, .end = text + length, .profiles = out, .error = error };
    bship_status status = BSHIP_OK;
    *out = (struct profiles){ 0 };
    if (!next_line(&reader) || !is_line(&reader, HEADING))
        return fail(&reader, BSHIP_ERROR_VERSION, 0, "expected " HEADING);
    while (!status && next_line(&reader)) {
        if (begins_with(&reader, PLAYER))
            status = read_player(&reader);
        else if (begins_with(&reader, HABITS))
            status = read_habits(&reader);
        else if (!is_empty(&reader))
            status = fail(&reader, BSHIP_ERROR_NAME, 0, "expected a player or habits");
    }
    return status;
}

/* ---- writing ---- */

/* Writes habits; false if out of memory. */
static bool write_habits(FILE *out, const bship_habits *habits)
{
    char *text = formatted_habits(habits);
    if (text)
        fputs(text, out);
    free(text);
    return text != NULL;
}

static bool write_profile(FILE *out, const struct profile *profile)
{
    bool is_written = true;
    if (profile->consent == PROFILE_UNASKED)
        return true;
    fprintf(out, PLAYER "%s\" %s", profile->name, consent_names[profile->consent]);
    if (profile->has_learnt)
        fprintf(out, " %" PRIu64, profile->last_seed);
    fputc('\n', out);
    for (size_t i = 0; i < profile->count && is_written; i++)
        is_written = write_habits(out, profile->habits[i]);
    return is_written;
}

char *profiles_format(const struct profiles *profiles, size_t *length)
{
    struct printed printed;
    if (!printed_open(&printed))
        return NULL;
    fputs(HEADING "\n", printed.out);
    bool is_written = true;
    for (size_t i = 0; i < profiles->count && is_written; i++)
        is_written = write_profile(printed.out, &profiles->players[i]);
    char *text = printed_close(&printed, is_written);
    *length = printed.length;
    return text;
}
