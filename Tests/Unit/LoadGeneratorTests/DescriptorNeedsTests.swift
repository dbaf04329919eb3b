import Testing

@testable import LoadGenerator

@Suite struct DescriptorNeedsTests {
    private static let roomy = DescriptorUse(open: 10, limit: 1_000)

    @Test func enoughDescriptors_areNoProblem() {
        let needs = DescriptorNeeds(clients: 900)
        #expect(needs.problem(own: Self.roomy, server: Self.roomy) == nil)
        #expect(needs.problem(own: nil, server: nil) == nil)
    }

    @Test func theOneThatLacksDescriptors_isNamedWithTheirNumber() throws {
        let needs = DescriptorNeeds(clients: 900)
        let small = DescriptorUse(open: 100, limit: 1_000)
        let own = try #require(needs.problem(own: small, server: Self.roomy))
        #expect(own.hasPrefix("900 clients are too many: the generator may open 1000 descriptors"))
        #expect(own.contains(", 16 fewer than it needs") && !own.contains("server"))
        let both = try #require(needs.problem(own: small, server: small))
        #expect(both.contains("; the server may open 1000 descriptors (ulimit -n), 72 fewer"))
    }

    @Test func useOfThisProcess_isRead() throws {
        let use = try #require(DescriptorUse(of: nil))
        #expect(use.open > 2 && use.limit >= use.open)
        #expect(DescriptorUse(of: -1) == nil)
    }

    @Test func metrics_areReadAsTheUseOfAServer() throws {
        let text = """
            # TYPE process_cpu_seconds_total counter
            process_cpu_seconds_total 1.25
            process_resident_memory_bytes 4096
            process_open_fds 12
            process_max_fds 1024
            """
        let use = try #require(ServerUse(metrics: text))
        #expect(use.processorTime == 1_250_000_000 && use.memory == 4_096)
        #expect(use.descriptors == DescriptorUse(open: 12, limit: 1_024))
        let sum = use + use
        #expect(sum.processorTime == 2_500_000_000 && sum.memory == 8_192)
        #expect(sum.descriptors == nil)
        #expect(ServerUse(metrics: "process_open_fds 12\n") == nil)
    }
}
