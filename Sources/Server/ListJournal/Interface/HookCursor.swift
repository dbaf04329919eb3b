// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import JSON

/// How far a hook was notified of a list: of lists that were deleted, and of the one that has the id now.
///
/// An engine keeps it by the hook and the list, as ``encoded``, and compares its place.
package struct HookCursor: Hashable, Sendable {
    package var list: String
    /// Epochs of deleted lists with this id of whose deletion the hook was not told yet, oldest first.
    package var gone: [String] = []
    /// The epoch of the list that the hook is being notified of; nil: of none.
    package var epoch: String?
    /// The position of the last record that the hook was notified of; nil: not even that the list was created.
    package var position: JournalPosition?
    /// Where the engine has it; 0 where it has not.
    package var place: Int64 = 0

    package init(list: String, epoch: String? = nil, position: JournalPosition? = nil) {
        self.list = list
        self.epoch = epoch
        self.position = position
    }

    /// Whether it says nothing: an engine removes it then.
    package var isEmpty: Bool { epoch == nil && gone.isEmpty }

    /// The cursor as an engine keeps it.
    package var encoded: [UInt8] {
        var writer = JSONWriter(capacity: 128)
        writer.object { writer in
            writer.member("v", 1)
            writer.member("epoch", ifPresent: epoch)
            if let position {
                writer.member("revision", position.revision)
                writer.member("number", Int(position.token))
                writer.member("place", Int(position.place))
            }
            if !gone.isEmpty {
                writer.name("gone" as StaticString)
                writer.array { writer in
                    for epoch in gone { writer.string(epoch) }
                }
            }
        }
        return writer.bytes
    }

    /// Reads a cursor; nil where the bytes are not of this version.
    package init?(list: String, decoding bytes: [UInt8], place: Int64) {
        guard let object = (try? JSONReader.read(bytes))?.object, object["v"]?.whole == 1 else {
            return nil
        }
        self.list = list
        self.place = place
        epoch = object["epoch"]?.string
        gone = object["gone"]?.array?.compactMap(\.string) ?? []
        if let revision = object["revision"]?.whole, let number = object["number"]?.whole,
            let place = object["place"]?.whole
        {
            position = JournalPosition(
                revision: revision, token: Int64(number), place: Int64(place))
        }
    }
}

/// A cursor as the journal has it now.
package struct SavedCursor: Hashable, Sendable {
    package var cursor: HookCursor
    /// False: another server saved this one first, and the one that was to be saved is not.
    package var isOwn: Bool

    package init(_ cursor: HookCursor, isOwn: Bool) {
        self.cursor = cursor
        self.isOwn = isOwn
    }
}
