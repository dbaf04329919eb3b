import JSON
import ListEditing
package import ListProtocol

/// Several lists as one JSON text, for a request that makes all of them or none.
package enum ListBundle {
    /// The value of the member `format`.
    static let format = "lockstep-lists/1"

    /// The text: an object with the members `format` and `lists`, bodies of `POST /api/lists`.
    ///
    /// - Complexity: O(n) in the bytes.
    package static func encode(_ lists: [CreateList]) -> [UInt8] {
        var writer = JSONWriter(capacity: 65_536)
        writer.object { writer in
            writer.member("format", format)
            writer.name("lists")
            writer.array { writer in
                for list in lists { writer.raw(list.encoded) }
            }
        }
        return writer.bytes
    }
}
