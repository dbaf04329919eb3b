import ListEditing

/// Matches the answered edits of a list with the change sets that another client is sent.
///
/// What is matched is forgotten, so that it holds what is on its way, and what was lost.
struct ListProofs {
    /// An answered edit that was not seen yet.
    struct Answer: Hashable {
        var client: ClientID
        var due: Int64
    }

    private(set) var unseen: [Int: Answer] = [:]
    private var unanswered: [Int: (client: ClientID, at: Int64)] = [:]
    /// Matched edits: from when each was due to when it was seen.
    private(set) var delays: [(due: Int64, seen: Int64)] = []
    /// Revisions that an answer names and that the change sets show as another's.
    private(set) var contradicted = 0

    /// An edit was answered as applied.
    mutating func answered(_ revision: Int, by client: ClientID, due: Int64) {
        if let seen = unanswered.removeValue(forKey: revision) {
            match(seen.client, client, due, seen.at)
        } else {
            unseen[revision] = Answer(client: client, due: due)
        }
    }

    /// A change set of one of the test's clients has arrived.
    mutating func seen(_ revision: Int, by client: ClientID, at now: Int64) {
        if let answer = unseen.removeValue(forKey: revision) {
            match(client, answer.client, answer.due, now)
        } else {
            unanswered[revision] = (client, now)
        }
    }

    private mutating func match(
        _ seen: ClientID, _ answered: ClientID, _ due: Int64, _ now: Int64
    ) {
        if seen == answered { delays.append((due, now)) } else { contradicted += 1 }
    }

    mutating func takeDelays() -> [(due: Int64, seen: Int64)] {
        defer { delays.removeAll(keepingCapacity: true) }
        return delays
    }

    /// An answered edit was found in another way.
    mutating func found(_ revision: Int) { unseen[revision] = nil }

    /// Gives up change sets whose edits were not answered.
    mutating func forgetUnanswered() { unanswered.removeAll() }
}
