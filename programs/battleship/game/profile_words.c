/* What the machine has learnt of a player, in words; see profile_words.h. */
#include "battleship/game/profile_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "battleship/game/rules_summary.h"
#include "common/printed.h"

/* Traits as they stand behind a percentage. What is known of the player's share of touching ships
 * is no interval: the model only has rules of contact that the player may keep. */
static const struct {
    const char *trait, *words;
    bool has_interval;
} phrases[] = {
    { "edge", "on the edge", true },
    { "corner", "in the corners", true },
    { "centre", "in the centre", true },
    { "left", "in the left half", true },
    { "right", "in the right half", true },
    { "top", "in the upper half", true },
    { "bottom", "in the lower half", true },
    { "top-left", "in the upper left", true },
    { "top-right", "in the upper right", true },
    { "bottom-left", "in the lower left", true },
    { "bottom-right", "in the lower right", true },
    { "horizontal", "horizontal", true },
    { "touching", "touching another ship", false },
};

#define PHRASES (sizeof phrases / sizeof phrases[0])

/* The row of a trait; the number of rows for one that is newer than these words. */
static size_t row_of(int32_t trait)
{
    size_t row = 0;
    while (row < PHRASES &&
           strcmp(phrases[row].trait, bship_enum_name(BSHIP_ENUM_TRAIT, trait)) != 0)
        row++;
    return row;
}

/* How a trait stands behind a percentage; a new one, by its text. */
static const char *phrase_of(int32_t trait)
{
    size_t row = row_of(trait);
    return row < PHRASES ? phrases[row].words : bship_enum_text(BSHIP_ENUM_TRAIT, trait);
}

static bool has_interval(int32_t trait)
{
    size_t row = row_of(trait);
    return row < PHRASES && phrases[row].has_interval;
}

/* How surely a trait differs from chance: the distance in widths of its interval. */
static double distance(const bship_habits_trait_info *info)
{
    double width = info->high - info->low;
    return width > 0 ? fabs(info->observed - info->uniform) / width : 0;
}

/* Finds the trait that differs most surely; false if none can be had. */
static bool find_trait(bship_habits *habits, int32_t *trait, bship_habits_trait_info *out)
{
    bool is_found = false;
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_TRAIT); i++) {
        bship_habits_trait_info info = BSHIP_HABITS_TRAIT_INFO_INIT;
        if (bship_habits_trait(habits, i, &info) || isnan(info.observed) ||
            (is_found && distance(&info) <= distance(out)))
            continue;
        *out = info;
        *trait = i;
        is_found = true;
    }
    return is_found;
}

static void write_fleets(int32_t count, char *text, size_t size)
{
    if (count == 1)
        snprintf(text, size, "one of your fleets");
    else
        snprintf(text, size, "%d of your fleets", (int)count);
}

int32_t profile_sentence(bship_habits *habits, const char *subject,
                         char text[PROFILE_SENTENCE_SIZE])
{
    char fleets[40];
    int32_t trait;
    bship_habits_info info = BSHIP_HABITS_INFO_INIT;
    bship_habits_trait_info told = BSHIP_HABITS_TRAIT_INFO_INIT;
    if (bship_habits_describe(habits, &info))
        return -1;
    write_fleets(info.observations, fleets, sizeof fleets);
    if (find_trait(habits, &trait, &told))
        snprintf(text, PROFILE_SENTENCE_SIZE, "%s knows %s: %.0f %% %.40s (%.0f %% by chance).",
                 subject, fleets, 100 * told.observed, phrase_of(trait), 100 * told.uniform);
    else
        snprintf(text, PROFILE_SENTENCE_SIZE, "%s knows %s.", subject, fleets);
    return info.observations;
}

/* ---- the report ---- */

static void report_trait(FILE *out, bship_habits *habits, int32_t trait)
{
    bship_habits_trait_info info = BSHIP_HABITS_TRAIT_INFO_INIT;
    if (bship_habits_trait(habits, trait, &info) || isnan(info.observed))
        return;
    fprintf(out, "  %3.0f %% %s (%.0f %% by chance", 100 * info.observed, phrase_of(trait),
            100 * info.uniform);
    if (has_interval(trait))
        fprintf(out, "; yours: %.0f to %.0f %%", 100 * info.low, 100 * info.high);
    fputs(")\n", out);
}

/* What is known under one set of rules. */
static bool report_habits(FILE *out, bship_habits *habits)
{
    char rules[160];
    bship_habits_info info = BSHIP_HABITS_INFO_INIT;
    if (bship_habits_describe(habits, &info))
        return false;
    rules_summary(bship_habits_rules(habits), rules, sizeof rules);
    fprintf(out, "\n%s: %d fleet%s; %.0f %% sure that there is a habit\n", rules,
            (int)info.observations, info.observations == 1 ? "" : "s", 100 * info.probability);
    for (int32_t trait = 0; trait < bship_enum_count(BSHIP_ENUM_TRAIT); trait++)
        report_trait(out, habits, trait);
    return true;
}

static const char *summary_of(const struct profile *profile)
{
    return profile->consent == PROFILE_UNASKED ? "no profile yet: it is asked before a game"
           : profile->consent == PROFILE_OFF   ? "no profile is kept"
           : profile->count == 0               ? "no fleet is known yet"
                                               : "how your ships were laid";
}

char *profile_report(const struct profile *profile, const char *name)
{
    struct printed printed;
    if (!printed_open(&printed))
        return NULL;
    fprintf(printed.out, "%s: %s\n", name, summary_of(profile));
    bool is_written = true;
    for (size_t i = 0; i < profile->count && is_written; i++)
        is_written = report_habits(printed.out, profile->habits[i]);
    if (profile->count > 0)
        fputs("\nYours: where your mean share lies, with a probability of 95 %.\n", printed.out);
    return printed_close(&printed, is_written);
}
