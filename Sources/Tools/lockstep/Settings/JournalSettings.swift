import ArgumentParser
import Foundation
import JSON
import ListJournal
import ListProtocol
import ListServer
import Logging
import NATS
import WebSocketTransport

/// Where the lists of a server are stored.
enum JournalSettings: Sendable {
    /// A file of SQLite.
    case sqlite(path: String)
    /// A cluster of NATS.
    case nats(NATSSettings)

    /// - Throws: `SettingsError`, which names the setting and says what it must be.
    init(_ source: SettingsSource) throws {
        switch try source.text("journal.engine") {
        case "sqlite":
            let path = try source.text("store")
            guard !NATSSettings.isAddress(path) else {
                throw SettingsError(
                    "the setting store (--store) names a file: for lists on NATS, set journal.engine "
                        + "to nats and nats.urls to \(NATSConfiguration.text(of: [path]))")
            }
            self = .sqlite(path: path)
        case "nats": self = .nats(try NATSSettings(source))
        case let engine:
            throw SettingsError("the setting journal.engine must be sqlite or nats, not \(engine)")
        }
    }
}

/// How a cluster of NATS is reached, and what it must be like.
struct NATSSettings: Sendable {
    var urls: [String]
    /// The addresses of the nodes' monitoring ports.
    var monitors: [ServerAddress]
    var credentials: String?
    /// The credentials of the system account, which asks the nodes where no monitoring port is named.
    var systemCredentials: String?
    var authorities: String?
    var certificate: (chain: String, key: String)?
    var setup: ClusterSetup
    var waitSeconds: Int

    /// - Parameter isForReading: Whether no program will write, who would have to know how safe the nodes are.
    /// - Throws: `SettingsError`, which names the setting and says what it must be.
    init(_ source: SettingsSource, isForReading: Bool = false) throws {
        func given(_ key: String) throws -> String? {
            let text = try source.text(key)
            return text.isEmpty ? nil : text
        }
        func parts(_ key: String) throws -> [String] {
            try source.text(key).split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
        urls = try parts("nats.urls")
        guard !urls.isEmpty else {
            throw SettingsError(
                "the setting nats.urls must name the nodes, as nats://10.0.0.1:4222, by comma")
        }
        monitors = try parts("nats.monitor").map { monitor in
            guard let address = try? ServerAddress.parse(["--url=\(monitor)"]) else {
                throw SettingsError(
                    "the setting nats.monitor must be addresses as http://10.0.0.1:8222, by comma, "
                        + "not \(NATSConfiguration.text(of: [monitor]))")
            }
            return address
        }
        credentials = try given("nats.credentials")
        systemCredentials = try given("nats.systemCredentials")
        authorities = try given("nats.ca")
        switch (try given("nats.cert"), try given("nats.key")) {
        case (nil, nil): certificate = nil
        case (let chain?, let key?): certificate = (chain, key)
        default: throw SettingsError("a certificate for NATS needs both, nats.cert and nats.key")
        }
        let prefix = try source.text("nats.prefix")
        guard let layout = StreamLayout(prefix: prefix) else {
            throw SettingsError(
                "the setting nats.prefix must be a lower-case letter and at most 15 lower-case "
                    + "letters or digits, not \(prefix)")
        }
        let bytes = try source.whole("nats.maxBytes")
        setup = ClusterSetup(
            layout: layout, replicas: try source.whole("nats.replicas"),
            maximumBytes: bytes == 0 ? nil : bytes)
        waitSeconds = try source.whole("nats.waitSeconds")
        if !isForReading { try checkMonitors() }
    }

    /// Whether a text names nodes of NATS, not a file.
    static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("nats://") || text.hasPrefix("tls://")
    }

    /// - Throws: `SettingsError` where nothing tells how safe the nodes are.
    func checkMonitors() throws {
        guard monitors.isEmpty, systemCredentials == nil else { return }
        throw SettingsError(
            "whether the nodes write before they acknowledge is told by their monitoring ports: "
                + "name them in nats.monitor, as http://10.0.0.1:8222, by comma, or a "
                + "credentials file of the system account in nats.systemCredentials")
    }

