import Logging
import Testing

@testable import ListServer

@Suite struct StartupRetryTests {
    private struct Taken: Error {}

    @Test(.timeLimit(.minutes(1)))
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
