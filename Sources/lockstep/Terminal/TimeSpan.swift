import ArgumentParser

/// A length of time as an argument or a setting: `90s`, `30m`, `8h`, `7d`.
struct TimeSpan: Hashable, ExpressibleByArgument {
    let seconds: Int

    private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    /// Seconds of 100 years.
    private static let longest = 3_155_760_000

    init(seconds: Int) {
        self.seconds = seconds
    }

    init?(argument: String) {
        guard let unit = argument.last.flatMap({ Self.units[$0] }),
            let count = Int(argument.dropLast()), count > 0,
            count <= Self.longest / unit
        else { return nil }
        seconds = count * unit
    }

    var defaultValueDescription: String {
        seconds % 3600 == 0 ? "\(seconds / 3600)h" : "\(seconds)s"
    }
}
