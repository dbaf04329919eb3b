import TextBytes
import WebSocketTransport

/// What tells one state of a list from another over HTTP: its epoch and revision.
package struct EntityTag: Sendable {
    /// The value of the `ETag` header.
    package let text: String

    package init(_ epoch: String, _ revision: Int) {
        text = "\"\(epoch)-\(revision)\""
    }

    /// Whether an `If-None-Match` names it; a weak tag compares like a strong one (RFC 9110).
    package func isNamed(in header: String) -> Bool {
        header.elements.contains { tag in
            tag.isSame(as: "*") || tag.isSame(as: text)
                || tag.begins(with: "W/") && tag.utf8.dropFirst(2).elementsEqual(text.utf8)
        }
    }
}
