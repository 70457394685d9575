/* Keys that wait for their turn; see key_queue.h. */
#include "battleship/talk/key_queue.h"

#include <string.h>

#include "battleship/talk/key.h"

static bool is_letter(int32_t key)
{
    return (key >= 'a' && key <= 'z') || (key >= 'A' && key <= 'Z');
}

static bool is_digit(int32_t key)
{
    return key >= '0' && key <= '9';
}

bool key_needs_turn(int32_t key)
{
    return key == TERMINAL_KEY_ENTER || key == ' ' || key == TERMINAL_KEY_BACKSPACE ||
           key == TERMINAL_KEY_DELETE;
}

bool key_aims(int32_t key)
{
    bool moves = key >= TERMINAL_KEY_UP && key <= TERMINAL_KEY_PAGE_DOWN;
    return is_letter(key) || is_digit(key) || moves || key_needs_turn(key);
}

bool key_queue_add(struct key_queue *queue, int32_t key)
{
    if (queue->count == KEY_QUEUE_SIZE)
        return false;
    queue->keys[queue->count++] = key;
    return true;
}

bool key_queue_take(struct key_queue *queue, int32_t *key)
{
    if (queue->count == 0)
        return false;
    *key = queue->keys[0];
    queue->count--;
    memmove(queue->keys, queue->keys + 1, queue->count * sizeof *queue->keys);
    return true;
}

void key_queue_format(const struct key_queue *queue, char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < queue->count && used + 1 < size; i++) {
        int32_t key = queue->keys[i];
        if (is_letter(key))
            text[used++] = (char)(key >= 'a' ? key - 'a' + 'A' : key);
        else if (is_digit(key))
            text[used++] = (char)key;
        else if (!key_needs_turn(key))
            text[used++] = '.';
        else if (used > 0 && text[used - 1] != ' ')
            text[used++] = ' ';
    }
    while (used > 0 && text[used - 1] == ' ')
        used--;
    text[used] = '\0';
}
