import ListEditing
import ListHosting
import ListProtocol
import Logging
import TextBytes
import WebSocketTransport

/// Tells the log what is refused: a line for each class every ten seconds at most, with how many
/// there were, so that a flood of refusals is no flood of lines.
///
/// Confined to the loop's thread.
final class RefusalLog {
    private static let seconds = 10.0

    private let listener: Listener
    private let runtime: ServerRuntime
    private let monitor: ServerMonitor
    private var tally = RefusalTally()

    init(listener: Listener, runtime: ServerRuntime, monitor: ServerMonitor) {
        self.listener = listener
        self.runtime = runtime
        self.monitor = monitor
    }

    /// Tells what there is to tell, again and again.
    func start() {
        _ = runtime.loop.schedule(after: Self.seconds) {
            self.tell()
            self.start()
        }
    }

    /// Tells what there is to tell.
    func tell() {
        let counts = RefusalTally.counts(monitor.metrics, listener.counters)
        for (kind, count) in tally.increases(in: counts) {
            // Connections are refused where a bound is reached, or where the peer has no access.
            runtime.log.log(
                level: kind.subject == .connections ? .notice : .info,
                "\(kind.subject.rawValue) refused",
                metadata: ["reason": "\(kind.reason)", "count": "\(count)"])
        }
    }
}

/// Says which classes of refusals there were since it was last asked, and how many of each.
struct RefusalTally: Sendable {
    // Canonical equivalence: the reasons are words of this program.
    /// A class of refusals: what was refused, and its code or reason.
    struct Class: Hashable, Sendable {
        // Canonical equivalence: it is made here, and read nowhere.
        enum Subject: String, Sendable {
            case edits, messages, connections, requests
        }

        let subject: Subject
        let reason: String
    }

    private var reported: [Class: Int] = [:]

    /// - Parameter counts: So many of each since the start.
    /// - Returns: Those that have become more, by subject and reason, and by how many.
    mutating func increases(in counts: [Class: Int]) -> [(kind: Class, count: Int)] {
        let increases = counts.compactMap { kind, count in
            let more = count - reported[kind, default: 0]
            return more > 0 ? (kind: kind, count: more) : nil
        }
        reported = counts
        return increases.sorted {
            (TextKey($0.kind.subject.rawValue), TextKey($0.kind.reason))
                < (TextKey($1.kind.subject.rawValue), TextKey($1.kind.reason))
        }
    }
}

extension RefusalTally {
    /// All refusals of a server since its start.
    static func counts(_ metrics: Metrics, _ counters: Counters) -> [Class: Int] {
        var counts: [Class: Int] = [:]
        for (code, count) in metrics.rejects {
            counts[Class(subject: .edits, reason: code.rawValue)] = count
        }
        for (code, count) in metrics.errors {
            counts[Class(subject: .messages, reason: code.rawValue)] = count
        }
        for (reason, count) in counters.refused {
            counts[Class(subject: .connections, reason: reason.rawValue)] = Int(count)
        }
        for (status, count) in counters.responses where status >= 400 {
            counts[Class(subject: .requests, reason: String(status))] = Int(count)
        }
        return counts
    }
}
