/* Writing JSON; see json.h. */
#include "common/json.h"

#include <inttypes.h>
#include <math.h>

#include "common/number.h"

static void print_quoted(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte < 0x20)
            fprintf(out, "\\u%04x", byte);
        else if (byte == '"' || byte == '\\')
            fprintf(out, "\\%c", byte);
        else
            fputc(byte, out);
    }
    fputc('"', out);
}

/* Writes what stands before a value. */
static void begin(struct json *json, const char *key)
{
    if (json->has_items)
        fputc(',', json->out);
    if (json->ends_line)
        fputc('\n', json->out);
    if (key) {
        print_quoted(json->out, key);
        fputc(':', json->out);
    }
    json->has_items = true;
    json->ends_line = false;
}

void json_open(struct json *json, const char *key, char bracket)
{
    begin(json, key);
    fputc(bracket, json->out);
    json->has_items = false;
}

void json_close(struct json *json, char bracket)
{
    fputc(bracket, json->out);
    json->has_items = true;
}

void json_line(struct json *json)
{
    json->ends_line = true;
}

void json_text(struct json *json, const char *key, const char *text)
{
    begin(json, key);
    print_quoted(json->out, text);
}

void json_value(struct json *json, const char *key, const char *value)
{
    begin(json, key);
    fputs(value, json->out);
}

void json_boolean(struct json *json, const char *key, bool is_true)
{
    json_value(json, key, is_true ? "true" : "false");
}

void json_count(struct json *json, const char *key, int64_t number)
{
    begin(json, key);
    fprintf(json->out, "%" PRId64, number);
}

void json_real(struct json *json, const char *key, double number)
{
    char text[NUMBER_SIZE];
    json_value(json, key, isfinite(number) ? number_format(text, number) : "null");
}
