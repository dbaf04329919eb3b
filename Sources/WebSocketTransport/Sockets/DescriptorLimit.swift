import Foundation

/// How many descriptors this process may have open.
package enum DescriptorLimit {
    /// So many are left for files, journals and the like.
    ///
    /// At the limit itself `accept` would fail over
    /// and over without the waiting peer being taken off.
    package static let reserve = 64

    /// Raises the soft limit as far as the hard one lets it.
    ///
    /// - Returns: how many may be open now; nil where the system does not say.
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

    /// How many may be open now; nil where the system does not say.
    package static var current: Int? {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(resource, &limit) == 0 else { return nil }
        return Int(clamping: limit.rlim_cur)
    }

    /// Whether a socket that was given descriptor `number` comes too near to the limit.
    static func isNear(_ number: Int32) -> Bool {
        guard let current else { return false }
        return Int(number) + reserve > current
    }
}
