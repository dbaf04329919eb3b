import Dispatch
import Glibc

/// Cleans up when the run is interrupted (Ctrl-C, or a polite kill), and ends the process.
final class Interruption {
    private let sources: [any DispatchSourceSignal]

    /// - Parameter cleanUp: Called on another thread, while the run goes on.
    init(_ cleanUp: @escaping @Sendable () -> Void) {
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                cleanUp()
                exit(128 + number)
            }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
        signal(SIGINT, SIG_DFL)
        signal(SIGTERM, SIG_DFL)
    }
}
