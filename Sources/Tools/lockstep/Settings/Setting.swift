import ListDocument
import ListProtocol
import ListServer

/// A setting of the server: its key, the type and range of its value, and its default.
struct Setting: Sendable {
    /// The type of a setting's value, with the default and the range.
    enum Default: Hashable, Sendable {
        case text(String)
        case whole(Int, ClosedRange<Int>)
        case flag(Bool)
    }

    /// The key as in the settings file, with dots between the levels.
    let key: String
    let fallback: Default

    /// The environment variable of the setting.
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

    /// All settings.
    static let all: [Setting] =
        [
            text("host", standard.host),
            whole("port", standard.port, 0...65_535),
            text("store", "data/lists.sqlite"),
            text("journal.engine", "sqlite"),
            text("nats.urls", "nats://127.0.0.1:4222"),
            text("nats.monitor", ""),
            text("nats.credentials", ""),
            text("nats.systemCredentials", ""),
            text("nats.ca", ""),
            text("nats.cert", ""),
            text("nats.key", ""),
            text("nats.prefix", "ls"),
            whole("nats.replicas", 3, 1...5),
            whole("nats.maxBytes", 0, 0...1_125_899_906_842_624),
            whole("nats.waitSeconds", 15, 1...3_600),
            text("lists", "config/lists"),
            text("web", "web-client"),
            text("logLevel", "notice"),
            text("logFormat", "text"),
            text("origins", ""),
            text("servers", ""),
            text("trustedProxies", ""),
            text("metrics", ""),
            text("tls.cert", ""),
            text("tls.key", ""),
            text("auth.mode", "open"),
            text("auth.keys", ""),
            text("auth.jwks", ""),
            text("auth.ca", ""),
            text("auth.audience", ""),
            text("auth.revoked", ""),
            flag("auth.allowOpen", standard.allowsOpen),
            flag("admin.open", standard.opensAdmin),
            text("backup.every", ""),
            whole("backup.keep", 7, 1...10_000),
            text("backup.folder", ""),
            text("hooks.file", ""),
            text("hooks.base", ""),
            flag("hooks.allowPrivate", false),
            whole("sessions", standard.sessions, 1...1_000_000),
            whole("idleSeconds", standard.idleSeconds, 1...86_400),
            whole("takeOverSeconds", standard.takeOverSeconds, 0...3_600),
            whole("history.sets", standard.history.sets, 1...10_000_000),
            whole("history.days", standard.history.days, 1...36_500),
            whole("history.snapshotEvery", standard.history.snapshotEvery, 1...1_000_000),
            whole("history.inMemory", standard.history.inMemory, 1...1_000_000),
        ] + BoundSetting.all.map { whole($0.key, standard.bounds[keyPath: $0.path], $0.range) }
        + LimitSetting.all.map { whole($0.key, standard.limits[keyPath: $0.path], $0.range) }

    /// The defaults as text, by key.
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

/// A setting that is a member of a server's `AbuseLimits`.
struct BoundSetting: Sendable {
    let key: String
    let path: any WritableKeyPath<AbuseLimits, Int> & Sendable
    let range: ClosedRange<Int>

    static let all: [BoundSetting] = [
        make("lists", \.lists, 1...10_000_000),
        make("sessionsPerAddress", \.sessionsPerAddress, 1...1_000_000),
        make("editsPerSecond", \.editsPerSecond, 0...1_000_000),
        make("editBurst", \.editBurst, 1...1_000_000),
        make("helloSeconds", \.helloSeconds, 1...3_600),
        make("headSeconds", \.headSeconds, 1...3_600),
        make("requestSeconds", \.requestSeconds, 1...3_600),
        make("keepAliveSeconds", \.keepAliveSeconds, 1...86_400),
        make("bodyBytes", \.bodyBytes, 1_024...268_435_456),
        make("queueTotalBytes", \.queueTotalBytes, 1_048_576...1_099_511_627_776),
    ]

    private static func make(
        _ name: String, _ path: any WritableKeyPath<AbuseLimits, Int> & Sendable,
        _ range: ClosedRange<Int>
    ) -> BoundSetting {
        BoundSetting(key: "bounds." + name, path: path, range: range)
    }
}

/// A setting that is a member of `welcome.limits` (protocol.md).
struct LimitSetting: Sendable {
    let key: String
    let path: any WritableKeyPath<ProtocolLimits, Int> & Sendable
    let range: ClosedRange<Int>

    static let all: [LimitSetting] = [
        make("frameBytes", \.frameBytes, 1_024...16_777_216),
        make("setBytes", \.setBytes, 1_024...16_777_216),
        make("inFlight", \.inFlight, 1...10_000),
        make("actions", \.actions, 1...100_000),
        make("fieldsBytes", \.fieldsBytes, 64...1_048_576),
        make("lists", \.lists, 1...10_000),
        make("rows", \.rows, 1...10_000_000),
        make("sections", \.sections, 1...100_000),
        make("titleBytes", \.titleBytes, 1...65_536),
        make("undo", \.undo, 1...10_000),
        make("undoBytes", \.undoBytes, 65_536...67_108_864),
        make("windowRows", \.windowRows, 1...100_000),
        make("listBytes", \.listBytes, 1_048_576...805_306_368),
        make("headSeconds", \.headSeconds, 1...3_600),
        make("queueBytes", \.queueBytes, 65_536...1_073_741_824),
        make("stallSeconds", \.stallSeconds, 1...3_600),
        make("rememberDays", \.rememberDays, 1...3_650),
    ]

    private static func make(
        _ name: String, _ path: any WritableKeyPath<ProtocolLimits, Int> & Sendable,
        _ range: ClosedRange<Int>
    ) -> LimitSetting {
        LimitSetting(key: "limits." + name, path: path, range: range)
    }
}
