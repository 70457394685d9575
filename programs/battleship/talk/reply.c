/* Replies; see reply.h. */
#include "battleship/talk/reply.h"

#include <stdarg.h>
#include <stdio.h>

void reply_set(struct reply *reply, enum reply_kind kind, const char *format, ...)
{
    va_list values;
    reply->kind = (int)kind;
    va_start(values, format);
    vsnprintf(reply->text, sizeof(reply->text), format, values);
    va_end(values);
}
