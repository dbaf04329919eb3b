import ListServer

/// What verifying a store came to, in words.
struct VerifySummary {
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
            + "\(count(broken, "list")) broken; restore a backup, or export what is left"
    }

    /// What is said of one list.
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