    /// Opens the cluster's journal.
    ///
    /// - Throws: `JournalError`, with what is to be changed.
    func open(
        _ limits: ProtocolLimits, _ log: Logger, for purpose: JetStreamJournal.Purpose = .serving
    ) async throws(JournalError) -> JetStreamJournal {
        var connection = NATSConfiguration(urls: urls)
        connection.credentials = credentials
        connection.authorities = authorities
        connection.certificate = certificate
        if purpose == .serving { connection.name = serverName }
        var journal = JetStreamJournal.Options(
            connection, setup: setup,
            limits: (inFlight: limits.inFlight, undo: limits.undo)
        ) { notice in
            switch notice {
            case .disconnected(let reason):
                log.warning(
                    "the connection to NATS broke",
                    metadata: reason.isEmpty ? [:] : ["reason": "\(reason)"])
            case .movingOn:
                log.warning("the node of NATS stores nothing: another is tried")
            case .reconnected(let node):
                log.notice("connected to NATS again", metadata: ["node": "\(node)"])
            case .retrying(let reason):
                log.warning("an append is tried again", metadata: ["reason": "\(reason)"])
            case .large(let stream):
                log.warning(
                    "a stream has 4 GB, so that trimming it holds up its lists: shorten the history",
                    metadata: ["stream": "\(stream)"])
            case .unchecked(let node):
                log.warning(
                    "a node of NATS is down: whether it is safe is seen when it is back",
                    metadata: ["node": "\(node)"])
            case .unsafe(let problem):
                log.error(
                    "a node of NATS that came back is not safe", metadata: ["problem": "\(problem)"]
                )
            }
        }
        journal.patience = Double(waitSeconds)
        journal.purpose = purpose
        return try await JetStreamJournal(journal) { () async throws(JournalError) in
            try await reports()
        }
    }

    /// The name of servers' connections, by which nodes list them.
    private var serverName: String { "lockstep \(setup.layout.prefix)" }

    /// Whether a server is connected to a node; nil where not every node of the cluster tells.
    func isServed() async -> Bool? {
        var (asked, nodes) = (0, 1)
        for address in monitors {
            guard let connz = await answer(address, "/connz?limit=65536"),
                let jsz = await answer(address, "/jsz")
            else { continue }
            asked += 1
            nodes = max(nodes, jsz["meta_cluster"]?.object?["cluster_size"]?.whole ?? 1)
            let connections = connz["connections"]?.array ?? []
            if connections.contains(where: { $0.object?["name"]?.string == serverName }) {
                return true
            }
        }
        return asked < nodes ? nil : false
    }

    /// What a node's monitoring port answers; nil where it does not.
    private func answer(_ address: ServerAddress, _ path: String) async -> JSONObject? {
        guard let api = try? await ServerAPI(address) else { return nil }
        let answer = try? await api.request("GET", path, for: 200).body
        await api.close()
        return answer.flatMap {
            try? JSONReader.parse($0, maximumDepth: JSONReader.ownDepth).value.object
        }
    }

    /// What the nodes say of themselves, as far as they are up.
    private func reports() async throws(JournalError) -> [NodeReport] {
        guard monitors.isEmpty else {
            var reports: [NodeReport] = []
            for address in monitors {
                // One that is down is reported by its name, where it keeps copies.
                guard let api = try? await ServerAPI(address) else { continue }
                if let varz = try? await api.request("GET", "/varz", for: 200),
                    let jsz = try? await api.request("GET", "/jsz?config=1", for: 200),
                    let report = NodeReport(varz: varz.body, jsz: jsz.body)
                {
                    reports.append(report)
                }
                await api.close()
            }
            return reports
        }
        var configuration = NATSConfiguration(urls: urls)
        configuration.credentials = systemCredentials
        configuration.authorities = authorities
        configuration.certificate = certificate
        let queue = DispatchQueue(label: "nats.system")
        do {
            let connection = try await NATSConnection.connect(configuration) { work in
                queue.async(execute: work)
            } events: { _ in
            }
            let reports = try await NodeReport.survey(connection)
            await connection.close()
            return reports
        } catch let error as NATSError {
            let text = "the system account (nats.systemCredentials) cannot be asked: \(error)"
            if case .notConnected = error { throw JournalError.unreachable(text) }
            throw JournalError.failed(text)
        } catch {
            throw JournalError.failed(
                "the nodes do not tell their settings (\(error)): nats.systemCredentials must be of a "
                    + "user of the system account")
        }
    }
}
