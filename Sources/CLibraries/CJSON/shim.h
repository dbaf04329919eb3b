#ifndef LOCKSTEP_CJSON_SHIM_H
#define LOCKSTEP_CJSON_SHIM_H

#include <json-c/json.h>
#include <json-c/linkhash.h>
#include <string.h>

/* json-c walks the members of an object with a macro, which Swift does not see. */
typedef struct lockstep_json_member {
    const char *name;
    size_t name_length;
    struct json_object *value;
    const void *next;
} lockstep_json_member;

static inline const void *lockstep_json_first_member(struct json_object *object) {
    return json_object_get_object(object)->head;
}

static inline lockstep_json_member lockstep_json_read_member(const void *position) {
    const struct lh_entry *entry = (const struct lh_entry *)position;
    lockstep_json_member member;
    member.name = (const char *)entry->k;
    member.name_length = strlen(member.name);
    member.value = (struct json_object *)(uintptr_t)entry->v;
    member.next = entry->next;
    return member;
}

/* The text of a parsed fraction, as it was written: json-c keeps it as user data. */
static inline const char *lockstep_json_written_number(struct json_object *number) {
    return (const char *)json_object_get_userdata(number);
}

#endif
