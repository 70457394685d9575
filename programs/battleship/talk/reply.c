/* Replies; see reply.h. */
#include "battleship/talk/reply.h"

#include <stdarg.h>
#include <stdio.h>

#include "common/format.h"

void reply_set(struct reply *reply, enum reply_kind kind, const char *format, ...)
{
    va_list values;
    reply->kind = (int)kind;
    va_start(values, format);
    vsnprintf(reply->text, sizeof reply->text, format, values);
    va_end(values);
}

void reply_add(struct reply *reply, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    format_append_values(reply->text, sizeof reply->text, format, values);
    va_end(values);
}
