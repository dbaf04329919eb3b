import Foundation
import ListClient
import Testing

@testable import lockstep

@Suite struct OutputTests {
    /// Calls `body` with a pipe's ends for reading and writing, and closes them then.
    private static func withPipe(_ body: (Int32, Int32) throws -> Void) throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        try body(ends[0], ends[1])
    }

    @Test func readerThatHasGone_isNoSignal_andToldAsSuch() throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        defer { close(ends[1]) }
        close(ends[0])
        #expect(throws: OutputFailure.closed) {
            try DescriptorWriter(ends[1]).write(Array("a\n".utf8))
        }
    }

    @Test func deviceWithoutRoom_isAnError() throws {
        let full = unsafe open("/dev/full", O_WRONLY)
        defer { close(full) }
        #expect {
            try DescriptorWriter(full).write([1])
        } throws: { error in
            "\(error)" == "standard output cannot be written: No space left on device"
        }
        try DescriptorWriter(full).write([])
    }

    @Test func slowReader_getsEverything() throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
        var read: [UInt8] = []
        try Self.withPipe { reader, writer in
            // Where somebody else made it so, a full pipe is an error at first.
            try #require(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
            Thread.detachNewThread { try? DescriptorWriter(writer).write(bytes) }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while read.count < bytes.count {
                let count = unsafe Foundation.read(reader, &buffer, buffer.count)
                try #require(count > 0)
                read += buffer[..<count]
            }
        }
        #expect(read == bytes)
    }

    @Test func descriptorThatNeverWas_isClosedAlready() throws {
        try DescriptorWriter(-1).close()
    }
}

@Suite struct InterruptionTests {
    /// Never ends by itself.
    private static func untilCancelled() async {
        for await _ in AsyncStream<Never>(bufferingPolicy: .bufferingNewest(1), { _ in }) {}
    }

    @Test func bodyInTime_givesItsValue() async throws {
        #expect(try await Interruption.within(3_600) { 7 } == 7)
        #expect(try await Interruption.within(nil) { 8 } == 8)
    }

    @Test func bodyThatIsCancelledForTheTime_isToldSo() async {
        await #expect {
            try await Interruption.within(0.001) {
                await Self.untilCancelled()
                throw CancellationError()
            }
        } throws: { error in
            (error as? CommandFailure)?.description.contains("0.001 seconds") == true
        }
    }

    @Test func outcomeThatIsNotKnown_isToldAsThat_whoeverCancels() async {
        await #expect(throws: ListClientError.outcomeUnknown) {
            try await Interruption.within(0.001) {
                await Self.untilCancelled()
                throw ListClientError.outcomeUnknown
            }
        }
        let task = Task {
            try await Interruption.within(3_600) {
                await Self.untilCancelled()
                // The clock is cancelled as well, and ends first.
                for _ in 0..<10_000 { await Task.yield() }
                throw ListClientError.outcomeUnknown
            }
        }
        task.cancel()
        await #expect(throws: ListClientError.outcomeUnknown) { try await task.value }
    }

    @Test func answerAtTheLastMoment_counts() async throws {
        let value = try await Interruption.within(0.001) {
            await Self.untilCancelled()
            return 9
        }
        #expect(value == 9)
    }
}
