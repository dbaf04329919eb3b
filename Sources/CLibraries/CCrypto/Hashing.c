#include "CCrypto.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

/*
 * Keeps libcrypto's data until the process is gone. By default exit() frees them while other threads of the process
 * still use them: TLS, a hash. A process that only wanted to end, with an error to tell, crashed.
 */
__attribute__((constructor)) static void keep_data_at_exit(void)
{
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}

void lockstep_sha256(const uint8_t *bytes, size_t count, uint8_t *out)
{
    SHA256(bytes, count, out);
}

int lockstep_hmac_sha256(
    const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t *out)
{
    unsigned int length = 0;
    return HMAC(EVP_sha256(), key, (int)key_count, bytes, count, out, &length) != NULL;
}

int lockstep_are_equal(const uint8_t *bytes, const uint8_t *others, size_t count)
{
    return CRYPTO_memcmp(bytes, others, count) == 0;
}
