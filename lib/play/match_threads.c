/*
 * A match in several threads. Games are handed out in blocks of neighbours, whole series of them:
 * few games at the start, so that the first rows come soon, and towards the end, so that all
 * threads finish together (guided self-scheduling: C. Polychronopoulos, D. Kuck, Guided
 * self-scheduling, IEEE Transactions on Computers 36, 1987).
 *
 * The rows of a block go to the calling thread in *pieces* of a few games each, of which there is a
 * fixed number: that bounds memory, also where a series is long. A thread that finds no piece free
 * waits. The last free one is for the block whose rows are delivered next, so that this block never
 * waits for others, and its rows are delivered while it is played. The lock is taken for a piece,
 * not for a game.
 *
 * Threads are POSIX threads: those of C11 are unknown to the thread sanitizers.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "base/memory.h"
#include "model/rules.h"
#include "play/match.h"

enum {
    PIECE_GAMES = 64,      /* also the most of a block, unless a series has more */
    BLOCKS_PER_THREAD = 4, /* claimed and not delivered, at most */
    SERIES_PER_THREAD = 2, /* for whose rows there is room, unless that takes more than: */
    BYTES_OF_ROWS = 16 << 20,
    BYTES_OF_ROWS_PER_THREAD = 1 << 20
};

/* The rows of games that follow each other. */
struct piece {
    struct piece *next; /* of the same block, or in the list of free ones */
    int32_t games;
    bship_match_row *rows; /* room for those of PIECE_GAMES games */
};

struct block {
    int64_t number;
    int64_t first; /* its first game, counted from that of the match */
    int32_t games;
    struct piece *begin, *end; /* what was played and is not delivered, in order */
    bship_status status;       /* with which its last game ended */
    bool is_played;
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
    struct piece *pieces;
    size_t piece_count;
    bship_match_row *rows; /* of all pieces */
    atomic_bool is_stopped;
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

/* Takes the next block, once its place in the ring is free; NULL if there are no more. */
static struct block *claim(struct crew *crew)
{
    struct block *block = NULL;
    pthread_mutex_lock(&crew->lock);
    while (!crew->is_stopped && crew->claimed - crew->delivered == crew->ring_size)
        pthread_cond_wait(&crew->changed, &crew->lock);
    if (!crew->is_stopped && crew->next_game < crew->match->options.games) {
        block = block_at(crew, crew->claimed);
        *block = (struct block){ .number = crew->claimed++,
                                 .first = crew->next_game,
                                 .games = next_size(crew) };
        crew->next_game += block->games;
    }
    pthread_mutex_unlock(&crew->lock);
    return block;
}

/* ---- pieces ---- */

/* Whether a block may take a piece: the last one is for the block that is delivered next. */
static bool may_take(const struct crew *crew, const struct block *block)
{
    return crew->free && (crew->free->next || block->number == crew->delivered);
}

/* Takes a free piece for a block; NULL if all is stopped. */
static struct piece *take_piece(struct crew *crew, const struct block *block)
{
    struct piece *piece = NULL;
    pthread_mutex_lock(&crew->lock);
    while (!crew->is_stopped && !may_take(crew, block))
        pthread_cond_wait(&crew->changed, &crew->lock);
    if (!crew->is_stopped) {
        piece = crew->free;
        crew->free = piece->next;
        *piece = (struct piece){ .rows = piece->rows };
    }
    pthread_mutex_unlock(&crew->lock);
    return piece;
}

/* Hands a played piece to the calling thread. */
static void hand_over(struct crew *crew, struct block *block, struct piece *piece, bool is_last)
{
    pthread_mutex_lock(&crew->lock);
    if (block->end)
        block->end->next = piece;
    else
        block->begin = piece;
    block->end = piece;
    block->is_played = is_last;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
}

/* Plays as many games as a piece has room for, from one of the match on. */
static bship_status play_piece(bsi_match_player *player, int64_t first, int32_t games,
                               struct piece *piece)
{
    size_t count = (size_t)bsi_match_rows(player->match);
    bship_status status = BSHIP_OK;
    while (piece->games < games && piece->games < PIECE_GAMES && !status) {
        bship_match_row *rows = piece->rows + (size_t)piece->games * count;
        status = bsi_match_player_play(player, first + piece->games, rows);
        piece->games += !status;
    }
    return status;
}

/* Plays a block, which is lost with its last piece; false if all was stopped before. */
static bool play_block(struct member *member, struct block *block)
{
    int64_t first = member->player->match->options.first_game + block->first;
    int32_t left = block->games;
    while (left > 0) {
        struct piece *piece = take_piece(member->crew, block);
        if (!piece)
            return false;
        bship_status status = play_piece(member->player, first, left, piece);
        first += piece->games;
        left = status ? 0 : left - piece->games;
        block->status = status;
        hand_over(member->crew, block, piece, left == 0);
    }
    return true;
}

static void *run_member(void *user)
{
    struct member *member = user;
    struct block *block = claim(member->crew);
    while (block && play_block(member, block))
        block = claim(member->crew);
    return NULL;
}

/* ---- the calling thread ---- */

/* Waits for the next piece of the next block; NULL once that block has no more. */
static struct piece *wait_for_piece(struct crew *crew, struct block *block)
{
    pthread_mutex_lock(&crew->lock);
    while (crew->claimed == crew->delivered || (!block->begin && !block->is_played))
        pthread_cond_wait(&crew->changed, &crew->lock);
    struct piece *piece = block->begin;
    if (piece)
        block->begin = piece->next;
    if (!block->begin)
        block->end = NULL;
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

static void release_block(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->delivered++;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
}

static bship_status deliver_piece(const struct crew *crew, const struct piece *piece,
                                  const bsi_match_receiver *receiver)
{
    int32_t count = bsi_match_rows(crew->match);
    const bship_match_row *rows = piece->rows;
    bship_status status = BSHIP_OK;
    for (int32_t i = 0; i < piece->games && !status; i++, rows += count)
        status = bsi_match_deliver(receiver, rows, count);
    return status;
}

static bship_status deliver_block(struct crew *crew, struct block *block,
                                  const bsi_match_receiver *receiver)
{
    bship_status status = BSHIP_OK;
    struct piece *piece;
    while (!status && (piece = wait_for_piece(crew, block)) != NULL) {
        status = deliver_piece(crew, piece, receiver);
        release_piece(crew, piece);
    }
    return status ? status : block->status;
}

static bship_status deliver_all(struct crew *crew, const bsi_match_receiver *receiver)
{
    bship_status status = BSHIP_OK;
    int64_t games = 0;
    while (games < crew->match->options.games && !status) {
        struct block *block = block_at(crew, crew->delivered);
        status = deliver_block(crew, block, receiver);
        games += block->games;
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

static size_t rows_of_piece(const bship_match *match)
{
    return (size_t)bsi_match_rows(match) * PIECE_GAMES;
}

/* How many pieces there are: room for all blocks of the ring or, of long series, for some. */
static size_t count_pieces(const bship_match *match)
{
    size_t threads = (size_t)match->options.threads;
    size_t of_block = ((size_t)block_capacity(match) + PIECE_GAMES - 1) / PIECE_GAMES;
    size_t bytes = BYTES_OF_ROWS + threads * BYTES_OF_ROWS_PER_THREAD;
    size_t room = bytes / sizeof(bship_match_row) / rows_of_piece(match);
    size_t wanted = threads * SERIES_PER_THREAD * of_block, least = threads * BLOCKS_PER_THREAD;
    size_t count = wanted < room ? wanted : room;
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
 * Starts as many threads as can be had. They share the count, so it is complete before they play.
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
