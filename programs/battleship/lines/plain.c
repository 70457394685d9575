/* The conversation in line mode; see plain.h. */
#include "battleship/lines/plain.h"

#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "battleship/game/opening.h"
#include "battleship/lines/signals.h"
#include "battleship/lines/text.h"
#include "common/process.h"
#include "common/terminal.h"

enum {
    MESSAGE_SIZE = 1024,
    KEEP_ALIVE_MILLISECONDS = 1000, /* between two signs of life during a calculation */
    PATIENCE_MILLISECONDS = 700     /* before a calculation is announced */
};

int plain_open(struct plain *plain, const struct options *options)
{
    *plain = (struct plain){ .options = options, .saves = SAVES_INIT };
    plain->keeping.saves = options->saves ? &plain->saves : NULL;
    plain->is_spoken = options->is_spoken;
    plain->has_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    plain->has_utf8 = !options->is_ascii && terminal_has_utf8();
    grid_init(&plain->grid, options->colour);
    plain->worker = worker_new();
    if (plain->worker == NULL || !signals_open()) {
        fprintf(stderr, PROGRAM ": cannot start a thread\n");
        return OUTCOME_FAILED;
    }
    return OUTCOME_DONE;
}

/* Frees the game, if there is one. */
static void end(struct plain *plain)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        panel_clear(&plain->panels[side]);
    session_close(&plain->session);
    plain->keeping.has_saved = false;
}

void plain_close(struct plain *plain)
{
    end(plain);
    worker_free(plain->worker);
    saves_close(&plain->saves);
}

/* Makes what the conversation needs besides the session. */
static int complete(struct plain *plain)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        text_make_fit(plain->session.shown[side], plain->has_utf8);
    const bship_rules *rules = plain->session.setup.rules;
    bool is_fine = panel_init(&plain->panels[BSHIP_SIDE_A], rules);
    is_fine = panel_init(&plain->panels[BSHIP_SIDE_B], rules) && is_fine;
    if (!is_fine)
        return plain_fail("cannot start", BSHIP_ERROR_MEMORY);
    if (plain->session.sampler_status != BSHIP_OK)
        plain_say(plain, "Fleets are possibly not drawn uniformly: %s.",
                  plain->session.sampler_text);
    return OUTCOME_DONE;
}

/* Opens a session from a setup, or from the saved game if that is NULL. */
static int open_session(struct plain *plain, const struct setup *setup)
{
    struct opening opening = { .session = &plain->session,
                               .setup = setup,
                               .saves = &plain->saves,
                               .uses_profile = plain->options->saves };
    end(plain);
    if (!worker_start(plain->worker, opening_job, &opening))
        return plain_fail("cannot start", BSHIP_ERROR_STATE);
    int outcome = plain_wait(plain, "Counting the layouts of the fleet");
    worker_collect(plain->worker);
    plain->keeping.has_saved = setup == NULL && opening.status == BSHIP_OK;
    if (opening.status == BSHIP_OK)
        return outcome == OUTCOME_DONE ? complete(plain) : outcome;
    if (opening.status == BSHIP_ERROR_CANCELLED)
        return outcome;
    fprintf(stderr, PROGRAM ": %s\n", opening.why);
    return OUTCOME_FAILED;
}

int plain_begin(struct plain *plain, const struct setup *setup)
{
    return open_session(plain, setup);
}

int plain_resume(struct plain *plain)
{
    return open_session(plain, NULL);
}

FILE *plain_out(const struct plain *plain)
{
    return plain->grid.out;
}

void plain_say(const struct plain *plain, const char *format, ...)
{
    char text[MESSAGE_SIZE];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof(text), format, values);
    va_end(values);
    text_print(plain->grid.out, text, terminal_width(), 0);
}

int plain_fail(const char *what, bship_status status)
{
    fprintf(stderr, PROGRAM ": %s: %s\n", what, bship_status_message(status));
    return OUTCOME_FAILED;
}

int plain_flush(const struct plain *plain)
{
    if (grid_flush(&plain->grid))
        return OUTCOME_DONE;
    fprintf(stderr, PROGRAM ": cannot write to standard output\n");
    return OUTCOME_FAILED;
}

/* What the next signal means; OUTCOME_DONE: back after Ctrl-Z, or nothing. */
static int take_signal(void)
{
    switch (signals_take()) {
    case SIGINT:
        return OUTCOME_INTERRUPTED;
    case SIGTERM:
    case SIGHUP:
        return OUTCOME_CLOSED;
    default:
        return OUTCOME_DONE;
    }
}

static int print_prompt(const struct plain *plain, const char *prompt)
{
    fprintf(plain->grid.out, "%s> ", prompt);
    return plain_flush(plain);
}

/* What to wait for besides a line. */
static struct input_others others_of(const struct remote *remote)
{
    struct input_others others = { .milliseconds = -1 };
    if (remote != NULL) {
        others.count = remote_fds(remote, others.fds);
        others.milliseconds = remote_milliseconds(remote);
    }
    return others;
}

