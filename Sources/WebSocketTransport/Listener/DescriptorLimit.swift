import Foundation

/// How many descriptors this process may have open.
enum DescriptorLimit {
    /// So many are left for files, journals and the like.
    ///
    /// At the limit itself `accept` would fail over
    /// and over without the waiting peer being taken off.
    static let reserve = 64

    /// Whether a socket that was given descriptor `number` comes too near to the limit.
    static func isNear(_ number: Int32) -> Bool {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return false
        }
        return UInt(number) + UInt(reserve) > limit.rlim_cur
    }
}
