#ifndef LOCKSTEP_CHEAP_H
#define LOCKSTEP_CHEAP_H

#include <malloc.h>
#include <stdint.h>

/* Bytes that malloc has given out and not got back, in all arenas, with the ends of its blocks. */
static inline int64_t lockstep_heap_bytes(void)
{
    struct mallinfo2 found = mallinfo2();
    return (int64_t)(found.uordblks + found.hblkhd);
}

#endif
