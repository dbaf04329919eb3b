import JSON

extension JSONObject {
    /// The text of a member, without blanks around it; empty where it is no text and no number.
    func text(_ name: String) -> String { self[name]?.plainText ?? "" }

    /// Whether a member is true.
    func isTrue(_ name: String) -> Bool {
        if case .bool(true) = self[name] { true } else { false }
    }

    /// The objects of a member that is an array of them; others in it are passed over.
    func objects(_ name: String) -> [JSONObject] { self[name]?.objects ?? [] }

    /// The number of a member; 0 where it is none.
    func number(_ name: String) -> Double {
        guard case .number(let number) = self[name], let value = Double(number.text), value.isFinite
        else { return 0 }
        return value
    }
}

extension JSONValue {
    /// The text of a string or a number, without blanks around it; empty for all else.
    var plainText: String {
        switch self {
        case .string(let text): text.trimmedBlanks
        case .number(let number): number.text
        default: ""
        }
    }

    /// The objects in an array; none where it is no array.
    var objects: [JSONObject] { array?.compactMap(\.object) ?? [] }
}

extension [JSONObject] {
    /// The objects in the order of a number that they have; equal ones keep theirs.
    func ordered(by name: String) -> [JSONObject] {
        enumerated().map { (key: $0.element.number(name), place: $0.offset, object: $0.element) }
            .sorted { ($0.key, $0.place) < ($1.key, $1.place) }
            .map(\.object)
    }
}
