// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import JSON

/// Where a list's snapshots lie: the record that is replaced by compare-and-set once their parts are
/// stored.
///
/// The parts of a snapshot are never changed. A snapshot that no pointer names is left from a write that
/// did not come to its end, and may be removed.
package struct SnapshotPointer: Sendable, Hashable {
    /// One snapshot, in parts below the number of the record that it is of.
    package struct Reference: Sendable, Hashable {
        /// The number of the record that the snapshot is of.
        package var number: Int64
        /// Tells it from other snapshots of that record, which another server may store: its parts are
        /// found by both.
        package var id: String
        /// The sequence of that record in its stream.
        package var place: Int64
        package var revision: Int
        package var bytes: Int
        /// The checksum of its bytes.
        package var check: UInt64
        /// The checksum of the record, which the next record names; 0 where it is not known.
        package var record: UInt64

        /// Refers to a snapshot that is about to be stored.
        package init(
            number: Int64, id: String, place: Int64, revision: Int, record: UInt64,
            snapshot: [UInt8]
        ) {
            self.number = number
            self.id = id
            self.place = place
            self.revision = revision
            self.record = record
            bytes = snapshot.count
            check = Self.check(snapshot)
        }

        /// How many parts it lies in.
        package var parts: Int { MessageParts.count(ofBytes: bytes) }

        /// The snapshot, if its parts are as they were written.
        ///
        /// Complexity: O(n) in the bytes.
        package func snapshot(of parts: [[UInt8]]) -> [UInt8]? {
            let whole = Array(parts.joined())
            return whole.count == bytes && Self.check(whole) == check ? whole : nil
        }

        private static func check(_ bytes: [UInt8]) -> UInt64 {
            var check = ChainedChecksum()
            check.update(bytes[...])
            return check.value
        }
    }

    package var epoch: String
    package var newest: Reference
    /// At which the kept records begin; nil while that is the newest.
    package var base: Reference?
    /// Which is to be the next base.
    package var nextBase: Reference?
    /// The id of the list's last record when all of it had been copied from another store; nil for a list
    /// that was made here.
    package var copied: String?

    package init(epoch: String, newest: Reference) {
        self.epoch = epoch
        self.newest = newest
    }

    /// Reads a pointer; nil where it is not one of this version.
    package init?(json: [UInt8]) {
        guard let object = (try? JSONReader.read(json))?.object, object["v"]?.whole == 1,
            let epoch = object["epoch"]?.string,
            let newest = object["newest"].flatMap(Reference.init)
        else { return nil }
        self.init(epoch: epoch, newest: newest)
        copied = object["copied"]?.string
        for (name, path) in Self.others {
            guard let value = object[name] else { continue }
            guard let reference = Reference(value) else { return nil }
            self[keyPath: path] = reference
        }
    }

    package var json: [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.object { writer in
            writer.member("v", 1)
            writer.member("epoch", epoch)
            writer.name("newest" as StaticString)
            newest.write(to: &writer)
            for (name, path) in Self.others {
                guard let reference = self[keyPath: path] else { continue }
                writer.name(name)
                reference.write(to: &writer)
            }
            writer.member("copied", ifPresent: copied)
        }
        return writer.bytes
    }

    private static var others: [(String, WritableKeyPath<Self, Reference?>)] {
        [("origin", \.base), ("spare", \.nextBase)]
    }
}

extension SnapshotPointer.Reference {
    fileprivate init?(_ value: JSONValue) {
        guard let object = value.object, let number = object["number"]?.whole,
            let id = object["id"]?.string, let place = object["place"]?.whole,
            let revision = object["revision"]?.whole,
            let bytes = object["bytes"]?.whole, 0...MessageParts.maximumBytes ~= bytes,
            number >= 0, place >= 0, revision >= 0,
            let check = object["check"]?.string.flatMap(Hexadecimal.number),
            let record = object["record"]?.string.flatMap(Hexadecimal.number)
        else { return nil }
        self.number = Int64(number)
        self.id = id
        self.place = Int64(place)
        self.revision = revision
        self.bytes = bytes
        self.check = check
        self.record = record
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("number", Int(number))
            writer.member("id", id)
            writer.member("place", Int(place))
            writer.member("revision", revision)
            writer.member("bytes", bytes)
            writer.member("check", Hexadecimal.text(check))
            writer.member("record", Hexadecimal.text(record))
        }
    }
}
