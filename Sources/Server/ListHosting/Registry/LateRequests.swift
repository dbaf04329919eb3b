import Hashing
import ListProtocol

/// Lists that were created or deleted so late that the client that asked may have given up: the same request again is
/// answered as it would have been, not with `listExists` or `unknownList`.
///
/// Only this server knows of them, and not after a restart.
struct LateRequests {
    /// A creation that may not have been heard of.
    package struct Creation {
        let epoch: String
        /// That of the request.
        let digest: [UInt8]
        let until: Double
    }

    private var creations: [ListID: Creation] = [:]
    private var deletions: [ListID: Double] = [:]

    /// Seconds after which a request may have been given up, and for which it is remembered then.
    private static let seconds = (late: 5.0, remembered: 3_600.0)
    /// The most creations, and the most deletions, that are remembered.
    private static let most = 1_000

    /// - Parameter began: When it was taken; both in seconds of the loop.
    static func isLate(_ began: Double, at now: Double) -> Bool { now - began > seconds.late }

    /// Tells a request from others for the same id.
    ///
    /// Complexity: O(n) in the bytes of the list.
    static func digest(of list: CreateList, for requester: String) -> [UInt8] {
        SHA256.hash(list.encoded + [0] + Array(requester.utf8))
    }

    mutating func created(_ list: ListID, _ epoch: String, _ digest: [UInt8], at now: Double) {
        deletions[list] = nil
        if creations.count >= Self.most { creations = creations.filter { $0.value.until > now } }
        guard creations.count < Self.most else { return }
        creations[list] = Creation(
            epoch: epoch, digest: digest, until: now + Self.seconds.remembered)
    }

    func creation(of list: ListID, at now: Double) -> Creation? {
        creations[list].flatMap { $0.until > now ? $0 : nil }
    }

    mutating func deleted(_ list: ListID, at now: Double) {
        creations[list] = nil
        if deletions.count >= Self.most { deletions = deletions.filter { $0.value > now } }
        if deletions.count < Self.most { deletions[list] = now + Self.seconds.remembered }
    }

    func hasDeleted(_ list: ListID, at now: Double) -> Bool {
        deletions[list].map { $0 > now } ?? false
    }
}
