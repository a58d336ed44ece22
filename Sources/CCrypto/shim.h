// SHA-256 and HMAC of libcrypto (libssl-dev), which is in the process anyway, since libcurl wants it.
#pragma once
#include <openssl/evp.h>
#include <openssl/hmac.h>
