import JSON
import ListEditing
import ListProtocol

/// Something that peers send, which can be made of any size, and how it is read.
struct Reading: Sendable {
    let name: String
    let read: @Sendable ([UInt8]) -> Void
    let make: @Sendable (_ bytes: Int) -> [UInt8]

    /// Each frame is read within tight limits, where reading stops early, and without any.
    static let all =
        frames.flatMap { name, make in
            [
                Reading(name: name, read: { frame($0, tight) }, make: make),
                Reading(name: name + ", unbounded", read: { frame($0, open) }, make: make),
            ]
        } + others
}

private let tight: ProtocolLimits = {
    var limits = ProtocolLimits()
    limits.actions = 100
    limits.fieldsBytes = 1_000
    return limits
}()

private let open: ProtocolLimits = {
    var limits = ProtocolLimits()
    limits.actions = .max
    limits.fieldsBytes = .max
    limits.titleBytes = .max
    limits.sections = .max
    return limits
}()

private func frame(_ bytes: [UInt8], _ limits: ProtocolLimits) {
    if case .refused(let refusal) = ClientFrame.decode(bytes, limits: limits) {
        _ = refusal.errors
    }
}

/// A text of at most `size` bytes: a head, as many parts as fit, and a tail.
private func filled(
    _ head: String, _ tail: String, _ size: Int, _ part: (Int) -> String
) -> [UInt8] {
    var text = Array(head.utf8)
    var count = 0
    while true {
        let next = Array(((count > 0 ? "," : "") + part(count)).utf8)
        guard text.count + next.count + tail.utf8.count <= size else { break }
        text += next
        count += 1
    }
    return text + Array(tail.utf8)
}

private typealias Frames = [(String, @Sendable (Int) -> [UInt8])]

private let frames: Frames = messages + actions + values

/// Short names that come in no order.
private func name(_ number: Int) -> String {
    "\"" + String((number &* 7_919) % 100_003, radix: 36) + "\""
}

private let edit = #"{"type":"edit","list":"l","id":1,"actions":["#

