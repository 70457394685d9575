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

enum plain_state plain_open(struct plain *plain, const struct options *options)
{
    *plain = (struct plain){ .options = options, .saves = SAVES_INIT };
    plain->keeping.saves = options->saves ? &plain->saves : NULL;
    plain->is_spoken = options->is_spoken;
    plain->has_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    plain->has_utf8 = !options->is_ascii && terminal_has_utf8();
    grid_init(&plain->grid, options->colour);
    plain->worker = worker_new();
    if (!plain->worker || !signals_open()) {
        fprintf(stderr, PROGRAM ": cannot start a thread\n");
        return PLAIN_FAILED;
    }
    return PLAIN_GOES_ON;
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
static enum plain_state complete(struct plain *plain)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        text_make_fit(plain->session.shown[side], plain->has_utf8);
    const bship_rules *rules = plain->session.setup.rules;
    bool is_fine = panel_init(&plain->panels[BSHIP_SIDE_A], rules);
    is_fine = panel_init(&plain->panels[BSHIP_SIDE_B], rules) && is_fine;
    if (!is_fine)
        return plain_fail("cannot start", BSHIP_ERROR_MEMORY);
    if (plain->session.sampler_status)
        plain_say(plain, "Fleets are possibly not drawn uniformly: %s.",
                  plain->session.sampler_text);
    return PLAIN_GOES_ON;
}

/* Opens a session from a setup, or from the saved game if that is NULL. */
static enum plain_state open_session(struct plain *plain, const struct setup *setup)
{
    struct opening opening = { .session = &plain->session,
                               .setup = setup,
                               .saves = &plain->saves,
                               .uses_profile = plain->options->saves };
    end(plain);
    if (!worker_start(plain->worker, opening_job, &opening))
        return plain_fail("cannot start", BSHIP_ERROR_STATE);
    enum plain_state state = plain_wait(plain, "Counting the layouts of the fleet");
    worker_collect(plain->worker);
    plain->keeping.has_saved = !setup && !opening.status;
    if (!opening.status)
        return state == PLAIN_GOES_ON ? complete(plain) : state;
    if (opening.status == BSHIP_ERROR_CANCELLED)
        return state;
    fprintf(stderr, PROGRAM ": %s\n", opening.why);
    return PLAIN_FAILED;
}

enum plain_state plain_begin(struct plain *plain, const struct setup *setup)
{
    return open_session(plain, setup);
}

enum plain_state plain_resume(struct plain *plain)
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
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    text_print(plain->grid.out, text, terminal_width(), 0);
}

enum plain_state plain_fail(const char *what, bship_status status)
{
    fprintf(stderr, PROGRAM ": %s: %s\n", what, bship_status_message(status));
    return PLAIN_FAILED;
}

enum plain_state plain_flush(const struct plain *plain)
{
    if (grid_flush(&plain->grid))
        return PLAIN_GOES_ON;
    fprintf(stderr, PROGRAM ": cannot write to standard output\n");
    return PLAIN_FAILED;
}

/* What the next signal means; PLAIN_GOES_ON: back after Ctrl-Z, or nothing. */
static enum plain_state take_signal(void)
{
    switch (signals_take()) {
    case SIGINT:
        return PLAIN_INTERRUPTED;
    case SIGTERM:
    case SIGHUP:
        return PLAIN_TERMINATED;
    default:
        return PLAIN_GOES_ON;
    }
}

static enum plain_state print_prompt(const struct plain *plain, const char *prompt)
{
    fprintf(plain->grid.out, "%s> ", prompt);
    return plain_flush(plain);
}

/* What to wait for besides a line. */
static struct input_others others_of(const struct remote *remote)
{
    struct input_others others = { .milliseconds = -1 };
    if (remote) {
        others.count = remote_fds(remote, others.fds);
        others.milliseconds = remote_milliseconds(remote);
    }
    return others;
}

static enum plain_state hear(struct plain *plain)
{
    return plain->remote ? plain->hear(plain, plain->hear_user) : PLAIN_GOES_ON;
}

