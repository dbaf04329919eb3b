// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
package import NATS

/// Where a cluster keeps lists: the names of its streams and subjects.
///
/// With the prefix `ls`, the log of a list is the subject `ls.log.P.KEY` in the stream `LS_LOG_P`. KEY is
/// the list's id with `.` written as `=`, so that it is one token of a subject; P, its partition, is a
/// hash of KEY modulo 8. Both are fixed for as long as a cluster lives.
package struct StreamLayout: Sendable, Hashable {
    /// The streams that the logs are spread over.
    package static let partitions = 8

    /// The first token of every subject, in lower case; in upper case the start of streams' names.
    package let prefix: String

    /// Creates a layout; nil where `prefix` is not a lower-case letter and at most 15 letters or digits.
    package init?(prefix: String = "ls") {
        let bytes = prefix.utf8
        guard let first = bytes.first, 0x61...0x7A ~= first, bytes.count <= 16,
            bytes.allSatisfy({ 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 })
        else { return nil }
        self.prefix = prefix
    }

    // MARK: Lists

    /// The token of subjects that stands for a list.
    package static func key(of list: String) -> String {
        String(decoding: list.utf8.lazy.map(keyByte), as: UTF8.self)
    }

    /// The id of the list for which a token stands.
    package static func list(of key: some StringProtocol) -> String {
        String(
            decoding: key.utf8.lazy.map { $0 == UInt8(ascii: "=") ? UInt8(ascii: ".") : $0 },
            as: UTF8.self)
    }

    private static func keyByte(_ byte: UInt8) -> UInt8 {
        byte == UInt8(ascii: ".") ? UInt8(ascii: "=") : byte
    }

    /// The partition of a list: the FNV-1a hash of its key, of 64 bits, modulo 8.
    package static func partition(of list: String) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in list.utf8 { hash = (hash ^ UInt64(keyByte(byte))) &* 0x100_0000_01b3 }
        return Int(hash % UInt64(partitions))
    }

    // MARK: Names

    /// The stream of a partition's logs.
    package func logStream(_ partition: Int) -> String { "\(prefix.uppercased())_LOG_\(partition)" }

    package var snapshotStream: String { "\(prefix.uppercased())_SNAP" }

    package var configurationStream: String { "\(prefix.uppercased())_CONFIG" }

    /// The subject of a list's records.
    package func log(of list: String) -> String {
        "\(prefix).log.\(Self.partition(of: list)).\(Self.key(of: list))"
    }

    /// The subject of all records of a partition.
    package func logs(_ partition: Int) -> String { "\(prefix).log.\(partition).*" }

    /// The subject of a part of a long record, by the record's id.
    package func part(_ number: Int, ofRecord id: String, of list: String) -> String {
        "\(prefix).part.\(Self.partition(of: list)).\(Self.key(of: list)).\(id).\(number)"
    }

    /// The subject of the pointer to a list's snapshots.
    package func snapshot(of list: String) -> String { "\(prefix).snap.\(Self.key(of: list))" }

    /// The subject of a part of a snapshot, by the number of the record that it is of, and its id.
    package func part(
        _ number: Int, ofSnapshot record: Int64, _ id: String, of list: String
    ) -> String {
        "\(parts(ofSnapshot: record, id, of: list)).\(number)"
    }

    private func parts(ofSnapshot record: Int64, _ id: String, of list: String) -> String {
        "\(prefix).snap.\(Self.key(of: list)).\(record).\(id)"
    }

    /// The subject of all parts of a snapshot.
    package func allParts(ofSnapshot record: Int64, _ id: String, of list: String) -> String {
        "\(parts(ofSnapshot: record, id, of: list)).*"
    }

    /// The subject of the parts of all snapshots of a list, without its named versions.
    package func allSnapshotParts(of list: String) -> String { "\(snapshot(of: list)).*.*.*" }

    /// The subject of all that lies below the pointer to a list's snapshots.
    package func allBelowSnapshot(of list: String) -> String { "\(snapshot(of: list)).>" }

    /// The subject of the table of a list's named versions.
    package func versions(of list: String) -> String { "\(snapshot(of: list)).versions" }

    /// The subject of a part of a named version, by the version's id.
    package func part(_ number: Int, ofVersion id: String, of list: String) -> String {
        "\(versions(of: list)).parts.\(id).\(number)"
    }

    /// The subject of all parts of a named version.
    package func allParts(ofVersion id: String, of list: String) -> String {
        "\(versions(of: list)).parts.\(id).*"
    }

    /// The subject that notes that there is a hook; no list's id has the character before its name.
    package func hook(_ hook: String) -> String { "\(prefix).snap.@\(hook)" }

    /// The subject of how far a hook was notified of a list.
    package func cursor(ofHook hook: String, in list: String) -> String {
        "\(self.hook(hook)).\(Self.key(of: list))"
    }

    /// The subject of how far a hook was notified of any list.
    package func cursors(ofHook hook: String) -> String { "\(self.hook(hook)).*" }

    /// The subject of the notes of one creation of several lists; no list's id has the character before its name.
    package func creation(_ id: String) -> String { "\(prefix).snap.+.\(id)" }

    /// The subject of the notes of all creations.
    package var creations: String { creation("*") }

    /// The subject of the parts of all long records of a list.
    package func allRecordParts(of list: String) -> String {
        "\(prefix).part.\(Self.partition(of: list)).\(Self.key(of: list)).>"
    }

    /// The stream of a list's log.
    package func logStream(of list: String) -> String { logStream(Self.partition(of: list)) }

    /// The subject of what all servers of the cluster agree on.
    package var configuration: String { "\(prefix).config" }

    /// The list of a subject of `logs(_:)`; nil for other subjects.
    package func list(ofLog subject: String) -> String? {
        let tokens = subject.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false
        ).map { Substring($0) }
        guard tokens.count == 4, tokens[0] == prefix, tokens[1] == "log" else { return nil }
        return Self.list(of: tokens[3])
    }

    // MARK: Settings

    /// For how long streams remember the ids of messages.
    package static let duplicateSeconds = 120

    /// The settings of all streams.
    ///
    /// - Parameter maximumBytes: of each stream; nil for as much as the nodes have.
    package func streams(replicas: Int, maximumBytes: Int?) -> [StreamSettings] {
        func settings(_ name: String, _ subjects: [String]) -> StreamSettings {
            .log(
                name: name, subjects: subjects, replicas: replicas, maximumBytes: maximumBytes,
                duplicateSeconds: Self.duplicateSeconds)
        }
        let logs = (0..<Self.partitions).map {
            settings(logStream($0), [self.logs($0), "\(prefix).part.\($0).>"])
        }
        return logs + [
            settings(snapshotStream, ["\(prefix).snap.>"]),
            settings(configurationStream, [configuration]),
        ]
    }
}
