import ListDocument
import ListEditing
package import ListJournal

/// Writes what is left of a damaged store into a new one.
///
/// A list that is as it was written is copied whole, with its epoch. Of a damaged one the state is kept that
/// its last good snapshot and the records after it make, without history; where revisions are lost, it has a
/// new epoch, so that clients that have seen them load the list anew.
package struct StoreRepair: Sendable {
    // Canonical equivalence: tests alone compare them.
    /// What became of a list.
    package struct RepairedList: Hashable, Sendable {
        package var list: String
        /// The revision that was saved; nil where nothing was.
        package var revision: Int?
        /// The newest revision by the damaged store; nil where that cannot be read.
        package var newest: Int?
        /// What was wrong, for people; empty where the list was copied whole.
        package var problems: [String]
    }

    private let source: any JournalReading
    private let name: String
    private let target: any CopyTarget

    /// - Parameter name: That of the source, for messages.
    package init(of source: any JournalReading, named name: String, to target: any CopyTarget) {
        self.source = source
        self.name = name
        self.target = target
    }

    /// Saves every list.
    ///
    /// - Parameter progress: Called with the lists that are done, and all of them.
    /// - Throws: `JournalError` where the lists cannot be found at all, or the new store cannot be written.
    @concurrent
    package func run(progress: @Sendable (Int, Int) -> Void) async throws -> [RepairedList] {
        let heads = try await source.heads()
        var outcomes: [RepairedList] = []
        for head in heads {
            outcomes.append(try await save(head))
            progress(outcomes.count, heads.count)
        }
        return outcomes
    }

    private func save(_ head: ListHead) async throws -> RepairedList {
        var findings: [String] = []
        do {
            let report = try await ListVerifier(source).verify(head)
            if report.isSound {
                try await target.copy(head.list, from: source, named: name)
                return RepairedList(
                    list: head.list, revision: head.position.revision,
                    newest: head.position.revision, problems: [])
            }
            findings = report.findings.map { "revision \($0.revision): \($0.problem)" }
        } catch let refusal as CopyRefusal {
            findings = [refusal.description]
        } catch JournalError.corrupt(_, let detail) {
            findings = [detail]
        }
        return try await rescue(head, findings)
    }

    private func rescue(_ head: ListHead, _ findings: [String]) async throws -> RepairedList {
        let isHeadReadable = head.position != .unreadable
        let newest = isHeadReadable ? head.position.revision : nil
        let salvage = try await StoredLists(source).salvage(head)
        let problems = findings.isEmpty ? salvage.problems : findings
        guard let snapshot = salvage.snapshot, let state = salvage.state else {
            return RepairedList(list: head.list, revision: nil, newest: newest, problems: problems)
        }
        let isWhole = snapshot.position == head.position
        var saved = head
        saved.position = snapshot.position
        saved.title = state.title
        saved.rows = state.sections.reduce(0) { $0 + $1.rows.count }
        saved.done = state.doneCount
        if !isWhole { saved.epoch = RandomID.make() }
        let (versions, lost) = try await versions(of: head.list, through: state.revision)
        try await target.rescue(saved, snapshot, versions)
        return RepairedList(
            list: head.list, revision: state.revision, newest: newest, problems: problems + lost)
    }

    /// The named versions that are as they were written, and what is to be said of the others.
    ///
    /// - Parameter revision: Those of later ones are of a history that is lost.
    private func versions(
        of list: String, through revision: Int
    ) async throws -> (saved: [(version: NamedVersion, body: [UInt8])], lost: [String]) {
        let stored = StoredLog(journal: source, list: list)
        var saved: [(version: NamedVersion, body: [UInt8])] = []
        var lost: [String] = []
        do {
            for version in try await stored.reading(
                at: revision,
                { journal throws(JournalError) in try await journal.versions(list: list) })
            {
                guard version.revision <= revision else {
                    lost.append(
                        "the version \(version.name) of revision \(version.revision) is lost")
                    continue
                }
                do {
                    let found = try await stored.reading(at: version.revision) {
                        journal throws(JournalError) in
                        try await journal.loadVersion(version.name, of: list)
                    }
                    guard let found else { continue }
                    _ = try stored.content(of: found)
                    saved.append((version, found.body))
                } catch let error as ListUnreadable {
                    lost.append("the version \(version.name) is lost: \(error.reason)")
                }
            }
        } catch let error as ListUnreadable {
            lost.append("its named versions are lost: \(error.reason)")
        }
        return (saved, lost)
    }
}
