/* The profile of a person who plays against the machine; see profile_use.h. */
#include "battleship/game/profile_use.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "battleship/game/profile_words.h"
#include "common/formatted.h"
#include "common/hash.h"
#include "common/sides.h"

/* The side of the only person, if the other one is an AI; else BSHIP_SIDE_NONE. */
static int32_t side_of_person(const struct player players[SIDES])
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        if (players[side].kind == PLAYER_HUMAN && players[other_side(side)].kind == PLAYER_AI)
            return side;
    }
    return BSHIP_SIDE_NONE;
}

static bool uses_habits(const struct player *player)
{
    return bship_strategy_uses_habits(bship_enum_find(BSHIP_ENUM_STRATEGY, player->strategy)) != 0;
}

bool profile_read_all(struct profiles *out, char why[FILES_WHY_SIZE])
{
    *out = (struct profiles){ 0 };
    char *path = profiles_path(why);
    bool is_read = path && profiles_read(path, out, why);
    free(path);
    return is_read;
}

bool profile_allow(const char *name, int32_t consent, char why[FILES_WHY_SIZE])
{
    char *path = profiles_path(why);
    bool is_noted = path && profiles_allow(path, name, consent, why);
    free(path);
    return is_noted;
}

/* ---- asking ---- */

const char *profile_to_ask(const struct setup *setup)
{
    char why[FILES_WHY_SIZE];
    struct profiles profiles;
    int32_t side = side_of_person(setup->players);
    if (side == BSHIP_SIDE_NONE || !setup->players[side].name[0] ||
        !uses_habits(&setup->players[other_side(side)]))
        return NULL;
    const char *name = setup->players[side].name;
    bool is_asked = !profile_read_all(&profiles, why) || profiles_find(&profiles, name);
    profiles_clear(&profiles);
    return is_asked ? NULL : name;
}

/* ---- using ---- */

/* A number that differs if the habits differ; 0 if out of memory. */
static uint64_t fingerprint_of(const bship_habits *habits)
{
    char *text = formatted_habits(habits);
    uint64_t hash = text ? hash_bytes(HASH_INIT, text, strlen(text)) : 0;
    free(text);
    return hash;
}

/* Gives the AI the habits; false if that is impossible, for which there is a reason. */
static bool give(struct session *session, int32_t side, bship_habits *habits,
                 char why[FILES_WHY_SIZE])
{
    char subject[PLAYER_NAME_SIZE];
    struct known *known = &session->known;
    bship_habits_snapshot *snapshot = NULL;
    bship_status status = bship_habits_snapshot_new(&snapshot, habits, NULL);
    if (!status)
        status = bship_ai_set_habits(session->ai[other_side(side)], snapshot);
    bship_habits_snapshot_unref(snapshot);
    session_subject(session, other_side(side), subject);
    if (!status) {
        known->fleets = profile_sentence(habits, subject, known->text);
        known->fingerprint = fingerprint_of(habits);
    } else {
        snprintf(why, FILES_WHY_SIZE, "%s", bship_status_message(status));
    }
    return !status;
}

/* Finds the habits of a person and gives them to the AI; true if there are none. */
static bool find_and_give(struct session *session, int32_t side, char why[FILES_WHY_SIZE])
{
    struct profiles profiles;
    bool is_done = profile_read_all(&profiles, why);
    const struct profile *profile =
        is_done ? profiles_find(&profiles, session->setup.players[side].name) : NULL;
    bship_habits *habits = profile ? profile_habits(profile, session->setup.rules) : NULL;
    if (habits)
        is_done = give(session, side, habits, why);
    profiles_clear(&profiles);
    return is_done;
}

/* Tells that a game goes on with another profile than it began with, which is what it keeps. */
static void tell_change(struct session *session, int32_t side, const struct known *before)
{
    char subject[PLAYER_NAME_SIZE];
    struct known now = session->known;
    session_subject(session, other_side(side), subject);
    session->known = *before;
    if (before->fleets != now.fleets || before->fingerprint != now.fingerprint)
        snprintf(session->known.text, sizeof session->known.text,
                 "%s knew %d of your fleets when this game began, and knows %d now.", subject,
                 (int)before->fleets, (int)now.fleets);
}

void profile_use(struct session *session)
{
    char why[FILES_WHY_SIZE] = "";
    struct known before = session->known;
    int32_t side = side_of_person(session->setup.players);
    session->known = (struct known){ 0 };
    if (side == BSHIP_SIDE_NONE || !uses_habits(&session->setup.players[other_side(side)]))
        return;
    bool is_read = find_and_give(session, side, why);
    if (bship_game_phase(session->game) != BSHIP_PHASE_PLACING)
        tell_change(session, side, &before);
    if (!is_read)
        snprintf(session->known.text, sizeof session->known.text, "No profile: %s.", why);
}

/* ---- learning ---- */

bool profile_learn(const struct session *session, char why[FILES_WHY_SIZE])
{
    int32_t side = side_of_person(session->setup.players);
    if (side == BSHIP_SIDE_NONE || bship_game_outcome(session->game) == BSHIP_OUTCOME_NONE)
        return true;
    char *path = profiles_path(why);
    bool is_learnt =
        path && profiles_learn(path, session->setup.players[side].name, session->setup.seed,
                               bship_game_board(session->game, side), why);
    free(path);
    return is_learnt;
}
