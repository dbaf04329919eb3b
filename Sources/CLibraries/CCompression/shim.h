#ifndef LOCKSTEP_CCOMPRESSION_SHIM_H
#define LOCKSTEP_CCOMPRESSION_SHIM_H

#include <brotli/encode.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

/* zlib's initialiser is a macro, which Swift does not see. */

/* Writes `count` bytes in gzip's format (RFC 1952), without a name or a time.
 *
 * Returns the bytes written; 0 if they are more than `room`, or upon an error. */
static inline size_t lockstep_gzip(const uint8_t *bytes, size_t count, uint8_t *out, size_t room)
{
    enum { gzip_format = 16, most_memory = 9 };
    z_stream stream;
    size_t written = 0;

    if (count > UINT_MAX || room > UINT_MAX)
        return 0;
    memset(&stream, 0, sizeof stream);
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzip_format, most_memory,
            Z_DEFAULT_STRATEGY) != Z_OK)
        return 0;
    stream.next_in = (Bytef *)(uintptr_t)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = out;
    stream.avail_out = (uInt)room;
    if (deflate(&stream, Z_FINISH) == Z_STREAM_END)
        written = room - stream.avail_out;
    deflateEnd(&stream);
    return written;
}

/* Writes `count` bytes of text in Brotli's format (RFC 7932); `quality` is 0 to 11.
 *
 * Returns the bytes written; 0 if they are more than `room`, or upon an error. */
static inline size_t lockstep_brotli(const uint8_t *bytes, size_t count, uint8_t *out, size_t room,
    int quality)
{
    size_t written = room;

    if (!BrotliEncoderCompress(quality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, count, bytes,
            &written, out))
        return 0;
    return written;
}

#endif
