import Synchronization
import Testing
import WebSocketTransport

@testable import ListHTTP
@testable import ServerTesting

@Suite struct UploadsTests {
    private let time = SimulatedTime(seed: 1)
    private let loop: EventLoop
    private let ledger: LoopBound<MemoryLedger>
    private let uploads: LoopBound<Uploads>

    init() throws {
        loop = try time.makeLoop("loop")
        ledger = LoopBound(MemoryLedger(bound: 1_000, on: loop), loop: loop)
        uploads = LoopBound(Uploads(maxBytes: 400, ledger: ledger, loop: loop), loop: loop)
    }

    /// What `body` gives on the loop.
    private func onLoop<Value: Sendable>(_ body: @escaping @Sendable () -> Value) throws -> Value {
        let result = Result<Value>()
        loop.execute { result.value.withLock { $0 = body() } }
        #expect(time.run { result.value.withLock { $0 != nil } })
        return try #require(result.value.withLock { $0 })
    }

    private func part(_ number: Int, of upload: String = "u") -> Uploads.Part {
        Uploads.Part(upload: upload, number: number)
    }

    /// Whether a part is taken, or why not.
    private func send(
        _ number: Int, of upload: String = "u", bytes: Int = 100, by user: String = "ana"
    ) throws -> Answer {
        let (uploads, part) = (uploads, part(number, of: upload))
        return try onLoop {
            do throws(Uploads.Refusal) {
                let body = [UInt8](repeating: UInt8(number), count: bytes)
                try uploads.value.take(body, as: part, of: user)
                return .held
            } catch {
                return .refused(error)
            }
        }
    }

    private enum Answer: Equatable {
        case held
        case refused(Uploads.Refusal)
    }

    /// The first byte of each part of an upload that ends.
    private func finish(_ upload: String = "u", by user: String = "ana") throws -> [UInt8?] {
        let (uploads, part) = (uploads, part(1, of: upload))
        return try onLoop { uploads.value.finish(part, of: user).map(\.first) }
    }

    /// The bytes that are held.
    private func held() throws -> Int {
        let ledger = ledger
        return try onLoop { ledger.value.bytes }
    }

    /// Lets so many seconds pass.
    private func pass(_ seconds: Double) {
        let end = time.now + seconds
        time.after(seconds) {}
        #expect(time.run { time.now >= end })
    }

    @Test func partsAreHeldInOrder_untilTheLast() throws {
        #expect(try send(1) == .held)
        #expect(try send(2) == .held)
        #expect(try held() == 200)
        #expect(try finish() == [1, 2])
        #expect(try held() == 0)
        #expect(try send(3) == .refused(.unknown))
    }

    @Test func onlyTheNextPartIsTaken_andTheFirstBeginsAnew() throws {
        #expect(try send(2) == .refused(.unknown))
        #expect(try send(1) == .held)
        #expect(try send(3) == .refused(.outOfOrder(next: 2)))
        #expect(try send(2) == .held)
        #expect(try send(2) == .refused(.outOfOrder(next: 3)))
        #expect(try send(1) == .held)
        #expect(try send(2, bytes: 50) == .held)
        #expect(try held() == 150)
    }

    @Test func usersHaveUploadsOfTheirOwn() throws {
        #expect(try send(1) == .held)
        #expect(try send(2, by: "ben") == .refused(.unknown))
        #expect(try finish(by: "ben").isEmpty)
        #expect(try finish().count == 1)
    }

    @Test func anUploadWithoutANextPart_isForgotten() throws {
        #expect(try send(1) == .held)
        pass(Uploads.idleSeconds - 1)
        #expect(try send(2) == .held)
        pass(Uploads.idleSeconds - 1)
        #expect(try send(3) == .held)
        pass(Uploads.idleSeconds + 1)
        #expect(try send(4) == .refused(.unknown))
        #expect(try held() == 0)
    }

    @Test func whatIsTooLargeTogether_isForgotten() throws {
        for number in 1...4 { #expect(try send(number) == .held) }
        #expect(try send(5, bytes: 1) == .refused(.tooLarge))
        #expect(try held() == 0)
    }

    @Test func uploadsAreBounded_andTheOthersGoOn() throws {
        for number in 1...Uploads.most { #expect(try send(1, of: "u\(number)", bytes: 1) == .held) }
        #expect(try send(1, of: "another", bytes: 1) == .refused(.tooMany))
        #expect(try send(2, of: "u1", bytes: 1) == .held)
        #expect(try finish("u1").count == 2)
        #expect(try send(1, of: "another", bytes: 1) == .held)
    }

    @Test func theLargestUploadGoes_whereMemoryIsShort() throws {
        let ledger = ledger
        let others = try onLoop {
            let others = ledger.value.open()
            others.add(300)
            return LoopBound(others, loop: ledger.loop)
        }
        for number in 1...4 { #expect(try send(number, of: "large") == .held) }
        #expect(try send(1, of: "small") == .held)
        pass(1)
        #expect(try send(5, of: "large") == .refused(.unknown))
        #expect(try send(2, of: "small") == .held)
        try onLoop { others.value.close() }
    }
}

private final class Result<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}
