import ListDocument
package import ListProtocol
import Logging
import TextBytes

/// The lists that are stored and cannot be read; for the loop's thread.
package final class UnreadableLists {
    private var reasons: [ListID: String] = [:]

    package var count: Int { reasons.count }

    /// At most so many, in order of their ids, with the reasons.
    ///
    /// O(the number asked for), however many there are.
    package func some(_ most: Int) -> [(list: ListID, reason: String)] {
        reasons.prefix(most).sorted { $0.key.text.precedes($1.key.text) }.map { ($0.key, $0.value) }
    }

    /// A list could not be read; logged once until it can.
    func note(_ list: ListID, _ failure: LoadFailure, _ log: Logger) {
        guard !areSame(reasons.updateValue(failure.reason, forKey: list), failure.reason)
        else { return }
        let way =
            switch failure {
            case .damaged: "`lockstep export --salvage`"
            case .unavailable: "it is tried again"
            }
        log.error(
            "a list cannot be read; it is unavailable until it can: \(way)",
            metadata: ["list": "\(list.text)", "reason": "\(failure.reason)"])
    }

    /// A list could be read, or is gone.
    func clear(_ list: ListID, _ log: Logger) {
        guard reasons.removeValue(forKey: list) != nil else { return }
        log.notice("a list can be read again", metadata: ["list": "\(list.text)"])
    }
}
