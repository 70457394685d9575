/*
 * A match in several threads, one of which is the calling thread. Games are handed out in blocks of
 * neighbours, whole series of them: few games at the start, so that the first rows come soon, and
 * towards the end, so that all threads finish together (guided self-scheduling: C.
 * Polychronopoulos, D. Kuck, Guided self-scheduling, IEEE Transactions on Computers 36, 1987).
 *
 * The rows of a block go to the calling thread in *pieces* of a few games each, of which there is a
 * fixed number: that bounds memory, also where a series is long. Between two of its games the
 * calling thread delivers what is ready, in order. A thread that finds no piece free waits. The
 * last free one is for the block whose rows are delivered next, so that this block never waits for
 * others, and its rows are delivered while it is played. The lock is taken for a piece, not for a
 * game.
 *
 * Threads are POSIX threads: those of C11 are unknown to the thread sanitizers.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "base/memory.h"
#include "model/rules.h"
#include "play/match.h"

enum {
    PIECE_GAMES = 64,       /* also the most of a block, unless a series has more */
    BLOCKS_PER_THREAD = 16, /* claimed and not delivered, at most: for threads that are held up */
    SERIES_PER_THREAD = 2,  /* for whose rows there is room, unless that takes more than: */
    BYTES_OF_ROWS = 16 << 20,
    BYTES_OF_ROWS_PER_THREAD = 1 << 20,
    PIECES_PER_THREAD = 4 /* at least */
};

/* The rows of games that follow each other. */
struct piece {
    struct piece *next; /* of the same block, or in the list of free ones */
    int32_t games;
    bship_match_row *rows; /* room for those of PIECE_GAMES games */
};

struct block {
    int64_t number;
    struct piece *begin, *end; /* what was played and is not delivered, in order */
    bship_status status;       /* with which its last game ended */
    bool is_played;
};

struct crew;

/* A thread, and what it plays. */
struct member {
    struct crew *crew;
    bsi_match_player *player;
    bsi_match_player own; /* the player of every thread but the calling one */
    pthread_t thread;
    struct block *block;
    int64_t next; /* the game of the match that it plays next */
    int32_t left; /* games of the block that are in no piece yet */
    struct piece *piece;
};

