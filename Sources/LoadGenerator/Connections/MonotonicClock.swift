import CLinux

/// Times in nanoseconds.
package enum MonotonicClock {
    /// Now, on a clock that only goes forward.
    package static var now: Int64 { lockstep_monotonic_time() }

    /// Processor time that this process has used.
    static var ownProcessorTime: Int64 { lockstep_own_processor_time() }

    static func nanoseconds(_ seconds: Double) -> Int64 { Int64(seconds * 1e9) }

    static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }
}
