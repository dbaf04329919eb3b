import Foundation
import MemoryJournal
import NATS
import NATSNodes
import Testing

@testable import ListJournal

/// The engines that pass the same tests.
enum JournalEngine: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case memory, sqlite, jetStream

    var testDescription: String { rawValue }

    /// One node for all tests of the process.
    private static let node = Task { try await NATSNode() }

    /// An empty store.
    func makeStore() async throws -> JournalStore {
        switch self {
        case .memory: .memory(MemoryJournal())
        case .sqlite: .sqlite(try TemporaryStore())
        case .jetStream:
            .jetStream(try await Self.node.value, prefix: "t\(UInt32.random(in: 0 ... .max))")
        }
    }
}

/// A store that is opened as often as wanted.
enum JournalStore: Sendable {
    case memory(MemoryJournal)
    case sqlite(TemporaryStore)
    case jetStream(NATSNode, prefix: String)

    /// - Parameter purpose: Of a journal in JetStream.
    func open(
        _ purpose: JetStreamJournal.Purpose = .serving
    ) async throws -> any Journal {
        switch self {
        case .memory(let journal): return journal
        case .sqlite(let store): return try SQLiteJournal(path: store.path)
        case .jetStream(let node, let prefix):
            return try await Self.open([node], prefix, copies: 1, for: purpose)
        }
    }

    /// Closes a journal of the store, which lives until then.
    func close(_ journal: any Journal) async { await journal.close() }

    /// Opens a journal on nodes, which may still be electing their leaders.
    ///
    /// - Parameter haltsNodes: Whether the test does that, or kills them: they are given up as a server does it.
    static func open(
        _ nodes: [NATSNode], _ prefix: String, copies: Int, unnamedSeconds: Double = 3600,
        patience: Double = 60, haltsNodes: Bool = false, maximumBytes: Int? = nil,
        for purpose: JetStreamJournal.Purpose = .serving
    ) async throws -> JetStreamJournal {
        guard let layout = StreamLayout(prefix: prefix) else {
            throw JournalError.failed("no prefix: \(prefix)")
        }
        let urls = nodes.map(\.url)
        var options = JetStreamJournal.Options(
            haltsNodes ? NATSConfiguration(urls: urls) : .patient(urls),
            setup: ClusterSetup(layout: layout, replicas: copies, maximumBytes: maximumBytes),
            limits: (inFlight: 64, undo: 100))
        options.unnamedSeconds = unnamedSeconds
        options.patience = patience
        options.purpose = purpose
        // As a server does: nodes that have just started may have no leader yet.
        let deadline = ContinuousClock.now + .seconds(120)
        while true {
            do {
                return try await connect(options, nodes)
            } catch let error as JournalError {
                guard case .unreachable = error, ContinuousClock.now < deadline else { throw error }
            }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private static func connect(
        _ options: JetStreamJournal.Options, _ nodes: [NATSNode]
    ) async throws -> JetStreamJournal {
        try await JetStreamJournal(options) {
            nodes.compactMap { node in
                guard let varz = node.monitor("/varz"), let jsz = node.monitor("/jsz?config=1")
                else { return nil }
                return NodeReport(varz: varz, jsz: jsz)
            }
        }
    }
}
