import Authentication
import Foundation
import Logging
import Testing

@testable import ListServer

@Suite struct EditAllowanceTests {
    private func verifier() async throws -> TokenVerifier {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("keys-\(UUID().uuidString)").path
        try Data(String(repeating: "k", count: 32).utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await TokenVerifier(
            keyFile: path, audience: nil, log: Logger(label: "test"))
    }

    /// How many edits are taken at once, of 20,000.
    private func taken(_ options: ServerOptions) -> Int {
        var allowance = options.editAllowance(now: 0)
        return (0..<20_000).count { _ in allowance?.take(now: 0) == nil }
    }

    @Test func withoutTokens_editsAreNotCounted() {
        #expect(taken(ServerOptions()) == 20_000)
    }

    @Test func withTokens_editsAreCounted() async throws {
        var options = ServerOptions()
        options.tokens = try await verifier()
        #expect(taken(options) == 10_000)
        var allowance = try #require(options.editAllowance(now: 0))
        for _ in 0..<10_000 { _ = allowance.take(now: 0) }
        let (early, late) = (allowance.take(now: 0), allowance.take(now: 1))
        #expect(early != nil)
        #expect(late == nil)
    }

    @Test func rateThatIsSet_holdsWithoutTokensToo() {
        var options = ServerOptions()
        options.bounds.editsPerSecond = 1
        #expect(taken(options) == 10_000)
    }
}
