// libcurl (libcurl4-openssl-dev). Swift cannot call variadic C functions: one shim per argument type which libcurl documents.
#pragma once
#include <curl/curl.h>

static inline CURLcode galley_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
