/*
 * A match in several threads: a thread pool whose *workers* are the calling thread and those that
 * it starts. Games are handed out by guided self-scheduling (C. Polychronopoulos, D. Kuck, IEEE
 * Transactions on Computers 36, 1987). A *chunk* is a range of games that one worker claims at
 * once, in whole series. Chunks are small at the start, so that the first rows come soon, and
 * towards the end, so that all workers finish together.
 *
 * Rows travel to the calling thread in *buffers* of a few games each; the lock is taken for a
 * buffer, not for a game. The calling thread delivers rows in the order of the games, between two
 * games that it plays itself. The number of buffers is fixed, which bounds memory for series of any
 * length. A worker that finds no free buffer waits.
 *
 * Invariant: the last free buffer goes to the chunk whose rows are delivered next. So this chunk
 * never waits for others, and no deadlock is possible.
 *
 * Threads are those of POSIX, since the thread sanitizers do not know those of C11.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "base/memory.h"
#include "model/rules.h"
#include "play/match.h"

enum {
    /*
     * The games of a full buffer, and of the largest chunk unless a series is longer. Smaller
     * buffers take the lock more often; larger ones delay their rows.
     */
    BUFFER_GAMES = 64,
    /* Chunks in the ring for each thread. With fewer, one slow chunk stops the other workers. */
    CHUNKS_PER_THREAD = 16,
    /* Long series have buffers for two chunks a thread: one is played while one is delivered. */
    LONG_CHUNKS_PER_THREAD = 2,
    /* All buffers together take at most 16 MiB, and 1 MiB for each thread. */
    BUFFER_BYTES = 16 << 20,
    BUFFER_BYTES_PER_THREAD = 1 << 20,
    /* The fewest buffers of a thread, even where these take more bytes. */
    BUFFERS_PER_THREAD_MIN = 4
};

/* The rows of consecutive games. */
struct buffer {
    struct buffer *next;   /* of the same chunk, or in the list of free buffers */
    int32_t games;         /* games that have their rows here */
    bship_match_row *rows; /* room for the rows of BUFFER_GAMES games */
};

struct chunk {
    int64_t number;              /* chunks are numbered in the order of their games */
    struct buffer *first, *last; /* what is played and not delivered, in order */
    bship_status status;         /* of its last game */
    bool is_played;              /* no more buffers follow */
};

struct pool;

struct worker {
    struct pool *pool;
    bsi_match_player *player;       /* the match's for the calling thread, else the next field */
    bsi_match_player thread_player; /* unused by the calling thread */
    pthread_t thread;               /* unset for the calling thread */
    struct chunk *chunk;            /* the last one claimed */
    int64_t next_game;              /* the game that it plays next, numbered as in the match */
    int32_t games_left;             /* games of the chunk that are not played yet */
    struct buffer *buffer;          /* the one being filled */
};

struct pool {
    bship_match *match;
    bsi_match_receiver *receiver;
    struct worker *workers; /* the calling thread first; as many as the options say */
    int32_t thread_count;   /* workers that have a thread: some may be refused by the system */
    struct chunk *ring;     /* chunk n is in place n % ring_size */
    int64_t ring_size;
    struct buffer *buffers;
    size_t buffer_count;
    bship_match_row *rows;  /* of all buffers */
    atomic_bool is_stopped; /* games being played are given up */
    atomic_bool has_rows;   /* a buffer was handed over since the last delivery */
    pthread_mutex_t lock;   /* guards the chunks and all fields below */
    pthread_cond_t changed; /* a buffer was handed over or delivered, or the pool was stopped */
    struct buffer *free;
    int64_t claimed_games; /* games in chunks so far */
    int64_t claimed;       /* chunks claimed so far */
    int64_t delivered;     /* chunks delivered so far */
};

/* ---- claiming ---- */

