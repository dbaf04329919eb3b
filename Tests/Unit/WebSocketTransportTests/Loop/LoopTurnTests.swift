import Foundation
import Testing

@testable import WebSocketTransport

@Suite struct LoopTurnTests {
    /// Turns measured by clocks that a test sets.
    private final class Bench {
        /// Nanoseconds.
        var clock: UInt64 = 1_000_000_000
        var thread: UInt64 = 50_000_000
        private(set) var threadReadings = 0
        private(set) var turns: [LoopTurn] = []
        private(set) lazy var measured = LoopTurns(clock: { [unowned self] in clock }) {
            [unowned self] in
            threadReadings += 1
            return thread
        }

        init() {
            measured.watcher = { [unowned self] in turns.append($0) }
            _ = measured.beginPass()
        }

        /// So many microseconds pass, for so many of which the thread runs.
        func pass(_ microseconds: UInt64, running: UInt64? = nil) {
            clock += microseconds * 1_000
            thread += (running ?? microseconds) * 1_000
        }

        var last: LoopTurn { turns[turns.count - 1] }
    }

    @Test func turn_isFromTheEndOfTheOneBefore_orFromTheBeginOfThePass() {
        let bench = Bench()
        bench.pass(300)
        bench.measured.end(.receive, session: 7)
        #expect(abs(bench.last.seconds - 0.0003) < 1e-9)
        #expect(bench.last.kind == .receive && bench.last.session == 7)
        bench.pass(500)
        bench.measured.end(.send)
        #expect(abs(bench.last.seconds - 0.0005) < 1e-9 && bench.last.session == nil)
        bench.pass(2_000_000, running: 10)
        _ = bench.measured.beginPass()
        bench.pass(80)
        bench.measured.end(.timer)
        #expect(abs(bench.last.seconds - 0.00008) < 1e-9, "sleep is no work")
    }

    @Test func turnThatDidNotRun_isNotBlamed() {
        let bench = Bench()
        bench.pass(200_000, running: 400)
        bench.measured.end(.receive)
        #expect(bench.last.seconds < 0.0015)
        bench.pass(200_000, running: 150_000)
        bench.measured.end(.receive)
        #expect(abs(bench.last.seconds - 0.15) < 0.0011)
    }

    @Test func lateSample_isWithinAMillisecond() {
        let bench = Bench()
        for _ in 0..<9 {
            bench.pass(100)
            bench.measured.end(.receive)
        }
        bench.pass(60_000, running: 20_000)
        bench.measured.end(.receive)
        #expect((0.02..<0.0211).contains(bench.last.seconds))
    }

    @Test func threadClock_isAskedOnceAMillisecondAtMost() {
        let bench = Bench()
        for _ in 0..<10_000 {
            _ = bench.measured.beginPass()
            bench.pass(2)
            bench.measured.end(.receive)
        }
        #expect((2...21).contains(bench.threadReadings))
    }

    @Test func lastLabel_countsAndIsForgottenWithTheTurn() {
        let bench = Bench()
        bench.measured.label(TurnKind(6, "first"), subject: "groceries", session: 3)
        bench.measured.label(TurnKind(7, "second"), subject: nil, session: nil)
        bench.measured.end(.receive, session: 9)
        #expect(bench.last.kind.name == "second")
        #expect(bench.last.subject == "groceries" && bench.last.session == 3)
        bench.measured.end(.receive)
        #expect(bench.last.kind == .receive)
        #expect(bench.last.subject == nil && bench.last.session == nil)
    }

    @Test func kindsOfTheTransport_haveNumbersOfTheirOwn() {
        #expect(Set(TurnKind.ofTransport.map(\.number)).count == TurnKind.ofTransport.count)
    }

    /// Passes what a loop tells of its turns to a test.
    private final class Turns: Sendable {
        private let lock = NSLock()
        nonisolated(unsafe) private var observed: [LoopTurn] = []
        func add(_ turn: LoopTurn) { lock.withLock { unsafe observed.append(turn) } }
        var all: [LoopTurn] { lock.withLock { unsafe observed } }
    }

    @Test func everyCallback_isATurnOfItsKind() async throws {
        let turns = Turns()
        let application = ScriptedApplication(received: { connection, message in
            if message == Array("label".utf8) { turns.add(LoopTurn(subject: "\(connection.id)")) }
            connection.send(Frame(text: message))
        })
        try await TestServer.run(application) { server in
            server.onLoop {
                server.loop.watchTurns { turns.add($0) }
                server.loop.schedule(after: 0.01) {}
            }
            let client = try RawWebSocket(port: server.port)
            try client.send("label")
            #expect(try client.receive()?.text == "label")
            let other = try HTTPClient(port: server.port)
            _ = try other.exchange("GET /api/x HTTP/1.1")
            server.onLoop { server.loop.label(TurnKind(15, "mine"), subject: "a") }
            server.onLoop {}
            let all = turns.all
            for kind in TurnKind.ofTransport where ![.timer, .send].contains(kind) {
                #expect(all.contains { $0.kind == kind }, "\(kind.name)")
            }
            #expect(all.contains { $0.kind.name == "mine" && $0.subject == "a" })
            let number = try #require(all.first { $0.subject != nil }?.subject)
            #expect(all.contains { $0.kind == .receive && $0.session.map { "\($0)" } == number })
        }
    }

    /// Nothing that is done within a callback may end the turn under way.
    @Test func label_lastsThroughWhatTheTurnSends() async throws {
        let turns = Turns()
        let large = [UInt8](repeating: 65, count: 3_000_000)
        let labelling = Labelling()
        let application = ScriptedApplication(received: { connection, _ in
            labelling.loop?.label(TurnKind(15, "mine"))
            connection.send(Frame(text: large))
            connection.send(Frame(text: large))
            connection.pauseReading()
            connection.resumeReading()
        })
        try await TestServer.run(application) { server in
            labelling.loop = server.loop
            let client = try RawWebSocket(port: server.port, receiveBuffer: 16_384)
            server.onLoop { server.loop.watchTurns { turns.add($0) } }
            try client.send("go")
            #expect(try client.receive(atMost: 1 << 20)?.payload.count == large.count)
            #expect(try client.receive(atMost: 1 << 20)?.payload.count == large.count)
            #expect(turns.all.filter { $0.kind.name == "mine" }.count == 1)
            #expect(!turns.all.contains { $0.kind == .receive }, "the rest of the turn is no other")
            #expect(turns.all.contains { $0.kind == .send })
            labelling.loop = nil
        }
    }

    /// Passes a loop to an application that is made before it.
    private final class Labelling: Sendable {
        private let lock = NSLock()
        nonisolated(unsafe) private var stored: EventLoop?
        var loop: EventLoop? {
            get { lock.withLock { unsafe stored } }
            set { lock.withLock { unsafe stored = newValue } }
        }
    }
}
