#include "CCrypto.h"

#include <limits.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <string.h>

enum { SCALAR = 32, POINT = 1 + 2 * SCALAR };

/* Encrypted keys are refused: without this, libcrypto asks on the terminal. */
static int no_password(char *buffer, int size, int is_writing, void *context)
{
    (void)buffer, (void)size, (void)is_writing, (void)context;
    return -1;
}

static EVP_PKEY *read_pem(BIO *bio)
{
    EVP_PKEY *key = PEM_read_bio_PrivateKey(bio, NULL, no_password, NULL);
    if (key == NULL && BIO_reset(bio) >= 0)
        key = PEM_read_bio_PUBKEY(bio, NULL, no_password, NULL);
    unsigned char *data = NULL;
    long length = 0;
    if (key == NULL && BIO_reset(bio) >= 0
        && PEM_bytes_read_bio(&data, &length, NULL, PEM_STRING_RSA_PUBLIC, bio, no_password, NULL) == 1) {
        const unsigned char *start = data;
        key = d2i_PublicKey(EVP_PKEY_RSA, NULL, &start, length);
        OPENSSL_free(data);
    }
    return key;
}

lockstep_key *lockstep_key_from_pem(const uint8_t *pem, size_t count)
{
    if (count > INT_MAX)
        return NULL;
    ERR_set_mark();
    BIO *bio = BIO_new_mem_buf(pem, (int)count);
    EVP_PKEY *key = bio == NULL ? NULL : read_pem(bio);
    BIO_free(bio);
    ERR_pop_to_mark();
    return key;
}

/* The key that the parameters describe; takes `builder`. */
static EVP_PKEY *key_of(const char *type, OSSL_PARAM_BLD *builder, int selection)
{
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = builder == NULL ? NULL : OSSL_PARAM_BLD_to_param(builder);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    if (parameters == NULL || context == NULL || EVP_PKEY_fromdata_init(context) != 1
        || EVP_PKEY_fromdata(context, &key, selection, parameters) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    return key;
}

lockstep_key *lockstep_key_from_rsa(
    const uint8_t *n, size_t n_count, const uint8_t *e, size_t e_count, const uint8_t *d, size_t d_count)
{
    if (n_count > INT_MAX || e_count > INT_MAX || d_count > INT_MAX)
        return NULL;
    ERR_set_mark();
    BIGNUM *modulus = BN_bin2bn(n, (int)n_count, NULL);
    BIGNUM *exponent = BN_bin2bn(e, (int)e_count, NULL);
    BIGNUM *secret = d == NULL ? NULL : BN_secure_new();
    EVP_PKEY *key = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    if (builder != NULL && modulus != NULL && exponent != NULL
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus) == 1
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, exponent) == 1
        && (d == NULL
            || (BN_bin2bn(d, (int)d_count, secret) != NULL
                && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_D, secret) == 1)))
        key = key_of("RSA", builder, d == NULL ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR);
    else
        OSSL_PARAM_BLD_free(builder);
    BN_free(modulus);
    BN_free(exponent);
    BN_clear_free(secret);
    ERR_pop_to_mark();
    return key;
}

/* The key of a point, and of the number that makes it, if that is known. */
static EVP_PKEY *p256_key(const uint8_t *point, const BIGNUM *scalar)
{
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    if (builder != NULL
        && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, SN_X9_62_prime256v1, 0) == 1
        && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, POINT) == 1
        && (scalar == NULL || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, scalar) == 1))
        return key_of("EC", builder, scalar == NULL ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR);
    OSSL_PARAM_BLD_free(builder);
    return NULL;
}

lockstep_key *lockstep_key_from_p256_point(const uint8_t *x, const uint8_t *y)
{
    uint8_t point[POINT] = {POINT_CONVERSION_UNCOMPRESSED};
    memcpy(point + 1, x, SCALAR);
    memcpy(point + 1 + SCALAR, y, SCALAR);
    ERR_set_mark();
    EVP_PKEY *key = p256_key(point, NULL);
    ERR_pop_to_mark();
    return key;
}

lockstep_key *lockstep_key_from_p256_scalar(const uint8_t *d)
{
    ERR_set_mark();
    EVP_PKEY *key = NULL;
    uint8_t bytes[POINT];
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *point = group == NULL ? NULL : EC_POINT_new(group);
    BIGNUM *scalar = BN_secure_new();
    if (point != NULL && scalar != NULL && BN_bin2bn(d, SCALAR, scalar) != NULL && !BN_is_zero(scalar)
        && BN_cmp(scalar, EC_GROUP_get0_order(group)) < 0
        && EC_POINT_mul(group, point, scalar, NULL, NULL, NULL) == 1
        && EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, bytes, POINT, NULL) == POINT)
        key = p256_key(bytes, scalar);
    BN_clear_free(scalar);
    EC_POINT_free(point);
    EC_GROUP_free(group);
    ERR_pop_to_mark();
    return key;
}

lockstep_key *lockstep_key_from_ed25519(const uint8_t *bytes, int is_private)
{
    ERR_set_mark();
    EVP_PKEY *key = is_private ? EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, bytes, SCALAR)
                               : EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, bytes, SCALAR);
    ERR_pop_to_mark();
    return key;
}

lockstep_key *lockstep_key_generate(lockstep_key_kind kind)
{
    ERR_set_mark();
    EVP_PKEY *key = NULL;
    if (kind == LOCKSTEP_ES256)
        key = EVP_PKEY_Q_keygen(NULL, NULL, "EC", SN_X9_62_prime256v1);
    else if (kind == LOCKSTEP_RS256)
        key = EVP_PKEY_Q_keygen(NULL, NULL, "RSA", (size_t)2048);
    else if (kind == LOCKSTEP_ED25519)
        key = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
    ERR_pop_to_mark();
    return key;
}

