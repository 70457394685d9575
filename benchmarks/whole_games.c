/*
 * Whole games of several strategies on the same layouts, and the differences of their shots, with
 * most of the luck removed:
 * `benchmark-whole-games [GAMES [SEED [STRATEGY,STRATEGY... [KEYWORD VALUE]...]]]`, where a keyword
 * is `fleet`, `board`, a rule such as `contact`, `work`, the work limit of `search`, `layouts`, how
 * many layouts measure the luck of a shot, `first`, the number of the first game, or `rows`, a new
 * file that receives a row for each game.
 *
 * `benchmark-whole-games add FILE...` prints the result of all games of such files. So processes
 * can share games, and games of a process that was ended are not lost.
 *
 * Layouts are uniform. From the shots of a game its luck is subtracted, times coefficients found by
 * least squares: see report_values.h and control_variates.h. The mean of the luck is 0; what is
 * subtracted in the mean is printed with its standard error, which shows that.
 */
#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "control_variates.h"
#include "report_values.h"
#include "rules_arguments.h"

enum {
    STRATEGIES_MAX = 8,
    NAME_SIZE = 32,
    LINE_SIZE = 1 << 13,
    WIDTH = 1 + LUCK_COUNT, /* numbers of a game of a strategy: shots and luck */
    LAYOUTS = 4000
};

static_assert((int)LUCK_COUNT <= (int)VARIATES_MAX, "coefficients of all luck");

/* ---- rows ---- */

/* What was played, and the numbers of each game. */
struct games {
    char title[LINE_SIZE];
    char names[STRATEGIES_MAX][NAME_SIZE];
    size_t strategies;
    size_t count, capacity;
    long long *numbers; /* by game */
    double *rows;       /* by game, strategy and column */
};

/* Reads names separated by commas. */
static void read_names(struct games *games, const char *text)
{
    games->strategies = 0;
    while (*text) {
        size_t length = strcspn(text, ",");
        if (length == 0 || length >= NAME_SIZE || games->strategies == STRATEGIES_MAX)
            check(BSHIP_ERROR_ARGUMENT, text);
        char *name = games->names[games->strategies++];
        memcpy(name, text, length);
        name[length] = '\0';
        text += length + (text[length] == ',');
    }
}

/* Adds a game; returns its row, to be filled. */
static double *add_row(struct games *games, long long number)
{
    size_t width = games->strategies * WIDTH;
    if (games->count == games->capacity) {
        games->capacity = 2 * games->capacity + 64;
        games->numbers = realloc(games->numbers, games->capacity * sizeof *games->numbers);
        games->rows = realloc(games->rows, games->capacity * width * sizeof *games->rows);
        if (!games->numbers || !games->rows)
            check(BSHIP_ERROR_MEMORY, "rows");
    }
    games->numbers[games->count] = number;
    double *row = games->rows + games->count++ * width;
    memset(row, 0, width * sizeof *row);
    return row;
}

static void write_row(FILE *file, const struct games *games)
{
    size_t width = games->strategies * WIDTH;
    const double *row = games->rows + (games->count - 1) * width;
    fprintf(file, "%lld", games->numbers[games->count - 1]);
    for (size_t i = 0; i < width; i++)
        fprintf(file, " %.6g", row[i]);
    fprintf(file, "\n");
    if (fflush(file) != 0)
        check(BSHIP_ERROR_ARGUMENT, "the file of rows cannot be written");
}

/* Reads a row; the last one of a process that was ended may be incomplete, and is left out. */
static bool read_row(struct games *games, const char *line)
{
    size_t width = games->strategies * WIDTH;
    double values[STRATEGIES_MAX * WIDTH];
    char *end;
    long long number = strtoll(line, &end, 10);
    for (size_t i = 0; i < width; i++) {
        const char *from = end;
        values[i] = strtod(from, &end);
        if (end == from)
            return false;
    }
    if (*end != '\n')
        return false;
    memcpy(add_row(games, number), values, width * sizeof *values);
    return true;
}

static void read_file(struct games *games, const char *path)
{
    static char line[LINE_SIZE];
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file))
        check(BSHIP_ERROR_ARGUMENT, path);
    if (games->title[0] && strcmp(games->title, line) != 0)
        check(BSHIP_ERROR_ARGUMENT, "the files are of different games");
    memcpy(games->title, line, sizeof line);
    char *names = strtok(line, " \n");
    if (!names)
        check(BSHIP_ERROR_ARGUMENT, path);
    read_names(games, names);
    while (fgets(line, sizeof line, file)) {
        if (!read_row(games, line))
            fprintf(stderr, "%s: an incomplete row is left out\n", path);
    }
    fclose(file);
}

static int compare_numbers(const void *a, const void *b)
{
    const long long x = *(const long long *)a, y = *(const long long *)b;
    return (x > y) - (x < y);
}

/* Refuses games that are in two files. */
static void check_numbers(const struct games *games)
{
    qsort(games->numbers, games->count, sizeof *games->numbers, compare_numbers);
    for (size_t i = 1; i < games->count; i++) {
        if (games->numbers[i - 1] == games->numbers[i])
            check(BSHIP_ERROR_ARGUMENT, "a game is there twice");
    }
}

