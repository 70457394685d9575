/*
 * The fuzz body of games over a network: whatever the other side sends, in whichever stage of a
 * game, the peer goes on or ends with a reason; and whoever has not revealed a fleet has not won.
 * The first byte has the flags below; the others are what arrives, on one connection after the
 * other. The reader of lines is the program's, with `recv`, `send`, `shutdown` and `close` given to
 * this file by the linker. Sockets that listen or dial, and the secrets, are here in place of the
 * program's: random numbers are constant, and every hash and proof is right, so that a fuzzer gets
 * past them; unless a flag says that the hash of a fleet is not.
 */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include <battleship/battleship.h>

#include "network/dial.h"
#include "network/peer.h"
#include "network/secrets.h"
#include "network/sockets.h"

#include "fuzz.h"

enum {
    SOCKET = 1 << 20,       /* no descriptor of a process, but that of the first connection */
    CONNECTIONS_MAX = 1000, /* which have consecutive numbers */
    NEXT = 0x1e,            /* this byte closes a connection: what follows comes on another one */
    STEPS_MAX = 400,
    CELLS_MAX = 4096 /* of a board of a guest; larger ones are refused */
};

/* The bits of the first byte. */
enum {
    IS_HOST = 1,
    WANTS_HELP = 2,
    LEAVES_WITH_REASON = 4,
    HAS_ANOTHER_FLEET = 8, /* than the one whose hash was sent */
    WAITS_FOR_NOBODY = 16  /* after a connection was lost */
};

static const char host_rules[] = "board 5x5\nfleet 3 2\nturn salvo 2\n";

static const uint8_t *unread;
static size_t unread_count;
static int connections; /* that were made */
static bool is_open;    /* the last one */
static bool has_another_fleet;

/* Aborts if a property does not hold, so that the fuzzer notices. */
static void must(int holds)
{
    if (!holds)
        abort();
}

/* ---- the connection ---- */

ssize_t __wrap_recv(int socket, void *buffer, size_t size, int flags);
ssize_t __wrap_send(int socket, const void *buffer, size_t size, int flags);
int __wrap_shutdown(int socket, int how);
int __wrap_close(int fd);
int __real_close(int fd);

static bool is_connection(int socket)
{
    return socket >= SOCKET && socket < SOCKET + connections;
}

static void skip(size_t bytes)
{
    unread += bytes;
    unread_count -= bytes;
}

/* In small pieces, so that lines arrive in parts; then the other side has gone. */
ssize_t __wrap_recv(int socket, void *buffer, size_t size, int flags)
{
    (void)flags;
    must(is_connection(socket));
    size_t part = unread_count < 61 ? unread_count : 61;
    part = part < size ? part : size;
    if (part == 0 || !is_open || socket != SOCKET + connections - 1)
        return 0;
    const uint8_t *next = memchr(unread, NEXT, part);
    part = next ? (size_t)(next - unread) : part;
    memcpy(buffer, unread, part);
    skip(part);
    if (part == 0) {
        skip(1);
        is_open = false;
    }
    return (ssize_t)part;
}

ssize_t __wrap_send(int socket, const void *buffer, size_t size, int flags)
{
    (void)flags;
    must(is_connection(socket) && buffer);
    return (ssize_t)size;
}

int __wrap_shutdown(int socket, int how)
{
    (void)how;
    must(is_connection(socket));
    return 0;
}

int __wrap_close(int fd)
{
    if (!is_connection(fd))
        return __real_close(fd);
    is_open = is_open && fd != SOCKET + connections - 1;
    return 0;
}

/* The next connection, once the one before is closed; without anything to say there is none. */
static int connect_next(void)
{
    if (is_open || (connections > 0 && unread_count == 0) || connections == CONNECTIONS_MAX)
        return -1;
    is_open = true;
    return SOCKET + connections++;
}

const char *listeners_open(struct listeners *listeners, const char *port)
{
    *listeners = (struct listeners){ .count = 0 };
    (void)port;
    return NULL;
}

void listeners_close(struct listeners *listeners)
{
    listeners->count = 0;
}

