/// Property W: what a client holds of a list, where it does not hold all of it.
extension HistoryChecker {
    /// Whatever a windowed client holds equals the list at its revision, at every revision.
    func windowsEqualTheList() -> Judgement {
        var judgement = Judgement()
        for (client, window) in windows {
            switch window {
            case .misfit(let list, let revision, let reason):
                judgement.tried += 1
                judgement.violations.append(
                    Violation(
                        "what client \(client) was sent does not fit its window: \(reason)",
                        list: list.name, revision: revision))
            case .holds(let held):
                guard let state = timeline(held.list)?.state(at: held.revision) else { continue }
                judgement.tried += 1
                guard let difference = held.difference(from: state) else { continue }
                judgement.violations.append(
                    Violation(
                        "the window of client \(client) and the list differ: \(difference)",
                        list: held.list.name, revision: held.revision))
            }
        }
        return judgement
    }
}
