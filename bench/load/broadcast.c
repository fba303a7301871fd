// The least work of a server for a party's messages: it sends each tap to all at its table and pings every connection.
// No rules, no journal, no verdicts. Connections get seats in the order of their arrival.
// Usage: broadcast SEATS BYTES PING_MS
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 20000, ROOM = 4096, TICK_MS = 5 };

struct line {
    int fd, filled, upgraded;
    unsigned char in[ROOM];
};

static struct line *lines[MOST];
static int count, seats, ping_ms;
static unsigned char *update;
static size_t update_length;

static uint32_t turned(uint32_t x, int by) { return x << by | x >> (32 - by); }

static void sha1(const unsigned char *text, size_t length, unsigned char out[20]) {
    uint32_t h[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    unsigned char padded[128] = {0};
    size_t blocks = (length + 9 + 63) / 64;
    memcpy(padded, text, length);
    padded[length] = 0x80;
    for (int i = 0; i < 8; i++) padded[blocks * 64 - 1 - i] = (uint64_t)length * 8 >> (8 * i);
    for (size_t block = 0; block < blocks; block++) {
        uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
        for (int i = 0; i < 16; i++) {
            const unsigned char *p = padded + block * 64 + i * 4;
            w[i] = (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
        }
        for (int i = 16; i < 80; i++) w[i] = turned(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        for (int i = 0; i < 80; i++) {
            uint32_t f = i < 20 ? (b & c) | (~b & d) : i < 40 ? b ^ c ^ d : i < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
            uint32_t k = i < 20 ? 0x5A827999 : i < 40 ? 0x6ED9EBA1 : i < 60 ? 0x8F1BBCDC : 0xCA62C1D6;
            uint32_t next = turned(a, 5) + f + e + k + w[i];
            e = d, d = c, c = turned(b, 30), b = a, a = next;
        }
        h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e;
    }
    for (int i = 0; i < 20; i++) out[i] = h[i / 4] >> (24 - 8 * (i % 4));
}

static void upgrade(struct line *line) {
    static const char *digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *key = strcasestr((char *)line->in, "sec-websocket-key:"), text[64], accept[29], answer[256];
    if (!key) return;
    for (key += 18; *key == ' '; key++) {}
    int length = snprintf(text, sizeof text, "%.24s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    unsigned char digest[21] = {0};
    sha1((unsigned char *)text, length, digest);
    for (int i = 0, o = 0; i < 21; i += 3) {
        uint32_t three = digest[i] << 16 | digest[i + 1] << 8 | digest[i + 2];
        for (int j = 3; j >= 0; j--) accept[o++] = digits[three >> (6 * j) & 63];
    }
    accept[27] = '=', accept[28] = 0;
    length = snprintf(answer, sizeof answer, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                      "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n", accept);
    if (write(line->fd, answer, length) == length) line->upgraded = 1;
}

static void broadcast(int who) {
    int first = who / seats * seats;
    for (int i = first; i < first + seats && i < count; i++)
        if (lines[i]->fd >= 0 && lines[i]->upgraded && write(lines[i]->fd, update, update_length) < 0) continue;
}

static void receive(int who) {
    struct line *line = lines[who];
    ssize_t got = read(line->fd, line->in + line->filled, ROOM - 1 - line->filled);
    if (got <= 0) {
        close(line->fd);
        line->fd = -1;
        return;
    }
    line->filled += got, line->in[line->filled] = 0;
    if (!line->upgraded) {
        if (!strstr((char *)line->in, "\r\n\r\n")) return;
        upgrade(line);
        line->filled = 0;
        return;
    }
    int at = 0;
    while (line->filled - at >= 6) {  // every frame here is masked and shorter than 126 bytes
        unsigned char *frame = line->in + at;
        int length = frame[1] & 127;
        if (line->filled - at < 6 + length) break;
        if ((frame[0] & 15) == 1 && length && (frame[6] ^ frame[2]) == 't') broadcast(who);
        at += 6 + length;
    }
    memmove(line->in, line->in + at, line->filled -= at);
}

static uint64_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000ull + time.tv_nsec / 1000000;
}

int main(int arguments, char **argument) {
    if (arguments != 4) return 2;
    seats = atoi(argument[1]), ping_ms = atoi(argument[3]);
    size_t length = strtoul(argument[2], 0, 10);
    update = malloc(length + 10), update_length = length + 4;
    update[0] = 0x81, update[1] = 126, update[2] = length >> 8, update[3] = length;
    memset(update + 4, 'x', length);
    int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1, poll = epoll_create1(0);
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof here;
    if (bind(listener, (void *)&here, size) || listen(listener, 2048) || getsockname(listener, (void *)&here, &size)) return 1;
    printf("http://127.0.0.1:%d\n", ntohs(here.sin_port));
    fflush(stdout);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = MOST}, events[512];
    epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);
    static const unsigned char ping[10] = {0x89, 8, '1', '2', '3', '4', '5', '6', '7', '8'};
    uint64_t next = now_ms();
    double owed = 0;
    int cursor = 0;
    for (;;) {
        int ready = epoll_wait(poll, events, 512, TICK_MS);
        for (int i = 0; i < ready; i++) {
            if (events[i].data.u32 < MOST) {
                if (lines[events[i].data.u32]->fd >= 0) receive(events[i].data.u32);
            } else if (count < MOST) {
                struct line *line = calloc(1, sizeof *line);
                line->fd = accept(listener, 0, 0);
                setsockopt(line->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
                event.data.u32 = count, lines[count++] = line;
                epoll_ctl(poll, EPOLL_CTL_ADD, line->fd, &event);
            }
        }
        for (uint64_t now = now_ms(); ping_ms && next <= now; next += TICK_MS) {  // each connection in turn
            for (owed += (double)count * TICK_MS / ping_ms; owed >= 1 && count; owed--, cursor++) {
                struct line *line = lines[cursor %= count];
                if (line->fd >= 0 && line->upgraded && write(line->fd, ping, sizeof ping) < 0) continue;
            }
        }
    }
}
