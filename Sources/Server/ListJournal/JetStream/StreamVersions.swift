// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import Foundation
import JSON
import NATS

/// The named versions of lists in a cluster: each in parts, which are stored first, after a table of the
/// list's versions that is replaced by compare-and-set.
struct StreamVersions: Sendable {
    let journal: JetStreamJournal

    private var layout: StreamLayout { journal.layout }

    // MARK: Reading

    func versions(of list: String) async throws(JournalError) -> [NamedVersion] {
        try await table(of: list).table.entries.map(\.version).sorted(by: NamedVersion.precedes)
    }

    func load(_ name: String, of list: String) async throws(JournalError) -> StoredSnapshot? {
        let (table, _) = try await table(of: list)
        guard let entry = table.entries.first(where: { $0.version.name == name }) else {
            return nil
        }
        let parts = try await journal.log.parts(
            MessageParts.count(ofBytes: entry.bytes), in: layout.snapshotStream
        ) { layout.part($0, ofVersion: entry.id, of: list) }
        let body = parts.map { Array($0.joined()) }
        let isIntact = body.map {
            $0.count == entry.bytes && VersionTableEntry.check($0) == entry.check
        }
        return StoredSnapshot(
            position: JournalPosition(revision: entry.version.revision, token: 0),
            body: body ?? [], isIntact: isIntact ?? false, epoch: table.epoch)
    }

    /// The table of the list's epoch, empty where there is none, and its sequence.
    private func table(
        of list: String
    ) async throws(JournalError) -> (table: StoredVersions, sequence: Int) {
        let message = try await journal.log.asking { streams throws(JetStreamError) in
            try await streams.lastMessage(
                of: layout.versions(of: list), in: layout.snapshotStream)
        }
        let epoch = try await journal.log.head(of: list)?.epoch ?? ""
        guard let message else { return (StoredVersions(epoch: epoch), 0) }
        guard let table = StoredVersions(json: message.payload) else {
            throw .failed(
                "message \(message.sequence) of \(layout.snapshotStream) is damaged, or of a newer "
                    + "version: use that version, or restore a backup")
        }
        return (table.epoch == epoch ? table : StoredVersions(epoch: epoch), message.sequence)
    }

    // MARK: Writing

    func save(
        _ version: NamedVersion, _ body: [UInt8], of list: String, epoch: String, most: Int
    ) async throws(JournalError) -> NamingOutcome {
        let entry = VersionTableEntry(version, id: journal.ids.next(), body)
        var isStored = false
        while true {
            var (table, sequence) = try await table(of: list)
            let refusal: NamingOutcome? =
                if table.epoch != epoch {
                    .gone
                } else if table.entries.contains(where: { $0.version.name == version.name }) {
                    .taken
                } else {
                    table.entries.count < most ? nil : .full
                }
            if let refusal {
                if isStored { try await removeParts(of: entry.id, list) }
                return refusal
            }
            if !isStored {
                try await journal.store(MessageParts.split(body), in: layout.snapshotStream) {
                    layout.part($0, ofVersion: entry.id, of: list)
                }
                isStored = true
            }
            table.entries.append(entry)
            if try await publish(table, after: sequence, of: list) { return .stored }
        }
    }

    /// - Returns: Whether there was one.
    func remove(
        _ name: String, of list: String, epoch: String
    ) async throws(JournalError) -> Bool {
        while true {
            var (table, sequence) = try await table(of: list)
            guard table.epoch == epoch,
                let index = table.entries.firstIndex(where: { $0.version.name == name })
            else { return false }
            let entry = table.entries.remove(at: index)
            guard try await publish(table, after: sequence, of: list) else { continue }
            try await removeParts(of: entry.id, list)
            return true
        }
    }

    /// - Returns: False where another table was stored first.
    private func publish(
        _ table: StoredVersions, after sequence: Int, of list: String
    ) async throws(JournalError) -> Bool {
        let subject = layout.versions(of: list)
        switch await journal.streams.publish(table.json, to: subject, expected: sequence, id: nil) {
        case .stored(let stored, _):
            // Earlier tables say nothing more.
            try await journal.log.asking { streams throws(JetStreamError) in
                _ = try await streams.purge(
                    layout.snapshotStream, filter: subject, below: stored)
            }
            return true
        case .conflict: return false
        case .unknown(let reason), .notStored(let reason), .refused(let reason):
            throw .failed("the table of versions: \(reason)")
        }
    }

    private func removeParts(of id: String, _ list: String) async throws(JournalError) {
        try await journal.log.asking { streams throws(JetStreamError) in
            _ = try await streams.purge(
                layout.snapshotStream, filter: layout.allParts(ofVersion: id, of: list),
                below: .max)
        }
    }
}

/// The named versions of a list of one epoch, as they are stored.
struct StoredVersions: Hashable, Sendable {
    var epoch: String
    var entries: [VersionTableEntry] = []

    init(epoch: String) { self.epoch = epoch }

    /// Reads a table; nil where it is not one of this version.
    init?(json: [UInt8]) {
        guard let object = (try? JSONReader.read(json))?.object, object["v"]?.whole == 1,
            let epoch = object["epoch"]?.string, let values = object["versions"]?.array
        else { return nil }
        self.epoch = epoch
        for value in values {
            guard let entry = VersionTableEntry(value) else { return nil }
            entries.append(entry)
        }
    }

    var json: [UInt8] {
        var writer = JSONWriter(capacity: 256 * (entries.count + 1))
        writer.object { writer in
            writer.member("v", 1)
            writer.member("epoch", epoch)
            writer.name("versions" as StaticString)
            writer.array { writer in
                for entry in entries { entry.write(to: &writer) }
            }
        }
        return writer.bytes
    }
}

/// One named version, and where the list as it was lies.
struct VersionTableEntry: Hashable, Sendable {
    var version: NamedVersion
    /// Tells its parts from those of others.
    var id: String
    var bytes: Int
    /// The checksum of its bytes.
    var check: UInt64

    /// A version that is about to be stored.
    init(_ version: NamedVersion, id: String, _ body: [UInt8]) {
        self.version = version
        self.id = id
        bytes = body.count
        check = Self.check(body)
    }

    init?(_ value: JSONValue) {
        guard let object = value.object, let name = object["name"]?.string,
            let revision = object["revision"]?.whole, revision >= 0,
            let at = object["at"]?.whole, let id = object["id"]?.string,
            let bytes = object["bytes"]?.whole, 0...MessageParts.maximumBytes ~= bytes,
            let check = object["check"]?.string.flatMap(Hexadecimal.number)
        else { return nil }
        version = NamedVersion(
            name: name, revision: revision, at: at, user: object["user"]?.string)
        self.id = id
        self.bytes = bytes
        self.check = check
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", version.name)
            writer.member("revision", version.revision)
            writer.member("at", version.at)
            writer.member("user", ifPresent: version.user)
            writer.member("id", id)
            writer.member("bytes", bytes)
            writer.member("check", Hexadecimal.text(check))
        }
    }

    static func check(_ bytes: [UInt8]) -> UInt64 {
        var check = ChainedChecksum()
        check.update(bytes[...])
        return check.value
    }
}
