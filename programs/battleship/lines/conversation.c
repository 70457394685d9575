/* The conversation in line mode; see conversation.h. */
#include "battleship/lines/conversation.h"

#include <signal.h>
#include <stdarg.h>
#include <unistd.h>

#include "battleship/lines/signals.h"
#include "common/line_break.h"
#include "common/process.h"
#include "common/text.h"
#include "common/tty.h"

enum {
    MESSAGE_SIZE = 1024,
    PAGE_LINES = 60,                /* empty ones, enough to push a board off any usual terminal */
    KEEP_ALIVE_MILLISECONDS = 1000, /* between two signs of life during a calculation */
    PATIENCE_MILLISECONDS = 700     /* before a calculation is announced */
};

int lines_open(struct lines *lines, const struct options *options)
{
    *lines = (struct lines){ .options = options, .is_spoken = options->is_spoken };
    lines->has_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    lines->has_utf8 = !options->is_ascii && terminal_has_utf8();
    grid_init(&lines->grid, options->colour);
    course_open(&lines->course, &lines->front, worker_new());
    options_set_course(options, &lines->course);
    if (!lines->course.worker || !signals_open()) {
        fprintf(stderr, PROGRAM ": cannot start a thread\n");
        return OUTCOME_FAILED;
    }
    return OUTCOME_DONE;
}

void lines_close(struct lines *lines)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        panel_clear(&lines->panels[side]);
    course_close(&lines->course);
    worker_free(lines->course.worker);
}

FILE *lines_out(const struct lines *lines)
{
    return lines->grid.out;
}

void lines_say(const struct lines *lines, const char *format, ...)
{
    char text[MESSAGE_SIZE];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (lines->has_utf8)
        text_use_signs(text);
    line_break_print(lines->grid.out, text, terminal_width(), 0, 0);
}

void lines_turn_page(const struct lines *lines)
{
    for (int line = 0; line < PAGE_LINES; line++)
        fputc('\n', lines->grid.out);
}

int lines_fail(const char *what, bship_status status)
{
    fprintf(stderr, PROGRAM ": %s: %s\n", what, bship_status_message(status));
    return OUTCOME_FAILED;
}

int lines_flush_out(const struct lines *lines)
{
    if (grid_flush(&lines->grid))
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

static int print_prompt(const struct lines *lines, const char *prompt)
{
    fprintf(lines->grid.out, "%s> ", prompt);
    return lines_flush_out(lines);
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

static int hear(struct lines *lines)
{
    return lines->hear ? lines->hear(lines, lines->hear_user) : (int)OUTCOME_DONE;
}

int lines_ask(struct lines *lines, const char *prompt)
{
    /* What was received together with the last news is not told by any descriptor. */
    int outcome = hear(lines);
    if (outcome == OUTCOME_DONE)
        outcome = print_prompt(lines, prompt);
    while (outcome == OUTCOME_DONE) {
        struct input_others others = others_of(lines->course.remote);
        switch (input_read(&lines->input, &others)) {
        case INPUT_LINE:
            return OUTCOME_DONE;
        case INPUT_TOO_LONG:
            lines_say(lines, "That line is too long (more than %d bytes).", INPUT_LINE_SIZE - 1);
            lines->input.line[0] = '\0';
            return OUTCOME_DONE;
        case INPUT_END:
            return OUTCOME_CLOSED;
        case INPUT_OTHER:
            outcome = hear(lines);
            break;
        case INPUT_SIGNAL:
            outcome = take_signal();
            if (outcome == OUTCOME_DONE)
                outcome = print_prompt(lines, prompt);
        }
    }
    return outcome;
}

int lines_listen(struct lines *lines)
{
    int outcome = lines_flush_out(lines);
    if (outcome == OUTCOME_DONE)
        outcome = hear(lines);
    while (outcome == OUTCOME_DONE) {
        struct input_others others = others_of(lines->course.remote);
        outcome = input_wait(&others) == INPUT_SIGNAL ? take_signal() : hear(lines);
    }
    return outcome;
}

static void cancel_job(struct lines *lines)
{
    worker_cancel(lines->course.worker);
    worker_wait(lines->course.worker);
}

int lines_wait_for(struct lines *lines, int milliseconds)
{
    struct input_others others = { .fds = { { worker_fd(lines->course.worker), POLLIN, 0 } },
                                   .count = 1,
                                   .milliseconds = milliseconds };
    int outcome = OUTCOME_DONE;
    if (input_wait(&others) == INPUT_SIGNAL)
        outcome = take_signal();
    if (outcome == OUTCOME_DONE)
        return outcome;
    cancel_job(lines);
    if (outcome == OUTCOME_INTERRUPTED)
        fputc('\n', lines->grid.out);
    return outcome;
}

int lines_wait(struct lines *lines, const char *who)
{
    int outcome = OUTCOME_DONE;
    if (lines->has_terminal && worker_is_busy(lines->course.worker))
        outcome = lines_wait_for(lines, PATIENCE_MILLISECONDS);
    if (lines->has_terminal && outcome == OUTCOME_DONE && worker_is_busy(lines->course.worker)) {
        lines_say(lines, "%s...", who);
        outcome = lines_flush_out(lines);
    }
    while (outcome == OUTCOME_DONE && worker_is_busy(lines->course.worker)) {
        outcome = lines_wait_for(lines, lines->course.remote ? KEEP_ALIVE_MILLISECONDS : -1);
        if (lines->course.remote)
            remote_keep_alive(lines->course.remote);
    }
    if (outcome != OUTCOME_DONE)
        cancel_job(lines);
    return outcome;
}
