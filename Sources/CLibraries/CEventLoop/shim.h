#ifndef CEVENTLOOP_SHIM_H
#define CEVENTLOOP_SHIM_H

#include <ev.h>

/* libev's initialisers and several of its accessors are macros, which Swift does not see. */

static inline void ev_shim_async_init(struct ev_async *watcher,
    void (*callback)(struct ev_loop *, struct ev_async *, int), void *data)
{
    ev_async_init(watcher, callback);
    watcher->data = data;
}

static inline void ev_shim_prepare_init(struct ev_prepare *watcher,
    void (*callback)(struct ev_loop *, struct ev_prepare *, int), void *data)
{
    ev_prepare_init(watcher, callback);
    watcher->data = data;
}

/* Called after each sleep, before the watchers of what ended it. */
static inline void ev_shim_check_init(struct ev_check *watcher,
    void (*callback)(struct ev_loop *, struct ev_check *, int), void *data)
{
    ev_check_init(watcher, callback);
    ev_set_priority(watcher, EV_MAXPRI);
    watcher->data = data;
}

/* Called when the descriptor can be read, before other watchers of the same descriptor. */
static inline void ev_shim_input_init(struct ev_io *watcher,
    void (*callback)(struct ev_loop *, struct ev_io *, int), int descriptor, void *data)
{
    ev_io_init(watcher, callback, descriptor, EV_READ);
    ev_set_priority(watcher, EV_MAXPRI);
    watcher->data = data;
}

static inline void ev_shim_timer_init(struct ev_timer *watcher,
    void (*callback)(struct ev_loop *, struct ev_timer *, int), double after, double repeat,
    void *data)
{
    ev_timer_init(watcher, callback, after, repeat);
    watcher->data = data;
}

static inline void ev_shim_break_all(struct ev_loop *loop)
{
    ev_break(loop, EVBREAK_ALL);
}

#endif
