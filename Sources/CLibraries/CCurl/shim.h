#ifndef LOCKSTEP_CCURL_SHIM_H
#define LOCKSTEP_CCURL_SHIM_H

#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>

/* curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt take variable arguments, which Swift
 * cannot call: one function for each type of argument. */

static inline CURLcode curl_shim_set_long(CURL *easy, CURLoption option, long value)
{
    return curl_easy_setopt(easy, option, value);
}

/* Of an option with a size or another curl_off_t. */
static inline CURLcode curl_shim_set_offset(CURL *easy, CURLoption option, curl_off_t value)
{
    return curl_easy_setopt(easy, option, value);
}

/* libcurl copies the text; NULL takes the option's value away. */
static inline CURLcode curl_shim_set_text(CURL *easy, CURLoption option, const char *value)
{
    return curl_easy_setopt(easy, option, value);
}

/* Of an option with a buffer or an object, which must outlive the handle; a body is copied. */
static inline CURLcode curl_shim_set_pointer(CURL *easy, CURLoption option, const void *value)
{
    return curl_easy_setopt(easy, option, value);
}

/* The functions that are called with `user` as their last argument, or their first where a socket is
 * opened. */
static inline CURLcode curl_shim_set_callbacks(CURL *easy, curl_write_callback header,
    curl_write_callback body, curl_opensocket_callback open_socket, void *user)
{
    CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, header);

    if (!code)
        code = curl_easy_setopt(easy, CURLOPT_HEADERDATA, user);
    if (!code)
        code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
    if (!code)
        code = curl_easy_setopt(easy, CURLOPT_WRITEDATA, user);
    if (!code)
        code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    if (!code)
        code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, user);
    if (!code)
        code = curl_easy_setopt(easy, CURLOPT_PRIVATE, user);
    return code;
}

/* What curl_shim_set_callbacks was given as `user`. */
static inline void *curl_shim_user(CURL *easy)
{
    void *user = NULL;

    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &user);
    return user;
}

/* The status of the answer; 0 without one. */
static inline long curl_shim_status(CURL *easy)
{
    long status = 0;

    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/* How many idle connections are kept. */
static inline CURLMcode curl_shim_set_kept_connections(CURLM *multi, long count)
{
    return curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, count);
}

#endif
