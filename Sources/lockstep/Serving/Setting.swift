import ListServer

/// One setting: its key, what may be given, and what it is where nothing is.
struct Setting: Sendable {
    /// What a setting's value is.
    enum Value: Hashable, Sendable {
        case text(String)
        case whole(Int, ClosedRange<Int>)
        case flag(Bool)
    }

    /// As in the settings file, dots between the levels.
    let key: String
    let fallback: Value

    /// The environment variable that gives it.
    var variable: String {
        var name = "LOCKSTEP_"
        for character in key {
            if character == "." {
                name += "_"
            } else if character.isUppercase {
                name += "_" + String(character)
            } else {
                name += character.uppercased()
            }
        }
        return name
    }

    /// Every setting there is.
    static let all: [Setting] =
        [
            text("host", standard.host),
            whole("port", standard.port, 0...65_535),
            text("store", "data/lists.sqlite"),
            text("lists", "config/lists"),
            text("web", "web-client"),
            text("logLevel", "notice"),
            text("origins", ""),
            text("trustedProxies", ""),
            text("tls.cert", ""),
            text("tls.key", ""),
            text("auth.mode", "open"),
            text("auth.keys", ""),
            text("auth.audience", ""),
            flag("auth.allowOpen", standard.allowsOpen),
            whole("sessions", standard.sessions, 1...1_000_000),
            whole("idleSeconds", standard.idleSeconds, 1...86_400),
            whole("takeOverSeconds", standard.takeOverSeconds, 0...3_600),
            whole("history.sets", standard.history.sets, 1...10_000_000),
            whole("history.days", standard.history.days, 1...36_500),
            whole("history.snapshotEvery", standard.history.snapshotEvery, 1...1_000_000),
            whole("history.inMemory", standard.history.inMemory, 1...1_000_000),
        ] + BoundSetting.all.map { whole($0.key, standard.bounds[keyPath: $0.path], $0.range) }
        + LimitSetting.all.map { whole($0.key, standard.limits[keyPath: $0.path], $0.range) }

    /// The defaults as texts, by key.
    static var defaults: [String: String] {
        let pairs = all.map { setting in
            switch setting.fallback {
            case .text(let text): (setting.key, text)
            case .whole(let number, _): (setting.key, String(number))
            case .flag(let flag): (setting.key, String(flag))
            }
        }
        return Dictionary(pairs) { _, last in last }
    }

    private static let standard = ServerOptions()

    private static func text(_ key: String, _ fallback: String) -> Setting {
        Setting(key: key, fallback: .text(fallback))
    }

    private static func flag(_ key: String, _ fallback: Bool) -> Setting {
        Setting(key: key, fallback: .flag(fallback))
    }

    private static func whole(_ key: String, _ fallback: Int, _ range: ClosedRange<Int>) -> Setting
    {
        Setting(key: key, fallback: .whole(fallback, range))
    }
}
