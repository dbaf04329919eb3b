/// Counts the bytes of memory that a server holds for its peers: outbound queues, incomplete messages and
/// request bodies, responses being sent, and what the application holds for its users.
///
/// Each holder opens a ``LedgerAccount``. There is one bound and one policy. From three quarters of
/// ``bound`` on, the largest holder sheds, among equals the newest, then the next, until the others hold
/// at most half of the bound; from the bound itself on, every holder sheds. To shed means: the holder
/// releases what it can (see ``open(reclaim:)``), optional data is not sent to it, and it is not read
/// from. It sheds until it holds half of what it held, or all together hold at most half of the bound.
///
/// For the loop's thread only. Accounts are selected at the end of a pass, at most every 50 ms unless
/// memory has grown by an eighth of the bound: O(n log n) in the accounts that hold something.
package final class MemoryLedger {
    /// Bytes that may be held.
    package let bound: Int
    /// Bytes that are held; bytes that several accounts share count once.
    package private(set) var bytes = 0
    /// The number of times that an account was selected to shed.
    package private(set) var shedCount: UInt64 = 0
    /// Whether the bound is reached: new work should be refused.
    package var isSpent: Bool { bytes >= bound }

    /// Runs work on the loop after some seconds; 0: at the end of the pass.
    private let later: (Double, @escaping () -> Void) -> Void
    private let clock: () -> Double
    private var holders: [Holder] = []
    private var opened: UInt64 = 0
    /// The number of times that all selected accounts were released.
    fileprivate private(set) var round = 0
    private var hasPayers = false
    /// Whether accounts will be selected, and whether at the end of this pass.
    private var choice = (isDue: false, isSoon: false)
    private var lastChoice = (time: -Double.infinity, bytes: 0)
    /// The number of accounts that hold the array at an address.
    private var sharers: [UInt: Int] = [:]

    private struct Holder {
        unowned let account: LedgerAccount
    }

    /// Accounts are selected above this.
    private var pressure: Int { bound - bound / 4 }
    /// The most that the others may hold together, and where shedding ends.
    private var relief: Int { bound / 2 }

    /// - Parameters:
    ///   - later: Runs work on the owning thread after some seconds; 0: soon, but not synchronously.
    ///   - clock: Monotonic seconds.
    init(
        bound: Int, clock: @escaping () -> Double,
        later: @escaping (Double, @escaping () -> Void) -> Void
    ) {
        self.bound = bound
        self.clock = clock
        self.later = later
    }

    /// A ledger for holders on `loop`.
    package convenience init(bound: Int, on loop: EventLoop) {
        self.init(bound: bound, clock: { [unowned loop] in loop.now }) {
            [unowned loop] seconds, work in
            if seconds > 0 {
                loop.timer(after: seconds, work)
            } else {
                loop.afterPass(work)
            }
        }
    }

    /// Opens an account that holds nothing yet.
    ///
    /// O(1).
    /// - Parameter reclaim: Called at the end of a pass when the account is selected to shed, and again when
    ///   it has grown by half since; releases what it can. It may change and close accounts.
    package func open(reclaim: (() -> Void)? = nil) -> LedgerAccount {
        opened += 1
        let account = LedgerAccount(self, number: opened, index: holders.count, reclaim)
        holders.append(Holder(account: account))
        return account
    }

    // MARK: Accounts

    /// Adds `delta` to the bytes held.
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

    /// Smaller arrays are not looked up: every holder counts them.
    fileprivate static let leastShared = 16_384

    /// Adds a holder of an array; returns how many of its bytes another account holds already.
    fileprivate func share(_ storage: [UInt8]) -> Int {
        let known = sharers[Self.address(storage), default: 0]
        sharers[Self.address(storage)] = known + 1
        return known > 0 ? storage.count : 0
    }

    /// Removes a holder of an array; returns how many of its bytes another account still holds.
    fileprivate func unshare(_ storage: [UInt8]) -> Int {
        let left = sharers[Self.address(storage), default: 1] - 1
        sharers[Self.address(storage)] = left > 0 ? left : nil
        return left > 0 ? storage.count : 0
    }

    /// The address of an array's bytes, which is unique while the array is held.
    private static func address(_ storage: [UInt8]) -> UInt {
        unsafe storage.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }

    // MARK: The policy

    private static let choiceSeconds = 0.05

    /// Schedules the selection of accounts.
    private func arrange() {
        let hasGrown = bytes - lastChoice.bytes > bound / 8
        guard !choice.isDue || hasGrown && !choice.isSoon else { return }
        let wait = hasGrown ? 0 : max(0, lastChoice.time + Self.choiceSeconds - clock())
        choice = (true, wait == 0)
        later(wait) { [weak self] in self?.choose() }
    }

    /// Selects the largest holders to shed.
    private func choose() {
        guard choice.isDue else { return }
        choice = (false, false)
        let now = clock()
        lastChoice = (now, bytes)
        guard bytes > pressure else { return }
        var unshed = bytes
        var candidates: [LedgerAccount] = []
        for holder in holders where holder.account.bytes > 0 {
            let account = holder.account
            if account.isMarked { unshed -= account.bytes }
            if !account.isMarked || account.hasGrownSinceMarked { candidates.append(account) }
        }
        candidates.sort { ($0.bytes, $0.number) > ($1.bytes, $1.number) }
        var selected: [LedgerAccount] = []
        for account in candidates {
            if !account.isMarked {
                guard unshed > relief else { continue }
                unshed -= account.bytes
            }
            account.mark(now)
            selected.append(account)
        }
        hasPayers = true
        shedCount += UInt64(selected.count)
        for account in selected { account.reclaim?() }
    }
}

