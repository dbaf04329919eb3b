import DequeModule
package import ListSequencing

/// What a sequencer is to do, in order.
///
/// Deliveries can be stopped, for one that is being made on another thread and has its place among them.
/// What asks the journal or other threads for something goes on meanwhile.
package struct SequencerSteps: Sendable {
    package enum Step: Sendable {
        case effect(SequencerEffect)
        case shared(SharedEffect)
        case leave(UInt64, Subscribers.Leaving)
        case broadcast(Subscribers.Broadcast)

        fileprivate var isDelivery: Bool {
            switch self {
            case .leave, .broadcast: return true
            case .shared(.decline): return true
            case .shared: return false
            case .effect(let effect):
                switch effect {
                case .wake, .load, .work, .append, .resolve, .compact, .delete, .discard, .note,
                    .fetch(.history), .fetch(.past), .fetch(.snapshot):
                    return false
                case .fetch(.query), .answer, .refuse, .leaveUnanswered, .reply, .broadcast,
                    .finishDeletion:
                    return true
                }
            }
        }
    }

    private var steps: Deque<Step> = []
    /// Those that are no deliveries, while deliveries are stopped.
    private var others: Deque<Step> = []
    private var isStopped = false

    var isEmpty: Bool { steps.isEmpty && others.isEmpty }

    mutating func append(_ step: Step) {
        if isStopped, !step.isDelivery { others.append(step) } else { steps.append(step) }
    }

    /// Takes what is to be done next; nil: nothing, for now.
    mutating func next() -> Step? {
        others.popFirst() ?? (isStopped ? nil : steps.popFirst())
    }

    /// Stops deliveries.
    ///
    /// - Complexity: O(n) in the steps that wait.
    mutating func stop() {
        isStopped = true
        let waiting = steps
        steps = []
        for step in waiting { append(step) }
    }

    /// Deliveries go on.
    mutating func resume() { isStopped = false }
}
