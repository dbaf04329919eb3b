import ArgumentParser
import Foundation
import LoadGenerator
import LoadProfiles

/// `lockstep load merge`: adds up the histograms of several processes or machines.
struct LoadMerge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Add up the histograms of several load tests.",
        discussion: """
            Reads what lockstep load profile --hdr has written (HdrHistogram's log, V2, microseconds), \
            one histogram for each phase and operation, and adds up those of the same name. \
            Percentiles of the sum are exact to three digits, which averages of percentiles are not. \
            Errors, what was lost and what was unanswered are added up, too; a log of another program \
            does not tell them, which keeps no bound of them.

              lockstep load merge one.hlog two.hlog --threshold 'p99 < 100 ms' --hdr both.hlog

            The status is 1 where a threshold is missed.
            """)

    @Argument(help: "Logs of HdrHistogram.")
    var files: [String]

    @Option(help: ArgumentHelp("Write the sum as such a log.", valueName: "FILE"))
    var hdr: String?

    @Option(
        help: ArgumentHelp(
            "A bound as in a profile, such as 'hold: p99(tick) < 100 ms'; may be repeated.",
            valueName: "BOUND"))
    var threshold: [String] = []

    func validate() throws {
        try ResultFile.check([("--hdr", hdr)])
        for text in threshold where Threshold(text) == nil {
            throw ValidationError("--threshold \(text) is no bound such as 'p99 < 100 ms'")
        }
    }

    func run() throws {
        var log = HistogramLog()
        for file in files {
            guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
                throw LoadCommand.failure("\(file) cannot be read")
            }
            do {
                try log.add(text)
            } catch {
                throw LoadCommand.failure("\(file): \(error)")
            }
        }
        var isMet = true
        for entry in log.entries {
            let percentiles = [50, 90, 99, 99.9, 100].map { percentile in
                "\(percentile == 100 ? "max" : "p\(percentile.formatted())") "
                    + String(format: "%.2f", entry.latencies.milliseconds(at: percentile) ?? 0)
            }
            try Output.write(
                line:
                    "\(entry.tag)  \(entry.latencies.count)  \(percentiles.joined(separator: "  "))  ms"
            )
        }
        if let counts = log.countsText { try Output.write(line: TerminalText(lines: counts)) }
        for bound in threshold.compactMap(Threshold.init) {
            let verdict = ProfileResult.Verdict(threshold: bound, value: log.value(of: bound))
            try Output.write(line: TerminalText(verdict.text))
            isMet = isMet && verdict.isKept
        }
        if let hdr {
            do {
                try ResultFile.write(log.text, to: hdr)
            } catch {
                throw LoadCommand.failure(error)
            }
        }
        if !isMet { throw ExitCode.failure }
    }
}
