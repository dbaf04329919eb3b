import ListHosting
import ServerMetrics
import WebSocketTransport

/// Takes the figures that `lockstep top` shows, with the rates since the sample before.
///
/// All who watch share the samples.
actor FiguresSampler {
    private let clock: WallClock
    private let text: @Sendable () async -> String
    private var newest: (sample: MetricsSample, taken: Double)?
    private var encoded: [UInt8] = []
    /// The sample that is being taken: who asks meanwhile waits for it.
    private var sampling: Task<Void, Never>?

    /// Seconds between two samples, at least; rates are computed from two that are at most so far apart.
    private static let spacing = (least: 0.75, most: 15.0)

    /// - Parameter text: Gives the figures in Prometheus' text format.
    init(clock: WallClock, text: @escaping @Sendable () async -> String) {
        self.clock = clock
        self.text = text
    }

    /// The figures as JSON.
    func figures() async -> [UInt8] {
        if isDue(at: EventLoop.now) {
            let sampling = self.sampling ?? Task { await self.takeOne() }
            self.sampling = sampling
            await sampling.value
        }
        return encoded
    }

    private func takeOne() async {
        if let sample = MetricsSample(await text(), at: EventLoop.now) { take(sample) }
        sampling = nil
    }

    private func isDue(at now: Double) -> Bool {
        newest.map { now - $0.taken >= Self.spacing.least } ?? true
    }

    private func take(_ sample: MetricsSample) {
        let now = EventLoop.now
        let earlier = newest.flatMap { now - $0.taken <= Self.spacing.most ? $0.sample : nil }
        let figures = TopFigures(sample, after: earlier, clock: Double(clock.now()) / 1000)
        encoded = Array(figures.json.utf8)
        newest = (sample, now)
    }
}
