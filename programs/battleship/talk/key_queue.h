/*
 * Keys that were typed while the machine had the turn. They wait for the next turn of the person,
 * and count then in the order in which they were typed.
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_KEY_QUEUE_H
#define PROGRAMS_BATTLESHIP_TALK_KEY_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    KEY_QUEUE_SIZE = 64 /* several salvos; more is a book on the keyboard */
};

/* Zeroes: no key waits. */
struct key_queue {
    int32_t keys[KEY_QUEUE_SIZE];
    size_t count;
};

/* Whether a key can be a part of aiming, and so has to keep its place behind those that wait. */
bool key_aims(int32_t key);

/* Whether a key needs the turn of who presses it: Enter, Space, and what takes a mark back. */
bool key_needs_turn(int32_t key);

/* Adds a key; false if there is no room. */
bool key_queue_add(struct key_queue *queue, int32_t key);

/* Takes the first key; false if there is none. */
bool key_queue_take(struct key_queue *queue, int32_t *key);

/* Writes what waits as it would be read: `B3 C4`; arrows and their like are dots. */
void key_queue_format(const struct key_queue *queue, char *text, size_t size);

#endif