/* ---- results ---- */

static void print_means(const struct games *games, const double *adjusted)
{
    size_t strategies = games->strategies;
    printf("%-12s%9s%9s%11s%9s%9s%9s%14s\n", "shots", "mean", "error", "adjusted", "error", "sd",
           "removed", "luck");
    for (size_t i = 0; i < strategies; i++) {
        const double *shots = games->rows + i * WIDTH;
        double sum = 0, squares = 0, count = (double)games->count;
        mean_estimate plain = estimate_mean(shots, NULL, strategies * WIDTH, games->count);
        mean_estimate after = estimate_mean(adjusted + i, NULL, strategies, games->count);
        for (size_t k = 0; k < games->count; k++) {
            double luck = shots[k * strategies * WIDTH] - adjusted[k * strategies + i];
            sum += luck;
            squares += luck * luck;
        }
        double error = sqrt(fmax(squares - sum * sum / count, 0) / count / count);
        double removed = plain.sd > 0 ? 1 - pow(after.sd / plain.sd, 2) : 0;
        printf("%-12s%9.3f%9.3f%11.3f%9.3f%9.2f%8.1f%%%7.3f +- %.3f\n", games->names[i], plain.mean,
               plain.error, after.mean, after.error, after.sd, 100 * removed, sum / count, error);
    }
}

static void print_difference(const struct games *games, const double *adjusted, size_t i, size_t k)
{
    size_t strategies = games->strategies;
    const double *shots = games->rows;
    mean_estimate plain =
        estimate_mean(shots + i * WIDTH, shots + k * WIDTH, strategies * WIDTH, games->count);
    mean_estimate after = estimate_mean(adjusted + i, adjusted + k, strategies, games->count);
    double removed = plain.sd > 0 ? 1 - pow(after.sd / plain.sd, 2) : 0;
    printf("%-12s- %-12s%9.3f [%7.3f, %7.3f]%9.3f [%7.3f, %7.3f]%7.2f%8.1f%%\n", games->names[i],
           games->names[k], plain.mean, plain.mean - plain.margin, plain.mean + plain.margin,
           after.mean, after.mean - after.margin, after.mean + after.margin, after.sd,
           100 * removed);
}

static void print_results(const struct games *games)
{
    variate_table table = { games->rows, games->count, games->strategies, LUCK_COUNT };
    double prior[LUCK_COUNT] = { 0 };
    prior[0] = 1; /* of all layouts, misses alone tell */
    for (int i = 1; i < LUCK_CLASSES; i++) {
        prior[i] = 0.5;
        prior[LUCK_CLASSES + i] = 1;
    }
    double *adjusted = calloc(games->count * games->strategies + 1, sizeof *adjusted);
    if (!adjusted || games->count == 0)
        check(BSHIP_ERROR_ARGUMENT, "no games");
    control_variates_adjust(&table, prior, adjusted);
    printf("%zu games of %s\n", games->count, games->title);
    print_means(games, adjusted);
    printf("\n%-26s%9s%20s%9s%20s%7s%9s\n", "paired differences, 95%", "plain", "", "adjusted", "",
           "sd", "removed");
    for (size_t i = 0; i < games->strategies; i++) {
        for (size_t k = i + 1; k < games->strategies; k++)
            print_difference(games, adjusted, i, k);
    }
    free(adjusted);
}

/* ---- games ---- */

/* What the arguments ask for. */
struct request {
    long long count;
    long long first;
    uint64_t seed;
    int64_t work;
    uint32_t layouts;
    const char *strategies;
    FILE *rows; /* NULL: none */
    bship_rules *rules;
};

struct players {
    bship_board *board;
    bship_chart *chart;
    bship_ai *ais[STRATEGIES_MAX];
    report_values values;
    double ai_time; /* processor seconds */
    double luck_time;
};

static void open_players(struct players *players, const struct games *games,
                         const struct request *request)
{
    *players = (struct players){ 0 };
    check(bship_board_new(&players->board, request->rules, NULL, NULL), "a board");
    check(bship_chart_new(&players->chart, request->rules, NULL, NULL), "a chart");
    for (size_t i = 0; i < games->strategies; i++) {
        bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
        bool has_limit = strcmp(games->names[i], "search") == 0;
        options.work_limit = has_limit ? request->work : 0;
        check(bship_ai_new(&players->ais[i], request->rules, games->names[i], &options, NULL),
              games->names[i]);
    }
    report_values_open(&players->values, request->rules, request->layouts);
}

static void close_players(struct players *players)
{
    report_values_close(&players->values);
    for (size_t i = 0; i < STRATEGIES_MAX; i++)
        bship_ai_free(players->ais[i]);
    bship_chart_free(players->chart);
    bship_board_free(players->board);
}

