// Many players in one process. They cost so little that a measurement shows the server under test.
//
// Reads a plan: one line of text for each player, then an empty line.
//     KIND TABLE PORT PATH TAP OTHER TAPS OTHERS STEP...
// Players of one table join one after the other. STEP is WAIT:SAY in hex: waits for a message with WAIT, then sends SAY.
// A player of kind b sends TAP and OTHER, TAPS and OTHERS times a second; `~` and 16 digits in them become the time.
// TAP, OTHER and SAY begin with the first byte of their frame, for text or binary.
// KIND: p plays Tip Tap, b sends at a fixed rate, w watches, q sends pings, e sends to an echo server.
// Prints `ready` when all have joined; then, for each line on its input, all counts so far.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <math.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { ROOM = 1 << 20, STEPS = 4, AT_ONCE = 64, REASONS = 16, SHAPES = 128, STAMP = 16 };
enum { MS = 1000, SECOND = 1000 * MS };
enum { MARGIN = 12 * MS, ASK_EVERY = 50 * MS, BEGINNING = 8 * SECOND, ANOTHER = 4 * SECOND };
enum what { ACT, BEAT, START, SAY, ASK };
enum phase { OTHER_PHASE, READY, HUNTING, OVER };

typedef int64_t Time;
struct bytes { unsigned char *at; int length; };
struct step { struct bytes wait, say; };

struct line {
    int fd, table, port, seat;
    char kind, upgraded, in;
    char *path;
    struct bytes tap, other, left;
    double taps, others;
    struct step steps[STEPS];
    int step_count, step;
    // State of a player of Tip Tap
    long n, lead;
    enum phase phase;
    char racing, busy, free_hand, target[24];
    Time shown, painted;
};

struct timer { Time at; int line; enum what what; };
struct waits { const char *name; long count[64 * 32]; };

static struct line *lines;
static struct timer *timers;
static int count, next_table, in, poll_fd, timer_count, timer_room, reason_count;
static long closed, said, taps, heard, bytes, pings;
static struct { char why[24]; long count; } reasons[REASONS];
static struct waits beaten = {.name = "beats"}, asked = {.name = "pings"}, echoed = {.name = "echoes"};
static unsigned char room[ROOM];
static uint64_t chance = 88172645463325252u;

static Time now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * (Time)SECOND + time.tv_nsec / 1000;
}

static double roll(void) {  // at least 0, less than 1
    chance ^= chance << 13, chance ^= chance >> 7, chance ^= chance << 17;
    return (chance >> 11) * 0x1p-53;
}

static Time between(double least, double most) { return (least + (most - least) * roll()) * SECOND; }

// ---- timers: a heap ----

static void later(Time at, int line, enum what what) {
    if (timer_count == timer_room) timers = realloc(timers, (timer_room = timer_room * 2 + 64) * sizeof *timers);
    int i = timer_count++;
    for (; i && timers[(i - 1) / 2].at > at; i = (i - 1) / 2) timers[i] = timers[(i - 1) / 2];
    timers[i] = (struct timer){at, line, what};
}

static struct timer first_timer(void) {
    struct timer first = timers[0], last = timers[--timer_count];
    int i = 0;
    for (int child; (child = 2 * i + 1) < timer_count; i = child) {
        if (child + 1 < timer_count && timers[child + 1].at < timers[child].at) child++;
        if (last.at <= timers[child].at) break;
        timers[i] = timers[child];
    }
    timers[i] = last;
    return first;
}

// ---- counts ----

static void waited(struct waits *waits, Time took) {  // 32 steps for each doubling
    if (took < 32) took = 32;
    int octave = 63 - __builtin_clzll(took);
    waits->count[octave * 32 + (took >> (octave - 5) & 31)]++;
}

