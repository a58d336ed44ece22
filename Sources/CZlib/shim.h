// zlib (zlib1g-dev), which is in the process anyway, since libcurl wants it.
#pragma once
#include <string.h>
#include <zlib.h>

// All of `from` as a gzip file, at the best level, without a name and a date in it. One call, because zlib's stream must
// not move in memory between its calls, and a Swift value may.
// Returns how many bytes of `into` it took; 0 when `room` is too little or there is no memory.
static inline unsigned int galley_gzip(const unsigned char *from, unsigned int count, unsigned char *into,
                                       unsigned int room) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    // 15 + 16: the largest window, in the shape of a gzip file.
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
