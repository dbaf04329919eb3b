import Foundation
import Testing

@testable import WebSocketTransport

@Suite struct EventLoopTests {
    /// An actor that lives on a loop.
    private actor Tally {
        let loop: EventLoop
        private(set) var numbers: [Int] = []
        private(set) var strayed = false

        init(_ loop: EventLoop) { self.loop = loop }

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            unsafe loop.asUnownedSerialExecutor()
        }

        func add(_ number: Int) {
            numbers.append(number)
            if !loop.isCurrent { strayed = true }
        }

        func addAfterSuspending(_ number: Int) async {
            await Task.yield()
            add(number)
        }
    }

    private func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
        let loop = try EventLoop(name: "test")
        loop.start()
        try await body(loop)
        await blocking { loop.stop() }
    }

    @Test func work_runsInOrder_onTheLoopsThread() async throws {
        try await withLoop { loop in
            let tally = Tally(loop)
            #expect(!loop.isCurrent)
            for number in 0..<10_000 {
                loop.execute { tally.assumeIsolated { $0.add(number) } }
            }
            await withCheckedContinuation { done in loop.execute { done.resume() } }
            #expect(await tally.numbers == Array(0..<10_000))
            #expect(await !tally.strayed)
        }
    }

    @Test func callsFromOutside_runOnTheLoopsThread() async throws {
        try await withLoop { loop in
            let tally = Tally(loop)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask { await tally.add(number) }
                    group.addTask { await tally.addAfterSuspending(1000 + number) }
                }
            }
            #expect(await tally.numbers.count == 400)
            #expect(await !tally.strayed)
        }
    }

    @Test func workHandedOverByWork_runsBehindWhatWaits_inTheSamePass() async throws {
        try await withLoop { loop in
            let tally = Tally(loop)
            await withCheckedContinuation { done in
                loop.execute {
                    loop.execute {
                        tally.assumeIsolated { $0.add(2) }
                        loop.execute {
                            tally.assumeIsolated { $0.add(3) }
                            done.resume()
                        }
                    }
                    tally.assumeIsolated { $0.add(1) }
                }
            }
            #expect(await tally.numbers == [1, 2, 3])
        }
    }

    @Test func workWithoutEnd_doesNotStarveTimers() async throws {
        try await withLoop { loop in
            let turning = Turning(loop)
            await withCheckedContinuation { done in
                loop.execute {
                    turning.turn()
                    loop.schedule(after: 0.01) {
                        turning.end()
                        done.resume()
                    }
                }
            }
        }
    }

    /// Work that hands itself over again until it is told to end.
    private final class Turning: Sendable {
        private let loop: EventLoop
        private let lock = NSLock()
        nonisolated(unsafe) private var isEnding = false

        init(_ loop: EventLoop) { self.loop = loop }

        func end() { lock.withLock { unsafe isEnding = true } }

        func turn() {
            loop.execute { [self] in
                if lock.withLock({ unsafe !isEnding }) { turn() }
            }
        }
    }

    @Test func scheduledWork_runsInTheOrderOfItsTimes_unlessCancelled() async throws {
        try await withLoop { loop in
            let tally = Tally(loop)
            await withCheckedContinuation { done in
                loop.execute {
                    let late = loop.schedule(after: 600) { tally.assumeIsolated { $0.add(8) } }
                    let cancelled = loop.schedule(after: 0.01) {
                        tally.assumeIsolated { $0.add(9) }
                    }
                    cancelled.cancel()
                    cancelled.cancel()
                    loop.schedule(after: 0.02) {
                        tally.assumeIsolated { $0.add(1) }
                        loop.schedule(after: 0.01) {
                            tally.assumeIsolated { $0.add(2) }
                            late.cancel()
                            done.resume()
                        }
                    }
                }
            }
            #expect(await tally.numbers == [1, 2])
        }
    }

    @Test func stop_finishesWhatWaits_andMayBeRepeated() async throws {
        let loop = try EventLoop(name: "test")
        loop.start()
        let tally = EventLog()
        for number in 0..<1000 { loop.execute { tally.add(.closed(number)) } }
        await blocking {
            loop.stop()
            loop.stop()
        }
        #expect(tally.events.count == 1000)
    }

    @Test func callbacks_areOnTheLoop_soThatActorsCanBeEntered() async throws {
        let loop = try EventLoop(name: "test")
        loop.start()
        let tally = Tally(loop)
        let application = ScriptedApplication(received: { connection, message in
            tally.assumeIsolated { $0.add(message.count) }
            connection.send(Frame(text: message))
        })
        let listener = try await Listener(
            .patient, on: loop, application: LoopBound(application, loop: loop))
        let result = await blocking {
            Result {
                let client = try RawWebSocket(port: listener.port)
                for size in 1...10 {
                    try client.send([UInt8](repeating: 65, count: size))
                    _ = try client.receive()
                }
            }
        }
        try result.get()
        #expect(await tally.numbers == Array(1...10))
        #expect(await !tally.strayed)
        await listener.close(within: 0)
        await blocking { loop.stop() }
    }
}
