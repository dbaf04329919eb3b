"""The documents under `web-client/api`, and validators made of their schemas."""

import copy
import json
import re
from functools import cache
from pathlib import Path

from jsonschema import Draft202012Validator, ValidationError, validators

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "web-client" / "api"


def document(name):
    """One of the documents, read anew."""
    return json.loads((FOLDER / f"{name}.json").read_text())


def parts(schema):
    """The schema and everything inside it that may be one."""
    yield schema
    for value in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(value, (dict, list)):
            yield from parts(value)


def closed(schema):
    """The schema, with every object that has properties refusing all that it does not name."""
    schema = copy.deepcopy(schema)
    for part in parts(schema):
        if isinstance(part, dict) and part.get("type") == "object" and "properties" in part:
            part["unevaluatedProperties"] = False
    return schema


def pattern(validator, wanted, instance, schema):
    """`pattern` as ECMAScript has it: `$` is the very end."""
    if isinstance(instance, str) and not re.search(wanted.replace("$", r"\Z"), instance):
        yield ValidationError(f"{instance!r} does not match {wanted}")


Validator = validators.extend(
    Draft202012Validator, {"pattern": pattern},
    # The protocol takes 1.0 for no whole number.
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)))


class Schemas:
    """The shared schemas, as they are or closed, with a validator for each name."""

    def __init__(self, is_closed=False):
        self.definitions = document("schemas")["$defs"]
        if is_closed:
            self.definitions = closed(self.definitions)
        self.validator = cache(self._validator)
        self.branches = cache(self._branches)

    def _validator(self, name):
        return Validator({"$ref": f"#/$defs/{name}", "$defs": self.definitions})

    def accept(self, name, instance):
        """Whether the schema `name` takes `instance`."""
        return self.validator(name).is_valid(instance)

    def check(self, name, instance):
        """Raises what is wrong with `instance`."""
        self.validator(name).validate(instance)

    def _branches(self, name):
        # The names that a schema chooses between; itself where it does not.
        choice = self.definitions[name].get("oneOf", [])
        names = [name_in(part) for part in choice if "$ref" in part]
        return [inner for one in names for inner in self.branches(one)] if names else [name]

    def matches(self, name, instance):
        """The branches that take `instance`."""
        return [one for one in self.branches(name)
                if all(instance.get(key) == part["const"]
                       for key, part in self.definitions[one].get("properties", {}).items()
                       if isinstance(part, dict) and "const" in part) and self.accept(one, instance)]

    def seen(self, name, instance):
        """The properties of the named schemas that a valid `instance` shows, as `schema.property`."""
        [branch] = self.matches(name, instance)
        return self._seen(self.definitions[branch], branch, instance)

    def _seen(self, schema, name, instance):
        if "$ref" in schema:
            return self.seen(name_in(schema), instance)
        found = set()
        for choice in schema.get("anyOf", []) + schema.get("oneOf", []):
            if "$ref" in choice and self.accept(name_in(choice), instance):
                found |= self.seen(name_in(choice), instance)
        if isinstance(instance, dict):
            for key in schema.get("properties", {}).keys() & instance.keys():
                found.add(f"{name}.{key}")
                found |= self._seen(schema["properties"][key], f"{name}.{key}", instance[key])
        if isinstance(instance, list) and isinstance(schema.get("items"), dict):
            for element in instance:
                found |= self._seen(schema["items"], name, element)
        return found

    def properties(self, *names):
        """Every property of the schemas `names` and of those that they use, as `schema.property`."""
        found, waiting, done = set(), list(names), set()
        while waiting:
            name = waiting.pop()
            if name in done:
                continue
            done.add(name)
            for part in parts(self.definitions[name]):
                if isinstance(part, dict) and "$ref" in part:
                    waiting.append(name_in(part))
            found |= {f"{name}.{key}" for key in self.definitions[name].get("properties", {})}
        return found


def name_in(reference):
    """The name that a `$ref` ends with."""
    return reference["$ref"].rsplit("/", 1)[1]


def inlined(api):
    """The OpenAPI document with the shared schemas in it; those of answers are closed."""
    api, shared = copy.deepcopy(api), document("schemas")["$defs"]
    schemas = api["components"]["schemas"] = {}
    for kind, definitions in (("", shared), ("closed-", closed(shared))):
        for name, schema in definitions.items():
            schemas[kind + name] = point(schema, "#/$defs/", f"#/components/schemas/{kind}")
    # A schema that is inside of itself takes long to make something up from.
    schemas["inner"] = {}
    answers = [api["components"]["responses"]] + [
        operation["responses"] for path in api["paths"].values()
        for operation in path.values() if isinstance(operation, dict)]
    for responses in answers:
        responses.update(point(responses, "schemas.json#/$defs/", "#/components/schemas/closed-"))
    return point(api, "schemas.json#/$defs/", "#/components/schemas/")


def point(value, old, new):
    """The same with `$ref`s that begin with `old` beginning with `new`."""
    if isinstance(value, list):
        return [point(one, old, new) for one in value]
    if not isinstance(value, dict):
        return value
    return {key: one.replace(old, new) if key == "$ref" else point(one, old, new)
            for key, one in value.items()}
