/*
 * A match in several threads. Games are handed out in blocks of neighbours, whole series of them:
 * few games at the start, so that the first rows come soon, and towards the end, so that all
 * threads finish together (guided self-scheduling: C. Polychronopoulos, D. Kuck, Guided
 * self-scheduling, IEEE Transactions on Computers 36, 1987). The blocks go through a ring, which
 * bounds memory: a thread waits for the calling one to deliver the rows of the block that last had
 * its place. The lock is taken per block, not per game.
 *
 * Threads are POSIX threads: those of C11 are unknown to the thread sanitizers.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "base/memory.h"
#include "model/rules.h"
#include "play/match.h"

enum {
    BLOCK_GAMES_MAX = 64, /* unless a series has more */
    BLOCKS_PER_THREAD = 4 /* in the ring */
};

struct block {
    int64_t first; /* its first game, counted from that of the match */
    int32_t games;
    int32_t played;      /* games whose rows are there */
    bship_status status; /* with which its last game ended */
    bool is_played;
    bship_match_row *rows; /* room for those of block_capacity() games */
};

struct crew;

struct member {
    struct crew *crew;
    bsi_match_player *player;
    bsi_match_player own; /* the player of every thread but the first */
    pthread_t thread;
};

struct crew {
    bship_match *match;
    struct member *members; /* as many as the match may have threads */
    int32_t count;          /* of those that have a thread */
    struct block *ring;
    int64_t ring_size;
    atomic_bool is_stopped;
    pthread_mutex_t lock;   /* of everything below, and of who owns a block */
    pthread_cond_t changed; /* a block was played or delivered, or all is stopped */
    int64_t next_game;      /* the first game that is in no block yet */
    int64_t claimed;        /* the number of blocks handed out so far */
    int64_t delivered;      /* the number of blocks delivered so far */
};

/* ---- blocks ---- */

