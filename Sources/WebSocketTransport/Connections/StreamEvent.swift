// Canonical equivalence: the names are words of this program.
/// What a message is in a stream of events.
package struct StreamEvent: Hashable, Sendable {
    /// The event's type.
    package let name: String
    /// From where its receiver can go on: the number in the event's id; nil: it has none.
    package let place: Int?
    /// Whether the stream ends with it.
    package let isLast: Bool

    package init(_ name: String, place: Int? = nil, isLast: Bool = false) {
        self.name = name
        self.place = place
        self.isLast = isLast
    }

    /// What stands before the message.
    func head(prefix: String) -> [UInt8] {
        let id = place.map { "id: \(prefix)\($0)\n" } ?? ""
        return Array("event: \(name)\n\(id)data: ".utf8)
    }
}
