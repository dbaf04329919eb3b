import ListJournal
import NATS
import Testing

@testable import ListJournal
@testable import ListServer
@testable import ServerTesting

/// The streams and the bus of several servers.
final class SimulatedCluster: SimulatedStorage {
    private let time: SimulatedTime
    private let trace: Trace
    private let layout: StreamLayout
    private let streams: SimulatedStreams
    private let bus: SimulatedBus
    private var connections: [String: SimulatedStreamClient] = [:]

    init(_ script: SimulationScript, in time: SimulatedTime, _ trace: Trace) throws {
        self.time = time
        self.trace = trace
        bus = SimulatedBus(in: time, script.losesMessages ? .all : .none)
        layout = try #require(StreamLayout())
        streams = SimulatedStreams(layout, in: time)
    }

    var isDead: Bool { false }
    var isWriting: Bool { streams.isWriting }
    func setFaulty(_ isFaulty: Bool) { streams.setFaulty(isFaulty) }

    func open(for server: String) -> any Journal { open(.serving, for: server) }

    func reader(_ journal: any Journal) -> any Journal { open(.reading, for: "reader") }
    func end() {}

    private func open(_ purpose: JetStreamJournal.Purpose, for name: String) -> JetStreamJournal {
        let connection = SimulatedStreamClient(of: name, to: streams, in: time, trace)
        connections[name] = connection
        var options = JetStreamJournal.Options(
            NATSConfiguration(urls: []), setup: ClusterSetup(layout: layout),
            limits: (inFlight: 256, undo: 100))
        options.purpose = purpose
        return JetStreamJournal(
            options, on: connection, time: time.journalTime, writer: name,
            bus: bus.endpoint(of: name))
    }

    func lose(_ server: String, _ journal: any Journal, losing loss: SimulatedDisk.Loss) {
        bus.cut(server)
        connections.removeValue(forKey: server)?.end()
        Task.detached(executorPreference: time) { await journal.close() }
    }

    func disturb(_ disturbance: Disturbance, _ server: String) -> () -> Void {
        let (streams, bus) = (streams, bus)
        switch disturbance.kind {
        case .cutOff:
            bus.cut(server)
            return { bus.mend(server) }
        case .isolation:
            bus.cut(server)
            streams.cut(server)
            connections[server]?.disconnect()
            return {
                streams.mend(server)
                bus.mend(server)
            }
        case .election:
            streams.halt(disturbance.server, for: disturbance.lasts)
            return {}
        case .full:
            streams.setFull(true)
            return { streams.setFull(false) }
        case .pause, .kill, .powerCut, .broken: return {}
        }
    }
}
