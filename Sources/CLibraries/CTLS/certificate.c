#include "CTLS.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <unistd.h>

/* Fills in everything but the signature. */
static int lockstep_tls_describe(X509 *certificate, EVP_PKEY *key, const char *name, int days)
{
    X509_NAME *subject = X509_get_subject_name(certificate);
    X509_EXTENSION *names = X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, name);
    int done = names != NULL && X509_set_version(certificate, X509_VERSION_3)
        && ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1)
        && X509_gmtime_adj(X509_getm_notBefore(certificate), -3600) != NULL
        && X509_gmtime_adj(X509_getm_notAfter(certificate), (long)days * 86400) != NULL
        && X509_NAME_add_entry_by_txt(
            subject, "CN", MBSTRING_ASC, (const unsigned char *)"lockstep load", -1, -1, 0)
        && X509_set_issuer_name(certificate, subject) && X509_set_pubkey(certificate, key)
        && X509_add_ext(certificate, names, -1);
    X509_EXTENSION_free(names);
    return done;
}

/* Opens a file that only its owner may read. */
static FILE *lockstep_tls_open(const char *path)
{
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (file == NULL && descriptor >= 0)
        close(descriptor);
    return file;
}

int lockstep_tls_make_certificate(
    const char *name, int days, const char *certificate_path, const char *key_path)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = X509_new();
    int done = key != NULL && certificate != NULL
        && lockstep_tls_describe(certificate, key, name, days)
        && X509_sign(certificate, key, EVP_sha256()) > 0;
    FILE *file = done ? lockstep_tls_open(certificate_path) : NULL;
    done = file != NULL && PEM_write_X509(file, certificate);
    done = file != NULL && fclose(file) == 0 && done;
    file = done ? lockstep_tls_open(key_path) : NULL;
    done = file != NULL && PEM_write_PrivateKey(file, key, NULL, NULL, 0, NULL, NULL);
    done = file != NULL && fclose(file) == 0 && done;
    X509_free(certificate);
    EVP_PKEY_free(key);
    return done;
}
