// SHA-256, HMAC and random bytes of libcrypto (libssl-dev), which is in the process anyway, since libcurl wants it.
#pragma once
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
