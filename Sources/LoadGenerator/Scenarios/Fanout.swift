/// One editor, many subscribers: the highest rate at which edits still arrive in time.
///
/// An open loop: edits are due at a steady rate whatever the server does, and latency counts from
/// when an edit was due. So what had to wait behind a slow answer counts in full.
package struct Fanout: Scenario {
    var subscribers: Int
    var editors: Int
    /// The rate that is tried first, and the only one where `isFixed`.
    var rate: Double
    var isFixed: Bool
    var highestRate: Double
    /// Seconds of each rate, after a quarter of that to warm up.
    var seconds: Double
    /// Milliseconds that the slowest hundredth of the deliveries may take.
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

    package func run(_ context: LoadContext) throws -> ScenarioResult {
        var result = ScenarioResult("fanout")
        result.set("subscribers", "subscribers", subscribers)
        result.set("editors", "editors", editors)
        let name = try context.makeList(0, rows: Fanout.rows)
        defer { context.deleteList(name) }
        let fleet = try Fleet(context.address, runKey: context.runKey)
        let list = fleet.addList(name, remembered: 1 << 20)
        for _ in 0..<editors { _ = try fleet.addEditor(list: list) }
        for _ in 0..<subscribers { try fleet.addMember(list: list) }
        context.progress.show(nil, "joining")
        try fleet.waitUntilReady()
        var best: (step: OpenLoop.Outcome, isMet: Bool)?
        if isFixed {
            let outcome = try attempt(rate, context, fleet, &result)
            best = (outcome, isMet(outcome))
        } else {
            var search = RateSearch(start: rate, highest: highestRate)
            while let next = search.next {
                let outcome = try attempt(next, context, fleet, &result)
                search.took(isMet(outcome))
                if isMet(outcome), next >= best?.step.rate ?? 0 { best = (outcome, true) }
                if !fleet.faults.isEmpty { break }
            }
        }
        report(best?.step, isMet: best?.isMet ?? false, &result)
        try Convergence(context: context, fleet: fleet).check(&result)
        return result
    }

    private func isMet(_ outcome: OpenLoop.Outcome) -> Bool {
        guard outcome.isWhole, let p99 = outcome.tally.deliveryLatencies.milliseconds(at: 99)
        else { return false }
        return p99 <= bound
    }

    private func attempt(
        _ rate: Double, _ context: LoadContext, _ fleet: Fleet, _ result: inout ScenarioResult
    ) throws -> OpenLoop.Outcome {
        context.progress.show(nil, "\(Int(rate)) edits/s")
        let loop = OpenLoop(
            fleet: fleet, text: context.text, rate: rate, seconds: seconds, rows: Fanout.rows,
            giveUpMilliseconds: bound * 20)
        let outcome = try loop.run(process: context.process)
        let latencies = outcome.tally.deliveryLatencies
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
        _ outcome: OpenLoop.Outcome?, isMet: Bool, _ result: inout ScenarioResult
    ) {
        guard let outcome else {
            result.add("rate", "edits a second with p99 in time", 0, "1/s")
            result.notes.append(
                "no rate was met; the lowest tried was \(result.steps.map(\.rate).min() ?? 0)")
            return
        }
        result.add("rate", "edits a second with p99 in time", isMet ? outcome.rate : 0, "1/s")
        result.add("achieved", "edits answered a second", outcome.achieved, "1/s")
        result.addLatencies("delivery", "due to delivered", outcome.tally.deliveryLatencies)
        result.addLatencies("answer", "due to answered", outcome.tally.answerLatencies)
        result.add(
            outcome.use, edits: outcome.tally.answers, deliveries: outcome.tally.deliveries,
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