/// The account of one holder in a ``MemoryLedger``: a connection, or whatever the application counts.
///
/// For the loop's thread only; it must be closed or released there.
package final class LedgerAccount {
    private let ledger: MemoryLedger
    /// Ascending: the newest account has the highest number.
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

    /// Bytes that the holder has, shared ones included; ignored once closed.
    ///
    /// O(1).
    package var bytes: Int {
        get { held }
        set { add(newValue - held) }
    }

    /// Adds bytes, or subtracts them if `count` is negative.
    ///
    /// O(1).
    package func add(_ count: Int) {
        guard isOpen, count != 0 else { return }
        held += count
        if held * 2 <= marked.bytes { marked.round = -1 }
        ledger.change(by: count)
    }

    /// Adds an array that other accounts may hold as well; large arrays count once in the ledger.
    ///
    /// O(1). End it by ``release(_:)`` with the same, unchanged array.
    func hold(_ storage: [UInt8]) {
        guard isOpen else { return }
        let shared = storage.count >= MemoryLedger.leastShared ? ledger.share(storage) : 0
        held += storage.count
        ledger.change(by: storage.count - shared)
    }

    /// Subtracts an array that was added by ``hold(_:)``.
    ///
    /// O(1).
    func release(_ storage: [UInt8]) {
        guard isOpen else { return }
        let shared = storage.count >= MemoryLedger.leastShared ? ledger.unshare(storage) : 0
        held -= storage.count
        if held * 2 <= marked.bytes { marked.round = -1 }
        ledger.change(by: shared - storage.count)
    }

    /// Whether the holder sheds: it must not grow more than necessary until it holds nothing.
    package var isThrottled: Bool { held > 0 && (isMarked || ledger.isSpent) }

    /// Whether the holder was selected to shed, and has shed for at least `seconds`.
    ///
    /// - Parameter now: Monotonic seconds.
    package func hasShed(for seconds: Double, at now: Double) -> Bool {
        isMarked && held > 0 && now - marked.since >= seconds
    }

    /// Subtracts everything that it holds; does nothing when repeated.
    ///
    /// O(1). Release arrays of ``hold(_:)`` before.
    package func close() {
        guard isOpen else { return }
        add(-held)
        isOpen = false
        reclaim = nil
        ledger.remove(at: index)
    }

    fileprivate var isMarked: Bool { marked.round == ledger.round }
    fileprivate var hasGrownSinceMarked: Bool { held > marked.bytes + marked.bytes / 2 }

    /// Selects the account to shed.
    fileprivate func mark(_ now: Double) {
        marked = (held, isMarked ? marked.since : now, ledger.round)
    }
}
