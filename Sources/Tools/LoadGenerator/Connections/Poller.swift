import CLinux
import Glibc

/// Waits for sockets that can be read or written (epoll, level-triggered).
@safe final class Poller {
    struct Interest: OptionSet {
        let rawValue: UInt32
        static let input = Interest(rawValue: UInt32(lockstep_input.rawValue))
        static let output = Interest(rawValue: UInt32(lockstep_output.rawValue))
    }

    private let descriptor: Int32
    private let events: UnsafeMutableBufferPointer<lockstep_event>

    init() throws {
        descriptor = lockstep_epoll_create()
        guard descriptor >= 0 else { throw LoadError.system("epoll_create1") }
        unsafe events = .allocate(capacity: 1_024)
        unsafe events.initialize(repeating: lockstep_event())
    }

    deinit {
        unsafe events.deallocate()
        close(descriptor)
    }

    func add(_ socket: Int32, number: Int, _ interest: Interest) throws {
        try control(lockstep_add, socket, number, interest)
    }

    func change(_ socket: Int32, number: Int, _ interest: Interest) throws {
        try control(lockstep_change, socket, number, interest)
    }

    /// Calls `body` with the number of each socket that is ready.
    ///
    /// - Parameter nanoseconds: The longest time to wait for the first.
    /// - Returns: The number of sockets that were ready.
    func wait(
        _ nanoseconds: Int64, _ body: (_ number: Int, _ canWrite: Bool) throws -> Void
    ) throws -> Int {
        let count = unsafe lockstep_epoll_wait(
            descriptor, events.baseAddress, Int32(events.count), max(0, nanoseconds))
        guard count >= 0 else {
            if errno == EINTR { return 0 }
            throw LoadError.system("epoll_pwait2")
        }
        for index in 0..<Int(count) {
            let event = unsafe events[index]
            try body(Int(event.number), event.flags & Interest.output.rawValue != 0)
        }
        return Int(count)
    }

    private func control(
        _ operation: lockstep_operation, _ socket: Int32, _ number: Int, _ interest: Interest
    ) throws {
        guard
            lockstep_epoll_control(
                descriptor, Int32(operation.rawValue), socket, interest.rawValue, UInt64(number))
                == 0
        else { throw LoadError.system("epoll_ctl") }
    }
}

/// The monotonic clock of the system; times are in nanoseconds.
package enum MonotonicClock {
    /// The current time.
    package static var now: Int64 { lockstep_monotonic_time() }

    /// The processor time that this process has used.
    package static var ownProcessorTime: Int64 { lockstep_own_processor_time() }

    static func nanoseconds(_ seconds: Double) -> Int64 { Int64(seconds * 1e9) }

    static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }
}
