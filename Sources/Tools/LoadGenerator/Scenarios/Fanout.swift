/// One editor, many subscribers: the highest rate at which edits arrive in time.
///
/// An open loop: edits are due at a steady rate whatever the server does, and latency counts from
/// when an edit was due, so that the time after a slow answer counts in full.
package struct Fanout: Scenario {
    var subscribers: Int
    var editors: Int
    /// The first rate, in edits a second; the only one where `isFixed`.
    var rate: Double
    var isFixed: Bool
    var highestRate: Double
    /// The seconds of each rate, after a quarter of that as warm-up.
    var seconds: Double
    /// The longest p99 of a delivery that is in time, in milliseconds.
    var bound: Double

    package init(
        subscribers: Int, editors: Int, rate: Double, isFixed: Bool, highestRate: Double,
        seconds: Double, bound: Double
    ) {
        self.subscribers = subscribers
        self.editors = editors
        self.rate = rate
        self.isFixed = isFixed
        self.highestRate = highestRate
        self.seconds = seconds
        self.bound = bound
    }

    static let rows = 100

    package var clientCount: Int { editors + subscribers }

    package func run(_ context: LoadContext) throws -> ScenarioResult {
        var result = ScenarioResult("fanout")
        result.set("subscribers", "subscribers", subscribers)
        result.set("editors", "editors", editors)
        let name = try context.makeList(0, rows: Fanout.rows)
        defer { context.deleteList(name) }
        let group = try ClientGroup(context, runKey: context.runKey)
        let list = group.addList(name, remembered: 1 << 20)
        for _ in 0..<editors { _ = try group.addEditor(list: list) }
        for _ in 0..<subscribers { try group.addClient(list: list) }
        context.progress.show(nil, "joining")
        try group.waitUntilReady()
        var best: (step: OpenLoopResult, isMet: Bool)?
        if isFixed {
            let outcome = try attempt(rate, context, group, &result)
            best = (outcome, isMet(outcome))
        } else {
            var search = RateSearch(start: rate, highest: highestRate)
            while let next = search.next {
                let outcome = try attempt(next, context, group, &result)
                search.took(isMet(outcome))
                if isMet(outcome), next >= best?.step.rate ?? 0 { best = (outcome, true) }
                if !group.faults.isEmpty { break }
            }
        }
        report(best?.step, isMet: best?.isMet ?? false, &result)
        try Convergence(context: context, group: group).check(&result)
        return result
    }

    private func isMet(_ outcome: OpenLoopResult) -> Bool {
        guard outcome.isWhole, let p99 = outcome.counters.deliveryLatencies.milliseconds(at: 99)
        else { return false }
        return p99 <= bound
    }

    private func attempt(
        _ rate: Double, _ context: LoadContext, _ group: ClientGroup, _ result: inout ScenarioResult
    ) throws -> OpenLoopResult {
        context.progress.show(nil, "\(Int(rate)) edits/s")
        let loop = OpenLoop(
            group: group, text: context.text, rate: rate, seconds: seconds, rows: Fanout.rows,
            giveUpMilliseconds: bound * 20)
        let outcome = try loop.run(meter: context.meter)
        let latencies = outcome.counters.deliveryLatencies
        result.steps.append(
            RateStep(
                rate: rate, achieved: outcome.achieved,
                p50: latencies.milliseconds(at: 50) ?? 0, p90: latencies.milliseconds(at: 90) ?? 0,
                p99: latencies.milliseconds(at: 99) ?? 0,
                longest: latencies.milliseconds(at: 100) ?? 0,
                microsecondsPerEdit: outcome.microsecondsPerEdit,
                microsecondsPerDelivery: outcome.microsecondsPerDelivery,
                generatorShare: outcome.use.busyShare, isMet: isMet(outcome)))
        return outcome
    }

    private func report(
        _ outcome: OpenLoopResult?, isMet: Bool, _ result: inout ScenarioResult
    ) {
        guard let outcome else {
            result.add("rate", "edits a second with p99 in time", 0, "1/s")
            result.notes.append(
                "no rate was met; the lowest tried was \(result.steps.map(\.rate).min() ?? 0)")
            return
        }
        result.add("rate", "edits a second with p99 in time", isMet ? outcome.rate : 0, "1/s")
        result.add("achieved", "edits answered a second", outcome.achieved, "1/s")
        result.addLatencies("delivery", "due to delivered", outcome.counters.deliveryLatencies)
        result.addLatencies("answer", "due to answered", outcome.counters.answerLatencies)
        result.add(
            outcome.use, edits: outcome.counters.answers, deliveries: outcome.counters.deliveries,
            bytes: outcome.bytes)
        result.add(
            "heldBack", "edits that waited for an answer to an earlier one",
            outcome.heldBackShare * 100, "%")
        if outcome.heldBackShare > 0.01 {
            result.notes.append(
                "editors (\(editors)) held edits back: each may have limits.inFlight unanswered; "
                    + "--editors spreads them")
        }
    }
}

/// Searches the highest rate that is met: doubles until one is missed, then bisects.
///
/// The search only decides; its caller tries the rates. A rate counts as missed when it was missed
/// `attempts` times, as other processes may have been busy.
struct RateSearch {
    /// The highest rate met and the lowest rate missed, so far.
    private(set) var met: Double?
    private(set) var missed: Double?
    /// The rate to try next; nil: the search is over.
    private(set) var next: Double?
    private var misses = 0
    private let lowest: Double
    private let highest: Double
    private let precision: Double
    private let attempts: Int

    /// Starts a search.
    ///
    /// - Parameters:
    ///   - start: The first rate.
    ///   - lowest: The lowest rate to try.
    ///   - highest: The highest rate to try.
    ///   - precision: The search is over when the rate missed is at most this much above the rate
    ///     met: 0.05 is 5 %.
    init(
        start: Double, lowest: Double = 1, highest: Double = 1_000_000, precision: Double = 0.05,
        attempts: Int = 2
    ) {
        next = min(start, highest)
        self.lowest = lowest
        self.highest = highest
        self.precision = precision
        self.attempts = attempts
    }

    /// Records whether the rate `next` was met.
    mutating func took(_ isMet: Bool) {
        guard let rate = next else { return }
        if isMet {
            met = rate
            misses = 0
        } else {
            misses += 1
            guard misses >= attempts else { return }
            missed = rate
            misses = 0
        }
        next = following
    }

    private var following: Double? {
        switch (met, missed) {
        case (let met?, nil): met >= highest ? nil : min(met * 2, highest)
        case (nil, let missed?): missed / 2 >= lowest ? missed / 2 : nil
        case (let met?, let missed?):
            missed / met <= 1 + precision ? nil : between(met, missed)
        case (nil, nil): next
        }
    }

    /// The whole number in the middle; nil where there is none between the two rates.
    private func between(_ met: Double, _ missed: Double) -> Double? {
        let middle = ((met + missed) / 2).rounded()
        return met < middle && middle < missed ? middle : nil
    }
}