static void refused(const char *text, const char *end) {
    const char *why = memmem(text, end - text, "\"why\":\"", 7);
    if (!why) return;
    why += 7;
    int length = strcspn(why, "\""), i = 0;
    if (length >= (int)sizeof reasons->why) return;
    while (i < reason_count && (strncmp(reasons[i].why, why, length) || reasons[i].why[length])) i++;
    if (i == REASONS) return;
    if (i == reason_count) memcpy(reasons[reason_count++].why, why, length);
    reasons[i].count++;
}

static void print_waits(const struct waits *waits) {
    const char *comma = "";
    printf(",\"%s\":[", waits->name);
    for (int i = 0; i < 64 * 32; i++)
        if (waits->count[i]) {
            Time octave = (Time)1 << i / 32;
            printf("%s[%lld,%ld]", comma, (long long)(octave + (i % 32 + 1) * octave / 32), waits->count[i]);
            comma = ",";
        }
    printf("]");
}

static void report(void) {
    struct rusage own;
    getrusage(RUSAGE_SELF, &own);
    double cpu = own.ru_utime.tv_sec + own.ru_stime.tv_sec + (own.ru_utime.tv_usec + own.ru_stime.tv_usec) / 1e6;
    printf("{\"open\":%ld,\"said\":%ld,\"taps\":%ld,\"heard\":%ld,\"bytes\":%ld,\"answered\":%ld,\"cpu\":%.3f,\"sorry\":{",
           count - closed, said, taps, heard, bytes, pings, cpu);
    for (int i = 0; i < reason_count; i++) printf("%s\"%s\":%ld", i ? "," : "", reasons[i].why, reasons[i].count);
    printf("}");
    print_waits(&beaten), print_waits(&asked), print_waits(&echoed);
    printf("}\n");
    fflush(stdout);
}

// ---- frames ----

static void give_up(struct line *line, const char *why) {  // ends the program: all others wait until every player has joined
    fprintf(stderr, "%s: %.80s\n", line->path, why);
    exit(1);
}

static void hang_up(struct line *line) {
    if (line->fd < 0) return;
    if (!line->in) give_up(line, "closed before the player had joined");
    close(line->fd);
    line->fd = -1, closed++;
}

static void put(struct line *line, int kind, const unsigned char *payload, int length) {
    unsigned char frame[2048];
    uint32_t key = chance ^= chance << 13;
    int head = 2;
    if (line->fd < 0 || length > 2000) return;
    frame[0] = kind, frame[1] = 128 | (length < 126 ? length : 126);
    if (length >= 126) frame[2] = length >> 8, frame[3] = length, head = 4;
    memcpy(frame + head, &key, 4);
    for (int i = 0; i < length; i++) frame[head + 4 + i] = payload[i] ^ frame[head + (i & 3)];
    if (send(line->fd, frame, head + 4 + length, MSG_NOSIGNAL) < 0) hang_up(line);
}

static void say(struct line *line, struct bytes what) {
    static unsigned char copy[2048];
    if (what.length < 1) return;
    memcpy(copy, what.at, what.length);
    unsigned char *stamp = memchr(copy, '~', what.length);
    if (stamp) {
        char digits[STAMP + 1];
        snprintf(digits, sizeof digits, "%016lld", (long long)now());
        memcpy(stamp + 1, digits, STAMP);
    }
    said++;
    put(line, copy[0], copy + 1, what.length - 1);
}

static void say_text(struct line *line, const char *text) {
    said++;
    put(line, 0x81, (const unsigned char *)text, strlen(text));
}

static void say_at(struct line *line, const char *type, const char *act) {
    char text[256];
    snprintf(text, sizeof text, "{\"type\":\"%s\",%s\"n\":%ld,\"at\":%lld}", type, act, line->n, (long long)now());
    say_text(line, text);
}

// ---- Tip Tap ----

static const char *after(const char *text, const char *end, const char *key) {
    const char *found = text ? memmem(text, end - text, key, strlen(key)) : 0;
    return found ? found + strlen(key) : 0;
}

