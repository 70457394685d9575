/*
 * Writing JSON: values follow each other, and the commas between them are set where they belong.
 *
 *     struct json json = { .out = stdout };
 *     json_open(&json, NULL, '{');
 *     json_text(&json, "name", "hunt");
 *     json_line(&json);
 *     json_open(&json, "shots", '[');
 *     json_count(&json, NULL, 42);
 *     json_close(&json, ']');
 *     json_close(&json, '}');
 *
 * A key is NULL for the items of a list. The caller checks the stream for errors.
 */
#ifndef PROGRAMS_COMMON_JSON_H
#define PROGRAMS_COMMON_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json {
    FILE *out;
    bool has_items; /* whether the next value follows another one */
    bool ends_line; /* whether the next value begins a line */
};

/* Begins and ends an object, by `{` and `}`, or a list, by `[` and `]`. */
void json_open(struct json *json, const char *key, char bracket);
void json_close(struct json *json, char bracket);

/* Lets the next value begin a line. */
void json_line(struct json *json);

/* Writes a string of UTF-8, which JSON requires. */
void json_text(struct json *json, const char *key, const char *text);

void json_boolean(struct json *json, const char *key, bool is_true);
void json_count(struct json *json, const char *key, int64_t number);

/* Writes the shortest decimal of a number; null for infinities and NaN, which JSON lacks. */
void json_real(struct json *json, const char *key, double number);

/* Writes a value that is JSON already, such as null. */
void json_value(struct json *json, const char *key, const char *value);

#endif
