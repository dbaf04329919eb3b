/// What the mending of a damaged store takes over, list by list.
extension CopyTarget {
    /// Copies a list that is as it was written, with its epoch, history and named versions.
    ///
    /// - Parameter name: That of the source, for messages.
    /// - Throws: `CopyRefusal` where what is stored is damaged; `JournalError`.
    package func copy(
        _ list: String, from source: any JournalReading, named name: String
    ) async throws {
        let mark = CopyMark(.filling, id: "", place: name, keepsEpochs: true)
        let copy = ListCopy(
            source: source,
            begin: { (plan) throws(JournalError) in try await begin(plan) }, name: name)
        _ = try await copy.run(list, mark)
    }

    /// Stores a list of which this snapshot is left, and its named versions; it has no history.
    ///
    /// - Parameter head: As it will be, at the snapshot's position.
    package func rescue(
        _ head: ListHead, _ snapshot: StoredSnapshot,
        _ versions: [(version: NamedVersion, body: [UInt8])]
    ) async throws(JournalError) {
        let position = head.position
        let positions = SnapshotPositions(origin: position, spare: nil, newest: position)
        let writer = try await begin(
            CopiedList(head: head, snapshots: positions, before: position))
        try await writer.add(snapshot, [.newest, .origin])
        for (version, body) in versions { try await writer.add(version, body) }
        try await writer.finish()
    }
}
