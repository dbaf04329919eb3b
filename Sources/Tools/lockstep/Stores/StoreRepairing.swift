import ListHosting
import ListJournal
import ListServer

/// Mends a store for `lockstep verify --repair`: writes a new one, and prints what is lost.
struct StoreRepairing {
    private let path: String

    /// - Throws: `CommandError` where the store is not a file.
    init(location: StoreLocation) throws {
        guard case .file(let path) = location else {
            throw CommandError(
                "--repair works on a file; of lists on NATS, save what is left with `lockstep export "
                    + "--salvage`")
        }
        self.path = path
    }

    func run(to new: String) async throws {
        let file = try AtomicFile(new, replacing: false)
        let damaged = try StoppedStore(path: path)
        defer { damaged.close() }
        let (isBackup, mark) = try nature(of: damaged)
        let bar = ProgressBar("saving", unit: "lists")
        defer { bar.finish() }
        var outcomes: [StoreRepair.RepairedList] = []
        try await file.write { partial in
            defer { SQLiteJournal.removeSideFiles(of: partial) }
            let target = try SQLiteJournal(path: partial)
            do {
                outcomes = try await StoreRepair(of: damaged.reader, named: path, to: target)
                    .run { bar.update($0, of: $1) }
                try await target.setMark(mark)
            } catch {
                await target.close()
                throw error
            }
            await target.close()
            try SQLiteJournal.makeSingleFile(partial, isBackup: isBackup)
        }
        bar.finish()
        if let mark { Output.note(TerminalText(mark.reason(in: new))) }
        try Output.write(
            lines: (outcomes.flatMap(lines) + [summary(outcomes, new)]).map { TerminalText($0) })
    }

    /// What the new store is to be, as the damaged one is: clients may be ahead of a backup, and the lists of a
    /// store that was moved are elsewhere.
    private func nature(of damaged: StoppedStore) throws -> (isBackup: Bool, mark: CopyMark?) {
        do {
            return (try damaged.reader.isBackup(), try damaged.mark())
        } catch JournalError.corrupt {
            Output.note(
                """
                whether the lists were moved elsewhere cannot be read: each gets a new epoch once the \
                new store is used
                """)
            return (true, nil)
        }
    }

    /// What is said of one list; nothing where it was copied whole.
    private func lines(of outcome: StoreRepair.RepairedList) -> [String] {
        guard !outcome.problems.isEmpty else { return [] }
        return ["\(outcome.list): \(verdict(on: outcome))"] + outcome.problems.map { "    \($0)" }
    }

    private func verdict(on outcome: StoreRepair.RepairedList) -> String {
        guard let revision = outcome.revision else { return "lost: nothing of it can be read" }
        guard let newest = outcome.newest else {
            return
                "saved as of revision \(revision); what the newest was cannot be read; its history is lost"
        }
        guard revision < newest else { return "saved as it was; its history is lost" }
        return
            "saved as of revision \(revision); \(revision + 1) to \(newest) and its history are lost"
    }

    private func summary(_ outcomes: [StoreRepair.RepairedList], _ new: String) -> String {
        let whole = outcomes.count { $0.problems.isEmpty }
        let lost = outcomes.count { $0.revision == nil }
        let lists = "\(outcomes.count) list\(outcomes.count == 1 ? "" : "s")"
        return
            "\(lists): \(whole) whole, \(outcomes.count - whole - lost) saved in part, \(lost) lost; "
            + "written to \(new), and \(path) is as it was"
    }
}
