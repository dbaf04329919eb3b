import Foundation

/// The limit of open file descriptors of this process.
package enum DescriptorLimit {
    /// Descriptors that sockets leave free, for files.
    ///
    /// At the limit itself `accept` would fail repeatedly without removing the waiting peer.
    package static let reserve = 64

    /// Raises the soft limit to the hard limit.
    ///
    /// - Returns: The limit; nil if the system does not report it.
    package static func raise() -> Int? {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(resource, &limit) == 0 else { return nil }
        if limit.rlim_cur < limit.rlim_max {
            var wanted = limit
            wanted.rlim_cur = limit.rlim_max
            if unsafe setrlimit(resource, &wanted) == 0 { limit = wanted }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// The limit; nil if the system does not report it.
    package static var current: Int? {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(resource, &limit) == 0 else { return nil }
        return Int(clamping: limit.rlim_cur)
    }

    /// Descriptors that connections to others leave free, for libraries: the one that runs the threads ends the
    /// process where it finds none.
    package static let dialingReserve = 8

    /// Whether a connection can be opened that leaves ``dialingReserve`` descriptors free.
    static var hasRoomToDial: Bool {
        // The lowest one that is free.
        let next = unsafe open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard next >= 0 else { return false }
        defer { close(next) }
        return current.map { Int(next) + dialingReserve < $0 } ?? true
    }

    /// Whether a socket with descriptor `number` is too near to the limit.
    static func isNear(_ number: Int32) -> Bool {
        guard let current else { return false }
        return Int(number) + reserve > current
    }
}
