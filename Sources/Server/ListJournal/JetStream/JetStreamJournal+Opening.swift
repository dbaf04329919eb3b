// Canonical equivalence in this file: the reasons of errors only.
import Dispatch
package import NATS

extension JetStreamJournal {
    /// Connects to a cluster, makes the streams that are missing, and refuses one that is not safe.
    ///
    /// - Parameter survey: Asks the nodes, as far as they are up, what they say of themselves.
    /// - Throws: `JournalError.failed`, with what is to be changed; `unreachable`, `marked`.
    package convenience init(
        _ options: Options,
        survey: @escaping @Sendable () async throws(JournalError) -> [NodeReport]
    ) async throws(JournalError) {
        let queue = DispatchQueue(label: "journal.nats", qos: .userInitiated)
        let counters = JetStreamFigures(patience: options.patience, report: options.report)
        let connection: NATSConnection
        do throws(NATSError) {
            connection = try await NATSConnection.connect(options.connection) { work in
                queue.async(execute: work)
            } events: { event in
                counters.note(event)
            }
        } catch .notConnected(let reason) {
            throw .unreachable("\(NATSError.notConnected(reason))")
        } catch {
            throw .failed("\(error)")
        }
        let writer = String(UInt64.random(in: .min ... .max), radix: 36)
        self.init(
            options, on: JetStream(connection), time: .machine, writer: writer,
            bus: JetStreamBus(
                server: writer, prefix: options.setup.layout.prefix, connection: connection),
            counters: counters)
        let unchecked: [String]
        do throws(JournalError) {
            if options.purpose == .reading {
                try await findCluster()
                return
            }
            unchecked = try await prepare(options, survey)
        } catch {
            await streams.close()
            throw error
        }
        for node in unchecked { counters.tell(.unchecked(node)) }
        var watch = ClusterWatch(
            setup: options.setup, streams: streams, counters: counters, survey: survey,
            unchecked: unchecked)
        Task.detached(priority: .background) { [weak self] in
            await watch.run { self?.isClosed != false }
        }
    }

    private func findCluster() async throws(JournalError) {
        do throws(ClusterError) {
            _ = try await setup.find(streams)
        } catch .failed(let reason) {
            throw .unreachable(reason)
        } catch {
            throw .failed("the cluster cannot be used: \(error)")
        }
    }

    /// Seconds for which a node is waited for that neither tells its settings nor is known to be down.
    private static let surveySeconds = 10.0

    /// - Returns: The names of the nodes that are down.
    private func prepare(
        _ options: Options, _ survey: () async throws(JournalError) -> [NodeReport]
    ) async throws(JournalError) -> [String] {
        let own = ClusterConfiguration(
            cluster: ids.writer, inFlight: options.limits.inFlight, undo: options.limits.undo)
        let deadline = time.now() + .seconds(Self.surveySeconds)
        while true {
            let reports = try await survey()
            var ready: (configuration: ClusterConfiguration, unchecked: [String])?
            do throws(ClusterError) {
                ready = try await setup.prepare(streams, own: own, reports: reports)
            } catch {
                let isOver = time.now() >= deadline
                switch error {
                // A stream that was just made has no leader yet. A server has a patience of its own.
                case .failed(let reason):
                    if isOver || options.purpose == .serving { throw .unreachable(reason) }
                case .unknown: if isOver { throw .failed("the cluster cannot be used: \(error)") }
                case .unsafe: throw .failed("the cluster cannot be used: \(error)")
                }
            }
            if let ready {
                if options.purpose == .serving, let mark = ready.configuration.mark {
                    let urls = NATSConfiguration.text(of: options.connection.urls)
                    throw .marked(store: urls, mark)
                }
                return ready.unchecked
            }
            await time.sleep(0.5)
        }
    }
}