static struct block *block_at(const struct crew *crew, int64_t number)
{
    return &crew->ring[number % crew->ring_size];
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The most games of a block: whole series, and one at least. */
static int32_t block_capacity(const bship_match *match)
{
    int32_t series = match->options.series;
    if (series == 0)
        return BLOCK_GAMES_MAX;
    return series < BLOCK_GAMES_MAX ? BLOCK_GAMES_MAX / series * series : series;
}

/*
 * The size of the next block: an eighth of what was handed out, or of a thread's share left, in
 * whole series.
 */
static int32_t next_size(const struct crew *crew)
{
    const bship_match *match = crew->match;
    int64_t left = match->options.games - crew->next_game;
    int64_t size = least(crew->next_game, left / crew->count) / 8;
    int64_t unit = match->options.series > 0 ? match->options.series : 1;
    size = least(size > 0 ? size : 1, block_capacity(match));
    return (int32_t)least((size + unit - 1) / unit * unit, left);
}

/* Takes the next block, once its place in the ring is free; NULL if there are no more. */
static struct block *claim(struct crew *crew)
{
    struct block *block = NULL;
    pthread_mutex_lock(&crew->lock);
    while (!crew->is_stopped && crew->claimed - crew->delivered == crew->ring_size)
        pthread_cond_wait(&crew->changed, &crew->lock);
    if (!crew->is_stopped && crew->next_game < crew->match->options.games) {
        block = block_at(crew, crew->claimed++);
        block->first = crew->next_game;
        block->games = next_size(crew);
        block->is_played = false;
        crew->next_game += block->games;
    }
    pthread_mutex_unlock(&crew->lock);
    return block;
}

static void play(bsi_match_player *player, struct block *block)
{
    const bship_match *match = player->match;
    int64_t first = match->options.first_game + block->first;
    block->played = 0;
    block->status = BSHIP_OK;
    while (block->played < block->games && !block->status) {
        bship_match_row *rows = block->rows + (size_t)block->played * (size_t)bsi_match_rows(match);
        block->status = bsi_match_player_play(player, first + block->played, rows);
        block->played += !block->status;
    }
}

static void *run_member(void *user)
{
    struct member *member = user;
    struct crew *crew = member->crew;
    struct block *block;
    while ((block = claim(crew)) != NULL) {
        play(member->player, block);
        pthread_mutex_lock(&crew->lock);
        block->is_played = true;
        pthread_cond_broadcast(&crew->changed);
        pthread_mutex_unlock(&crew->lock);
    }
    return NULL;
}

/* ---- the calling thread ---- */

/* Waits until the next block has been played. */
static const struct block *wait_for_block(struct crew *crew)
{
    const struct block *block = block_at(crew, crew->delivered);
    pthread_mutex_lock(&crew->lock);
    while (crew->claimed == crew->delivered || !block->is_played)
        pthread_cond_wait(&crew->changed, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
    return block;
}

static void release_block(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->delivered++;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
}

static bship_status deliver(const struct crew *crew, const struct block *block,
                            const bsi_match_receiver *receiver)
{
    int32_t count = bsi_match_rows(crew->match);
    const bship_match_row *rows = block->rows;
    bship_status status = BSHIP_OK;
    for (int32_t i = 0; i < block->played && !status; i++, rows += count)
        status = bsi_match_deliver(receiver, rows, count);
    return status ? status : block->status;
}

static bship_status deliver_all(struct crew *crew, const bsi_match_receiver *receiver)
{
    bship_status status = BSHIP_OK;
    int64_t games = 0;
    while (games < crew->match->options.games && !status) {
        const struct block *block = wait_for_block(crew);
        games += block->games;
        status = deliver(crew, block, receiver);
        release_block(crew);
    }
    return status;
}

static void stop(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->is_stopped = true;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
    for (int32_t i = 0; i < crew->count; i++)
        pthread_join(crew->members[i].thread, NULL);
}

/* ---- setting up ---- */

/* Makes a player as good as the match's own, which has every AI already. */
static bship_status make_player(bsi_match_player *player, const bship_match *match)
{
    bship_status status = bsi_match_player_init(player, match);
    for (int32_t i = 0; i < match->entry_count && !status; i++)
        status = bsi_match_player_enter(player, i, &match->entries[i], NULL);
    return status;
}

static bship_status prepare_member(struct crew *crew, struct member *member)
{
    bship_match *match = crew->match;
    bool is_first = member == crew->members;
    member->crew = crew;
    member->player = is_first ? &match->player : &member->own;
    bship_status status = is_first ? BSHIP_OK : make_player(&member->own, match);
    if (!status)
        status = bsi_match_player_prepare(member->player);
    member->player->is_stopped = &crew->is_stopped;
    return status;
}

static size_t block_rows(const bship_match *match)
{
    return (size_t)bsi_match_rows(match) * (size_t)block_capacity(match);
}

static bship_status make_ring(struct crew *crew)
{
    const bship_allocator *allocator = &crew->match->rules->allocator;
    size_t rows = block_rows(crew->match);
    crew->ring = bsi_alloc(allocator, (size_t)crew->ring_size, sizeof *crew->ring);
    for (int64_t i = 0; crew->ring && i < crew->ring_size; i++) {
        crew->ring[i].rows = bsi_alloc(allocator, rows, sizeof *crew->ring[i].rows);
        if (!crew->ring[i].rows)
            return BSHIP_ERROR_MEMORY;
    }
    return crew->ring ? BSHIP_OK : BSHIP_ERROR_MEMORY;
}

/* Makes everything but the threads. free_crew() is needed in any case. */
static bship_status make_crew(struct crew *crew, bship_match *match)
{
    int32_t threads = match->options.threads;
    *crew = (struct crew){ .match = match, .ring_size = (int64_t)threads * BLOCKS_PER_THREAD };
    atomic_init(&crew->is_stopped, false);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->changed, NULL);
    crew->members = bsi_alloc(&match->rules->allocator, (size_t)threads, sizeof *crew->members);
    bship_status status = crew->members ? make_ring(crew) : BSHIP_ERROR_MEMORY;
    for (int32_t i = 0; i < threads && !status; i++)
        status = prepare_member(crew, &crew->members[i]);
    return status;
}

static void free_ring(struct crew *crew)
{
    const bship_allocator *allocator = &crew->match->rules->allocator;
    size_t rows = block_rows(crew->match);
    for (int64_t i = 0; crew->ring && i < crew->ring_size; i++)
        bsi_free(allocator, crew->ring[i].rows, rows, sizeof *crew->ring[i].rows);
    bsi_free(allocator, crew->ring, (size_t)crew->ring_size, sizeof *crew->ring);
}

static void free_crew(struct crew *crew)
{
    bship_match *match = crew->match;
    size_t threads = (size_t)match->options.threads;
    match->player.is_stopped = NULL;
    for (size_t i = 0; crew->members && i < threads; i++) {
        if (crew->members[i].own.match)
            bsi_match_player_free(&crew->members[i].own);
    }
    free_ring(crew);
    bsi_free(&match->rules->allocator, crew->members, threads, sizeof *crew->members);
    pthread_cond_destroy(&crew->changed);
    pthread_mutex_destroy(&crew->lock);
}

/* Starts as many threads as can be had. They share the count, so it is complete before they play.
 */
static void start(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    while (crew->count < crew->match->options.threads) {
        struct member *member = &crew->members[crew->count];
        if (pthread_create(&member->thread, NULL, run_member, member) != 0)
            break;
        crew->count++;
    }
    pthread_mutex_unlock(&crew->lock);
}

bship_status bsi_match_run_threads(bship_match *match, const bsi_match_receiver *receiver,
                                   bool *has_run)
{
    struct crew crew;
    bship_status status = make_crew(&crew, match);
    if (!status)
        start(&crew);
    *has_run = crew.count > 0;
    if (*has_run)
        status = deliver_all(&crew, receiver);
    stop(&crew);
    free_crew(&crew);
    return status;
}