static int hear(struct plain *plain)
{
    return plain->remote != NULL ? plain->hear(plain, plain->hear_user) : OUTCOME_DONE;
}

int plain_ask(struct plain *plain, const char *prompt)
{
    /* What was received together with the last news is not told by any descriptor. */
    int outcome = hear(plain);
    if (outcome == OUTCOME_DONE)
        outcome = print_prompt(plain, prompt);
    while (outcome == OUTCOME_DONE) {
        struct input_others others = others_of(plain->remote);
        switch (input_read(&plain->input, &others)) {
        case INPUT_LINE:
            return OUTCOME_DONE;
        case INPUT_TOO_LONG:
            plain_say(plain, "That line is too long (more than %d bytes).", INPUT_LINE_SIZE - 1);
            plain->input.line[0] = '\0';
            return OUTCOME_DONE;
        case INPUT_END:
            return OUTCOME_CLOSED;
        case INPUT_OTHER:
            outcome = hear(plain);
            break;
        case INPUT_SIGNAL:
            outcome = take_signal();
            if (outcome == OUTCOME_DONE)
                outcome = print_prompt(plain, prompt);
        }
    }
    return outcome;
}

int plain_ask_yes_or_no(struct plain *plain, const char *prompt, bool *is_yes)
{
    *is_yes = false;
    for (;;) {
        int outcome = plain_ask(plain, prompt);
        if (outcome != OUTCOME_DONE)
            return outcome;
        char *cursor = plain->input.line;
        const char *word = input_word(&cursor);
        *is_yes = word != NULL && plain_is_word(word, "yes");
        if (*is_yes || (word != NULL && plain_is_word(word, "no")))
            return OUTCOME_DONE;
    }
}

int plain_ask_number(struct plain *plain, const char *prompt, int count, int *number)
{
    int outcome;
    while ((outcome = plain_ask(plain, prompt)) == OUTCOME_DONE) {
        char *cursor = plain->input.line;
        const char *word = input_word(&cursor);
        char *end = NULL;
        long typed = word != NULL ? strtol(word, &end, 10) : 0;
        *number = (int)typed;
        if (typed >= 1 && typed <= count && *end == '\0')
            return OUTCOME_DONE;
        if (word != NULL && plain_is_word(word, "quit"))
            return OUTCOME_QUIT;
        plain_say(plain, "The games have the numbers from 1 to %d.", count);
    }
    return outcome;
}

int plain_listen(struct plain *plain)
{
    int outcome = plain_flush(plain);
    if (outcome == OUTCOME_DONE)
        outcome = hear(plain);
    while (outcome == OUTCOME_DONE) {
        struct input_others others = others_of(plain->remote);
        outcome = input_wait(&others) == INPUT_SIGNAL ? take_signal() : hear(plain);
    }
    return outcome;
}

static void cancel_job(struct plain *plain)
{
    worker_cancel(plain->worker);
    worker_wait(plain->worker);
}

int plain_wait_for(struct plain *plain, int milliseconds)
{
    struct input_others others = { .fds = { { worker_fd(plain->worker), POLLIN, 0 } },
                                   .count = 1,
                                   .milliseconds = milliseconds };
    int outcome = OUTCOME_DONE;
    if (input_wait(&others) == INPUT_SIGNAL)
        outcome = take_signal();
    if (outcome == OUTCOME_DONE)
        return outcome;
    cancel_job(plain);
    if (outcome == OUTCOME_INTERRUPTED)
        fputc('\n', plain->grid.out);
    return outcome;
}

int plain_wait(struct plain *plain, const char *who)
{
    int outcome = OUTCOME_DONE;
    if (plain->has_terminal && worker_is_busy(plain->worker))
        outcome = plain_wait_for(plain, PATIENCE_MILLISECONDS);
    if (plain->has_terminal && outcome == OUTCOME_DONE && worker_is_busy(plain->worker)) {
        plain_say(plain, "%s...", who);
        outcome = plain_flush(plain);
    }
    while (outcome == OUTCOME_DONE && worker_is_busy(plain->worker)) {
        outcome = plain_wait_for(plain, plain->remote != NULL ? KEEP_ALIVE_MILLISECONDS : -1);
        if (plain->remote != NULL)
            remote_keep_alive(plain->remote);
    }
    if (outcome != OUTCOME_DONE)
        cancel_job(plain);
    return outcome;
}

bool plain_is_kept(const struct plain *plain)
{
    return keeping_is_kept(&plain->keeping, &plain->session);
}

void plain_save(struct plain *plain)
{
    struct reply reply = { .kind = REPLY_NONE };
    keeping_save(&plain->keeping, &plain->session, &reply);
    if (reply.kind != REPLY_NONE)
        plain_say(plain, "%s", reply.text);
}

bool plain_is_word(const char *answer, const char *word)
{
    return strcasecmp(answer, word) == 0 ||
           (strlen(answer) == 1 && strncasecmp(answer, word, 1) == 0);
}
