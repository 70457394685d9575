/* Listening sockets, and the addresses of this machine; see sockets.h. */
#include "network/sockets.h"

#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    BACKLOG = 4 /* connections that wait to be accepted */
};

bool socket_prepare(int socket)
{
    int flags = fcntl(socket, F_GETFL), yes = 1;
    /* Without it, a line could wait until the one before it is acknowledged. */
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    fcntl(socket, F_SETFD, FD_CLOEXEC);
    return flags >= 0 && fcntl(socket, F_SETFL, flags | O_NONBLOCK) == 0;
}

/* ---- listening ---- */

static bool bind_to(int opened, const struct addrinfo *at)
{
    int yes = 1;
    setsockopt(opened, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    /* Otherwise the socket for IPv6 would also take the port of IPv4, or fail because of it. */
    if (at->ai_family == AF_INET6)
        setsockopt(opened, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes);
    return bind(opened, at->ai_addr, at->ai_addrlen) == 0 && listen(opened, BACKLOG) == 0;
}

/* Opens a socket that listens; -1 with errno. */
static int open_listener(const struct addrinfo *at)
{
    int opened = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
    if (opened < 0)
        return -1;
    if (socket_prepare(opened) && bind_to(opened, at))
        return opened;
    int cause = errno;
    close(opened);
    errno = cause;
    return -1;
}

static void set_port(struct sockaddr *address, in_port_t port)
{
    if (address->sa_family == AF_INET6)
        ((struct sockaddr_in6 *)(void *)address)->sin6_port = port;
    else
        ((struct sockaddr_in *)(void *)address)->sin_port = port;
}

static in_port_t port_of(int opened)
{
    struct sockaddr_storage address = { 0 };
    socklen_t size = sizeof address;
    getsockname(opened, (struct sockaddr *)&address, &size);
    return address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)(void *)&address)->sin6_port
                                         : ((struct sockaddr_in *)(void *)&address)->sin_port;
}

/* Listens at every address that works; at the same port, also if any was asked for. */
static bool listen_at_all(struct listeners *listeners, struct addrinfo *at)
{
    for (; at && listeners->count < LISTENERS_MAX; at = at->ai_next) {
        if (listeners->count > 0)
            set_port(at->ai_addr, port_of(listeners->sockets[0]));
        int opened = open_listener(at);
        if (opened >= 0)
            listeners->sockets[listeners->count++] = opened;
    }
    if (listeners->count > 0)
        snprintf(listeners->port, sizeof listeners->port, "%u",
                 (unsigned)ntohs(port_of(listeners->sockets[0])));
    return listeners->count > 0;
}

const char *listeners_open(struct listeners *listeners, const char *port)
{
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE };
    struct addrinfo *addresses = NULL;
    int error = getaddrinfo(NULL, port, &hints, &addresses);
    if (error != 0)
        return gai_strerror(error);
    bool listens = listen_at_all(listeners, addresses);
    int cause = errno;
    freeaddrinfo(addresses);
    return listens ? NULL : strerror(cause);
}

void listeners_close(struct listeners *listeners)
{
    for (size_t i = 0; i < listeners->count; i++)
        close(listeners->sockets[i]);
    listeners->count = 0;
}

int listeners_accept(const struct listeners *listeners)
{
    for (size_t i = 0; i < listeners->count; i++) {
        int accepted = accept(listeners->sockets[i], NULL, NULL);
        if (accepted >= 0 && socket_prepare(accepted))
            return accepted;
        if (accepted >= 0)
            close(accepted);
    }
    return -1;
}

/* ---- addresses ---- */

/* Whether an address can be reached from elsewhere: neither loopback nor link-local. */
static bool is_reachable(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *in = (const void *)address;
        return ntohl(in->sin_addr.s_addr) >> 24 != 127;
    }
    const struct sockaddr_in6 *in6 = (const void *)address;
    return !IN6_IS_ADDR_LOOPBACK(&in6->sin6_addr) && !IN6_IS_ADDR_LINKLOCAL(&in6->sin6_addr);
}

/* Writes an address as text; false if others cannot use it. */
static bool format_address(const struct sockaddr *address, char *text, size_t size)
{
    if (!address || (address->sa_family != AF_INET && address->sa_family != AF_INET6) ||
        !is_reachable(address))
        return false;
    socklen_t length = (socklen_t)(address->sa_family == AF_INET ? sizeof(struct sockaddr_in)
                                                                 : sizeof(struct sockaddr_in6));
    return getnameinfo(address, length, text, (socklen_t)size, NULL, 0, NI_NUMERICHOST) == 0;
}

size_t sockets_addresses(char *buffer, size_t capacity)
{
    struct ifaddrs *interfaces = NULL;
    size_t length = 0;
    if (capacity > 0)
        buffer[0] = '\0';
    if (getifaddrs(&interfaces) != 0)
        return 0;
    for (const struct ifaddrs *at = interfaces; at; at = at->ifa_next) {
        char text[64];
        size_t room = length < capacity ? capacity - length : 0;
        if (format_address(at->ifa_addr, text, sizeof text))
            length += (size_t)snprintf(room > 0 ? buffer + length : NULL, room, "%s%s",
                                       length > 0 ? " " : "", text);
    }
    freeifaddrs(interfaces);
    return length;
}
