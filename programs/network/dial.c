/* Connecting without waiting; see dial.h. */
#include "network/dial.h"

#include <errno.h>
#include <inttypes.h>
#include <netdb.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/number.h"
#include "common/process.h"
#include "network/sockets.h"

/* The end of a host that begins a text: of IPv6, if it has several colons or brackets. */
static const char *end_of_host(const char *host, bool is_bracketed)
{
    const char *colon = strchr(host, ':');
    if (is_bracketed)
        return strchr(host, ']');
    return colon && !strchr(colon + 1, ':') ? colon : host + strlen(host);
}

bool address_parse(struct address *address, const char *text, const char *usual)
{
    bool is_bracketed = text[0] == '[';
    const char *host = text + is_bracketed;
    const char *end = end_of_host(host, is_bracketed);
    if (!end || end == host || (size_t)(end - host) >= sizeof address->host)
        return false;
    const char *rest = end + is_bracketed;
    const char *port = rest[0] == ':' ? rest + 1 : usual;
    uint64_t number;
    if ((rest[0] && rest[0] != ':') || !number_parse(port, 1, UINT16_MAX, &number))
        return false;
    snprintf(address->host, sizeof address->host, "%.*s", (int)(end - host), host);
    snprintf(address->port, sizeof address->port, "%" PRIu64, number);
    return true;
}

/* ---- looking up a name ---- */

/* Shared by the thread that looks a name up and the one that asked: the last one frees it. */
struct lookup {
    atomic_int users;
    struct address address;
    int done[2]; /* a pipe: readable once the thread is done */
    int error;   /* of getaddrinfo() */
    struct addrinfo *found;
};

static void lookup_drop(struct lookup *lookup)
{
    if (!lookup || atomic_fetch_sub(&lookup->users, 1) > 1)
        return;
    if (lookup->found)
        freeaddrinfo(lookup->found);
    close(lookup->done[0]);
    close(lookup->done[1]);
    free(lookup);
}

static void look_up(struct lookup *lookup, int flags)
{
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = flags };
    lookup->error = getaddrinfo(lookup->address.host, lookup->address.port, &hints, &lookup->found);
}

static void *look_up_on_thread(void *user)
{
    struct lookup *lookup = user;
    look_up(lookup, 0);
    if (write(lookup->done[1], "", 1) < 0)
        lookup->error = EAI_SYSTEM; /* cannot happen: the pipe is empty, and open */
    lookup_drop(lookup);
    return NULL;
}

static bool start_thread(struct lookup *lookup)
{
    pthread_t thread;
    atomic_store(&lookup->users, 2);
    if (pthread_create(&thread, NULL, look_up_on_thread, lookup) != 0) {
        atomic_store(&lookup->users, 1);
        return false;
    }
    pthread_detach(thread);
    return true;
}

/* Looks numbers up at once, and names on a thread. */
static struct lookup *lookup_new(const struct address *address)
{
    struct lookup *lookup = calloc(1, sizeof *lookup);
    if (!lookup || pipe(lookup->done) != 0) {
        free(lookup);
        return NULL;
    }
    atomic_init(&lookup->users, 1);
    lookup->address = *address;
    look_up(lookup, AI_NUMERICHOST);
    bool is_done = lookup->error != EAI_NONAME && write(lookup->done[1], "", 1) == 1;
    if (is_done || start_thread(lookup))
        return lookup;
    lookup_drop(lookup);
    return NULL;
}

static bool lookup_is_done(const struct lookup *lookup)
{
    struct pollfd done = { lookup->done[0], POLLIN, 0 };
    return poll(&done, 1, 0) > 0;
}

/* ---- connecting ---- */

struct dial {
    struct lookup *lookup;
    bool is_looked_up;
    const struct addrinfo *next; /* the next address to be tried */
    int socket;                  /* which is being connected; -1: none */
    double deadline;
    const char *cause; /* why the latest address failed */
};

struct dial *dial_new(const struct address *address, double seconds)
{
    struct dial *dial = calloc(1, sizeof *dial);
    if (!dial || !(dial->lookup = lookup_new(address))) {
        free(dial);
        return NULL;
    }
    dial->socket = -1;
    dial->deadline = seconds_now() + seconds;
    return dial;
}

void dial_free(struct dial *dial)
{
    if (!dial)
        return;
    if (dial->socket >= 0)
        close(dial->socket);
    lookup_drop(dial->lookup);
    free(dial);
}

/* Notes why the address being tried has failed. */
static void leave_address(struct dial *dial, int cause)
{
    dial->cause = strerror(cause);
    if (dial->socket >= 0)
        close(dial->socket);
    dial->socket = -1;
}

/* Begins to connect to the next address. */
static void try_address(struct dial *dial)
{
    const struct addrinfo *at = dial->next;
    dial->next = at->ai_next;
    dial->socket = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
    if (dial->socket < 0 || !socket_prepare(dial->socket) ||
        (connect(dial->socket, at->ai_addr, at->ai_addrlen) != 0 && errno != EINPROGRESS))
        leave_address(dial, errno);
}

/* Whether the socket is connected; one that cannot be is left. */
static bool is_connected(struct dial *dial)
{
    struct pollfd entry = { dial->socket, POLLOUT, 0 };
    int error = 0;
    socklen_t size = sizeof error;
    if (poll(&entry, 1, 0) <= 0)
        return false;
    getsockopt(dial->socket, SOL_SOCKET, SO_ERROR, &error, &size);
    if (error != 0)
        leave_address(dial, error);
    return error == 0;
}

static bool is_looked_up(struct dial *dial)
{
    if (!dial->is_looked_up && lookup_is_done(dial->lookup)) {
        dial->is_looked_up = true;
        dial->next = dial->lookup->found;
        dial->cause = dial->lookup->error != 0 ? gai_strerror(dial->lookup->error) : "no address";
    }
    return dial->is_looked_up;
}

int dial_step(struct dial *dial, const char **why)
{
    *why = seconds_now() >= dial->deadline ? "no answer" : NULL;
    if (*why || !is_looked_up(dial))
        return -1;
    while (dial->socket >= 0 || dial->next) {
        if (dial->socket < 0)
            try_address(dial);
        if (dial->socket >= 0 && is_connected(dial)) {
            int connected = dial->socket;
            dial->socket = -1;
            return connected;
        }
        if (dial->socket >= 0)
            return -1;
    }
    *why = dial->cause;
    return -1;
}

struct pollfd dial_fd(const struct dial *dial)
{
    struct pollfd entry = { dial->lookup->done[0], POLLIN, 0 };
    if (dial->socket >= 0)
        entry = (struct pollfd){ dial->socket, POLLOUT, 0 };
    return entry;
}
