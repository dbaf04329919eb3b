#define _GNU_SOURCE
#include "broadcaster.h"
#include "floors.h"

#include <ev.h>
#include <libwebsockets.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_BYTES = 64, SESSION_NAME_BYTES = 17, LISTS = 4096, IN_FLIGHT = 128, MESSAGE_BYTES = 262144 };

/* A message on its way to some members of a list; each counts. */
struct frame {
    struct frame *next;
    struct turn text;
    int members;
};

struct list {
    char name[NAME_BYTES];
    uint64_t revision;
    struct turn turn;
    struct frame *newest;
    struct session *members;
    int member_count;
    struct list *next_edited; /* in this turn */
};

struct session {
    struct lws *wsi;
    char name[SESSION_NAME_BYTES];
    struct list *list;
    struct session *next;
    struct frame *waiting; /* the first frame that it was not sent */
    char *input;
    size_t filled;
};

struct broadcaster {
    struct lws_context *context;
    struct list *lists[LISTS];
    struct list *edited;
    int list_count;
    uint64_t sessions;
};

static struct list *find_list(struct broadcaster *server, struct part name)
{
    for (int index = 0; index < server->list_count; index++)
        if (strlen(server->lists[index]->name) == name.length
            && memcmp(server->lists[index]->name, name.text, name.length) == 0)
            return server->lists[index];
    if (server->list_count == LISTS || name.length >= NAME_BYTES)
        return NULL;
    struct list *list = calloc(1, sizeof *list);
    if (list == NULL)
        fail("calloc");
    memcpy(list->name, name.text, name.length);
    list->revision = 1;
    server->lists[server->list_count++] = list;
    return list;
}

static void release(struct frame *frame)
{
    if (--frame->members == 0) {
        free(frame->text.text);
        free(frame);
    }
}

/* The sets of this turn become one frame, which waits for every member. */
static void finish_turn(struct list *list)
{
    struct frame *frame = calloc(1, sizeof *frame);
    if (frame == NULL)
        fail("calloc");
    append(&list->turn, "],\"counts\":[100]}");
    frame->text = list->turn;
    frame->members = list->member_count + 1; /* and the list itself, as its newest */
    memset(&list->turn, 0, sizeof list->turn);
    if (list->newest != NULL) {
        list->newest->next = frame;
        release(list->newest);
    }
    list->newest = frame;
    for (struct session *member = list->members; member != NULL; member = member->next)
        if (member->waiting == NULL) {
            member->waiting = frame;
            lws_callback_on_writable(member->wsi);
        }
}

static void end_turn(struct ev_loop *loop, struct ev_prepare *prepare, int events)
{
    struct broadcaster *server = prepare->data;
    (void)loop;
    (void)events;
    while (server->edited != NULL) {
        struct list *list = server->edited;
        server->edited = list->next_edited;
        finish_turn(list);
    }
}

static int say(struct session *session, const char *text)
{
    unsigned char message[LWS_PRE + 512];
    size_t length = strlen(text);
    memcpy(message + LWS_PRE, text, length);
    return lws_write(session->wsi, message + LWS_PRE, length, LWS_WRITE_TEXT) < (int)length ? -1 : 0;
}

static int open_list(struct broadcaster *server, struct session *session)
{
    char text[400];
    struct list *list = find_list(server, text_behind(session->input, session->filled, "\"list\":\""));
    if (list == NULL || session->list != NULL)
        return -1;
    session->list = list;
    session->next = list->members;
    list->members = session;
    list->member_count++;
    snprintf(text, sizeof text, "{\"type\":\"opened\",\"list\":\"%s\",\"epoch\":\"e\",\"revision\":%llu,\"lastId\":0}",
        list->name, (unsigned long long)list->revision);
    if (say(session, text) != 0)
        return -1;
    snprintf(text, sizeof text,
        "{\"type\":\"snapshot\",\"list\":\"%s\",\"epoch\":\"e\",\"revision\":%llu,\"sections\":[]}", list->name,
        (unsigned long long)list->revision);
    return say(session, text);
}

