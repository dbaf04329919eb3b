/// Counts, in bytes, what peers make a server keep in memory: outbound queues, messages and request
/// bodies that are not whole yet, answers under way, and what the application keeps for its users.
///
/// Each holder opens a ``LedgerAccount``. There is one bound and one policy. From three quarters of
/// ``bound`` on, the largest holder pays, among equals the newest, then the next, until the others hold
/// half of the bound at most; from the bound itself on, every holder pays. A payer gives back what it
/// can (see ``open(reclaim:)``), is sent nothing that can be left out, and is not read from. It stops
/// paying once it holds half of what it held, or all together hold half of the bound at most.
///
/// For the loop's thread only. Payers are chosen at the end of a pass, at most every 50 ms unless an eighth
/// of the bound has come meanwhile: O(n log n) in the accounts that hold something.
package final class MemoryLedger {
    /// Bytes that may be held.
    package let bound: Int
    /// Bytes that are held; what several accounts share counts once.
    package private(set) var bytes = 0
    /// How many times an account was made to pay.
    package private(set) var paid: UInt64 = 0
    /// Whether as much is held as may be: what is new is refused where it can be.
    package var isSpent: Bool { bytes >= bound }

    /// Runs work on the loop after so many seconds; 0: at the end of the pass.
    private let later: (Double, @escaping () -> Void) -> Void
    private let clock: () -> Double
    private var holders: [Holder] = []
    private var opened: UInt64 = 0
    /// Counts how often all payers were let go.
    fileprivate private(set) var round = 0
    private var hasPayers = false
    /// Whether payers will be chosen, and whether at the end of this pass.
    private var choice = (isDue: false, isSoon: false)
    private var lastChoice = (time: -Double.infinity, bytes: 0)
    /// How many accounts hold the bytes that lie at an address.
    private var sharers: [UInt: Int] = [:]

    private struct Holder {
        unowned let account: LedgerAccount
    }

    /// From here on payers are chosen.
    private var pressure: Int { bound - bound / 4 }
    /// What those that do not pay may hold, and where paying ends.
    private var relief: Int { bound / 2 }

    /// - Parameters:
    ///   - later: runs work on the owning thread after so many seconds; 0: soon, never from within.
    ///   - clock: monotonic seconds.
    init(
        bound: Int, clock: @escaping () -> Double,
        later: @escaping (Double, @escaping () -> Void) -> Void
    ) {
        self.bound = bound
        self.clock = clock
        self.later = later
    }

    /// A ledger for what is held on `loop`.
    package convenience init(bound: Int, on loop: EventLoop) {
        self.init(bound: bound, clock: { EventLoop.now }) { [unowned loop] seconds, work in
            let work = LoopConfined(work)
            if seconds > 0 {
                loop.schedule(after: seconds) { work.value() }
            } else {
                loop.execute { work.value() }
            }
        }
    }

    /// Opens an account that holds nothing yet.
    ///
    /// O(1).
    /// - Parameter reclaim: called at the end of a pass when the account is made to pay, and again when
    ///   it has grown by half since; gives back what it can. It may change and close accounts.
    package func open(reclaim: (() -> Void)? = nil) -> LedgerAccount {
        opened += 1
        let account = LedgerAccount(self, number: opened, index: holders.count, reclaim)
        holders.append(Holder(account: account))
        return account
    }

    // MARK: What accounts tell

    /// More or less is held than before.
    fileprivate func change(by delta: Int) {
        bytes += delta
        if delta > 0 {
            if bytes > pressure { arrange() }
        } else if hasPayers, bytes <= relief {
            hasPayers = false
            round += 1
        }
    }

    fileprivate func remove(at index: Int) {
        let last = holders.removeLast()
        guard index < holders.count else { return }
        holders[index] = last
        last.account.index = index
    }

    /// Smaller arrays are not looked up: each holder counts them.
    fileprivate static let leastShared = 16_384

    /// An account begins to hold these bytes; gives how many of them another holds already.
    fileprivate func share(_ storage: [UInt8]) -> Int {
        let known = sharers[Self.address(storage), default: 0]
        sharers[Self.address(storage)] = known + 1
        return known > 0 ? storage.count : 0
    }

    /// An account holds these bytes no longer; gives how many of them another still holds.
    fileprivate func unshare(_ storage: [UInt8]) -> Int {
        let left = sharers[Self.address(storage), default: 1] - 1
        sharers[Self.address(storage)] = left > 0 ? left : nil
        return left > 0 ? storage.count : 0
    }

    /// Where an array's bytes lie; no two that are held at a time lie at one place.
    private static func address(_ storage: [UInt8]) -> UInt {
        unsafe storage.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }

    // MARK: The policy

    private static let choiceSeconds = 0.05

    /// Has payers chosen as soon as that may be.
    private func arrange() {
        let hasGrown = bytes - lastChoice.bytes > bound / 8
        guard !choice.isDue || hasGrown && !choice.isSoon else { return }
        let wait = hasGrown ? 0 : max(0, lastChoice.time + Self.choiceSeconds - clock())
        choice = (true, wait == 0)
        later(wait) { [weak self] in self?.choose() }
    }

    /// Makes the largest holders pay.
    private func choose() {
        guard choice.isDue else { return }
        choice = (false, false)
        let now = clock()
        lastChoice = (now, bytes)
        guard bytes > pressure else { return }
        var unpaid = bytes
        var candidates: [LedgerAccount] = []
        for holder in holders where holder.account.bytes > 0 {
            let account = holder.account
            if account.isMarked { unpaid -= account.bytes }
            if !account.isMarked || account.hasGrownSinceMarked { candidates.append(account) }
        }
        candidates.sort { ($0.bytes, $0.number) > ($1.bytes, $1.number) }
        var payers: [LedgerAccount] = []
        for account in candidates {
            if !account.isMarked {
                guard unpaid > relief else { continue }
                unpaid -= account.bytes
            }
            account.mark(now)
            payers.append(account)
        }
        hasPayers = true
        paid += UInt64(payers.count)
        for payer in payers { payer.reclaim?() }
    }
}

