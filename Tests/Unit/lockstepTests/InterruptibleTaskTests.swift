import ListClient
import Testing

@testable import lockstep

@Suite struct InterruptibleTaskTests {
    /// Never ends by itself.
    private static func untilCancelled() async {
        for await _ in AsyncStream<Never>(bufferingPolicy: .bufferingNewest(1), { _ in }) {}
    }

    @Test func bodyWithinTheTime_returnsItsValue() async throws {
        #expect(try await InterruptibleTask.within(3_600) { 7 } == 7)
        #expect(try await InterruptibleTask.within(nil) { 8 } == 8)
    }

    @Test func timeLimit_isAnErrorThatNamesIt() async {
        await #expect {
            try await InterruptibleTask.within(0.001) {
                await Self.untilCancelled()
                throw CancellationError()
            }
        } throws: { error in
            (error as? CommandError)?.description.contains("0.001 seconds") == true
        }
    }

    @Test func unknownOutcome_isThrown_whateverCancelled() async {
        await #expect(throws: ListClientError.outcomeUnknown) {
            try await InterruptibleTask.within(0.001) {
                await Self.untilCancelled()
                throw ListClientError.outcomeUnknown
            }
        }
        let task = Task {
            try await InterruptibleTask.within(3_600) {
                await Self.untilCancelled()
                // The clock is cancelled as well, and ends first.
                for _ in 0..<10_000 { await Task.yield() }
                throw ListClientError.outcomeUnknown
            }
        }
        task.cancel()
        await #expect(throws: ListClientError.outcomeUnknown) { try await task.value }
    }

    @Test func valueAfterTheTimeLimit_isReturned() async throws {
        let value = try await InterruptibleTask.within(0.001) {
            await Self.untilCancelled()
            return 9
        }
        #expect(value == 9)
    }
}