enum plain_state plain_ask(struct plain *plain, const char *prompt)
{
    /* What was received together with the last news is not told by any descriptor. */
    enum plain_state state = hear(plain);
    if (state == PLAIN_GOES_ON)
        state = print_prompt(plain, prompt);
    while (state == PLAIN_GOES_ON) {
        struct input_others others = others_of(plain->remote);
        switch (input_read(&plain->input, &others)) {
        case INPUT_LINE:
            return PLAIN_GOES_ON;
        case INPUT_TOO_LONG:
            plain_say(plain, "That line is too long (more than %d bytes).", INPUT_LINE_SIZE - 1);
            plain->input.line[0] = '\0';
            return PLAIN_GOES_ON;
        case INPUT_END:
            return PLAIN_INPUT_ENDED;
        case INPUT_OTHER:
            state = hear(plain);
            break;
        case INPUT_SIGNAL:
            state = take_signal();
            if (state == PLAIN_GOES_ON)
                state = print_prompt(plain, prompt);
        }
    }
    return state;
}

enum plain_state plain_ask_yes_or_no(struct plain *plain, const char *prompt, bool *is_yes)
{
    *is_yes = false;
    for (;;) {
        enum plain_state state = plain_ask(plain, prompt);
        if (state != PLAIN_GOES_ON)
            return state;
        char *cursor = plain->input.line;
        const char *word = input_word(&cursor);
        *is_yes = word && plain_is_word(word, "yes");
        if (*is_yes || (word && plain_is_word(word, "no")))
            return PLAIN_GOES_ON;
    }
}

enum plain_state plain_ask_number(struct plain *plain, const char *prompt, int count, int *number)
{
    enum plain_state state;
    while ((state = plain_ask(plain, prompt)) == PLAIN_GOES_ON) {
        char *cursor = plain->input.line;
        const char *word = input_word(&cursor);
        char *end = NULL;
        long typed = word ? strtol(word, &end, 10) : 0;
        *number = (int)typed;
        if (typed >= 1 && typed <= count && !*end)
            return PLAIN_GOES_ON;
        if (word && plain_is_word(word, "quit"))
            return PLAIN_LEFT;
        plain_say(plain, "The games have the numbers from 1 to %d.", count);
    }
    return state;
}

enum plain_state plain_listen(struct plain *plain)
{
    enum plain_state state = plain_flush(plain);
    if (state == PLAIN_GOES_ON)
        state = hear(plain);
    while (state == PLAIN_GOES_ON) {
        struct input_others others = others_of(plain->remote);
        state = input_wait(&others) == INPUT_SIGNAL ? take_signal() : hear(plain);
    }
    return state;
}

static void cancel_job(struct plain *plain)
{
    worker_cancel(plain->worker);
    worker_wait(plain->worker);
}

enum plain_state plain_wait_for(struct plain *plain, int milliseconds)
{
    struct input_others others = { .fds = { { worker_fd(plain->worker), POLLIN, 0 } },
                                   .count = 1,
                                   .milliseconds = milliseconds };
    enum plain_state state = PLAIN_GOES_ON;
    if (input_wait(&others) == INPUT_SIGNAL)
        state = take_signal();
    if (state == PLAIN_GOES_ON)
        return state;
    cancel_job(plain);
    if (state == PLAIN_INTERRUPTED)
        fputc('\n', plain->grid.out);
    return state;
}

enum plain_state plain_wait(struct plain *plain, const char *who)
{
    enum plain_state state = PLAIN_GOES_ON;
    if (plain->has_terminal && worker_is_busy(plain->worker))
        state = plain_wait_for(plain, PATIENCE_MILLISECONDS);
    if (plain->has_terminal && state == PLAIN_GOES_ON && worker_is_busy(plain->worker)) {
        plain_say(plain, "%s...", who);
        state = plain_flush(plain);
    }
    while (state == PLAIN_GOES_ON && worker_is_busy(plain->worker)) {
        state = plain_wait_for(plain, plain->remote ? KEEP_ALIVE_MILLISECONDS : -1);
        if (plain->remote)
            remote_keep_alive(plain->remote);
    }
    if (state != PLAIN_GOES_ON)
        cancel_job(plain);
    return state;
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
