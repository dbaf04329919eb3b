import Authentication
import Foundation
import Logging
import Testing
import TextBytes

@testable import ListHosting
@testable import ListServer

@Suite struct TokenBucketTests {
    /// What the bucket answers at each of the moments.
    private func waits(_ bucket: TokenBucket, _ moments: [Int]) -> [Int?] {
        var bucket = bucket
        return moments.map { bucket.take(now: $0) }
    }

    @Test func burstGoesThrough_thenSoManyASecond() {
        let bucket = TokenBucket(perSecond: 10, burst: 3, now: 0)
        #expect(
            waits(bucket, [0, 0, 0, 0, 60, 100, 100]) == [nil, nil, nil, 100, 40, nil, 100])
    }

    @Test(arguments: [0, 1, 3, 7, 999, 100_000])
    func whoWaitsAsLongAsIsSaid_isLetThrough(perSecond: Int) {
        var bucket = TokenBucket(perSecond: perSecond, burst: 1, now: 5)
        var now = 5
        for _ in 0..<50 {
            guard let wait = bucket.take(now: now) else { continue }
            #expect(wait >= 1)
            now += wait
            let further = bucket.take(now: now)
            #expect(further == nil)
        }
    }

    @Test func longPause_givesNoMoreThanTheBurst() {
        let bucket = TokenBucket(perSecond: 10, burst: 3, now: 0)
        let late = 1_000_000
        #expect(waits(bucket, [late, late, late, late]) == [nil, nil, nil, 100])
    }

    @Test func bucket_isFullAgain_afterThePause() {
        var bucket = TokenBucket(perSecond: 10, burst: 3, now: 0)
        #expect(bucket.isFull(at: 0))
        #expect(bucket.take(now: 0) == nil)
        #expect(!bucket.isFull(at: 99))
        #expect(bucket.isFull(at: 100))
    }

    @Test func clockThatFalls_givesNothing_andGoesOnFromThere() {
        let bucket = TokenBucket(perSecond: 10, burst: 1, now: 1_000)
        #expect(waits(bucket, [1_000, 0, 100]) == [nil, 100, nil])
    }
}

@Suite struct EditAllowanceTests {
    private func verifier() async throws -> TokenVerifier {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("keys-\(UUID().uuidString)").path
        try Data(String(repeating: "k", count: 32).utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try TokenVerifier(
            keyFile: path, audience: nil, log: Logger(label: "test"))
    }

    /// How many edits are taken at once, of 20,000.
    private func taken(_ options: ServerOptions) -> Int {
        var allowance = options.editRate?.bucket(now: 0)
        return (0..<20_000).count { _ in allowance?.take(now: 0) == nil }
    }

    @Test func withoutTokens_editsAreNotCounted() {
        #expect(taken(ServerOptions()) == 20_000)
    }

    @Test func withTokens_editsAreCounted() async throws {
        var options = ServerOptions()
        options.tokens = try await verifier()
        #expect(taken(options) == 10_000)
        var allowance = try #require(options.editRate?.bucket(now: 0))
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