/// What one holder has in a ``MemoryLedger``: a connection, a list, a session.
///
/// For the loop's thread only; it must be closed or released there.
package final class LedgerAccount {
    private let ledger: MemoryLedger
    /// Counts the ledger's accounts: the newest has the highest.
    fileprivate let number: UInt64
    fileprivate var index: Int
    /// See ``MemoryLedger/open(reclaim:)``.
    var reclaim: (() -> Void)?
    private var held = 0
    private var isOpen = true
    private var marked = (bytes: 0, since: 0.0, round: -1)

    fileprivate init(
        _ ledger: MemoryLedger, number: UInt64, index: Int, _ reclaim: (() -> Void)?
    ) {
        self.ledger = ledger
        self.number = number
        self.index = index
        self.reclaim = reclaim
    }

    deinit { close() }

    /// Bytes that the holder has now, those that it shares with others included; ignored once closed.
    ///
    /// O(1).
    package var bytes: Int {
        get { held }
        set { add(newValue - held) }
    }

    /// Counts more bytes, or with a negative number fewer.
    ///
    /// O(1).
    package func add(_ count: Int) {
        guard isOpen, count != 0 else { return }
        held += count
        if held * 2 <= marked.bytes { marked.round = -1 }
        ledger.change(by: count)
    }

    /// Counts bytes that other accounts may hold, too: all together they count once if they are many.
    ///
    /// O(1). To be ended by ``release(_:)`` with the same array, not changed meanwhile.
    func hold(_ storage: [UInt8]) {
        guard isOpen else { return }
        let shared = storage.count >= MemoryLedger.leastShared ? ledger.share(storage) : 0
        held += storage.count
        ledger.change(by: storage.count - shared)
    }

    /// Counts them no longer.
    ///
    /// O(1).
    func release(_ storage: [UInt8]) {
        guard isOpen else { return }
        let shared = storage.count >= MemoryLedger.leastShared ? ledger.unshare(storage) : 0
        held -= storage.count
        if held * 2 <= marked.bytes { marked.round = -1 }
        ledger.change(by: shared - storage.count)
    }

    /// Whether the holder is to take no more than it must until it holds nothing.
    package var isPaying: Bool { held > 0 && (isMarked || ledger.isSpent) }

    /// Whether the holder was among the largest and has paid for `seconds` or longer.
    ///
    /// - Parameter now: monotonic seconds.
    package func hasPaid(for seconds: Double, at now: Double) -> Bool {
        isMarked && held > 0 && now - marked.since >= seconds
    }

    /// Gives back all that it holds; harmless when repeated.
    ///
    /// O(1). What was held by ``hold(_:)`` must have been released.
    package func close() {
        guard isOpen else { return }
        add(-held)
        isOpen = false
        reclaim = nil
        ledger.remove(at: index)
    }

    fileprivate var isMarked: Bool { marked.round == ledger.round }
    fileprivate var hasGrownSinceMarked: Bool { held > marked.bytes + marked.bytes / 2 }

    /// Among the largest: it pays.
    fileprivate func mark(_ now: Double) {
        marked = (held, isMarked ? marked.since : now, ledger.round)
    }
}
