import Foundation
import JSON

// Canonical equivalence: tests alone compare them.
/// What a hook is told, as the body of a request: `{"type":…,"timestamp":…,"data":{…}}`.
package struct HookEvent: Hashable, Sendable {
    // Canonical equivalence: it is made here; the file of hooks is read by its bytes.
    package enum Kind: String, Hashable, Sendable {
        case changed = "list.changed"
        case created = "list.created"
        case deleted = "list.deleted"
        /// In place of changes that the history no longer has; everyone who wants changes gets it.
        case reset = "list.reset"

        /// Those that a hook may name.
        static let named: [Kind] = [.changed, .created, .deleted]
    }

    let kind: Kind
    /// Unlike that of every other event of the hook, and the same whenever this one is sent.
    let id: String
    let body: [UInt8]

    /// Bytes of a body; longer ones name a URL in place of the sets.
    static let maximumBytes = 1 << 20

    /// The sets of one record.
    ///
    /// - Parameters:
    ///   - sets: As every session gets them; the last one made `revision`.
    ///   - at: When they were made, in Unix milliseconds.
    ///   - url: The list's URL.
    init(
        sets: [ArraySlice<UInt8>], of list: String, _ epoch: String, to revision: Int, at: Int,
        url: String
    ) {
        let from = revision - sets.count
        let bytes = sets.reduce(0) { $0 + $1.count + 1 }
        func make(_ rest: (inout JSONWriter) -> Void) -> [UInt8] {
            Self.body(.changed, of: list, epoch, at: at, capacity: min(bytes, Self.maximumBytes)) {
                writer in
                writer.member("from", from)
                writer.member("revision", revision)
                rest(&writer)
            }
        }
        var body =
            bytes > Self.maximumBytes
            ? []
            : make { writer in
                writer.name("sets" as StaticString)
                writer.array { writer in
                    for set in sets { writer.raw(Array(set)) }
                }
            }
        if body.isEmpty || body.count > Self.maximumBytes {
            body = make { writer in
                writer.member("truncated", true)
                writer.member(
                    "url", "\(url)/changes?since=\(from)&limit=\(sets.count)&epoch=\(epoch)")
            }
        }
        self.init(.changed, "\(epoch)_\(revision)", body)
    }

    /// That a list was created, deleted, or is to be read anew.
    ///
    /// - Parameters:
    ///   - revision: The list's; nil where it is gone.
    ///   - url: Where it can be read; nil likewise.
    init(
        _ kind: Kind, of list: String, _ epoch: String, revision: Int?, at: Int, url: String?
    ) {
        let body = Self.body(kind, of: list, epoch, at: at, capacity: 256) { writer in
            if let revision { writer.member("revision", revision) }
            writer.member("url", ifPresent: url)
        }
        let suffix = kind == .reset ? "reset_\(revision ?? 0)" : kind.rawValue.dropFirst(5)
        self.init(kind, "\(epoch)_\(suffix)", body)
    }

    private init(_ kind: Kind, _ id: String, _ body: [UInt8]) {
        (self.kind, self.id, self.body) = (kind, id, body)
    }

    private static func body(
        _ kind: Kind, of list: String, _ epoch: String, at: Int, capacity: Int,
        _ data: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        // In the middle of the millisecond: it is cut, not rounded.
        let time = Date(timeIntervalSince1970: (Double(at) + 0.5) / 1000)
        var writer = JSONWriter(capacity: capacity + 256)
        writer.object { writer in
            writer.member("type", kind.rawValue)
            writer.member(
                "timestamp",
                time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
            writer.name("data" as StaticString)
            writer.object { writer in
                writer.member("list", list)
                writer.member("epoch", epoch)
                data(&writer)
            }
        }
        return writer.bytes
    }
}
