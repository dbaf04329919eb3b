// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import NATS

/// Looks after a cluster while a journal is open: at the sizes and the leaders of its streams, and at nodes
/// that were down when the others were asked for their settings.
struct ClusterWatch: Sendable {
    /// Seconds between two looks.
    private static let pause = 10.0
    /// Bytes of a stream from which on trimming it takes long.
    private static let largeBytes = 4_000_000_000

    let setup: ClusterSetup
    let streams: any StreamClient
    let counters: JetStreamFigures
    let survey: @Sendable () async throws(JournalError) -> [NodeReport]
    /// The nodes whose settings are not known, by name.
    var unchecked: Set<String>
    /// The streams that are large, of which the log was told.
    private var large: Set<String> = []

    init(
        setup: ClusterSetup, streams: any StreamClient, counters: JetStreamFigures,
        survey: @escaping @Sendable () async throws(JournalError) -> [NodeReport],
        unchecked: [String]
    ) {
        self.setup = setup
        self.streams = streams
        self.counters = counters
        self.survey = survey
        self.unchecked = Set(unchecked)
    }

    /// Looks now and then until `isOver` holds.
    mutating func run(until isOver: @Sendable () -> Bool) async {
        let names = setup.layout.streams(replicas: 1, maximumBytes: nil).map(\.name)
        while !isOver() {
            for name in names {
                if let info = try? await streams.stream(name) {
                    counters.note(bytes: info.bytes, leader: info.leader, of: name)
                    note(bytes: info.bytes, of: name)
                }
            }
            await checkNodes()
            try? await Task.sleep(for: .seconds(Self.pause))
        }
    }

    /// Takes note of a stream's size; the log is told when it has become large.
    mutating func note(bytes: Int, of stream: String) {
        if bytes < Self.largeBytes {
            large.remove(stream)
        } else if large.insert(stream).inserted {
            counters.tell(.large(stream: stream))
        }
    }

    /// Asks the nodes that were down.
    ///
    /// One that is not safe is reported each time: it may lose what it acknowledges, and only the operator who started
    /// it can stop it.
    private mutating func checkNodes() async {
        guard !unchecked.isEmpty, let reports = try? await survey() else { return }
        for report in reports where unchecked.contains(report.name) {
            let problems = setup.problems(of: [report])
            if problems.isEmpty { unchecked.remove(report.name) }
            for problem in problems { counters.tell(.unsafe(problem)) }
        }
    }
}
