#!/usr/bin/env python3
"""Refuses comparisons of texts under canonical equivalence where bytes of others arrive.

`==`, `<`, `switch`, `rawValue:`, `hasPrefix`, `Set` and `Dictionary` of `String`, and what is done with
`Character`, compare under canonical equivalence: a text of n combining marks costs n squared, for each
comparison and each hash. The types of an expression are the compiler's to tell, so that this reads the
objects of a debug build: what they call, and the line of each call. Use `TextBytes` instead (`isSame`,
`begins`, `TextKey`, `Word`, UTF-8 views), or say on the line or above it why it cannot matter:

    // Canonical equivalence: both are words of this program.

or, in the first line of a file of which all are of one kind:

    // Canonical equivalence in this file: lists are known by their ids, which are ASCII.

    Tests/Support/lint/canonical_equality.py [FOLDER OF THE DEBUG BUILD [TARGET...]]
"""

import hashlib
import itertools
import json
import pathlib
import re
import subprocess
import sys

TARGETS = (
    "Authentication", "JSON", "ListDocument", "ListEditing", "ListFiles", "ListHTTP", "ListHosting", "ListJournal",
    "ListProtocol", "ListSequencing", "ListServer", "ListSessions", "ListWebhooks", "NATS", "OutgoingHTTP",
    "Persistence", "ServerMetrics", "TextBytes", "WebFiles", "WebSocketTransport",
)

# Symbols of the standard library, and what they are in a source.
SYMBOLS = {
    "$sSS2eeoiySbSS_SStFZ": "String ==",
    "$sSS1loiySbSS_SStFZ": "String <",
    "$sSJ2eeoiySbSJ_SJtFZ": "Character ==",
    "$sSJ1loiySbSJ_SJtFZ": "Character <",
    "$sSSSQsWP": "String as Equatable",
    "$sSSSLsWP": "String as Comparable",
    "$sSSSHsWP": "String as Hashable",
    "$sSsSQsWP": "Substring as Equatable",
    "$sSsSHsWP": "Substring as Hashable",
    "$sSJSQsWP": "Character as Equatable",
    "$sSJSHsWP": "Character as Hashable",
    "$sSS9hasPrefixySbSSF": "String.hasPrefix",
    "$sSS9hasSuffixySbSSF": "String.hasSuffix",
    "$ss21_findStringSwitchCase5cases6stringSiSays06StaticB0VG_SStF": "init(rawValue:)",
    "$sSysE2eeoiySbx_qd__tSyRd__lFZ": "StringProtocol ==",
}
# Members of StringProtocol that compare, whatever their generic arguments.
GENERIC = re.compile(r"^\$sSy(sE|10FoundationE|20FoundationEssentialsE)?(s)?E?(8contains|9hasPrefix|9hasSuffix|5range2of)")
REASON = "Canonical equivalence:"
WHOLE_FILE = "// Canonical equivalence in this file:"


def build_folder(arguments):
    if arguments:
        return pathlib.Path(arguments[0])
    found = sorted(pathlib.Path(".build").glob("*/debug")) or [pathlib.Path(".build/debug")]
    return found[0]


def calls(obj):
    """Where in an object's code one of the symbols is used: the section, the offset in it, and what it is."""
    undefined = subprocess.run(["nm", "-u", obj], capture_output=True, text=True, check=True).stdout
    names = {line.split()[-1] for line in undefined.splitlines() if line.strip()}
    if not any(name in SYMBOLS or GENERIC.match(name) for name in names):
        return []
    listing = subprocess.run(["objdump", "-r", obj], capture_output=True, text=True, check=True).stdout
    found = []
    section = ""
    for line in listing.splitlines():
        if line.startswith("RELOCATION RECORDS FOR ["):
            section = line[24:-2]
            continue
        parts = line.split()
        if not section.startswith(".text") or len(parts) != 3 or not parts[1].startswith("R_"):
            continue
        symbol = re.sub(r"[-+]0x[0-9a-f]+$", "", parts[2])
        kind = SYMBOLS.get(symbol) or (GENERIC.match(symbol) and "StringProtocol")
        if kind:
            found.append((section, int(parts[0], 16), kind))
    return found


def lines(obj, uses):
    """The function and the place in the source of each use."""
    found = []
    for section, group in itertools.groupby(uses, key=lambda use: use[0]):
        text = subprocess.run(
            ["addr2line", "-f", "-j", section, "-e", obj],
            input="\n".join(f"{address:#x}" for _, address, _ in group),
            capture_output=True, text=True, check=True).stdout.splitlines()
        found += zip(text[::2], text[1::2])
    return found


