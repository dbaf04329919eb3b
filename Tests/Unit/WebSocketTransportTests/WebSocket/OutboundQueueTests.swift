import SeededRandom
import Testing

@testable import WebSocketTransport

@Suite struct OutboundQueueTests {
    @Test func randomSteps_giveTheBytesInOrder() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SplitMix64(seed: seed)
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 8)
        defer { unsafe scratch.deallocate() }
        for _ in 0..<300 {
            var queue = OutboundQueue()
            var waiting: [[UInt8]] = []
            for _ in 0..<200 {
                if Bool.random(using: &generator) {
                    let count = Int.random(in: 2...150, using: &generator)
                    let frame = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator)
                    }
                    let start = Int.random(in: 0...1, using: &generator)
                    queue.append(frame, from: start)
                    waiting.append(Array(frame[start...]))
                } else if !queue.isEmpty {
                    let written = unsafe queue.writeNext(gatheringIn: scratch) { unsafe Array($0) }
                    var whole: [UInt8] = []
                    while whole.count < written.count { whole += waiting.removeFirst() }
                    #expect(written == whole, "whole frames in order; seed \(seed)")
                }
                #expect(queue.count == waiting.reduce(0) { $0 + $1.count }, "seed \(seed)")
            }
        }
    }

    @Test func smallFrames_goOutTogether_asFarAsTheyFit() {
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 8)
        defer { unsafe scratch.deallocate() }
        var queue = OutboundQueue()
        for size in [30, 34, 1, 100, 64, 65] { queue.append(Array(repeating: 7, count: size)) }
        var sizes: [Int] = []
        while !queue.isEmpty {
            sizes.append(unsafe queue.writeNext(gatheringIn: scratch) { $0.count })
        }
        #expect(sizes == [64, 1, 100, 64, 65])
    }
}

@Suite struct QueueTotalTests {
    @Test func total_isWhatWaitsInAllQueues() {
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 8)
        defer { unsafe scratch.deallocate() }
        let total = QueueTotal()
        let ledger = MemoryLedger(bound: 1_000_000, clock: { 0 }, later: { _, _ in })
        let accounts = [ledger.open(), ledger.open()]
        var one = OutboundQueue(total: total, account: accounts[0])
        var two = OutboundQueue(total: total, account: accounts[1])
        one.append([UInt8](repeating: 1, count: 40))
        two.append([UInt8](repeating: 2, count: 59))
        two.append([2])
        #expect(total.bytes == 100)
        #expect(ledger.bytes >= 100 && accounts[1].bytes > accounts[0].bytes)
        unsafe one.writeNext(gatheringIn: scratch) { _ in }
        #expect(total.bytes == 60 && accounts[0].bytes == 0)
        two.removeAll()
        two.removeAll()
        #expect(total.bytes == 0 && two.isEmpty && two.count == 0 && ledger.bytes == 0)
    }
}
