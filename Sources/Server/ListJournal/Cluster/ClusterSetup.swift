// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import JSON
package import NATS

/// Prepares a cluster's streams, and refuses a cluster that could lose what it acknowledged.
///
/// It makes what is missing and never changes what is there: the operator who made it with other settings may
/// have lists in it.
package struct ClusterSetup: Sendable {
    /// The oldest version of nats-server: before it, acknowledged messages got lost.
    package static let oldestServer = "2.15.1"
    /// The bytes that a message must be allowed to have: a part of a record, with its headers.
    package static let messageBytes = 640 << 10

    package var layout: StreamLayout
    /// `nats.replicas`: the copies of each record.
    package var replicas: Int
    /// `nats.maxBytes`: the most bytes of each stream; nil for as much as the nodes have.
    package var maximumBytes: Int?

    package init(layout: StreamLayout, replicas: Int = 3, maximumBytes: Int? = nil) {
        self.layout = layout
        self.replicas = replicas
        self.maximumBytes = maximumBytes
    }

    /// Makes the streams and the configuration that are missing, and checks everything.
    ///
    /// - Parameters:
    ///   - own: what this server would write if it is the first.
    ///   - reports: what the nodes say of themselves.
    /// - Returns: the cluster's configuration, with the id that the first server gave it, and the names of
    ///   the nodes that keep copies but are down, so that they told nothing.
    /// - Throws: `ClusterError`, with all reasons that were found.
    package func prepare(
        _ jetStream: any StreamClient, own: ClusterConfiguration, reports: [NodeReport]
    ) async throws(ClusterError) -> (configuration: ClusterConfiguration, unchecked: [String]) {
        if ![1, 3, 5].contains(replicas) {
            throw .unsafe(["nats.replicas is \(replicas): set it to 3, to 5, or to 1 for one node"])
        }
        try Self.refuse(problems(of: reports))
        var infos: [StreamInfo] = []
        var found: [String] = []
        for wanted in layout.streams(replicas: replicas, maximumBytes: maximumBytes) {
            let info = try await stream(wanted, jetStream)
            found += problems(of: info, wanted: wanted)
            infos.append(info)
        }
        try Self.refuse(found)
        let unchecked = try Self.downNodes(of: infos, reports: reports)
        let stored = try await configuration(jetStream, own: own)
        try Self.refuse(stored.problems(for: own))
        return (stored, unchecked)
    }

    /// Reads the configuration of a cluster that is there, and makes nothing.
    ///
    /// - Throws: `ClusterError` where it has no lists of this version.
    package func find(_ jetStream: any StreamClient) async throws(ClusterError)
        -> ClusterConfiguration
    {
        var isThere = false
        do throws(JetStreamError) {
            isThere = try await jetStream.stream(layout.configurationStream) != nil
        } catch {
            throw .failed("\(layout.configurationStream): \(error)")
        }
        guard isThere, let found = try await read(jetStream)?.configuration else {
            throw .unsafe([
                "there is no stream \(layout.configurationStream), so it has no lists: nats.prefix "
                    + "names the streams of lists"
            ])
        }
        var own = ClusterConfiguration(
            cluster: found.cluster, inFlight: found.inFlight, undo: found.undo)
        own.mark = found.mark
        try Self.refuse(found.problems(for: own))
        return found
    }

    private static func refuse(_ problems: [String]) throws(ClusterError) {
        if !problems.isEmpty { throw .unsafe(problems) }
    }

    // MARK: Nodes

    /// Why the nodes are not safe: a text for each reason.
    package func problems(of reports: [NodeReport]) -> [String] {
        guard !reports.isEmpty else {
            return [
                "no node of NATS told its settings: name the addresses of the nodes' monitoring "
                    + "ports in nats.monitor, or a credentials file of the system account in "
                    + "nats.systemCredentials"
            ]
        }
        return reports.flatMap { report in
            var problems: [String] = []
            if !NodeReport.isVersion(report.version, atLeast: Self.oldestServer) {
                problems.append(
                    "the node \(report.name) is nats-server \(report.version): install "
                        + "\(Self.oldestServer) or newer")
            }
            if !report.hasJetStream {
                problems.append(
                    "the node \(report.name) runs without JetStream: add 'jetstream { sync_interval: "
                        + "always }' to its settings")
            } else if !report.syncsAlways {
                problems.append(
                    "the node \(report.name) acknowledges records before they are on its disk: set "
                        + "'sync_interval: always' in its jetstream settings")
            }
            if report.maximumPayload < Self.messageBytes {
                problems.append(
                    "the node \(report.name) takes messages of \(report.maximumPayload) bytes: set "
                        + "'max_payload: 1MB' in its settings")
            }
            return problems
        }
    }

    /// Seconds after which a node of which its leader hears nothing is down.
    private static let silence = 3.0

    /// The nodes that keep copies but are down: they acknowledge nothing.
    ///
    /// - Throws: `ClusterError.unknown` for those that are up and did not tell their settings.
    private static func downNodes(
        of streams: [StreamInfo], reports: [NodeReport]
    ) throws(ClusterError) -> [String] {
        let known = Set(reports.map(\.name))
        let down = Set(
            streams.flatMap(\.followers).filter { $0.isOffline || $0.silence > silence }
                .map(\.name))
        let silent = Set(streams.flatMap(\.nodes)).subtracting(known)
        let unknown = silent.subtracting(down).sorted().map { name in
            "the node \(name) keeps records and did not tell its settings: add the address of its "
                + "monitoring port to nats.monitor"
        }
        if !unknown.isEmpty { throw .unknown(unknown) }
        return silent.sorted()
    }

    // MARK: Streams

    private func stream(
        _ wanted: StreamSettings, _ jetStream: any StreamClient
    ) async throws(ClusterError) -> StreamInfo {
        do throws(JetStreamError) {
            if let info = try await jetStream.stream(wanted.name) { return info }
        } catch {
            throw .failed("\(wanted.name): \(error)")
        }
        var reason = "it was removed meanwhile"
        do throws(JetStreamError) {
            _ = try await jetStream.create(wanted)
        } catch {
            // Another server may have made it meanwhile, with other settings than these.
            reason = "\(error)"
        }
        // The answer to its creation does not tell where its copies are.
        if let info = try? await jetStream.stream(wanted.name) { return info }
        throw .failed("\(wanted.name): \(reason)")
    }

    /// Why a stream is not safe, or not this layout's: a text for each reason.
    func problems(of info: StreamInfo, wanted: StreamSettings) -> [String] {
        var compared = wanted
        // Fewer bytes are safe, since a full stream refuses; copies have a text of their own.
        compared["max_bytes"] = nil
        compared["num_replicas"] = nil
        var problems = info.settings.differences(from: compared).map { difference in
            "the stream \(wanted.name) has other settings: \(difference)"
        }
        if info.settings.replicas != wanted.replicas {
            problems.append(
                "the stream \(wanted.name) has \(info.settings.replicas) copies and nats.replicas is "
                    + "\(wanted.replicas): change one of them")
        }
        if !info.serverVersion.isEmpty,
            !NodeReport.isVersion(info.serverVersion, atLeast: Self.oldestServer)
        {
            problems.append(
                "the stream \(wanted.name) is led by nats-server \(info.serverVersion): install "
                    + "\(Self.oldestServer) or newer")
        }
        return problems
    }

    // MARK: Configuration

    /// Reads what the cluster's servers agree on; writes it where this is the first of them.
    private func configuration(
        _ jetStream: any StreamClient, own: ClusterConfiguration
    ) async throws(ClusterError) -> ClusterConfiguration {
        if let stored = try await read(jetStream)?.configuration { return stored }
        // The second server reads what the first wrote, and so does one whose answer got lost.
        let outcome = await jetStream.publish(
            own.json, to: layout.configuration, expected: 0, id: nil)
        if let stored = try await read(jetStream)?.configuration { return stored }
        throw .failed("the configuration of the cluster was not stored: \(outcome)")
    }

    /// Marks the cluster, or removes its mark.
    func setMark(_ mark: CopyMark?, _ jetStream: any StreamClient) async throws(ClusterError) {
        var outcome: PublishOutcome?
        for _ in 0..<Self.attempts {
            guard let (stored, sequence) = try await read(jetStream) else {
                throw .failed("there is no configuration of the cluster")
            }
            // An attempt without an answer may have been stored.
            if stored.mark == mark { return }
            var changed = stored
            changed.mark = mark
            outcome = await jetStream.publish(
                changed.json, to: layout.configuration, expected: sequence, id: nil)
        }
        let reason = outcome.map { "\($0)" } ?? ""
        throw .failed("the configuration of the cluster was not stored: \(reason)")
    }

    /// How often the configuration is tried to be changed.
    private static let attempts = 8

    /// The configuration, with the sequence that its successor names; nil where there is none.
    func read(
        _ jetStream: any StreamClient
    ) async throws(ClusterError) -> (configuration: ClusterConfiguration, sequence: Int)? {
        let message: StoredMessage?
        do throws(JetStreamError) {
            message = try await jetStream.lastMessage(
                of: layout.configuration, in: layout.configurationStream)
        } catch {
            throw .failed("\(layout.configurationStream): \(error)")
        }
        guard let message else { return nil }
        guard let stored = ClusterConfiguration(json: message.payload) else {
            throw .unsafe([
                "the stream \(layout.configurationStream) is not one of Lockstep, or of a newer "
                    + "version: choose another nats.prefix, or use that version"
            ])
        }
        return (stored, message.sequence)
    }
}

/// Why a server does not work on a cluster.
package enum ClusterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Something has to be changed first: a text for each reason.
    case unsafe([String])
    /// Nodes did not tell their settings: they are going down, are just up, or cannot be asked; a text for
    /// each.
    case unknown([String])
    /// A request failed; it may succeed later.
    case failed(String)

    package var description: String {
        switch self {
        case .unsafe(let problems), .unknown(let problems): problems.joined(separator: "; ")
        case .failed(let detail): detail
        }
    }
}