static int receive(struct broadcaster *server, struct session *session)
{
    static const char hello[] = "{\"type\":\"hello\"", open[] = "{\"type\":\"open\"";
    char text[200];
    if (session->filled >= sizeof open - 1 && memcmp(session->input, open, sizeof open - 1) == 0)
        return open_list(server, session);
    if (session->filled >= sizeof hello - 1 && memcmp(session->input, hello, sizeof hello - 1) == 0) {
        snprintf(session->name, sizeof session->name, "%016llx", (unsigned long long)++server->sessions);
        snprintf(text, sizeof text,
            "{\"type\":\"welcome\",\"client\":\"%s\",\"limits\":{\"inFlight\":%d,\"frameBytes\":%d,"
            "\"headSeconds\":60}}", session->name, IN_FLIGHT, MESSAGE_BYTES);
        return say(session, text);
    }
    struct list *list = session->list;
    if (list == NULL)
        return -1;
    bool is_first = list->turn.length == 0;
    append_edits(&list->turn, session->input, session->filled, list->name, session->name, &list->revision);
    if (is_first && list->turn.length > 0) {
        list->next_edited = server->edited;
        server->edited = list;
    }
    return 0;
}

static void leave(struct session *session)
{
    free(session->input);
    session->input = NULL;
    struct list *list = session->list;
    if (list == NULL)
        return;
    struct session **place = &list->members;
    while (*place != session)
        place = &(*place)->next;
    *place = session->next;
    list->member_count--;
    while (session->waiting != NULL) {
        struct frame *frame = session->waiting;
        session->waiting = frame->next;
        release(frame);
    }
}

static int serve_list(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *input, size_t length)
{
    struct session *session = user;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        memset(session, 0, sizeof *session);
        session->wsi = wsi;
        session->input = malloc(MESSAGE_BYTES);
        return session->input == NULL ? -1 : 0;
    case LWS_CALLBACK_RECEIVE:
        if (session->filled + length > MESSAGE_BYTES)
            return -1;
        memcpy(session->input + session->filled, input, length);
        session->filled += length;
        if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0)
            return 0;
        int result = receive(lws_context_user(lws_get_context(wsi)), session);
        session->filled = 0;
        return result;
    case LWS_CALLBACK_SERVER_WRITEABLE: {
        struct frame *frame = session->waiting;
        if (frame == NULL)
            return 0;
        session->waiting = frame->next;
        int written = lws_write(wsi, (unsigned char *)frame->text.text + LWS_PRE, frame->text.length,
            LWS_WRITE_TEXT);
        bool is_whole = written >= (int)frame->text.length;
        release(frame);
        if (session->waiting != NULL)
            lws_callback_on_writable(wsi);
        return is_whole ? 0 : -1;
    }
    case LWS_CALLBACK_CLOSED:
        leave(session);
        return 0;
    default:
        return 0;
    }
}

/* Lists are made as they are opened: whoever asks for one to be made or deleted is told that it is. */
static int serve_request(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *input, size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        if (lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0)
            return 0;
        lws_return_http_status(wsi, HTTP_STATUS_NOT_FOUND, NULL);
        return -1;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        lws_return_http_status(wsi, 201, NULL);
        return -1;
    default:
        return lws_callback_http_dummy(wsi, reason, user, input, length);
    }
}

static void end_of_input(struct ev_loop *loop, struct ev_io *watcher, int events)
{
    char byte;
    (void)events;
    if (read(watcher->fd, &byte, 1) <= 0)
        ev_break(loop, EVBREAK_ALL);
}

void serve_broadcasts(int processor, const char *certificate, const char *key)
{
    static const struct lws_protocols protocols[] = {
        { "http", serve_request, 0, 0, 0, NULL, 0 },
        { "lockstep.v1", serve_list, sizeof(struct session), 65536, 0, NULL, 0 },
        { NULL, NULL, 0, 0, 0, NULL, 0 } };
    struct broadcaster server;
    struct lws_context_creation_info info;
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    void *loops[1] = { loop };
    ev_prepare prepare;
    ev_io input;
    memset(&server, 0, sizeof server);
    memset(&info, 0, sizeof info);
    pin(processor);
    info.iface = "127.0.0.1";
    info.protocols = protocols;
    info.user = &server;
    info.foreign_loops = loops;
    info.options = LWS_SERVER_OPTION_LIBEV;
    info.pt_serv_buf_size = 65536;
    if (certificate != NULL) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = certificate;
        info.ssl_private_key_filepath = key;
    }
    lws_set_log_level(LLL_ERR, NULL);
    server.context = lws_create_context(&info);
    if (server.context == NULL)
        fail("lws_create_context");
    ev_prepare_init(&prepare, end_turn);
    prepare.data = &server;
    ev_prepare_start(loop, &prepare);
    ev_io_init(&input, end_of_input, STDIN_FILENO, EV_READ);
    ev_io_start(loop, &input);
    printf("%d\n", lws_get_vhost_listen_port(lws_get_vhost_by_name(server.context, "default")));
    fflush(stdout);
    ev_run(loop, 0);
    lws_context_destroy(server.context);
    ev_loop_destroy(loop);
}
