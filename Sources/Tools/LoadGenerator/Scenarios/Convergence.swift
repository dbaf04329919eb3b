package import JSON
import OutgoingHTTP

/// Compares what the clients of a group received with the list at the end of a run, on every server.
struct Convergence {
    let context: LoadContext
    let group: ClientGroup

    /// Waits until all edits are answered and delivered, compares, and notes every difference.
    func check(_ result: inout ScenarioResult, seconds: Double = 60) throws {
        context.progress.show(nil, "checking that everyone has the same")
        var problems: [String] = []
        if try !group.waitUntilQuiet(seconds: seconds) {
            let late = group.clients.count { client in
                client.list.map { client.delivered < group.lists[$0].known } ?? false
            }
            problems.append(
                "after \(Int(seconds)) s \(group.pendingCount) edits have no answer and \(late) "
                    + "clients lack change sets")
        }
        var digests: [UInt32] = []
        for list in group.lists {
            let found = try context.addresses.map { try check(list, on: $0, &problems) }
            if Set(found).count > 1 {
                problems.append("the servers do not show the same \(list.name)")
            }
            digests.append(found[0])
        }
        try checkHeads(digests, &problems)
        let faults = group.faults
        for (count, what) in [
            (faults.gaps, "gaps in the change sets"), (faults.unreadable, "unreadable frames"),
            (faults.lost, "broken connections"), (faults.unapplied, "edits that were not applied"),
        ] where count > 0 {
            problems.append("\(count) \(what)")
        }
        problems += faults.texts
        result.converged = result.converged && problems.isEmpty
        result.notes += problems
    }

    /// Compares the revision and the rows of a list.
    ///
    /// - Returns: The digest of the server's list.
    private func check(
        _ list: TrackedList, on server: LoadAddress, _ problems: inout [String]
    ) throws -> UInt32 {
        let response = try HTTPCall(address: server).send("GET", "/api/lists/\(list.name)")
        guard response.status == 200 else {
            problems.append("the list \(list.name) cannot be read: \(response.status)")
            return 0
        }
        let snapshot: SnapshotSummary
        do throws(JSONError) {
            snapshot = try SnapshotSummary(response.body)
        } catch {
            problems.append("the list \(list.name) is no JSON: \(error.message)")
            return 0
        }
        if snapshot.revision != list.known {
            problems.append(
                "\(list.name) is at revision \(snapshot.revision), its clients at \(list.known)")
        }
        let wrong = list.writers.count { row, writer in
            snapshot.writers[row] != writer
        }
        if wrong > 0 { problems.append("\(wrong) rows of \(list.name) are not as last written") }
        return snapshot.digest
    }

    /// Compares the digests of every client's `head`, where the server sends it within 2 seconds.
    private func checkHeads(_ digests: [UInt32], _ problems: inout [String]) throws {
        guard group.limits.headSeconds <= 2 else { return }
        func isRight(_ client: LoadClient) -> Bool {
            guard let list = client.list, client.delivered > 0 else { return true }
            return client.head
                == ReportedHead(revision: group.lists[list].known, digest: digests[list])
        }
        let seconds = Double(group.limits.headSeconds) + 15
        _ = try group.loop.turn(seconds: seconds) { group.clients.allSatisfy(isRight) }
        let wrong = group.clients.count { !isRight($0) }
        if wrong > 0 { problems.append("\(wrong) clients were not sent the list's digest") }
    }
}

/// The revision, writers and digest of a list, from its snapshot.
package struct SnapshotSummary {
    package private(set) var revision = 0
    /// The writers that the titles name, by the number of the row; 0 and 0 for a row never written.
    private(set) var writers: [Int: RowWriter] = [:]
    /// The digest of sections and rows, as protocol.md defines it.
    package private(set) var digest: UInt32 = 2_166_136_261

    /// Reads the response to `GET /api/lists/ID`.
    package init(_ bytes: [UInt8]) throws(JSONError) {
        let value = try JSONReader.read(bytes, maximumDepth: JSONReader.ownDepth)
        revision = value["revision"]?.whole ?? 0
        for section in value["sections"]?.array ?? [] {
            add("#" + (section["id"]?.string ?? ""))
            for row in section["rows"]?.array ?? [] {
                let id = row["id"]?.string ?? ""
                add(id)
                guard let number = Int(id.dropFirst()) else { continue }
                writers[number] = (row["fields"]?["title"]?.string).flatMap(SyntheticList.writer)
            }
        }
    }

    private mutating func add(_ line: String) {
        for byte in line.utf8 { digest = (digest ^ UInt32(byte)) &* 16_777_619 }
        digest = (digest ^ 10) &* 16_777_619
    }
}

extension JSONValue {
    fileprivate subscript(_ name: String) -> JSONValue? {
        object?[name]
    }
}
