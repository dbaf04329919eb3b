import Foundation
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

    @Test func closedPipe_isAnError_andNoSignal() throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        defer { close(ends[1]) }
        close(ends[0])
        #expect(throws: OutputFailure.closed) {
            try DescriptorWriter(ends[1]).write(Array("a\n".utf8))
        }
    }

    @Test func deviceWithoutSpace_isAnError() throws {
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
            // The pipe may be in non-blocking mode: a write to a full pipe then fails at first.
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

    @Test func descriptorThatIsNotOpen_isClosedWithoutError() throws {
        try DescriptorWriter(-1).close()
    }
}
