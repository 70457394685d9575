/* What the program says after a command: one or more whole sentences, and how they are meant. */
#ifndef PROGRAMS_BATTLESHIP_TALK_REPLY_H
#define PROGRAMS_BATTLESHIP_TALK_REPLY_H

enum reply_kind {
    REPLY_NONE,    /* nothing is to be said */
    REPLY_DONE,    /* it was done: `Taken back.` */
    REPLY_REFUSED, /* nothing was done, and why: `There is nothing to take back.` */
    REPLY_FAILED   /* it should have worked: `The game cannot be saved: the disk is full.` */
};

enum {
    REPLY_SIZE = 1024
};

struct reply {
    int kind; /* an enum reply_kind */
    char text[REPLY_SIZE];
};

/* Sets a reply. */
void reply_set(struct reply *reply, enum reply_kind kind, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Adds to the text of a reply. */
void reply_add(struct reply *reply, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#endif
