import JSON
import SeededRandom

/// Messages that clients send between their edits, and that change no list.
extension EditGenerator {
    /// A message about a list that is open.
    mutating func sideMessage(about list: String) -> JSONValue {
        let name = JSONValue.string(list)
        switch random.below(3) {
        case 0:
            let mode = ["inactive", "active", "transient"][random.below(3)]
            return .members(("type", .string("presence")), ("list", name), ("mode", .string(mode)))
        case 1:
            return .members(
                ("type", .string("find")), ("list", name), ("n", .whole(random.below(1_000))),
                ("text", .string("\(random.below(10))")), ("fields", .texts(["title"])))
        default: return .members(("type", .string("ping")), ("n", .whole(random.below(1_000))))
        }
    }
}
