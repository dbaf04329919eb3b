import Foundation

/// Shows figures the way that is asked for: drawn in place, in lines, or as JSON.
struct TopView {
    private let url: String
    private let isJSON: Bool
    private var screen: TopScreen?
    private let time: DateFormatter

    /// - Parameter isLive: Whether there is more than one look, to be drawn over the one before.
    init(url: String, isJSON: Bool, isLive: Bool) {
        self.url = url
        self.isJSON = isJSON
        screen = isJSON || !isLive ? nil : .standardOutput
        time = DateFormatter()
        time.locale = Locale(identifier: "en_US_POSIX")
        time.dateFormat = "HH:mm:ss"
    }

    mutating func show(_ sample: MetricsSample, after earlier: MetricsSample?) throws {
        let now = Date()
        let figures = TopFigures(sample, after: earlier, clock: now.timeIntervalSince1970)
        if isJSON {
            try Output.write(line: figures.json)
        } else if screen != nil {
            try screen?.draw(figures.screen(of: url, time: time.string(from: now)))
        } else {
            try Output.write(line: figures.line(time: time.string(from: now)))
        }
    }

    /// There is no answer; the next look may have one.
    mutating func show(_ failure: CommandFailure) throws {
        let now = time.string(from: Date())
        if screen != nil {
            try screen?.draw([
                "\(url)  \(now)", "", "\(failure)", "", "Trying again; Ctrl-C ends it.",
            ])
        } else {
            Output.note("\(now)  \(failure)")
        }
    }

    func finish() { screen?.finish() }
}
