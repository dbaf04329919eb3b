import SeededRandom

/// How many users there are at each moment of a profile, and when further ones arrive.
struct PopulationPlan {
    private let phases: [LoadProfile.Phase]
    private var random: SplitMix64
    /// When the next user arrives by chance, in seconds; nil: not drawn yet.
    private var next: Double?
    private var drawnUntil = 0.0

    init(_ profile: LoadProfile, seed: UInt64) {
        phases = profile.phases
        random = SplitMix64(seed: seed)
    }

    /// The users of the phases at a time, without those that arrive by chance.
    func users(at time: Double) -> Int {
        var begin = 0.0
        var before = 0
        for phase in phases {
            let end = begin + phase.seconds
            if time < end {
                guard phase.isRamp else { return phase.users }
                let part = (time - begin) / phase.seconds
                return Int(Double(before) + Double(phase.users - before) * part)
            }
            begin = end
            before = phase.users
        }
        return before
    }

    /// The users a second that arrive at a time, and the end of their phase.
    private func arrivals(at time: Double) -> (rate: Double, end: Double)? {
        var begin = 0.0
        for phase in phases {
            let end = begin + phase.seconds
            if time < end { return (phase.arrivals ?? 0, end) }
            begin = end
        }
        return nil
    }

    /// When users arrived since the last call, in order: at random, so many a second on average.
    mutating func arrivals(until time: Double) -> [Double] {
        var found: [Double] = []
        while drawnUntil <= time {
            guard let (rate, end) = arrivals(at: drawnUntil) else { break }
            guard rate > 0 else {
                drawnUntil = end
                continue
            }
            let arrival = next ?? drawnUntil + UserChoice.exponential(&random) / rate
            guard arrival < end else {
                (next, drawnUntil) = (nil, end)
                continue
            }
            guard arrival <= time else {
                next = arrival
                break
            }
            found.append(arrival)
            (next, drawnUntil) = (nil, arrival)
        }
        return found
    }
}