void lockstep_key_free(lockstep_key *key)
{
    EVP_PKEY_free(key);
}

lockstep_key_kind lockstep_key_get_kind(const lockstep_key *key)
{
    ERR_set_mark();
    lockstep_key_kind kind = LOCKSTEP_NO_KEY;
    char group[32];
    if (EVP_PKEY_is_a(key, "RSA"))
        kind = LOCKSTEP_RS256;
    else if (EVP_PKEY_is_a(key, "ED25519"))
        kind = LOCKSTEP_ED25519;
    else if (EVP_PKEY_is_a(key, "EC") && EVP_PKEY_get_group_name(key, group, sizeof group, NULL) == 1
        && strcmp(group, SN_X9_62_prime256v1) == 0)
        kind = LOCKSTEP_ES256;
    ERR_pop_to_mark();
    return kind;
}

int lockstep_key_bits(const lockstep_key *key)
{
    return EVP_PKEY_get_bits(key);
}

int lockstep_key_is_private(const lockstep_key *key)
{
    ERR_set_mark();
    size_t length = 0;
    BIGNUM *secret = NULL;
    int is_private = EVP_PKEY_is_a(key, "ED25519")
        ? EVP_PKEY_get_raw_private_key(key, NULL, &length) == 1
        : EVP_PKEY_get_bn_param(
              key, EVP_PKEY_is_a(key, "RSA") ? OSSL_PKEY_PARAM_RSA_D : OSSL_PKEY_PARAM_PRIV_KEY, &secret) == 1;
    BN_clear_free(secret);
    ERR_pop_to_mark();
    return is_private;
}

/* Ed25519 hashes by itself. */
static const EVP_MD *digest_of(const EVP_PKEY *key)
{
    return EVP_PKEY_is_a(key, "ED25519") ? NULL : EVP_sha256();
}

/* ECDSA's r and s as libcrypto wants them: in DER, to be freed with OPENSSL_free; the length, below 0 for an error. */
static int der_of(const uint8_t *signature, unsigned char **der)
{
    int length = -1;
    ECDSA_SIG *pair = ECDSA_SIG_new();
    BIGNUM *r = BN_bin2bn(signature, SCALAR, NULL);
    BIGNUM *s = BN_bin2bn(signature + SCALAR, SCALAR, NULL);
    if (pair != NULL && r != NULL && s != NULL && ECDSA_SIG_set0(pair, r, s) == 1)
        length = i2d_ECDSA_SIG(pair, der);
    else {
        BN_free(r);
        BN_free(s);
    }
    ECDSA_SIG_free(pair);
    return length;
}

int lockstep_key_verify(
    lockstep_key *key, const uint8_t *signature, size_t signature_count, const uint8_t *bytes, size_t count)
{
    ERR_set_mark();
    int is_ecdsa = EVP_PKEY_is_a(key, "EC"), is_valid = 0;
    unsigned char *der = NULL;
    if (is_ecdsa) {
        int length = signature_count == 2 * SCALAR ? der_of(signature, &der) : -1;
        signature = der;
        signature_count = length < 0 ? 0 : (size_t)length;
    }
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context != NULL && signature_count > 0
        && EVP_DigestVerifyInit(context, NULL, digest_of(key), NULL, key) == 1)
        is_valid = EVP_DigestVerify(context, signature, signature_count, bytes, count) == 1;
    EVP_MD_CTX_free(context);
    OPENSSL_free(der);
    ERR_pop_to_mark();
    return is_valid;
}

/* Writes DER's r and s, 32 bytes each; the length of both, 0 for an error. */
static size_t raw_of(const uint8_t *der, size_t count, uint8_t *out)
{
    ECDSA_SIG *pair = d2i_ECDSA_SIG(NULL, &der, (long)count);
    size_t length = 0;
    if (pair != NULL && BN_bn2binpad(ECDSA_SIG_get0_r(pair), out, SCALAR) == SCALAR
        && BN_bn2binpad(ECDSA_SIG_get0_s(pair), out + SCALAR, SCALAR) == SCALAR)
        length = 2 * SCALAR;
    ECDSA_SIG_free(pair);
    return length;
}

size_t lockstep_key_sign(
    lockstep_key *key, const uint8_t *bytes, size_t count, uint8_t *out, size_t capacity)
{
    ERR_set_mark();
    int is_ecdsa = EVP_PKEY_is_a(key, "EC");
    uint8_t der[128];
    size_t length = is_ecdsa ? sizeof der : capacity;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context == NULL || (is_ecdsa && capacity < 2 * SCALAR)
        || EVP_DigestSignInit(context, NULL, digest_of(key), NULL, key) != 1
        || EVP_DigestSign(context, is_ecdsa ? der : out, &length, bytes, count) != 1)
        length = 0;
    else if (is_ecdsa)
        length = raw_of(der, length, out);
    EVP_MD_CTX_free(context);
    ERR_pop_to_mark();
    return length;
}

size_t lockstep_key_write_pem(lockstep_key *key, int is_private, uint8_t *out, size_t capacity)
{
    ERR_set_mark();
    size_t length = 0;
    BIO *bio = BIO_new(is_private ? BIO_s_secmem() : BIO_s_mem());
    if (bio != NULL
        && (is_private ? PEM_write_bio_PKCS8PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL)
                       : PEM_write_bio_PUBKEY(bio, key)) == 1
        && BIO_pending(bio) <= (int)(capacity > INT_MAX ? INT_MAX : capacity)) {
        int read = BIO_read(bio, out, BIO_pending(bio));
        length = read > 0 ? (size_t)read : 0;
    }
    BIO_free(bio);
    ERR_pop_to_mark();
    return length;
}
