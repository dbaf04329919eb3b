#define _GNU_SOURCE
#include "broadcaster.h"
#include "floors.h"

#include <libwebsockets.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void append(struct turn *turn, const char *format, ...)
{
    for (;;) {
        va_list arguments;
        size_t used = LWS_PRE + turn->length;
        size_t room = turn->capacity > used ? turn->capacity - used : 0;
        va_start(arguments, format);
        int length = vsnprintf(room > 0 ? turn->text + used : NULL, room, format, arguments);
        va_end(arguments);
        if (length >= 0 && (size_t)length < room) {
            turn->length += (size_t)length;
            return;
        }
        turn->capacity = 2 * (used + (size_t)length + 1024);
        turn->text = realloc(turn->text, turn->capacity);
        if (turn->text == NULL)
            fail("realloc");
    }
}

struct part text_behind(const char *message, size_t length, const char *key)
{
    struct part part = { memmem(message, length, key, strlen(key)), 0 };
    if (part.text != NULL) {
        part.text += strlen(key);
        const char *end = memchr(part.text, '"', length - (size_t)(part.text - message));
        part.length = end == NULL ? 0 : (size_t)(end - part.text);
    }
    return part;
}

void append_edits(struct turn *turn, const char *frame, size_t length, const char *list,
    const char *author, uint64_t *revision)
{
    static const char start[] = "{\"type\":\"edit\"";
    const char *end = frame + length;
    const char *edit = memmem(frame, length, start, sizeof start - 1);
    while (edit != NULL) {
        const char *next = memmem(edit + 1, (size_t)(end - edit) - 1, start, sizeof start - 1);
        size_t rest = (size_t)((next == NULL ? end : next) - edit);
        const char *id = memmem(edit, rest, "\"id\":", 5);
        struct part row = text_behind(edit, rest, "\"row\":\"");
        struct part title = text_behind(edit, rest, "\"title\":\"");
        if (id != NULL && row.text != NULL && title.text != NULL) {
            if (turn->length == 0)
                append(turn, "{\"type\":\"changes\",\"list\":\"%s\",\"sets\":[", list);
            else
                append(turn, ",");
            append(turn,
                "{\"revision\":%llu,\"client\":\"%s\",\"intent\":%llu,\"updatedRows\":[{\"row\":\"%.*s\","
                "\"at\":[0,0],\"fields\":{\"title\":\"%.*s\"}}]}",
                (unsigned long long)++*revision, author, strtoull(id + 5, NULL, 10), (int)row.length,
                row.text, (int)title.length, title.text);
        }
        edit = next;
    }
}
