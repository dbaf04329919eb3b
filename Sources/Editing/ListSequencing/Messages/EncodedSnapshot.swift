package import ListEditing
package import ListProtocol
import TextBytes
package import WebSocketTransport

/// A snapshot encoded once for all readers of the list at that revision.
package final class EncodedSnapshot: Sendable {
    package let revision: Int
    /// Whether its rows tell who changed them.
    package let hasAuthors: Bool
    /// Its parts for sessions, in order.
    package let frames: [Frame]
    /// The whole as one message, for HTTP, which is told no authors: empty with them.
    package let body: [UInt8]

    /// Bytes that one part of a large snapshot has, about.
    private static let partBytes = 262_144

    /// - Complexity: O(n) in the rows and their bytes.
    package init(_ list: EditableList, id: ListID, epoch: String, hasAuthors: Bool) {
        self.hasAuthors = hasAuthors
        let snapshot = Snapshot(
            list: id, epoch: epoch, state: list.state(), hasAuthors: hasAuthors)
        revision = snapshot.state.revision
        let parts = snapshot.parts(targetBytes: Self.partBytes)
        let revision = revision
        frames = parts.enumerated().map { index, part in
            Frame(text: part, event: .snapshot(at: index + 1 == parts.count ? revision : nil))
        }
        body = hasAuthors ? [] : parts.count == 1 ? parts[0] : snapshot.encoded
    }

    package var byteCount: Int { frames.reduce(body.count) { $0 + $1.payloadCount } }
}

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

extension StreamEvent {
    /// Sets: those of one commit, or those that were missed.
    package static func changes(through revision: Int) -> StreamEvent {
        StreamEvent("changes", place: revision)
    }

    /// A part of the list; of the last part the list's revision, and of the others nil.
    package static func snapshot(at revision: Int?) -> StreamEvent {
        StreamEvent("snapshot", place: revision)
    }
}
