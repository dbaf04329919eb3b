#ifndef BROADCASTER_H
#define BROADCASTER_H

#include <stddef.h>
#include <stdint.h>

/* The server that Lockstep is compared with: what `lockstep load` asks for, by libwebsockets alone.
   It keeps no rows and stores nothing. It says who wrote what, under which revision, as Lockstep does,
   so that the same generator drives both, with the same frames to read and bytes to deliver. */

/* Serves on a free port of 127.0.0.1, which it prints, until its input ends. With a certificate, over
   TLS; NULL: without. */
void serve_broadcasts(int processor, const char *certificate, const char *key);

/* The sets of one turn of the loop, as the text of a `changes` message. */
struct turn {
    char *text; /* from LWS_PRE on */
    size_t length;
    size_t capacity;
};

/* A part of a message; text is NULL where it is not there. */
struct part {
    const char *text;
    size_t length;
};

/* What stands in quotes after `key`, which ends with a quote. */
struct part text_behind(const char *message, size_t length, const char *key);

/* Appends formatted text; the capacity doubles as needed. */
void append(struct turn *turn, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends every edit of a frame to a turn as a set of its own, with the revisions from `*revision` + 1
   on. */
void append_edits(struct turn *turn, const char *frame, size_t length, const char *list,
    const char *author, uint64_t *revision);

#endif
