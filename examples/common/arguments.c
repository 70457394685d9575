/* Reading a command line; see arguments.h. */
#include "common/arguments.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum option_result arguments_next(struct arguments *arguments)
{
    if (arguments->next >= arguments->count)
        return OPTION_UNKNOWN;
    const char *word = arguments->words[arguments->next++];
    if (strncmp(word, "--", 2) != 0 || word[2] == '\0') {
        fprintf(stderr, "%s: expected an option such as --help, not \"%s\"\n", arguments->program,
                word);
        return OPTION_REFUSED;
    }
    const char *name = word + 2;
    const char *equals = strchr(name, '=');
    size_t length = equals != NULL ? (size_t)(equals - name) : strlen(name);
    if (length >= sizeof(arguments->name))
        length = sizeof(arguments->name) - 1;
    memcpy(arguments->name, name, length);
    arguments->name[length] = '\0';
    arguments->inline_value = equals != NULL ? equals + 1 : NULL;
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
    if (word[0] == '-' && word[1] != '\0')
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
    if (arguments->inline_value != NULL)
        return arguments->inline_value;
    if (arguments->next < arguments->count)
        return arguments->words[arguments->next++];
    arguments_complain(arguments, "a value is missing");
    return NULL;
}

enum option_result arguments_number(struct arguments *arguments, uint64_t min, uint64_t max,
                                    uint64_t *out)
{
    const char *text = arguments_value(arguments);
    if (text == NULL)
        return OPTION_REFUSED;
    char *end = NULL;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    /* strtoull() alone would also accept blanks and signs, and wrap -1 around. */
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || number < min ||
        number > max) {
        arguments_complain(arguments, "expected a number from %llu to %llu, not \"%s\"",
                           (unsigned long long)min, (unsigned long long)max, text);
        return OPTION_REFUSED;
    }
    *out = number;
    return OPTION_TAKEN;
}

/* Lists names: `a, b or c`. */
static void list_names(FILE *out, const char *(*name_of)(int32_t), int32_t first)
{
    for (int32_t i = first; name_of(i) != NULL; i++) {
        const char *separator = name_of(i + 1) != NULL ? ", " : " or ";
        fprintf(out, "%s%s", i > first ? separator : "", name_of(i));
    }
}

enum option_result arguments_name(struct arguments *arguments, const char *(*name_of)(int32_t),
                                  int32_t first, int32_t *out)
{
    const char *word = arguments_value(arguments);
    if (word == NULL)
        return OPTION_REFUSED;
    for (int32_t i = first; name_of(i) != NULL; i++) {
        if (strcmp(word, name_of(i)) == 0) {
            *out = i;
            return OPTION_TAKEN;
        }
    }
    fprintf(stderr, "%s: --%s: expected ", arguments->program, arguments->name);
    list_names(stderr, name_of, first);
    fprintf(stderr, ", not \"%s\"\n", word);
    return OPTION_REFUSED;
}

enum option_result arguments_flag(const struct arguments *arguments, int *out)
{
    if (arguments->inline_value != NULL) {
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
