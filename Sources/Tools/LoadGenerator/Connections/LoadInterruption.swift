import Dispatch
import Foundation
import Glibc

/// Ends a run in order upon SIGINT or SIGTERM, so that it removes what it made.
///
/// The second signal ends the process at once. The signals are trapped as long as the object lives.
package final class LoadInterruption: @unchecked Sendable {
    /// The signal that interrupted a run.
    package struct Signal: Error, Hashable {
        package let number: Int32

        /// The status with which a process ends that the signal ended.
        package var exitCode: Int32 { 128 + number }
    }

    private let lock = NSLock()
    // Guarded by `lock`.
    private var signal: Signal?
    private var lastWork: (@Sendable () -> Void)?
    private var sources: [any DispatchSourceSignal] = []

    /// - Parameter said: Called with the first signal, on another thread.
    package init(_ said: @escaping @Sendable () -> Void = {}) {
        sources = [SIGINT, SIGTERM].map { number in
            Glibc.signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [weak self] in
                guard let self else { return }
                let (isFirst, work) = lock.withLock {
                    defer { signal = signal ?? Signal(number: number) }
                    return (signal == nil, lastWork)
                }
                if isFirst { return said() }
                work?()
                _exit(128 + number)
            }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
        Glibc.signal(SIGINT, SIG_DFL)
        Glibc.signal(SIGTERM, SIG_DFL)
    }

    /// What is done even if a second signal ends the process at once; nil: nothing.
    func atSecondSignal(_ work: (@Sendable () -> Void)?) {
        lock.withLock { lastWork = work }
    }

    /// The signal that has arrived; nil: none.
    package var received: Signal? { lock.withLock { signal } }

    /// Returns where no signal has arrived.
    ///
    /// - Throws: `Signal`.
    package func check() throws(Signal) {
        if let received { throw received }
    }
}
