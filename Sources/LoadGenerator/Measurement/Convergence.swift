import JSON

/// Holds what the members of a fleet were sent against what the server has.
struct Convergence {
    let context: LoadContext
    let fleet: Fleet

    /// Waits until all is quiet and checks it; what is wrong is noted.
    func check(_ result: inout ScenarioResult, seconds: Double = 60) throws {
        context.progress.show(nil, "checking that everyone has the same")
        var problems: [String] = []
        if try !fleet.waitUntilQuiet(seconds: seconds) {
            let late = fleet.members.count { member in
                member.list.map { member.delivered < fleet.lists[$0].known } ?? false
            }
            problems.append(
                "after \(Int(seconds)) s \(fleet.pendingCount) edits have no answer and \(late) "
                    + "clients lack change sets")
        }
        var digests: [UInt32] = []
        for list in fleet.lists { digests.append(try check(list, &problems)) }
        try checkHeads(digests, &problems)
        let faults = fleet.faults
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

    /// Checks revision and rows of a list, and gives its digest.
    private func check(_ list: FollowedList, _ problems: inout [String]) throws -> UInt32 {
        let answer = try HTTPCall(address: context.address).send("GET", "/api/lists/\(list.name)")
        guard answer.status == 200 else {
            problems.append("the list \(list.name) cannot be read: \(answer.status)")
            return 0
        }
        let snapshot: SnapshotReading
        do throws(JSONError) {
            snapshot = try SnapshotReading(answer.body)
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

    /// Waits for everyone's `head` where it comes soon, and compares the digests.
    private func checkHeads(_ digests: [UInt32], _ problems: inout [String]) throws {
        guard fleet.limits.headSeconds <= 2 else { return }
        func isRight(_ member: Member) -> Bool {
            guard let list = member.list, member.delivered > 0 else { return true }
            return member.head
                == Member.Head(revision: fleet.lists[list].known, digest: digests[list])
        }
        let seconds = Double(fleet.limits.headSeconds) + 15
        _ = try fleet.swarm.turn(seconds: seconds) { fleet.members.allSatisfy(isRight) }
        let wrong = fleet.members.count { !isRight($0) }
        if wrong > 0 { problems.append("\(wrong) clients were not sent the list's digest") }
    }
}