static struct chunk *chunk_of(const struct pool *pool, int64_t number)
{
    return &pool->ring[number % pool->ring_size];
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The most games of a chunk: whole series, and at least one of them. */
static int32_t chunk_capacity(const bship_match *match)
{
    int32_t series = match->options.series;
    if (series == 0)
        return BUFFER_GAMES;
    return series < BUFFER_GAMES ? BUFFER_GAMES / series * series : series;
}

static bool has_games(const struct pool *pool)
{
    return pool->claimed_games < pool->match->options.games;
}

/*
 * Claims the next chunk, if games are left and its place in the ring is free. Its size is an
 * eighth of what is claimed or of a thread's share of the rest, rounded up to whole series. The
 * lock is held.
 */
static bool claim_chunk(struct worker *worker)
{
    struct pool *pool = worker->pool;
    const bship_match *match = pool->match;
    if (!has_games(pool) || pool->claimed - pool->delivered == pool->ring_size)
        return false;
    int64_t left = match->options.games - pool->claimed_games;
    int64_t size = least(pool->claimed_games, left / pool->thread_count) / 8;
    int64_t unit = match->options.series > 0 ? match->options.series : 1;
    size = least(size > 0 ? size : 1, chunk_capacity(match));
    worker->chunk = chunk_of(pool, pool->claimed);
    worker->next_game = match->options.first_game + pool->claimed_games;
    worker->games_left = (int32_t)least((size + unit - 1) / unit * unit, left);
    *worker->chunk = (struct chunk){ .number = pool->claimed++ };
    pool->claimed_games += worker->games_left;
    return true;
}

/* Claims a chunk, unless the worker still has one, and a free buffer for it. The lock is held. */
static bool claim_work(struct worker *worker)
{
    struct pool *pool = worker->pool;
    if (worker->games_left == 0 && !claim_chunk(worker))
        return false;
    struct buffer *buffer = pool->free;
    if (!buffer || (!buffer->next && worker->chunk->number != pool->delivered))
        return false;
    pool->free = buffer->next;
    *buffer = (struct buffer){ .rows = buffer->rows };
    worker->buffer = buffer;
    return true;
}

/* ---- playing ---- */

/* Plays the next game of a chunk; if that fails, the rest of the chunk is not played. */
static bship_status play_game(struct worker *worker)
{
    struct buffer *buffer = worker->buffer;
    size_t count = (size_t)bsi_match_rows(worker->player->match);
    bship_match_row *rows = buffer->rows + (size_t)buffer->games * count;
    bship_status status = bsi_match_player_play(worker->player, worker->next_game, rows);
    buffer->games += !status;
    worker->next_game++;
    worker->games_left = status ? 0 : worker->games_left - 1;
    return status;
}

/* Whether the worker's buffer takes no more games of its chunk. */
static bool is_full(const struct worker *worker)
{
    return worker->games_left == 0 || worker->buffer->games == BUFFER_GAMES;
}

/* Hands the worker's buffer over to the calling thread. */
static void hand_over(struct worker *worker, bship_status status)
{
    struct pool *pool = worker->pool;
    struct chunk *chunk = worker->chunk;
    pthread_mutex_lock(&pool->lock);
    if (chunk->last)
        chunk->last->next = worker->buffer;
    else
        chunk->first = worker->buffer;
    chunk->last = worker->buffer;
    chunk->status = status;
    chunk->is_played = worker->games_left == 0;
    atomic_store_explicit(&pool->has_rows, true, memory_order_relaxed);
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
}

/* Waits for work; false if no games are left or the pool is stopped. */
static bool wait_for_work(struct worker *worker)
{
    struct pool *pool = worker->pool;
    bool has_work = false;
    pthread_mutex_lock(&pool->lock);
    while (!pool->is_stopped && (worker->games_left > 0 || has_games(pool)) &&
           !(has_work = claim_work(worker)))
        pthread_cond_wait(&pool->changed, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    return has_work;
}

static void *run_worker(void *user)
{
    struct worker *worker = user;
    while (wait_for_work(worker)) {
        bship_status status;
        do {
            status = play_game(worker);
        } while (!is_full(worker));
        hand_over(worker, status);
    }
    return NULL;
}

/* ---- the calling thread ---- */

/* Whether rows, or the end of a chunk, can be delivered. The lock is held. */
static bool is_ready(const struct pool *pool)
{
    const struct chunk *chunk = chunk_of(pool, pool->delivered);
    return pool->claimed > pool->delivered && (chunk->first || chunk->is_played);
}

/*
 * Takes the next buffer to deliver; NULL if none is ready. `*status` is that of the last game of
 * each chunk that ends on the way; after a failure nothing is taken.
 */
static struct buffer *take_ready(struct pool *pool, bship_status *status)
{
    struct buffer *buffer = NULL;
    pthread_mutex_lock(&pool->lock);
    while (!buffer && !*status && is_ready(pool)) {
        struct chunk *chunk = chunk_of(pool, pool->delivered);
        buffer = chunk->first;
        if (buffer) {
            chunk->first = buffer->next;
            chunk->last = chunk->first ? chunk->last : NULL;
        } else {
            *status = chunk->status;
            pool->delivered++;
            pthread_cond_broadcast(&pool->changed);
        }
    }
    if (!buffer)
        atomic_store_explicit(&pool->has_rows, false, memory_order_relaxed);
    pthread_mutex_unlock(&pool->lock);
    return buffer;
}

static bship_status deliver_ready(struct pool *pool)
{
    const int32_t rows = bsi_match_rows(pool->match);
    bship_status status = BSHIP_OK;
    struct buffer *buffer;
    while (!status && (buffer = take_ready(pool, &status))) {
        for (int32_t i = 0; i < buffer->games && !status; i++)
            status = bsi_match_deliver(pool->match, pool->receiver,
                                       buffer->rows + (size_t)i * (size_t)rows);
        pthread_mutex_lock(&pool->lock);
        buffer->next = pool->free;
        pool->free = buffer;
        pthread_cond_broadcast(&pool->changed);
        pthread_mutex_unlock(&pool->lock);
    }
    return status;
}

/* Fills a buffer, and delivers what is ready between two games. */
static bship_status play_and_deliver(struct pool *pool)
{
    struct worker *worker = &pool->workers[0];
    bship_status status = BSHIP_OK, delivered = BSHIP_OK;
    do {
        status = play_game(worker);
        if (atomic_load_explicit(&pool->has_rows, memory_order_relaxed))
            delivered = deliver_ready(pool);
    } while (!delivered && !is_full(worker));
    hand_over(worker, status);
    return delivered;
}

enum task {
    DELIVER,
    PLAY,
    END
};

/*
 * What the calling thread does next. It waits only while other threads fill buffers: the chunk that
 * is delivered next can always be played.
 */
static enum task wait_for_task(struct pool *pool)
{
    enum task task = END;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        if (is_ready(pool))
            task = DELIVER;
        else if (claim_work(&pool->workers[0]))
            task = PLAY;
        if (task != END || (!has_games(pool) && pool->claimed == pool->delivered))
            break;
        pthread_cond_wait(&pool->changed, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return task;
}

/* ---- creation ---- */

/* Makes the player of a worker; that of the calling thread exists. */
static bship_status prepare_worker(struct pool *pool, struct worker *worker)
{
    bship_match *match = pool->match;
    bship_status status = BSHIP_OK;
    worker->pool = pool;
    worker->player = &match->player;
    if (worker != pool->workers) {
        worker->player = &worker->thread_player;
        status = bsi_match_player_init(worker->player, match);
        for (int32_t i = 0; i < match->entry_count && !status; i++)
            status = bsi_match_player_enter(worker->player, i, &match->entries[i], NULL);
    }
    if (!status)
        status = bsi_match_player_prepare(worker->player);
    worker->player->is_stopped = &pool->is_stopped;
    return status;
}

static size_t rows_of_buffer(const bship_match *match)
{
    return (size_t)bsi_match_rows(match) * BUFFER_GAMES;
}

/* The number of buffers: enough for all chunks of the ring or, of long series, for some. */
static size_t count_buffers(const bship_match *match)
{
    size_t threads = (size_t)match->options.threads;
    size_t of_chunk = ((size_t)chunk_capacity(match) + BUFFER_GAMES - 1) / BUFFER_GAMES;
    size_t of_long = LONG_CHUNKS_PER_THREAD * of_chunk;
    size_t bytes = BUFFER_BYTES + threads * BUFFER_BYTES_PER_THREAD;
    size_t room = bytes / sizeof(bship_match_row) / rows_of_buffer(match);
    size_t wanted = threads * (of_long > CHUNKS_PER_THREAD ? of_long : CHUNKS_PER_THREAD);
    size_t count = wanted < room ? wanted : room, fewest = threads * BUFFERS_PER_THREAD_MIN;
    /* One more, which is reserved for the chunk that is delivered next. */
    return (count > fewest ? count : fewest) + 1;
}

/* Makes everything but the threads: OK, or as bsi_match_player_enter() of a strategy that was made
 * before. free_pool() is needed in any case. */
static bship_status make_pool(struct pool *pool, bship_match *match)
{
    const bship_allocator *allocator = &match->rules->allocator;
    int32_t threads = match->options.threads;
    size_t rows = rows_of_buffer(match);
    *pool = (struct pool){ .match = match,
                           .ring_size = (int64_t)threads * CHUNKS_PER_THREAD,
                           .buffer_count = count_buffers(match) };
    atomic_init(&pool->is_stopped, false);
    atomic_init(&pool->has_rows, false);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    pool->workers = bsi_alloc(allocator, (size_t)threads, sizeof *pool->workers);
    pool->ring = bsi_alloc(allocator, (size_t)pool->ring_size, sizeof *pool->ring);
    pool->buffers = bsi_alloc(allocator, pool->buffer_count, sizeof *pool->buffers);
    /* Not zeroed: pages that are never written take no memory. */
    pool->rows = bsi_grow(allocator, NULL, 0, pool->buffer_count * rows, sizeof *pool->rows);
    if (!pool->workers || !pool->ring || !pool->buffers || !pool->rows)
        return BSHIP_ERROR_MEMORY;
    for (size_t i = pool->buffer_count; i-- > 0;) {
        pool->buffers[i] = (struct buffer){ .next = pool->free, .rows = pool->rows + i * rows };
        pool->free = &pool->buffers[i];
    }
    bship_status status = BSHIP_OK;
    for (int32_t i = 0; i < threads && !status; i++)
        status = prepare_worker(pool, &pool->workers[i]);
    return status;
}

static void free_pool(struct pool *pool)
{
    bship_match *match = pool->match;
    const bship_allocator *allocator = &match->rules->allocator;
    size_t threads = (size_t)match->options.threads;
    match->player.is_stopped = NULL;
    for (size_t i = 0; pool->workers && i < threads; i++) {
        if (pool->workers[i].thread_player.match)
            bsi_match_player_free(&pool->workers[i].thread_player);
    }
    bsi_free(allocator, pool->rows, pool->buffer_count * rows_of_buffer(match), sizeof *pool->rows);
    bsi_free(allocator, pool->buffers, pool->buffer_count, sizeof *pool->buffers);
    bsi_free(allocator, pool->ring, (size_t)pool->ring_size, sizeof *pool->ring);
    bsi_free(allocator, pool->workers, threads, sizeof *pool->workers);
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
}

/*
 * Starts the threads, as many as the system allows. The lock is held, since the sizes of chunks
 * depend on the number of threads.
 */
static void start(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->thread_count = 1;
    while (pool->thread_count < pool->match->options.threads) {
        struct worker *worker = &pool->workers[pool->thread_count];
        if (pthread_create(&worker->thread, NULL, run_worker, worker) != 0)
            break;
        pool->thread_count++;
    }
    pthread_mutex_unlock(&pool->lock);
}

static void stop(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->is_stopped = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    for (int32_t i = 1; i < pool->thread_count; i++)
        pthread_join(pool->workers[i].thread, NULL);
}

bship_status bsi_match_run_threads(bship_match *match, bsi_match_receiver *receiver,
                                   bool *has_begun)
{
    struct pool pool;
    bship_status status = make_pool(&pool, match);
    pool.receiver = receiver;
    *has_begun = !status;
    if (!status) {
        enum task task;
        start(&pool);
        while (!status && (task = wait_for_task(&pool)) != END)
            status = task == DELIVER ? deliver_ready(&pool) : play_and_deliver(&pool);
        stop(&pool);
    }
    free_pool(&pool);
    return status;
}