class Uses:
    """What is used in each object, kept in the folder of the build: to read all objects takes ten seconds and more."""

    def __init__(self, build):
        self.file = build / "canonical_equality.json"
        self.script = hashlib.sha256(pathlib.Path(__file__).read_bytes()).hexdigest()
        self.there = {}
        try:
            kept = json.loads(self.file.read_text())
            # Another version of this script may look for something else.
            self.kept = kept["objects"] if kept["script"] == self.script else {}
        except (OSError, ValueError, KeyError):
            self.kept = {}

    def of(self, obj):
        """The function, the place and the kind of each use in an object."""
        status = obj.stat()
        state = [status.st_mtime_ns, status.st_size]
        known = self.kept.get(str(obj))
        if not known or known["state"] != state:
            found = calls(str(obj))
            places = lines(str(obj), found)
            known = {"state": state, "uses": [[*place, use[2]] for place, use in zip(places, found)]}
        self.there[str(obj)] = known
        return known["uses"]

    def keep(self):
        """Keeps what was read for the next time."""
        self.file.write_text(json.dumps({"script": self.script, "objects": {**self.kept, **self.there}}))


def declared(path, function, sources):
    """The line of the type whose conformance the compiler has written, 0 where it is not known."""
    name = re.search(r"([A-Za-z_]\w*)(?:\)| in _\w+\))?\.(?:__derived_\w+|hash\(into:|init\(stringValue:|init\(rawValue:)", function)
    if not name:
        return 0
    text = lines_of(path, sources)
    pattern = re.compile(rf"\b(?:struct|enum|class|actor)\s+{name[1]}\b")
    return next((number for number, line in enumerate(text, 1) if pattern.search(line)), 0)


def lines_of(path, sources):
    if path not in sources:
        sources[path] = path.read_text().splitlines() if path.exists() else []
    return sources[path]


def is_explained(path, line, sources):
    text = lines_of(path, sources)
    if any(line.startswith(WHOLE_FILE) for line in text[:3]):
        return True
    place = min(line, len(text)) - 1
    if place < 0:
        return False
    if REASON in text[place]:
        return True
    place -= 1
    while place >= 0 and text[place].lstrip().startswith("//"):
        if REASON in text[place]:
            return True
        place -= 1
    return False


def asks_for_nil(path, line, sources, kind):
    """Whether an optional text is only asked whether it is there, which compares no text."""
    text = lines_of(path, sources)[line - 1] if 0 < line <= len(lines_of(path, sources)) else ""
    rest = re.sub(r"[!=]= nil\b", "", text)
    return kind == "String ==" and rest != text and not re.search(r"==|!=|<|>=|\bcontains\b|\bswitch\b", rest)


# What the compiler adds and no foreign text reaches: the names of metadata in the log, hashes of the words
# of an enumeration, and witnesses of optional texts and lists, whose uses are reported by themselves.
HARMLESS = re.compile(
    r"Logging\.Logger\.MetadataValue|^lazy protocol witness table accessor|"
    r"^protocol witness for Swift\.Hashable\.|^default argument ")


def demangled(names):
    text = subprocess.run(
        ["swift", "demangle"], input="\n".join(names) + "\n", capture_output=True, text=True, check=True).stdout
    return dict(zip(names, text.splitlines()))


def main():
    build = build_folder(sys.argv[1:])
    root = pathlib.Path.cwd()
    sources, used = {}, Uses(build)
    # Of each use: the object, the function, file and line as the debugger knows them, and what it is.
    uses = []
    for target in sys.argv[2:] or TARGETS:
        # The objects of sources that are gone stay in the folder.
        there = {path.name for path in (root / "Sources").glob(f"*/{target}/**/*.swift")}
        objects = sorted(obj for obj in (build / f"{target}.build").rglob("*.o")
                         if obj.name.removesuffix(".o") in there)
        if not objects:
            sys.exit(f"no objects of {target} in {build}: run swift build --build-tests first")
        for obj in objects:
            for function, place, kind in used.of(obj):
                file, _, number = place.partition(":")
                number = int(number.split()[0]) if number[:1].isdigit() else 0
                uses.append((target, obj, function, pathlib.Path(file), number, kind))
    used.keep()
    names = demangled(sorted({use[2] for use in uses}))
    problems = set()
    for target, obj, function, path, number, kind in uses:
        function = names[function]
        if number == 0 or not path.exists():
            if HARMLESS.search(function):
                continue
            path = next((root / "Sources").glob(f"*/{target}/**/{obj.name.removesuffix('.o')}"))
            number = declared(path, function, sources)
        if not is_explained(path, number, sources) and not asks_for_nil(path, number, sources, kind):
            where = path.relative_to(root) if path.is_relative_to(root) else path
            problems.add((str(where), number, kind, function))
    for file, number, kind, function in sorted(problems):
        print(f"{file}:{number}: {kind} in {function}")
    if problems:
        sys.exit(f"{len(problems)} comparisons under canonical equivalence: see the head of {sys.argv[0]}")


main()
