// SHA-256, HMAC and random bytes of libcrypto (libssl-dev), which libcurl loads in any case.
#pragma once
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
