// zlib (zlib1g-dev), which libcurl loads in any case.
#pragma once
#include <string.h>
#include <zlib.h>

// Compresses `from` to a gzip file at the best level, without a name and a date. It is a single call, because zlib's
// stream must not move in memory between calls, and a Swift value may.
// Returns the number of bytes written to `into`; 0 if `room` is too small or memory is exhausted.
static inline unsigned int galley_gzip(const unsigned char *from, unsigned int count, unsigned char *into,
                                       unsigned int room) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    // 15 + 16: the largest window, in gzip format.
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.next_in = (unsigned char *)from;
    stream.avail_in = count;
    stream.next_out = into;
    stream.avail_out = room;
    int end = deflate(&stream, Z_FINISH);
    unsigned int taken = room - stream.avail_out;
    deflateEnd(&stream);
    return end == Z_STREAM_END ? taken : 0;
}
