internal import CCurl
internal import Foundation
internal import Synchronization

/// A request that was handed over, for cancelling it.
final class RequestTicket: Sendable {
    let request: OutgoingRequest
    /// Also set where the request is cancelled before it is added.
    let isCancelled = Atomic(false)

    init(_ request: OutgoingRequest) {
        self.request = request
    }
}

/// What callers hand over to the thread that makes the requests.
///
/// Unbounded: callers bound how many requests they have under way.
@safe
final class RequestQueue: Sendable {
    /// A request, and whom to tell its outcome.
    struct Entry: Sendable {
        let ticket: RequestTicket
        let done: @Sendable (Result<HTTPReply, HTTPRequestError>) -> Void
    }

    /// What the thread takes at once.
    struct Work: Sendable {
        var added: [Entry] = []
        var cancelled: [RequestTicket] = []
        var isStopping = false
    }

    /// The thread, as a request finds it.
    enum ThreadState {
        case isRunning
        /// The caller starts it.
        case isIdle
        case isStopped
    }

    private let lock = NSLock()
    nonisolated(unsafe) private var work = Work()
    nonisolated(unsafe) private var isStarted = false
    nonisolated(unsafe) private var hasEnded = false
    /// What `curl_multi_poll` waits with; nil while it does not.
    nonisolated(unsafe) private var multi: UnsafeMutableRawPointer?
    nonisolated(unsafe) private var whenEnded: [@Sendable () -> Void] = []

    /// Adds a request, unless the thread is stopped.
    func add(
        _ ticket: RequestTicket,
        _ done: @escaping @Sendable (Result<HTTPReply, HTTPRequestError>) -> Void
    ) -> ThreadState {
        lock.withLock {
            guard unsafe !work.isStopping else { return .isStopped }
            unsafe work.added.append(Entry(ticket: ticket, done: done))
            wake()
            defer { unsafe isStarted = true }
            return unsafe isStarted ? .isRunning : .isIdle
        }
    }

    /// Ends a request with ``HTTPRequestError/stopped``, unless it has its outcome.
    func cancel(_ ticket: RequestTicket) {
        ticket.isCancelled.store(true, ordering: .relaxed)
        lock.withLock {
            guard unsafe !work.isStopping else { return }
            unsafe work.cancelled.append(ticket)
            wake()
        }
    }

    /// Stops the thread; calls `body` once it has, from there or from here.
    func stop(_ body: @escaping @Sendable () -> Void) {
        let isOver = lock.withLock {
            unsafe work.isStopping = true
            guard unsafe isStarted, unsafe !hasEnded else { return true }
            unsafe whenEnded.append(body)
            wake()
            return false
        }
        if isOver { body() }
    }

    /// Under the lock.
    private func wake() {
        if let multi = unsafe multi { unsafe curl_multi_wakeup(multi) }
    }

    // MARK: On the thread

    /// Names what is to be woken.
    @unsafe func begin(_ multi: UnsafeMutableRawPointer) {
        lock.withLock { unsafe self.multi = multi }
    }

    func take() -> Work {
        lock.withLock {
            defer { unsafe (work.added, work.cancelled) = ([], []) }
            return unsafe work
        }
    }

    /// The last call: `multi` is freed after it, by `free`.
    func end(_ free: () -> Void) {
        lock.withLock { unsafe multi = nil }
        free()
        let waiting = lock.withLock {
            unsafe (hasEnded, work) = (true, Work(isStopping: true))
            defer { unsafe whenEnded = [] }
            return unsafe whenEnded
        }
        for body in waiting { body() }
    }
}