struct crew {
    bship_match *match;
    const bsi_match_receiver *receiver;
    struct member *members; /* the calling thread, and as many as the match may have besides */
    int32_t count;          /* of those that have a thread */
    struct block *ring;
    int64_t ring_size;
    struct piece *pieces;
    size_t piece_count;
    bship_match_row *rows; /* of all pieces */
    atomic_bool is_stopped;
    atomic_bool has_news;   /* whether a piece was played since the last delivery */
    pthread_mutex_t lock;   /* of everything below, and of the blocks */
    pthread_cond_t changed; /* a piece was played or delivered, or all is stopped */
    struct piece *free;
    int64_t next_game; /* the first game that is in no block yet */
    int64_t claimed;   /* the number of blocks handed out so far */
    int64_t delivered; /* the number of blocks delivered so far */
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
        return PIECE_GAMES;
    return series < PIECE_GAMES ? PIECE_GAMES / series * series : series;
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

static bool has_games(const struct crew *crew)
{
    return crew->next_game < crew->match->options.games;
}

/* Hands out the next block, if there is one and its place in the ring is free. The lock is held. */
static bool claim_block(struct member *member)
{
    struct crew *crew = member->crew;
    if (!has_games(crew) || crew->claimed - crew->delivered == crew->ring_size)
        return false;
    member->block = block_at(crew, crew->claimed);
    member->next = crew->match->options.first_game + crew->next_game;
    member->left = next_size(crew);
    *member->block = (struct block){ .number = crew->claimed++ };
    crew->next_game += member->left;
    return true;
}

/* ---- pieces ---- */

/* Takes a free piece; the last one is for the block that is delivered next. The lock is held. */
static bool take_piece(struct member *member)
{
    struct crew *crew = member->crew;
    struct piece *piece = crew->free;
    if (!piece || (!piece->next && member->block->number != crew->delivered))
        return false;
    crew->free = piece->next;
    *piece = (struct piece){ .rows = piece->rows };
    member->piece = piece;
    return true;
}

/* Takes what a thread needs to play, as far as there is any. The lock is held. */
static bool take_work(struct member *member)
{
    return (member->left > 0 || claim_block(member)) && take_piece(member);
}

/* Hands the piece that was played to the calling thread. */
static void hand_over(struct member *member, bship_status status)
{
    struct crew *crew = member->crew;
    struct block *block = member->block;
    pthread_mutex_lock(&crew->lock);
    if (block->end)
        block->end->next = member->piece;
    else
        block->begin = member->piece;
    block->end = member->piece;
    block->status = status;
    block->is_played = member->left == 0;
    atomic_store_explicit(&crew->has_news, true, memory_order_relaxed);
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
}

/* ---- delivering ---- */

/* Whether there are rows, or the end of a block, to deliver. The lock is held. */
static bool is_ready(const struct crew *crew)
{
    const struct block *block = block_at(crew, crew->delivered);
    return crew->claimed > crew->delivered && (block->begin || block->is_played);
}

/*
 * Takes the next piece to deliver; NULL if none is ready, or after the rows of a block whose last
 * game failed, with its status.
 */
static struct piece *take_ready(struct crew *crew, bship_status *status)
{
    struct piece *piece = NULL;
    pthread_mutex_lock(&crew->lock);
    while (!piece && !*status && is_ready(crew)) {
        struct block *block = block_at(crew, crew->delivered);
        piece = block->begin;
        if (piece) {
            block->begin = piece->next;
            block->end = block->begin ? block->end : NULL;
        } else {
            *status = block->status;
            crew->delivered++;
            pthread_cond_broadcast(&crew->changed);
        }
    }
    if (!piece)
        atomic_store_explicit(&crew->has_news, false, memory_order_relaxed);
    pthread_mutex_unlock(&crew->lock);
    return piece;
}

static void release_piece(struct crew *crew, struct piece *piece)
{
    pthread_mutex_lock(&crew->lock);
    piece->next = crew->free;
    crew->free = piece;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
}

static bship_status deliver_piece(const struct crew *crew, const struct piece *piece)
{
    int32_t count = bsi_match_rows(crew->match);
    const bship_match_row *rows = piece->rows;
    bship_status status = BSHIP_OK;
    for (int32_t i = 0; i < piece->games && !status; i++, rows += count)
        status = bsi_match_deliver(crew->match, crew->receiver, rows);
    return status;
}

static bship_status deliver_ready(struct crew *crew)
{
    bship_status status = BSHIP_OK;
    struct piece *piece;
    while (!status && (piece = take_ready(crew, &status)) != NULL) {
        status = deliver_piece(crew, piece);
        release_piece(crew, piece);
    }
    return status;
}

/* ---- playing ---- */

/* Plays the next game of a block; if that fails, the rest of the block is not played. */
static bship_status play_game(struct member *member)
{
    struct piece *piece = member->piece;
    size_t count = (size_t)bsi_match_rows(member->player->match);
    bship_match_row *rows = piece->rows + (size_t)piece->games * count;
    bship_status status = bsi_match_player_play(member->player, member->next, rows);
    piece->games += !status;
    member->next++;
    member->left = status ? 0 : member->left - 1;
    return status;
}

static bool is_full(const struct member *member)
{
    return member->left == 0 || member->piece->games == PIECE_GAMES;
}

static void play_piece(struct member *member)
{
    bship_status status;
    do {
        status = play_game(member);
    } while (!is_full(member));
    hand_over(member, status);
}

/* Waits for work; false if there is no more, or all is stopped. */
static bool wait_for_work(struct member *member)
{
    struct crew *crew = member->crew;
    bool has_work = false;
    pthread_mutex_lock(&crew->lock);
    while (!crew->is_stopped && (member->left > 0 || has_games(crew)) &&
           !(has_work = take_work(member)))
        pthread_cond_wait(&crew->changed, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
    return has_work;
}

static void *run_member(void *user)
{
    struct member *member = user;
    while (wait_for_work(member))
        play_piece(member);
    return NULL;
}

/* ---- the calling thread ---- */

/* As play_piece(), but delivers what is ready between two games. */
static bship_status play_and_deliver(struct crew *crew)
{
    struct member *self = &crew->members[0];
    bship_status status = BSHIP_OK, delivered = BSHIP_OK;
    do {
        status = play_game(self);
        if (atomic_load_explicit(&crew->has_news, memory_order_relaxed))
            delivered = deliver_ready(crew);
    } while (!delivered && !is_full(self));
    hand_over(self, status);
    return delivered;
}

enum task {
    DELIVER,
    PLAY,
    WAIT,
    END
};

/* What the calling thread does next. The lock is held. */
static enum task next_task(struct crew *crew)
{
    if (is_ready(crew))
        return DELIVER;
    if (take_work(&crew->members[0]))
        return PLAY;
    return has_games(crew) || crew->claimed > crew->delivered ? WAIT : END;
}

/* Waits for other threads only: the block that is delivered next can always be played. */
static enum task wait_for_task(struct crew *crew)
{
    enum task task;
    pthread_mutex_lock(&crew->lock);
    while ((task = next_task(crew)) == WAIT)
        pthread_cond_wait(&crew->changed, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
    return task;
}

static bship_status lead(struct crew *crew)
{
    bship_status status = BSHIP_OK;
    enum task task;
    while (!status && (task = wait_for_task(crew)) != END)
        status = task == DELIVER ? deliver_ready(crew) : play_and_deliver(crew);
    return status;
}

static void stop(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->is_stopped = true;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
    for (int32_t i = 1; i < crew->count; i++)
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

static size_t rows_of_piece(const bship_match *match)
{
    return (size_t)bsi_match_rows(match) * PIECE_GAMES;
}

/* How many pieces there are: room for all blocks of the ring or, of long series, for some. */
static size_t count_pieces(const bship_match *match)
{
    size_t threads = (size_t)match->options.threads;
    size_t of_block = ((size_t)block_capacity(match) + PIECE_GAMES - 1) / PIECE_GAMES;
    size_t of_series = SERIES_PER_THREAD * of_block;
    size_t bytes = BYTES_OF_ROWS + threads * BYTES_OF_ROWS_PER_THREAD;
    size_t room = bytes / sizeof(bship_match_row) / rows_of_piece(match);
    size_t wanted = threads * (of_series > BLOCKS_PER_THREAD ? of_series : BLOCKS_PER_THREAD);
    size_t count = wanted < room ? wanted : room, least = threads * PIECES_PER_THREAD;
    return (count > least ? count : least) + 1;
}

static bship_status make_ring(struct crew *crew)
{
    const bship_allocator *allocator = &crew->match->rules->allocator;
    size_t rows = rows_of_piece(crew->match);
    crew->piece_count = count_pieces(crew->match);
    crew->ring = bsi_alloc(allocator, (size_t)crew->ring_size, sizeof *crew->ring);
    crew->pieces = bsi_alloc(allocator, crew->piece_count, sizeof *crew->pieces);
    /* Not zeroed, so that what is not used takes no memory. */
    crew->rows = bsi_grow(allocator, NULL, 0, crew->piece_count * rows, sizeof *crew->rows);
    if (!crew->ring || !crew->pieces || !crew->rows)
        return BSHIP_ERROR_MEMORY;
    for (size_t i = crew->piece_count; i-- > 0;) {
        crew->pieces[i] = (struct piece){ .next = crew->free, .rows = crew->rows + i * rows };
        crew->free = &crew->pieces[i];
    }
    return BSHIP_OK;
}

/* Makes everything but the threads. free_crew() is needed in any case. */
static bship_status make_crew(struct crew *crew, bship_match *match)
{
    int32_t threads = match->options.threads;
    *crew = (struct crew){ .match = match, .ring_size = (int64_t)threads * BLOCKS_PER_THREAD };
    atomic_init(&crew->is_stopped, false);
    atomic_init(&crew->has_news, false);
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
    bsi_free(allocator, crew->rows, crew->piece_count * rows_of_piece(crew->match),
             sizeof *crew->rows);
    bsi_free(allocator, crew->pieces, crew->piece_count, sizeof *crew->pieces);
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

/*
 * Starts as many threads as can be had besides the calling one. They share the count, so it is
 * complete before they play.
 */
static void start(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->count = 1;
    while (crew->count < crew->match->options.threads) {
        struct member *member = &crew->members[crew->count];
        if (pthread_create(&member->thread, NULL, run_member, member) != 0)
            break;
        crew->count++;
    }
    pthread_mutex_unlock(&crew->lock);
}

bship_status bsi_match_run_threads(bship_match *match, const bsi_match_receiver *receiver)
{
    struct crew crew;
    bship_status status = make_crew(&crew, match);
    crew.receiver = receiver;
    if (!status) {
        start(&crew);
        status = lead(&crew);
        stop(&crew);
    }
    free_crew(&crew);
    return status;
}