int listeners_accept(const struct listeners *listeners)
{
    (void)listeners;
    return connect_next();
}

bool socket_prepare(int socket)
{
    return is_connection(socket);
}

size_t sockets_addresses(char *buffer, size_t capacity)
{
    if (capacity > 0)
        buffer[0] = '\0';
    return 0;
}

bool address_parse(struct address *address, const char *text, const char *usual)
{
    (void)text;
    (void)usual;
    *address = (struct address){ "nowhere", "1" };
    return true;
}

static char dialling;

struct dial *dial_new(const struct address *address, double seconds)
{
    (void)address;
    (void)seconds;
    return (struct dial *)&dialling;
}

void dial_free(struct dial *dial)
{
    (void)dial;
}

int dial_step(struct dial *dial, const char **why)
{
    (void)dial;
    int socket = connect_next();
    *why = socket < 0 ? "nobody is there" : NULL;
    return socket;
}

struct pollfd dial_fd(const struct dial *dial)
{
    (void)dial;
    return (struct pollfd){ -1, 0, 0 };
}

/* ---- secrets ---- */

const char *secrets_start(void)
{
    return NULL;
}

void secrets_draw(void *bytes, size_t count)
{
    memset(bytes, 7, count);
}

void secrets_write_hex(const unsigned char bytes[SECRET_BYTES], char hex[SECRET_HEX_SIZE])
{
    for (int i = 0; i < SECRET_BYTES; i++) {
        hex[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        hex[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    hex[SECRET_HEX_SIZE - 1] = '\0';
}

bool secrets_read_hex(const char *hex, unsigned char bytes[SECRET_BYTES])
{
    memset(bytes, hex[0], SECRET_BYTES);
    return true;
}

void secrets_draw_hex(char hex[SECRET_HEX_SIZE])
{
    unsigned char bytes[SECRET_BYTES];
    secrets_draw(bytes, sizeof bytes);
    secrets_write_hex(bytes, hex);
}

void secrets_hash(const char *text, char hex[SECRET_HEX_SIZE])
{
    unsigned char bytes[SECRET_BYTES];
    memset(bytes, (int)(strlen(text) % 256), sizeof bytes);
    secrets_write_hex(bytes, hex);
}

bool secrets_is_hash_of(const char *hex, const char *text)
{
    return hex && !(has_another_fleet && strncmp(text, "battleship", 10) == 0);
}

void secrets_make_keys(struct secret_keys *keys)
{
    memset(keys->kept, 1, sizeof keys->kept);
    secrets_draw_hex(keys->sent);
}

bool secrets_share(const struct secret_keys *keys, const char *received,
                   unsigned char secret[SECRET_BYTES])
{
    (void)received;
    memcpy(secret, keys->kept, SECRET_BYTES);
    return true;
}

void secrets_prove(const unsigned char secret[SECRET_BYTES], const char *text,
                   char hex[SECRET_HEX_SIZE])
{
    (void)secret;
    secrets_hash(text, hex);
}

bool secrets_is_proof(const unsigned char secret[SECRET_BYTES], const char *text, const char *hex)
{
    return secret && text && hex;
}

/* ---- the player ---- */

struct player {
    struct peer *peer;
    bship_game *game;
    bool is_over;
};

/* Accepts the game, lays a fleet and commits to it; leaves if the rules are too hard. */
static void meet(struct player *player)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_draw_options draw = BSHIP_DRAW_OPTIONS_INIT;
    int32_t own = peer_side(player->peer);

    bship_game_free(player->game);
    player->game = NULL;
    options.seed = 1;
    options.first_seed = peer_first_seed(player->peer);
    *(own == BSHIP_SIDE_A ? &options.location_b : &options.location_a) = BSHIP_LOCATION_REMOTE;
    draw.work_limit = 1000;
    const bship_rules *rules = peer_rules(player->peer);
    must(own == BSHIP_SIDE_A || bship_rules_width(rules) * bship_rules_height(rules) <= CELLS_MAX);
    must(!bship_game_new(&player->game, rules, &options, NULL));
    peer_accept(player->peer, player->game);
    if (!bship_game_place_random(player->game, own, &draw, NULL, NULL))
        peer_commit(player->peer);
    else
        player->is_over = true;
}

/* Fires at the first unknown cells. */
static void fire(struct player *player)
{
    const bship_chart *chart = bship_game_chart(player->game, peer_side(player->peer));
    int32_t width = bship_rules_width(peer_rules(player->peer));
    int32_t height = bship_rules_height(peer_rules(player->peer));
    size_t due = (size_t)bship_game_shots_due(player->game), count = 0;
    bship_cell *cells = calloc(due + 1, sizeof *cells);
    must(cells != NULL);
    for (int32_t i = 0; i < width * height && count < due; i++) {
        bship_cell cell = { i % width, i / width };
        if (bship_chart_state_at(chart, cell) == BSHIP_CHART_STATE_UNKNOWN)
            cells[count++] = cell;
    }
    if (!bship_game_fire_salvo(player->game, cells, count, NULL))
        peer_fire(player->peer);
    else
        player->is_over = true;
    free(cells);
}

static void check_text(const struct player *player)
{
    for (const char *at = peer_text(player->peer); *at; at++)
        must(isprint((unsigned char)*at));
}

/* A side that has not revealed its fleet has not won. */
static void check_failure(const struct player *player)
{
    const bship_game *game = player->game;
    int32_t own = peer_side(player->peer);
    if (!game || bship_game_phase(game) != BSHIP_PHASE_OVER)
        return;
    must(bship_game_end_reason(game) == BSHIP_END_REASON_ABANDONED ||
         bship_game_outcome(game) == own || bship_game_board(game, 3 - own) ||
         peer_failure(player->peer) == PEER_FAILURE_LOCAL);
}

/* Acts upon an event. */
static void act(struct player *player, int32_t event)
{
    switch (event) {
    case PEER_CONNECTED:
        meet(player);
        break;
    case PEER_READY:
        must(!bship_game_start(player->game, NULL));
        break;
    case PEER_FINISHED:
        must(bship_game_phase(player->game) == BSHIP_PHASE_OVER);
        must(bship_game_board(player->game, BSHIP_SIDE_A) &&
             bship_game_board(player->game, BSHIP_SIDE_B));
        peer_rematch(player->peer);
        break;
    case PEER_FAILED:
    case PEER_LEFT:
        must(!player->game || bship_game_phase(player->game) == BSHIP_PHASE_OVER ||
             bship_game_phase(player->game) == BSHIP_PHASE_PLACING);
        check_failure(player);
        player->is_over = true;
        break;
    default:
        break;
    }
}

static void play(struct player *player)
{
    for (int steps = 0; steps < STEPS_MAX && !player->is_over; steps++) {
        int32_t event = peer_step(player->peer);
        check_text(player);
        act(player, event);
        if (event == PEER_NOTHING && unread_count == 0 && connections > 0)
            return;
        if (!player->is_over && player->game &&
            bship_game_phase(player->game) == BSHIP_PHASE_AIMING &&
            bship_game_to_move(player->game) == peer_side(player->peer))
            fire(player);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct peer_options options = PEER_OPTIONS_INIT;
    struct player player = { NULL, NULL, false };
    bship_rules *rules = NULL;
    int first = size > 0 ? data[0] : 0;

    unread = data + (size > 0);
    unread_count = size - (size > 0);
    connections = 0;
    is_open = false;
    has_another_fleet = first & HAS_ANOTHER_FLEET;
    options.cells_max = CELLS_MAX;
    options.wants_help = first & WANTS_HELP;
    if (first & WAITS_FOR_NOBODY)
        options.reconnect_milliseconds = 0;
    must(!bship_rules_parse(&rules, host_rules, strlen(host_rules), NULL, NULL));
    options.rules = first & IS_HOST ? rules : NULL;
    player.peer = first & IS_HOST ? peer_host(&options, "0") : peer_join(&options, "nowhere");
    must(player.peer != NULL);
    play(&player);
    peer_close(player.peer, first & LEAVES_WITH_REASON ? "enough" : NULL);
    bship_game_free(player.game);
    bship_rules_unref(rules);
    return 0;
}
