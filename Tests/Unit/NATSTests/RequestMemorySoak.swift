import CHeap
import NATSNodes
import Testing

/// What many requests leave in memory, in a process of its own: the allocator has its moods, so this is for the soak.
@Suite struct RequestMemorySoak {
    private static let node = Task { try await NATSNode() }

    @Test func requests_leaveNoMemoryBehind() async throws {
        let url = try await Self.node.value.url
        await #expect(processExitsWith: .success) { [url = url as String] in
            // The first rounds fill the allocator's and libnats' own stores.
            for _ in 0..<3 { _ = try await Questions.ask(5_000, of: url) }
            let before = lockstep_heap_bytes()
            for _ in 0..<20 { _ = try await Questions.ask(5_000, of: url) }
            // A leaked message, a header or a closure of each of 100,000 would be tens of megabytes.
            #expect(lockstep_heap_bytes() - before < 5_000_000)
        }
    }
}
