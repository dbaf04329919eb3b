#ifndef LOCKSTEP_CUNICODE_SHIM_H
#define LOCKSTEP_CUNICODE_SHIM_H

#include <utf8proc.h>

/* The properties of a character are bit fields whose places change from version to version, and the
 * options an enumeration that Swift does not combine: a function for each use. Characters are Unicode
 * scalars, which utf8proc has as signed numbers. */

/* Its canonical combining class; 0 of a starter. */
static inline int unicode_shim_combining_class(utf8proc_int32_t character)
{
    return utf8proc_get_property(character)->combining_class;
}

/* Whether a starter may be composed with the starter before it: all that are, are marks, or vowels and
 * final consonants of Hangul and scripts like it. U+11A7 is none, which utf8proc 2.8 takes for one. */
static inline bool unicode_shim_joins_before(utf8proc_int32_t character)
{
    const utf8proc_property_t *property = utf8proc_get_property(character);

    return (property->category >= UTF8PROC_CATEGORY_MN && property->category <= UTF8PROC_CATEGORY_ME)
        || ((property->boundclass == UTF8PROC_BOUNDCLASS_V
            || property->boundclass == UTF8PROC_BOUNDCLASS_T) && character != 0x11A7);
}

/* Compatibility decomposition and full case folding, without default ignorables, as NFKC_Casefold has
 * them: at most `room` characters are written to `parts`. Returns how many there are. */
static inline utf8proc_ssize_t unicode_shim_fold(
    utf8proc_int32_t character, utf8proc_int32_t *parts, utf8proc_ssize_t room)
{
    int boundary = UTF8PROC_BOUNDCLASS_START;

    return utf8proc_decompose_char(character, parts, room,
        (utf8proc_option_t)(UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE
            | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE), &boundary);
}

/* Canonical decomposition, as unicode_shim_fold. */
static inline utf8proc_ssize_t unicode_shim_decompose(
    utf8proc_int32_t character, utf8proc_int32_t *parts, utf8proc_ssize_t room)
{
    int boundary = UTF8PROC_BOUNDCLASS_START;

    return utf8proc_decompose_char(character, parts, room,
        (utf8proc_option_t)(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE), &boundary);
}

/* Canonical composition in place of characters whose marks are in order. Returns how many there are. */
static inline utf8proc_ssize_t unicode_shim_compose(
    utf8proc_int32_t *characters, utf8proc_ssize_t count)
{
    return utf8proc_normalize_utf32(
        characters, count, (utf8proc_option_t)(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
}

#endif
