import Foundation

/// What the threads of a connection share: the requests under way, their timer, what is delivered.
///
/// libnats holds it until it has called back for the last time.
final class ConnectionCore: Sendable {
    let deliveries: DeliveryQueue
    private let events: @Sendable (NATSEvent) -> Void
    /// Dispatch's sources may be used from any thread.
    nonisolated(unsafe) private let timer: any DispatchSourceTimer
    private let lock = NSLock()
    nonisolated(unsafe) private var table = ReplyTable()
    /// The tick for which the timer is set; `Int.max` where it is not.
    nonisolated(unsafe) private var timerTick = Int.max
    nonisolated(unsafe) private var isRefusing = false
    nonisolated(unsafe) private var isClosing = false
    nonisolated(unsafe) private var isOpen = false
    nonisolated(unsafe) private var whenDrained: [@Sendable () -> Void] = []
    nonisolated(unsafe) private var whenClosed: [@Sendable () -> Void] = []

    init(_ deliveries: DeliveryQueue, events: @escaping @Sendable (NATSEvent) -> Void) {
        self.deliveries = deliveries
        self.events = events
        unsafe timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "nats-timeouts"))
        unsafe timer.setEventHandler { [weak self] in self?.expire() }
        unsafe timer.activate()
    }

    deinit { unsafe timer.cancel() }

    // MARK: Requests

    var requestsUnderWay: Int { lock.withLock { unsafe table.count } }

    /// Adds a request and returns its number.
    func add(_ completion: RequestCompletion, seconds: Double) -> Result<UInt64, RequestError> {
        let tick = ReplyTable.tick(of: Self.now + seconds)
        return lock.withLock {
            guard unsafe !isRefusing else {
                return .failure(.notSent("the connection to NATS is closed"))
            }
            let number = unsafe table.add(completion, until: tick)
            if unsafe tick < timerTick { setTimer(tick) }
            return .success(number)
        }
    }

    /// Takes the answer to a request; ignores those to requests that are over.
    func receive(_ message: NATSMessage, for number: UInt64) {
        finish { table in table.receive(message, for: number).map { [$0] } ?? [] }
    }

    func fail(_ number: UInt64, _ error: RequestError) {
        finish { table in table.fail(number, error).map { [$0] } ?? [] }
    }

    private func expire() {
        let now = ReplyTable.tick(of: Self.now)
        finish { table in table.expire(through: now) }
        lock.withLock { setTimer(unsafe table.nextTick ?? Int.max) }
    }

    private func finish(_ change: (inout ReplyTable) -> [FinishedRequest]) {
        let (finished, drained) = lock.withLock {
            let finished = unsafe change(&table)
            return (finished, takeDrained())
        }
        deliveries.add(finished)
        for body in drained { body() }
    }

    /// Under the lock.
    private func takeDrained() -> [@Sendable () -> Void] {
        guard unsafe table.count == 0 else { return [] }
        defer { unsafe whenDrained = [] }
        return unsafe whenDrained
    }

    /// Under the lock: sets the timer for a tick.
    private func setTimer(_ tick: Int) {
        unsafe timerTick = tick
        guard tick < Int.max else { return }
        let wait = max(0, Double(tick) * ReplyTable.tickSeconds - Self.now)
        unsafe timer.schedule(deadline: .now() + wait, leeway: .milliseconds(1))
    }

    /// Monotonic seconds.
    private static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

    // MARK: The state

    /// Notes that libnats has connected, and so will say when it is closed.
    func open() { lock.withLock { unsafe isOpen = true } }

    /// Refuses requests from here on.
    func refuse() { lock.withLock { unsafe isRefusing = true } }

    /// Refuses requests, and calls `body` once none is under way.
    func drain(_ body: @escaping @Sendable () -> Void) {
        let drained = lock.withLock {
            unsafe isRefusing = true
            unsafe whenDrained.append(body)
            return takeDrained()
        }
        for body in drained { body() }
    }

    /// Calls `body` once libnats has called back for the last time.
    func whenClosed(_ body: @escaping @Sendable () -> Void) {
        let isOver = lock.withLock {
            guard unsafe isOpen else { return true }
            unsafe whenClosed.append(body)
            return false
        }
        if isOver { body() }
    }

    func report(_ event: NATSEvent) {
        deliveries.add(.event(event, events))
    }

    /// Ends the requests under way, before the owner's connection is closed.
    func close() {
        lock.withLock { unsafe (isRefusing, isClosing) = (true, true) }
        finish { table in table.failAll(.closed) }
    }

    func disconnected(_ reason: String) {
        guard lock.withLock({ unsafe !isClosing }) else { return }
        finish { table in table.failAll(.disconnected) }
        report(.disconnected(reason))
    }

    func closed(_ reason: String) {
        close()
        report(.closed(reason))
        let waiting = lock.withLock {
            unsafe isOpen = false
            defer { unsafe whenClosed = [] }
            return unsafe whenClosed
        }
        for body in waiting { body() }
    }
}
