/* Questions and pages on the full screen; see front.h. */
#include "battleship/screen/front.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>

enum {
    LABEL_SIZE = 96
};

static_assert((int)ANSWER_BACK == DIALOG_BACK && (int)ANSWER_INTERRUPTED == DIALOG_INTERRUPTED &&
                  (int)ANSWER_CLOSED == DIALOG_CLOSED,
              "a dialogue answers as a front does");

/* Marks the hot key in the text of a choice: the first letter of its word, wherever it comes first.
 */
static void mark_hot_key(const struct choice *choice, char label[LABEL_SIZE])
{
    int key = tolower((unsigned char)choice->word[0]);
    int at = 0;
    while (choice->text[at] != '\0' && tolower((unsigned char)choice->text[at]) != key)
        at++;
    snprintf(label, LABEL_SIZE, "%.*s&%s", at, choice->text, choice->text + at);
}

static int ask(void *user, const struct question *question)
{
    char labels[QUESTION_CHOICES_MAX][LABEL_SIZE];
    const char *choices[QUESTION_CHOICES_MAX];
    for (int i = 0; i < question->count; i++) {
        mark_hot_key(&question->choices[i], labels[i]);
        choices[i] = labels[i];
    }
    return dialog_ask(user, question->text, choices, question->count);
}

static void show(void *user, const char *title, const char *text)
{
    dialog_message(user, title, text);
}

struct front screen_front(const struct backdrop *backdrop)
{
    return (struct front){ .ask = ask, .show = show, .user = (void *)backdrop };
}
