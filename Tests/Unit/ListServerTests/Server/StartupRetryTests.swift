import Foundation
import Logging
import Testing

@testable import ListServer

@Suite struct StartupRetryTests {
    private struct Taken: Error {}

    @Test(.timeLimit(.minutes(10)))
    func cancelledStart_waitsNoLonger() async {
        let tries = Counter()
        let retry = StartupRetry(seconds: 3600, log: Logger(label: "test"))
        let start = Task {
            try await retry.of("the port") { () throws(Taken) in
                _ = tries.next()
                throw Taken()
            } whileIn: { _ in
                true
            }
        }
        while tries.next() < 4 { await Task.yield() }
        start.cancel()
        await #expect(throws: Taken.self) { try await start.value }
    }

    /// A clock on which sleeping takes no time.
    private final class FastClock: Clock {
        struct Instant: InstantProtocol {
            var since = Duration.zero
            func advanced(by duration: Duration) -> Instant { Instant(since: since + duration) }
            func duration(to other: Instant) -> Duration { other.since - since }
            static func < (left: Instant, right: Instant) -> Bool { left.since < right.since }
        }

        private let lock = NSLock()
        // Guarded by `lock`.
        nonisolated(unsafe) private var moment = Instant()

        var now: Instant { lock.withLock { unsafe moment } }
        var minimumResolution: Duration { .zero }
        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            lock.withLock { unsafe moment = deadline }
        }
    }

    @Test(arguments: [(0, 1), (1, 5), (10, 41)])
    func whatIsNeverFree_isGivenUpWhenTheTimeIsOver(seconds: Int, tries: Int) async {
        let counter = Counter()
        let retry = StartupRetry(
            seconds: seconds, clock: FastClock(), log: Logger(label: "test"))
        await #expect(throws: Taken.self) {
            try await retry.of("NATS", every: .milliseconds(250)) { () throws(Taken) in
                _ = counter.next()
                throw Taken()
            } whileIn: { _ in
                true
            }
        }
        #expect(counter.next() == tries + 1)
    }

    @Test func whatIsFreeInTheEnd_isTaken() async throws {
        let tries = Counter()
        let retry = StartupRetry(seconds: 3600, log: Logger(label: "test"))
        let number = try await retry.of("the store") { () throws(Taken) in
            let number = tries.next()
            if number < 3 { throw Taken() }
            return number
        } whileIn: { _ in
            true
        }
        #expect(number == 3)
    }
}
