import ListProtocol

/// Property 1.
extension Reading {
    func revisionsAreOneSequence() -> Judgement {
        var findings: [Finding] = []
        for timeline in timelines {
            findings += timeline.conflicts
            for gap in timeline.gaps.prefix(1) {
                findings.append(
                    timeline.finding("nobody was sent a set under this revision", gap))
            }
            findings += fallingTimes(of: timeline)
        }
        return (timelines.reduce(0) { $0 + $1.sets.count }, findings)
    }

    /// `at` never falls.
    private func fallingTimes(of timeline: Timeline) -> [Finding] {
        var findings: [Finding] = []
        for (revision, seen) in timeline.sets {
            guard let before = timeline.sets[revision - 1], before.set.at > seen.set.at
            else { continue }
            findings.append(
                timeline.finding("`at` is lower than before", revision, [before.frame, seen.frame]))
        }
        return findings.sorted { ($0.revision ?? 0) < ($1.revision ?? 0) }
    }
}
