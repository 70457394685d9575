/* Reading a command line; see arguments.h. */
#include "common/arguments.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/ai.h>
#include <battleship/enumeration.h>

#include "common/number.h"

/* The most names that are listed. */
enum {
    NAMES_MAX = 64
};

enum option_result arguments_next(struct arguments *arguments)
{
    if (arguments->next >= arguments->count)
        return OPTION_UNKNOWN;
    const char *word = arguments->words[arguments->next++];
    if (strncmp(word, "--", 2) != 0 || !word[2]) {
        fprintf(stderr, "%s: expected an option such as --help, not \"%s\"\n", arguments->program,
                word);
        return OPTION_REFUSED;
    }
    const char *name = word + 2;
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    if (length >= sizeof arguments->name)
        length = sizeof arguments->name - 1;
    memcpy(arguments->name, name, length);
    arguments->name[length] = '\0';
    arguments->inline_value = equals ? equals + 1 : NULL;
    return OPTION_TAKEN;
}

bool arguments_read(struct arguments *arguments,
                    enum option_result (*take)(struct arguments *arguments, void *user), void *user)
{
    enum option_result result;
    while ((result = arguments_next(arguments)) == OPTION_TAKEN) {
        result = take(arguments, user);
        if (result == OPTION_UNKNOWN)
            arguments_complain(arguments, "no such option; see --help");
        if (result != OPTION_TAKEN)
            return false;
    }
    return result != OPTION_REFUSED;
}

const char *arguments_operand(struct arguments *arguments)
{
    if (arguments->next >= arguments->count)
        return NULL;
    const char *word = arguments->words[arguments->next];
    if (word[0] == '-' && word[1])
        return NULL;
    arguments->next++;
    return word;
}

int arguments_is(const struct arguments *arguments, const char *name)
{
    return strcmp(arguments->name, name) == 0;
}

const char *arguments_value(struct arguments *arguments)
{
    if (arguments->inline_value)
        return arguments->inline_value;
    if (arguments->next < arguments->count)
        return arguments->words[arguments->next++];
    arguments_complain(arguments, "a value is missing");
    return NULL;
}

const char *arguments_optional(struct arguments *arguments)
{
    if (!arguments->inline_value)
        arguments->inline_value = arguments_operand(arguments);
    return arguments->inline_value;
}

enum option_result arguments_number(struct arguments *arguments, uint64_t min, uint64_t max,
                                    uint64_t *out)
{
    const char *text = arguments_value(arguments);
    if (!text)
        return OPTION_REFUSED;
    if (number_parse(text, min, max, out))
        return OPTION_TAKEN;
    arguments_complain(arguments, "expected a number from %llu to %llu, not \"%s\"",
                       (unsigned long long)min, (unsigned long long)max, text);
    return OPTION_REFUSED;
}

/* Refuses a word that is none of some names: `--colour: expected always or never, not "x"`. */
static enum option_result refuse_name(const struct arguments *arguments, const char *word,
                                      const char *const *names, size_t count)
{
    fprintf(stderr, "%s: --%s: expected ", arguments->program, arguments->name);
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " or ", names[i]);
    fprintf(stderr, ", not \"%s\"\n", word);
    return OPTION_REFUSED;
}

enum option_result arguments_name(struct arguments *arguments, const char *(*name_of)(int32_t),
                                  int32_t *out)
{
    const char *names[NAMES_MAX];
    const char *word = arguments_value(arguments);
    if (!word)
        return OPTION_REFUSED;
    size_t count = 0;
    for (; count < NAMES_MAX && name_of((int32_t)count); count++) {
        names[count] = name_of((int32_t)count);
        if (strcmp(word, names[count]) == 0) {
            *out = (int32_t)count;
            return OPTION_TAKEN;
        }
    }
    return refuse_name(arguments, word, names, count);
}

/* The name of a value that stands for no choice, such as no level: it is not one to ask for. */
static const char NOTHING[] = "none";

enum option_result arguments_enum(struct arguments *arguments, int32_t enumeration, int32_t *out)
{
    const char *names[NAMES_MAX];
    const char *word = arguments_value(arguments);
    if (!word)
        return OPTION_REFUSED;
    int32_t found = bship_enum_find(enumeration, word);
    if (found >= 0 && strcmp(word, NOTHING) != 0) {
        *out = found;
        return OPTION_TAKEN;
    }
    size_t count = 0;
    for (int32_t i = 0; i < bship_enum_count(enumeration) && count < NAMES_MAX; i++) {
        /* Levels stand by their difficulty, which their numbers do not follow. */
        int32_t value = enumeration == BSHIP_ENUM_LEVEL ? bship_level_at(i) : i;
        const char *name = bship_enum_name(enumeration, value);
        if (name && strcmp(name, NOTHING) != 0)
            names[count++] = name;
    }
    return refuse_name(arguments, word, names, count);
}

enum option_result arguments_flag(const struct arguments *arguments, int *out)
{
    if (arguments->inline_value) {
        arguments_complain(arguments, "takes no value");
        return OPTION_REFUSED;
    }
    *out = 1;
    return OPTION_TAKEN;
}

void arguments_complain(const struct arguments *arguments, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fprintf(stderr, "%s: --%s: ", arguments->program, arguments->name);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
}