private let messages: Frames = [
    ("hello", { filled(#"{"type":"hello","token":""#, #""}"#, $0) { _ in "token" } }),
    ("open", { filled(#"{"type":"open","list":"l","epoch":""#, #""}"#, $0) { _ in "e" } }),
    ("opens", { filled("[", "]", $0) { #"{"type":"open","list":"l\#($0)"}"# } }),
    ("closes", { filled("[", "]", $0) { #"{"type":"close","list":"l\#($0)"}"# } }),
    ("deletes", { filled("[", "]", $0) { #"{"type":"delete","list":"l\#($0)"}"# } }),
    ("lists", { filled("[", "]", $0) { _ in #"{"type":"lists"}"# } }),
    ("pings", { filled("[", "]", $0) { #"{"type":"ping","n":\#($0)}"# } }),
    ("undos", { filled("[", "]", $0) { #"{"type":"undo","list":"l","id":\#($0 + 1)}"# } }),
    ("redos", { filled("[", "]", $0) { #"{"type":"redo","list":"l","id":\#($0 + 1)}"# } }),
    ("unknown types", { filled("[", "]", $0) { _ in #"{"type":"x","list":"l","id":1}"# } }),
    ("messages of nothing", { filled("[", "]", $0) { _ in "{}" } }),
    (
        "edits",
        { filled("[", "]", $0) { #"{"type":"edit","list":"l","id":\#($0 + 1),"actions":[]}"# } }
    ),
    (
        "refused edits",
        {
            filled(#"[{"type":"open"},"#, "]", $0) {
                #"{"type":"edit","list":"l","id":\#($0 + 1)}"#
            }
        }
    ),
    (
        "presence",
        { filled(#"{"type":"presence","list":"l","selected":["#, "]}", $0) { name($0) } }
    ),
    (
        "create of sections",
        { filled(#"{"type":"create","list":"l","sections":["#, "]}", $0) { _ in "{}" } }
    ),
    (
        "create of rows",
        {
            filled(#"{"type":"create","list":"l","sections":[{"rows":["#, "]}]}", $0) {
                #"{"id":"r\#($0)","fields":{"title":"x"}}"#
            }
        }
    ),
    ("unknown members", { filled(edit + "],", "}", $0) { name($0) + ":1" } }),
]

private let actions: Frames = [
    ("actions of nothing", { filled(edit, "]}", $0) { _ in "{}" } }),
    ("moveRow", { filled(edit, "]}", $0) { #"{"op":"moveRow","row":"r\#($0)"}"# } }),
    (
        "insertRow",
        { filled(edit, "]}", $0) { #"{"op":"insertRow","fields":{"title":"row \#($0)"}}"# } }
    ),
    (
        "updateRow of many names",
        {
            filled(edit + #"{"op":"updateRow","row":"r","fields":{"#, "}}]}", $0) {
                name($0) + ":1"
            }
        }
    ),
    (
        "insertRow of many names",
        { filled(edit + #"{"op":"insertRow","fields":{"#, "}}]}", $0) { name($0) + ":\"\"" } }
    ),
    (
        "rows of as many names as there may be",
        { size in
            let row = filled(#"{"op":"insertRow","fields":{"#, "}}", 3_000) { name($0) + ":1" }
            return filled(edit, "]}", size) { _ in String(decoding: row, as: UTF8.self) }
        }
    ),
    ("deleteRows", { filled(edit + #"{"op":"deleteRows","rows":["#, "]}]}", $0) { name($0) } }),
    ("moveRows", { filled(edit + #"{"op":"moveRows","rows":["#, "]}]}", $0) { name($0) } }),
    (
        "deleteSections",
        { filled(edit + #"{"op":"deleteSections","sections":["#, "]}]}", $0) { name($0) } }
    ),
    ("insertSection", { filled(edit, "]}", $0) { _ in #"{"op":"insertSection","title":"t"}"# } }),
    (
        "updateSection",
        { filled(edit, "]}", $0) { _ in #"{"op":"updateSection","section":"s","rules":{}}"# } }
    ),
    ("moveSection", { filled(edit, "]}", $0) { _ in #"{"op":"moveSection","section":"s"}"# } }),
    (
        "updateList",
        { filled(edit + #"{"op":"updateList","title":""#, "\"}]}", $0) { _ in "title" } }
    ),
]

private let values: Frames = {
    let head = edit + #"{"op":"updateRow","row":"r","fields":{"a":"#
    let tail = "}}]}"
    func repeated(_ opening: String, _ part: String, _ closing: String = "")
        -> @Sendable (Int) -> [UInt8]
    {
        { size in
            let count = size / (part.utf8.count + closing.utf8.count)
            return Array(
                (head + opening + String(repeating: part, count: count)
                    + String(repeating: closing, count: count) + opening + tail).utf8)
        }
    }
    return [
        ("digits", repeated("", "7")), ("digits of a fraction", repeated("0.", "7")),
        ("letters", repeated("\"", "é")), ("escapes", repeated("\"", #"\n"#)),
        ("control characters", repeated("\"", #"\u0001"#)),
        ("surrogates", repeated("\"", #"\ud83d\ude00"#)), ("spaces", repeated("\"\"", " ")),
        ("nested arrays", repeated("", "[", "]")),
        ("nested objects", repeated("", #"{"a":"#, "}")),
        ("empty arrays", { filled(head + "[", "]" + tail, $0) { _ in "[]" } }),
        ("empty objects", { filled(head + "[", "]" + tail, $0) { _ in "{}" } }),
        ("whole numbers", { filled(head + "[", "]" + tail, $0) { _ in "1" } }),
        ("numbers kept as written", { filled(head + "[", "]" + tail, $0) { _ in "-0" } }),
        ("numbers that are large", { filled(head + "[", "]" + tail, $0) { _ in "1e308" } }),
        ("members", { filled(head + "{", "}" + tail, $0) { name($0) + ":0" } }),
        ("members alike", { filled(head + "{", "}" + tail, $0) { #""member \#($0)":0"# } }),
        (
            "members with escapes, one twice",
            { filled(head + #"{"a":1,"a":1,"#, "}" + tail, $0) { #""\n\#($0)":0"# } }
        ),
        (
            "members with one twice at the end",
            { filled(head + "{", #","z z":1,"z z":1}"# + tail, $0) { name($0) + ":0" } }
        ),
        (
            "objects with one name twice",
            { filled(head + "[", "]" + tail, $0) { _ in #"{"a":1,"a":2}"# } }
        ),
    ]
}()

/// Bodies of requests, and what a client is sent.
private let others: [Reading] = [
    Reading(
        name: "body of an edit",
        read: { _ = try? HTTPEdit.read($0, list: ListID("l"), limits: open) },
        make: {
            filled(#"{"actions":["#, "]}", $0) {
                #"{"op":"updateRow","row":"r","fields":{\#(name($0)):[]}}"#
            }
        }),
    Reading(
        name: "body of a list",
        read: { _ = try? CreateList.read($0, limits: open) },
        make: {
            filled(#"{"list":"l","sections":[{"rows":["#, "]}]}", $0) {
                #"{"id":\#(name($0)),"fields":{"a":1.5}}"#
            }
        }),
    Reading(
        name: "snapshot", read: { _ = try? ServerFrame.decode($0) },
        make: {
            filled(
                #"{"type":"snapshot","list":"l","epoch":"e","revision":1,"title":"t","sections":"#
                    + #"[{"id":"s","title":"","rows":["#, "]}]}", $0
            ) { #"{"id":\#(name($0)),"fields":{"a":1.5}}"# }
        }),
    Reading(
        name: "row of many fields", read: { _ = try? ServerFrame.decode($0) },
        make: {
            filled(
                #"{"type":"changes","list":"l","sets":[{"revision":1,"at":1,"insertedRows":"#
                    + #"[{"row":"r","at":[0,0],"fields":{"#, "}}]}]}", $0
            ) { name($0) + ":0" }
        }),
]
