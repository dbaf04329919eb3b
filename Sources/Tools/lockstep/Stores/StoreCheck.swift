import ListHosting
import ListJournal
import ListServer

/// Replays every list of a store, and prints what differs.
struct StoreCheck {
    /// Whether lists that are sound are printed too.
    var isVerbose = false

    /// Checks a file, SQLite's own structures too, and prints the report; false where it is damaged.
    ///
    /// - Parameter close: Called before anything is printed.
    func run(_ reader: StoreReader, close: () throws -> Void = {}) async throws -> Bool {
        let damage = try reader.structureProblems()
        return try await run(reader, isInUse: false, damage: damage, close: close)
    }

    /// Checks any store.
    ///
    /// - Parameters:
    ///   - isInUse: Whether servers may change the store meanwhile.
    ///   - damage: What else is wrong with it.
    ///   - close: Called before anything is printed.
    func run(
        _ reader: any JournalReading, isInUse: Bool, damage: [String] = [],
        close: () throws -> Void = {}
    ) async throws -> Bool {
        let bar = ProgressBar("verifying", unit: "sets")
        defer { bar.finish() }
        let heads = try await reader.heads()
        let total = heads.reduce(0) { $0 + $1.position.revision }
        var lines = damage.map { "the file: \($0)" }
        var summary = VerifySummary()
        var done = 0
        for head in heads {
            let before = done
            let report = try await ListVerifier(reader, isInUse: isInUse).verify(head) {
                bar.update(before + $0, of: total)
            }
            done += head.position.revision
            summary.add(report)
            if isVerbose || !report.isSound { lines += VerifySummary.lines(of: report) }
        }
        try close()
        bar.finish()
        try Output.write(lines: (lines + [summary.text]).map { TerminalText($0) })
        return damage.isEmpty && summary.broken == 0
    }
}

/// The result of verifying a store, as text.
private struct VerifySummary {
    private var lists = 0
    private var records = 0
    private(set) var broken = 0

    mutating func add(_ report: ListReport) {
        lists += 1
        records += report.records
        if !report.isSound { broken += 1 }
    }

    /// The last line.
    var text: String {
        let replayed = "\(count(lists, "list")), \(count(records, "record")) replayed: "
        guard broken > 0 else { return replayed + "all is as it was written" }
        return replayed
            + "\(count(broken, "list")) broken; restore a backup, or save what is left: --repair NEW.sqlite"
    }

    /// The lines for one list.
    static func lines(of report: ListReport) -> [String] {
        let from = "from revision \(report.from) to \(report.revision)"
        guard !report.isSound else {
            return ["\(report.list): sound, digest \(report.digest ?? "none"), replayed \(from)"]
        }
        return ["\(report.list): broken, replayed \(from)"]
            + report.findings.map { "    revision \($0.revision): \($0.problem)" }
    }

    private func count(_ number: Int, _ thing: String) -> String {
        "\(number) \(thing)\(number == 1 ? "" : "s")"
    }
}