static void choose(struct line *line, const char *view, const char *end) {  // two times of three a shape of the card
    const char *names[SHAPES], *card = after(view, end, "\"card\":["), *layout = after(view, end, "\"layout\":[");
    int found = 0;
    line->target[0] = 0;
    if (card && roll() < 2.0 / 3) {
        for (const char *at = card; at < end && *at != ']' && found < SHAPES; at++)
            if (*at == '"') names[found++] = at + 1, at = memchr(at + 1, '"', end - at - 1);
    } else if (layout)
        for (const char *at = layout; at < end && *at == '[' && found < SHAPES; at = strchr(at, ']') + 1, at += *at == ',')
            names[found++] = at + 2;
    if (!found) return;
    const char *name = names[(int)(roll() * found)];
    int length = strcspn(name, "\"");
    if (length < (int)sizeof line->target) memcpy(line->target, name, length), line->target[length] = 0;
}

static int may_act(struct line *line) {
    if (line->phase == READY) return line->lead == line->seat;
    return line->phase == HUNTING && line->free_hand && line->target[0];
}

static void look(struct line *line, const char *text, const char *end) {
    const char *view = after(text, end, "\"view\":"), *phase = after(view, end, "\"phase\":\"");
    const char *lead = after(view, end, "\"lead\":"), *hands = after(view, end, "\"hands\":[");
    const char *race = after(after(view, end, "\"news\":"), end, "\"race\":"), *n = after(text, end, "\"n\":");
    const char *at = after(text, end, "\"at\":");
    if (!phase || !lead || !hands || !race || !n || !at) return;
    line->n = atol(n), line->lead = atol(lead);
    line->phase = !strncmp(phase, "ready", 5) ? READY : !strncmp(phase, "hunting", 7) ? HUNTING :
                  !strncmp(phase, "over", 4) ? OVER : OTHER_PHASE;
    for (int seat = 0; seat < line->seat && hands; seat++) hands = after(hands, end, "],");
    const char *closing = hands ? memchr(hands, ']', end - hands) : 0;
    line->free_hand = closing && memmem(hands, closing - hands, "\"free\"", 6);
    choose(line, view, end);
    say_at(line, "painted", "");
    if (*race == 'n') line->racing = 0;
    else if (!line->racing) line->racing = 1, line->shown = atoll(at), line->painted = now();
    if (line->busy) return;
    if (may_act(line))
        line->busy = 1, later(now() + (line->phase == READY ? between(1, 3) : between(1.5, 6)), line - lines, ACT);
    else if (line->phase == OVER && !line->seat)
        line->busy = 1, later(now() + ANOTHER, line - lines, START);
}

static void act(struct line *line) {
    char act[64];
    line->busy = 0;
    if (!may_act(line)) return;
    if (line->phase == READY) say_at(line, "do", "\"act\":{\"type\":\"Flip\"},");
    else {
        snprintf(act, sizeof act, "\"act\":{\"type\":\"Tap\",\"shape\":\"%s\"},", line->target);
        say_at(line, "do", act);
    }
    taps++;
}

// ---- received messages ----

static void dial(struct line *line);

static void beat(struct line *line, Time at) {
    later(at - log(1 - roll()) / (line->taps + line->others) * SECOND, line - lines, SAY);
}

static void begin(void) {  // spreads the starts of the tables
    for (int i = 0; i < count; i++) {
        if (lines[i].kind == 'p' && !lines[i].seat) later(now() + (Time)BEGINNING * i / count, i, START);
        if (lines[i].kind == 'b' && lines[i].taps + lines[i].others > 0) beat(&lines[i], now());
        if (lines[i].kind == 'q' || lines[i].kind == 'e') later(now() + ASK_EVERY * roll(), i, ASK);
    }
    puts("ready");
    fflush(stdout);
}