/* Fires a shot; adds its luck to the sums. */
static void fire(struct players *players, bship_ai *ai, double *luck)
{
    bship_report report = BSHIP_REPORT_INIT;
    bship_cell cell;
    double start = now();
    check(bship_ai_aim(ai, players->chart, NULL, &cell), "an aim");
    double aimed = now();
    report_values_add(&players->values, players->chart, players->board, cell, luck);
    players->ai_time += aimed - start;
    players->luck_time += now() - aimed;
    check(bship_board_fire(players->board, cell, &report, NULL), "a shot");
    check(bship_chart_record(players->chart, cell, &report, NULL), "a report");
}

/* Plays a game; sets its shots and its luck. */
static void play(struct players *players, bship_ai *ai, const struct request *request,
                 uint64_t game, double *row)
{
    bship_rng rng;
    bship_rng_seed(&rng, request->seed, BSHIP_RNG_PURPOSE_LAYOUT, game);
    bship_board_clear(players->board);
    check(bship_board_place_random(players->board, &rng, NULL, NULL), "a layout");
    bship_chart_reset(players->chart);
    bship_ai_reset(ai, game);
    report_values_start(&players->values, request->seed, game);
    while (!bship_chart_is_defeated(players->chart))
        fire(players, ai, row + 1);
    row[0] = (double)bship_chart_shots(players->chart);
}

static void play_all(struct games *games, const struct request *request)
{
    struct players players;
    open_players(&players, games, request);
    if (request->rows && (fputs(games->title, request->rows) < 0 || fflush(request->rows) != 0))
        check(BSHIP_ERROR_ARGUMENT, "the file of rows cannot be written");
    for (long long game = request->first; game < request->first + request->count; game++) {
        double *row = add_row(games, game);
        for (size_t i = 0; i < games->strategies; i++)
            play(&players, players.ais[i], request, (uint64_t)game, row + i * WIDTH);
        if (request->rows)
            write_row(request->rows, games);
    }
    print_results(games);
    printf("\nprocessor seconds of a game: %.3f for all strategies together, %.3f for its luck\n",
           players.ai_time / (double)request->count, players.luck_time / (double)request->count);
    close_players(&players);
}

/* ---- arguments ---- */

static uint32_t read_layouts(const char *text)
{
    long most = atol(text);
    if (most < 2 || most > BSI_LAYOUTS_MAX)
        check(BSHIP_ERROR_ARGUMENT, "layouts");
    return (uint32_t)most;
}

/* Reads a keyword that is not of the rules; returns whether it is one. */
static bool read_keyword(void *user, const char *keyword, const char *value)
{
    struct request *request = user;
    if (strcmp(keyword, "work") == 0)
        request->work = strtoll(value, NULL, 10);
    else if (strcmp(keyword, "first") == 0)
        request->first = strtoll(value, NULL, 10);
    else if (strcmp(keyword, "layouts") == 0)
        request->layouts = read_layouts(value);
    else if (strcmp(keyword, "rows") == 0)
        request->rows = fopen(value, "wx");
    else
        return false;
    if (strcmp(keyword, "rows") == 0 && !request->rows)
        check(BSHIP_ERROR_ARGUMENT, "the file of rows exists or cannot be written");
    return true;
}

/* Appends a word to a line. */
static void append(char *line, const char *word)
{
    if (strlen(line) + strlen(word) + 3 > LINE_SIZE)
        check(BSHIP_ERROR_ARGUMENT, word);
    strcat(line, word);
}

/* Sets the title: all arguments that games of one comparison have in common. */
static void set_title(struct games *games, const struct request *request, int argc, char **argv)
{
    snprintf(games->title, sizeof games->title, "%s seed %llu", request->strategies,
             (unsigned long long)request->seed);
    for (int i = 4; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "first") == 0 || strcmp(argv[i], "rows") == 0)
            continue;
        append(games->title, " ");
        append(games->title, argv[i]);
        append(games->title, " ");
        append(games->title, argv[i + 1]);
    }
    append(games->title, "\n");
}

static struct request read_request(int argc, char **argv)
{
    struct request request = {
        10, 0, SEED, BSHIP_AI_WORK_DEFAULT, LAYOUTS, "density,posterior,search", NULL, NULL
    };
    if (argc > 1)
        request.count = atoi(argv[1]);
    if (argc > 2)
        request.seed = strtoull(argv[2], NULL, 10);
    if (argc > 3)
        request.strategies = argv[3];
    request.rules = read_rules(argc - 4, argv + 4, read_keyword, &request);
    return request;
}

int main(int argc, char **argv)
{
    static struct games games;
    if (argc > 2 && strcmp(argv[1], "add") == 0) {
        for (int i = 2; i < argc; i++)
            read_file(&games, argv[i]);
        check_numbers(&games);
        print_results(&games);
    } else {
        struct request request = read_request(argc, argv);
        read_names(&games, request.strategies);
        set_title(&games, &request, argc, argv);
        play_all(&games, &request);
        if (request.rows)
            fclose(request.rows);
        bship_rules_unref(request.rules);
    }
    free(games.numbers);
    free(games.rows);
    return finish_output();
}
