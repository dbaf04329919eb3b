import SeededRandom
import Testing

@testable import WebSocketTransport

@Suite struct MemoryLedgerTests {
    /// A ledger whose time a test lets pass.
    private final class Bench {
        var now = 100.0
        private var due: [(time: Double, work: () -> Void)] = []
        private(set) lazy var ledger = MemoryLedger(bound: 1_000, clock: { [unowned self] in now })
        {
            [unowned self] seconds, work in due.append((now + seconds, work))
        }

        /// Does what is due by then, as the loop does at the end of a pass.
        func pass(after seconds: Double = 0) {
            now += seconds
            let ready = due.filter { $0.time <= now }
            due.removeAll { $0.time <= now }
            ready.forEach { $0.work() }
        }

        var waiting: Int { due.count }

        func accounts(_ bytes: [Int]) -> [LedgerAccount] {
            bytes.map { count in
                let account = ledger.open()
                account.bytes = count
                return account
            }
        }
    }

    @Test func bytes_areThoseOfAllAccounts() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SplitMix64(seed: seed)
        let ledger = MemoryLedger(bound: 5_000, clock: { 0 }, later: { _, _ in })
        var open: [(account: LedgerAccount, bytes: Int)] = []
        for _ in 0..<2_000 {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: open.append((ledger.open(), 0))
            case 1 where !open.isEmpty:
                let index = Int.random(in: 0..<open.count, using: &generator)
                // Closed, or just let go.
                if Bool.random(using: &generator) { open[index].account.close() }
                open.remove(at: index)
            case _ where !open.isEmpty:
                let index = Int.random(in: 0..<open.count, using: &generator)
                let bytes = Int.random(in: 0...900, using: &generator)
                open[index].account.bytes = bytes
                open[index].bytes = bytes
            default: break
            }
            let sum = open.reduce(0) { $0 + $1.bytes }
            #expect(ledger.bytes == sum, "seed \(seed)")
            #expect(ledger.isSpent == (sum >= 5_000), "seed \(seed)")
            #expect(open.allSatisfy { $0.account.bytes == $0.bytes }, "seed \(seed)")
        }
    }

    @Test func largestPays_amongEqualsTheNewest_untilTheOthersHoldHalf() {
        let bench = Bench()
        let accounts = bench.accounts([100, 200, 200, 150, 80, 30])
        bench.pass()
        // 760 of 1,000 are held: 200 and 200 shed, newest first, then 360 are left to the others.
        #expect(accounts.map(\.isThrottled) == [false, true, true, false, false, false])
        #expect(bench.ledger.shedCount == 2)
    }

    @Test func amongEquals_oneMayBeEnough() {
        let bench = Bench()
        let accounts = bench.accounts([260, 260, 240])
        bench.pass()
        #expect(accounts.map(\.isThrottled) == [false, true, false])
    }

    @Test func belowThreeQuarters_nobodyPays() {
        let bench = Bench()
        let accounts = bench.accounts([700, 50])
        bench.pass(after: 1)
        #expect(accounts.allSatisfy { !$0.isThrottled } && bench.waiting == 0)
    }

    @Test func atTheBound_allPayThatHoldSomething_atOnce() {
        let bench = Bench()
        let accounts = bench.accounts([990, 9, 0])
        #expect(accounts.allSatisfy { !$0.isThrottled })
        accounts[1].bytes = 10
        #expect(bench.ledger.isSpent)
        #expect(accounts.map(\.isThrottled) == [true, true, false])
    }

    @Test func payer_paysUntilItHoldsHalf_orAllHoldHalf() {
        let bench = Bench()
        let accounts = bench.accounts([400, 380])
        bench.pass()
        #expect(accounts.map(\.isThrottled) == [true, false])
        accounts[0].bytes = 201
        #expect(accounts[0].isThrottled, "all still hold more than half of the bound")
        accounts[0].bytes = 200
        #expect(!accounts[0].isThrottled)
        accounts[0].bytes = 400
        #expect(!accounts[0].isThrottled, "it has to be chosen anew")
        bench.pass(after: 1)
        #expect(accounts.map(\.isThrottled) == [true, false])
        accounts[1].bytes = 100
        #expect(!accounts[0].isThrottled, "all hold half of the bound")
        accounts[1].bytes = 300
        bench.pass(after: 1)
        #expect(!accounts[0].isThrottled)
    }

    @Test func payersAreChosen_every50Milliseconds_unlessAnEighthHasCome() {
        let bench = Bench()
        let accounts = bench.accounts([300, 200, 260, 0])
        bench.pass()
        #expect(accounts.map(\.isThrottled) == [true, false, false, false])
        accounts[3].bytes = 100
        bench.pass(after: 0.04)
        #expect(bench.ledger.shedCount == 1, "it is too early")
        bench.pass(after: 0.02)
        #expect(accounts.map(\.isThrottled) == [true, false, true, false])
        accounts[3].bytes = 220
        bench.pass()
        #expect(bench.ledger.shedCount == 2, "the others hold 420")
        accounts[1].bytes = 90
        accounts[3].bytes = 340
        bench.pass()
        #expect(bench.ledger.shedCount == 2, "not so much has come that it is due at once")
        bench.pass(after: 0.05)
        accounts[3].bytes = 466
        #expect(accounts.map(\.isThrottled) == [true, true, true, true])
        bench.pass()
        #expect(bench.ledger.shedCount == 3, "so much has come that it is due at once")
        accounts[3].bytes = 349
        #expect(accounts.map(\.isThrottled) == [true, false, true, true])
    }

    @Test func reclaim_isCalledOnce_andAgainOnceTheAccountHasGrownByHalf() {
        let bench = Bench()
        var calls = 0
        let account = bench.ledger.open { calls += 1 }
        account.bytes = 800
        #expect(calls == 0, "never from within")
        bench.pass()
        #expect(calls == 1)
        account.bytes = 1_200
        bench.pass(after: 1)
        #expect(calls == 1)
        account.bytes = 1_201
        bench.pass(after: 1)
        #expect(calls == 2)
    }

    @Test func reclaim_mayChangeAndCloseAccounts() {
        let bench = Bench()
        var others: [LedgerAccount] = []
        let account = bench.ledger.open { [unowned bench] in
            others.forEach { $0.close() }
            others = bench.accounts([5])
        }
        others = bench.accounts([100, 200])
        account.bytes = 600
        bench.pass()
        #expect(bench.ledger.bytes == 605)
        account.close()
        account.bytes = 7
        #expect(bench.ledger.bytes == 5, "closed is closed")
    }

    @Test func whatSeveralHold_countsOnce_untilTheLastLetsGo() {
        let ledger = MemoryLedger(bound: 1 << 30, clock: { 0 }, later: { _, _ in })
        let (one, two) = (ledger.open(), ledger.open())
        let body = [UInt8](repeating: 1, count: 100_000)
        let small = [UInt8](repeating: 1, count: 100)
        for account in [one, two, two] {
            account.hold(body)
            account.hold(small)
        }
        #expect(ledger.bytes == 100_000 + 300)
        #expect(two.bytes == 200_200)
        one.release(body)
        two.release(body)
        #expect(ledger.bytes == 100_300)
        two.release(body)
        #expect(ledger.bytes == 300 && two.bytes == 200)
        one.hold(body)
        #expect(ledger.bytes == 100_300)
    }

    @Test func payingTime_countsFromTheFirstMark() {
        let bench = Bench()
        let accounts = bench.accounts([800])
        bench.pass()
        #expect(!accounts[0].hasShed(for: 10, at: bench.now + 9.9))
        accounts[0].bytes = 2_000
        bench.pass(after: 5)
        #expect(accounts[0].hasShed(for: 10, at: bench.now + 5))
        accounts[0].bytes = 400
        #expect(!accounts[0].hasShed(for: 10, at: bench.now + 5))
    }
}