static void come_in(struct line *line) {
    int self = line - lines;
    line->in = 1, in++;
    if (self + 1 < count && lines[self + 1].table == line->table) dial(line + 1);
    else if (next_table < count) {
        int first = next_table;
        while (next_table < count && lines[next_table].table == lines[first].table) next_table++;
        dial(&lines[first]);
    }
    if (in == count) begin();
}

static void go_on(struct line *line, const unsigned char *text, int length) {  // takes the next steps to a seat
    while (!line->in && line->step < line->step_count) {
        struct step *step = &line->steps[line->step];
        if (step->wait.length && (!text || !memmem(text, length, step->wait.at, step->wait.length))) return;
        line->step++;
        say(line, step->say);
        if (step->wait.length) text = 0;  // a message completes one step only
    }
    if (!line->in) come_in(line);
}

static void hear_text(struct line *line, unsigned char *text, int length) {
    const char *from = (char *)text, *end = from + length;
    unsigned char *stamp;
    int sent_away = !strncmp(from, "{\"type\":\"sorry\"", 15) || !strncmp(from, "{\"type\":\"goodbye\"", 17);
    heard++, bytes += length;
    if (!line->in && sent_away) give_up(line, from);
    if (!line->in) go_on(line, text, length);
    switch (line->kind) {
    case 'p':
        if (!strncmp(from, "{\"type\":\"update\"", 16)) look(line, from, end);
        else if (!strncmp(from, "{\"type\":\"ask\"", 13) && line->racing) {
            Time past = atoll(after(from, end, "\"past\":"));
            Time at = line->painted + past - line->shown + MARGIN;
            later(at > now() ? at : now(), line - lines, BEAT);
        } else if (sent_away) refused(from, end);
        break;
    case 'b':
        if (length == 1 && *text == '2') heard--, pings++, put(line, 0x81, (unsigned char *)"3", 1);  // socket.io
        else if ((stamp = memchr(text, '~', length)) && end - (char *)stamp > STAMP)
            waited(&beaten, now() - atoll((char *)stamp + 1));
        break;
    case 'e':
        waited(&echoed, now() - atoll(from));
    }
}

static int take_frame(struct line *line, unsigned char *at, int length) {  // returns its length, 0 if it is incomplete
    if (length < 2) return 0;
    int head = 2, size = at[1] & 127;
    if (size == 126) {
        if (length < 4) return 0;
        size = at[2] << 8 | at[3], head = 4;
    } else if (size == 127) {
        if (length < 10) return 0;
        size = at[6] << 24 | at[7] << 16 | at[8] << 8 | at[9], head = 10;
    }
    if (length < head + size) return 0;
    unsigned char *payload = at + head, then = payload[size];
    payload[size] = 0;
    switch (at[0] & 15) {
    case 1: case 2: hear_text(line, payload, size); break;
    case 8: hang_up(line); break;
    case 9: pings++, put(line, 0x8a, payload, size); break;
    case 10: if (line->kind == 'q') waited(&asked, now() - atoll((char *)payload));
    }
    payload[size] = then;
    return head + size;
}

static void hear(struct line *line) {
    int filled = line->left.length, at = 0;
    memcpy(room, line->left.at, filled);
    ssize_t got = recv(line->fd, room + filled, ROOM - 1 - filled, 0);
    if (got <= 0) {
        hang_up(line);
        return;
    }
    filled += got, room[filled] = 0;
    if (!line->upgraded) {
        unsigned char *end = memmem(room, filled, "\r\n\r\n", 4);
        if (end && memcmp(room, "HTTP/1.1 101", 12)) give_up(line, strtok((char *)room, "\r"));
        if (end) line->upgraded = 1, at = end + 4 - room, go_on(line, 0, 0);
    }
    for (int taken; line->upgraded && line->fd >= 0 && (taken = take_frame(line, room + at, filled - at)); at += taken) {}
    line->left.length = filled - at;
    free(line->left.at);
    line->left.at = filled > at ? memcpy(malloc(filled - at), room + at, filled - at) : 0;
}

