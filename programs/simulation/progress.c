/* The progress bar; see progress.h. */
#include "simulation/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/process.h"
#include "common/tty.h"

enum {
    BAR_WIDTH = 24,
    BAR_WIDTH_MIN = 6,
    TIME_SIZE = 32,
    LINE_SIZE = 128
};

static const double seconds_before_first = 1.0;
static const double seconds_between = 0.2;

void progress_start(struct progress *progress, int64_t resumed, int64_t total)
{
    *progress = (struct progress){ .is_on = isatty(STDERR_FILENO) != 0,
                                   .start = seconds_now(),
                                   .resumed = resumed,
                                   .total = total };
}

/* Writes a time as 0:07, 12:34 or 3:25:45. */
static void format_time(char text[TIME_SIZE], double seconds)
{
    if (seconds >= 1e9) {
        snprintf(text, TIME_SIZE, "years");
        return;
    }
    int64_t whole = (int64_t)seconds;
    int hours = (int)(whole / 3600), minutes = (int)(whole / 60 % 60), rest = (int)(whole % 60);
    if (hours > 0)
        snprintf(text, TIME_SIZE, "%d:%02d:%02d", hours, minutes, rest);
    else
        snprintf(text, TIME_SIZE, "%d:%02d", minutes, rest);
}

/* The share of the games that were played. */
static double part_of(const struct progress *progress, int64_t games)
{
    return games < progress->total ? (double)games / (double)progress->total : 1.0;
}

/* Writes what stands behind the bar into so many columns, with the speed if there is room. */
static int write_figures(char line[LINE_SIZE], int columns, const struct progress *progress,
                         int64_t games, double rate)
{
    char left[TIME_SIZE];
    int percent = (int)(100.0 * part_of(progress, games));
    format_time(left, rate > 0.0 ? (double)(progress->total - games) / rate : 1e9);
    int length =
        snprintf(line, LINE_SIZE, "%3d%%  %" PRId64 " of %" PRId64 "  %.4g games/s  %s left",
                 percent, games, progress->total, rate, left);
    if (length > columns)
        length = snprintf(line, LINE_SIZE, "%3d%%  %s left", percent, left);
    return length;
}

/*
 * The last columns stay empty, so that no line is broken, not even by the ^C that a terminal shows.
 * `\r` returns to the start of the line, and ESC [K erases what was behind the new text.
 */
static void draw(const struct progress *progress, int64_t games, double rate)
{
    char line[LINE_SIZE], bar[BAR_WIDTH];
    int columns = terminal_width_of(STDERR_FILENO) - 3;
    int length = write_figures(line, columns - BAR_WIDTH_MIN - 3, progress, games, rate);
    int width = columns - length - 3;
    width = width < BAR_WIDTH ? width : BAR_WIDTH;
    fputc('\r', stderr);
    if (width >= BAR_WIDTH_MIN) {
        memset(bar, '-', sizeof bar);
        memset(bar, '#', (size_t)(part_of(progress, games) * width));
        fprintf(stderr, "[%.*s] ", width, bar);
    }
    fprintf(stderr, "%.*s\033[K", columns > 0 ? columns : 1, line);
    fflush(stderr);
}

void progress_show(struct progress *progress, int64_t games)
{
    if (!progress->is_on)
        return;
    double now = seconds_now();
    if (now - progress->start < seconds_before_first || now - progress->shown_at < seconds_between)
        return;
    draw(progress, games, (double)(games - progress->resumed) / (now - progress->start));
    progress->shown_at = now;
    progress->is_shown = true;
}

void progress_clear(struct progress *progress)
{
    if (!progress->is_shown)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    progress->is_shown = false;
}
