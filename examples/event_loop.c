/*
 * The event loop of a graphical game. The AI aims in a thread of the program, so that the interface
 * stays alive; Escape cancels the aim, and a quick strategy takes over. The library has no threads
 * of its own: an object may be used by one thread at a time, so the loop leaves AI and chart alone
 * while the worker has them. A terminal stands for the window.
 */
#define _POSIX_C_SOURCE 200809L

#include <battleship/battleship.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#define SHOTS 6
#define ESCAPE 27
#define FRAME 40 /* milliseconds */

/* An aim in the worker thread; only the atomic members are shared while it lasts. */
struct aim {
    bship_ai *ai;
    const bship_chart *chart;
    bship_cell cell;
    bship_status status;
    atomic_int percent;
    atomic_bool is_cancelled, is_done;
};

static void check(bship_status status)
{
    if (status != BSHIP_OK) {
        fprintf(stderr, "%s\n", bship_status_message(status));
        exit(EXIT_FAILURE);
    }
}

/* Called by the library, in the worker thread. */
static int report_progress(double done, void *user)
{
    struct aim *aim = user;
    atomic_store(&aim->percent, (int)(done * 100));
    return atomic_load(&aim->is_cancelled);
}

static void *work(void *user)
{
    struct aim *aim = user;
    aim->status = bship_ai_aim(aim->ai, aim->chart, &aim->cell);
    atomic_store(&aim->is_done, true);
    return NULL;
}

/* Waits for the next frame or a key; returns the key, or 0. */
static int next_key(void)
{
    static int is_closed;
    struct pollfd input = { .fd = is_closed ? -1 : STDIN_FILENO, .events = POLLIN };
    char key = 0;
    if (poll(&input, 1, FRAME) > 0 && read(STDIN_FILENO, &key, 1) != 1)
        is_closed = 1;
    return key;
}

/* The event loop while the AI aims. */
static bship_status aim_in_background(struct aim *aim)
{
    pthread_t worker;
    atomic_store(&aim->percent, 0);
    atomic_store(&aim->is_cancelled, false);
    atomic_store(&aim->is_done, false);
    if (pthread_create(&worker, NULL, work, aim) != 0)
        return BSHIP_ERROR_MEMORY;
    for (int frame = 0; !atomic_load(&aim->is_done); frame++) {
        if (isatty(STDOUT_FILENO))
            printf("\r%c %d%% ", "|/-\\"[frame % 4], atomic_load(&aim->percent));
        fflush(stdout);
        if (next_key() == ESCAPE)
            atomic_store(&aim->is_cancelled, true);
    }
    pthread_join(worker, NULL);
    /* Escape counts even if the aim ended before the library noticed. */
    return atomic_load(&aim->is_cancelled) ? BSHIP_ERROR_CANCELLED : aim->status;
}

static void show(bship_cell cell, const bship_report *report, const char *strategy)
{
    char text[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(cell, text, sizeof text);
    printf("%s%s fires at %s: %s\n", isatty(STDOUT_FILENO) ? "\r\033[K" : "", strategy, text,
           report->result == BSHIP_RESULT_MISS ? "miss" : "hit");
}

static void play(bship_board *board, bship_chart *chart, struct aim *expert, bship_ai *quick)
{
    for (int shot = 0; shot < SHOTS; shot++) {
        bship_report report;
        const bship_ai *by = expert->ai;
        bship_status status = aim_in_background(expert);
        if (status == BSHIP_ERROR_CANCELLED) {
            by = quick;
            status = bship_ai_aim(quick, chart, &expert->cell);
        }
        check(status);
        check(bship_board_fire(board, expert->cell, &report));
        check(bship_chart_record(chart, expert->cell, &report));
        show(expert->cell, &report, bship_ai_strategy(by));
    }
}

int main(void)
{
    const char rules_text[] = "board 20x20\nfleet german\n";
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    struct aim expert = { 0 };
    struct termios saved = { 0 }, raw;
    bship_rules *rules = NULL;
    bship_board *board = NULL;
    bship_chart *chart = NULL;
    bship_ai *quick = NULL;
    bship_rng rng;
    int has_terminal = tcgetattr(STDIN_FILENO, &saved) == 0;

    options.progress = report_progress;
    options.user = &expert;
    bship_rng_seed(&rng, 1, BSHIP_RNG_PURPOSE_LAYOUT, 0);
    check(bship_rules_parse(&rules, rules_text, sizeof rules_text - 1, NULL, NULL));
    check(bship_board_new(&board, rules, NULL, NULL));
    check(bship_board_place_random(board, &rng, NULL, NULL));
    check(bship_chart_new(&chart, rules, NULL, NULL));
    check(bship_ai_new(&expert.ai, rules, "posterior", &options, NULL));
    check(bship_ai_new(&quick, rules, "stalker", NULL, NULL));
    expert.chart = chart;
    raw = saved;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    if (has_terminal)
        tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    play(board, chart, &expert, quick);
    if (has_terminal)
        tcsetattr(STDIN_FILENO, TCSANOW, &saved);
    bship_ai_free(expert.ai);
    bship_ai_free(quick);
    bship_chart_free(chart);
    bship_board_free(board);
    bship_rules_unref(rules);
    return EXIT_SUCCESS;
}