static void dial(struct line *line) {
    char request[1024];
    int one = 1;
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(line->port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    line->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(line->fd, (void *)&there, sizeof there)) {
        perror("connect");
        exit(1);
    }
    setsockopt(line->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    fcntl(line->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = line - lines};
    epoll_ctl(poll_fd, EPOLL_CTL_ADD, line->fd, &event);
    int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
                          line->path, line->port);
    if (send(line->fd, request, length, MSG_NOSIGNAL) < 0) hang_up(line);
}

static void ring(struct timer timer) {
    struct line *line = &lines[timer.line];
    char text[64];
    if (line->fd < 0) return;
    switch (timer.what) {
    case ACT: act(line); break;
    case BEAT: say_at(line, "beat", ""); break;
    case START: line->busy = 0, say_text(line, "{\"type\":\"start\"}"); break;
    case SAY:
        if (roll() * (line->taps + line->others) < line->taps) taps++, say(line, line->tap);
        else say(line, line->other);
        beat(line, timer.at);
        break;
    case ASK:
        snprintf(text, sizeof text, line->kind == 'e' ? "%060lld" : "%016lld", (long long)now());
        put(line, line->kind == 'e' ? 0x81 : 0x89, (unsigned char *)text, strlen(text));
        later(timer.at + ASK_EVERY, timer.line, ASK);
    }
}

// ---- the plan ----

static struct bytes unhex(const char *hex) {
    int length = strspn(hex, "0123456789abcdef") / 2;
    struct bytes found = {malloc(length + 1), length};
    for (int i = 0; i < length; i++) sscanf(hex + 2 * i, "%2hhx", &found.at[i]);
    return found;
}

static void read_plan(void) {
    static char text[1 << 14];
    int room_for = 0;
    while (fgets(text, sizeof text, stdin) && text[0] != '\n') {
        if (count == room_for) lines = realloc(lines, (room_for = room_for * 2 + 64) * sizeof *lines);
        struct line *line = &lines[count++], *before = line - 1;
        *line = (struct line){.fd = -1, .kind = text[0]};
        char *word = strtok(text + 1, " \n"), *columns[7] = {word};
        for (int i = 1; i < 7; i++) columns[i] = strtok(0, " \n");
        line->table = atoi(columns[0]), line->port = atoi(columns[1]), line->path = strdup(columns[2]);
        line->tap = unhex(columns[3]), line->other = unhex(columns[4]);
        line->taps = atof(columns[5]), line->others = atof(columns[6]);
        line->seat = count > 1 && before->table == line->table ? before->seat + 1 : 0;
        while ((word = strtok(0, " \n")) && line->step_count < STEPS)
            line->steps[line->step_count++] = (struct step){unhex(word), unhex(strchr(word, ':') + 1)};
    }
}

int main(void) {
    struct epoll_event events[512], input = {.events = EPOLLIN, .data.u32 = UINT32_MAX};
    char request[64];
    read_plan();
    chance ^= (uint64_t)count << 20;
    poll_fd = epoll_create1(0);
    epoll_ctl(poll_fd, EPOLL_CTL_ADD, 0, &input);
    for (int tables = 0; tables < AT_ONCE && next_table < count; tables++) {
        int first = next_table;
        while (next_table < count && lines[next_table].table == lines[first].table) next_table++;
        dial(&lines[first]);
    }
    for (;;) {
        Time wait = timer_count ? timers[0].at - now() : SECOND;
        int ready = epoll_wait(poll_fd, events, 512, wait > 0 ? (wait + MS - 1) / MS : 0);
        for (int i = 0; i < ready; i++) {
            if (events[i].data.u32 == UINT32_MAX) {
                if (read(0, request, sizeof request) <= 0) return 0;
                report();
            } else if (lines[events[i].data.u32].fd >= 0) hear(&lines[events[i].data.u32]);
        }
        for (Time clock = now(); timer_count && timers[0].at <= clock;) ring(first_timer());
    }
}
