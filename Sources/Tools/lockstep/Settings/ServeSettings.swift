import Foundation
import ListDocument
import ListProtocol
import ListServer
import Logging
import WebSocketTransport

/// The settings of `lockstep serve`.
struct ServeSettings: Sendable {
    var options: ServerOptions
    var journal: JournalSettings
    var lists: String?
    var logLevel: Logger.Level
    /// Whether the log is written as JSON.
    var logsJSON: Bool
    /// How tokens are verified; nil where the server is open.
    var auth: AuthSettings?
    /// When backups are made; nil: only when asked.
    var backups: BackupSettings?

    /// Reads all settings.
    ///
    /// - Throws: `SettingsError`, which names the setting and says what it must be.
    static func read(
        flags: [String: String], file: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> ServeSettings {
        let source = try await SettingsSource(flags: flags, file: file, environment: environment)
        var options = ServerOptions()
        options.host = try source.text("host")
        options.port = try source.whole("port")
        options.web = try folder("web", source)
        options.sessions = try source.whole("sessions")
        options.idleSeconds = try source.whole("idleSeconds")
        options.takeOverSeconds = try source.whole("takeOverSeconds")
        options.origins = try origins(source)
        options.servers = try servers(source)
        options.history.sets = try source.whole("history.sets")
        options.history.days = try source.whole("history.days")
        options.history.snapshotEvery = try source.whole("history.snapshotEvery")
        options.history.inMemory = try source.whole("history.inMemory")
        options.tls = try tls(source)
        options.allowsOpen = try source.flag("auth.allowOpen")
        options.opensAdmin = try source.flag("admin.open")
        options.metrics = try metrics(source, besides: options)
        options.hooks = try hooks(source, options)
        options.limits = try source.limits()
        options.trustedProxies = try proxies(source)
        for bound in BoundSetting.all {
            options.bounds[keyPath: bound.path] = try source.whole(bound.key)
        }
        let level = try source.text("logLevel")
        guard let logLevel = Logger.Level(rawValue: level) else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw SettingsError("the setting logLevel must be one of \(levels), not \(level)")
        }
        let format = try source.text("logFormat")
        guard ["text", "json"].contains(format) else {
            throw SettingsError("the setting logFormat must be text or json, not \(format)")
        }
        let journal = try JournalSettings(source)
        if case .nats(let nats) = journal {
            options.history.appendSeconds = Double(nats.waitSeconds)
        }
        return ServeSettings(
            options: options, journal: journal, lists: try folder("lists", source),
            logLevel: logLevel, logsJSON: format == "json", auth: try AuthSettings(source),
            backups: try BackupSettings(source, of: journal))
    }

    private static func metrics(
        _ source: SettingsSource, besides options: ServerOptions
    ) throws -> (host: String, port: Int)? {
        let text = try source.text("metrics")
        guard !text.isEmpty else { return nil }
        guard text.contains(#/:[0-9]+$/#), let url = try? RemoteURL("http://\(text)"),
            url.target == "/"
        else {
            throw SettingsError(
                "the setting metrics must be an address and a port, as 127.0.0.1:9464, not \(text)")
        }
        guard url.port != options.port || url.port == 0 || url.host != options.host else {
            throw SettingsError(
                "the setting metrics must be another address or port than that of the lists, \(text)"
            )
        }
        return (url.host, url.port)
    }

    private static func tls(_ source: SettingsSource) throws -> TLSFiles? {
        let certificate = try source.text("tls.cert")
        let key = try source.text("tls.key")
        guard certificate.isEmpty == key.isEmpty else {
            throw SettingsError("TLS needs both, tls.cert (--cert) and tls.key (--key)")
        }
        return certificate.isEmpty ? nil : TLSFiles(certificate: certificate, key: key)
    }

    private static func hooks(
        _ source: SettingsSource, _ options: ServerOptions
    ) throws -> HookOptions? {
        let file = try source.text("hooks.file")
        let base = try source.text("hooks.base")
        guard !file.isEmpty else { return nil }
        let scheme = options.tls == nil ? "http" : "https"
        guard
            let origin = origin(
                of: base.isEmpty ? "\(scheme)://\(options.host):\(options.port)" : base)
        else {
            throw SettingsError(
                "the setting hooks.base must be an address where receivers of hooks reach this server, as "
                    + "https://lists.example.org: http or https, a name or an IPv4 address, no path; "
                    + "not \(base)")
        }
        var hooks = HookOptions(file: file, base: origin)
        hooks.allowsPrivate = try source.flag("hooks.allowPrivate")
        return hooks
    }

    private static func proxies(_ source: SettingsSource) throws -> [AddressRange] {
        try source.text("trustedProxies").split(separator: ",").map { part in
            let text = part.trimmingCharacters(in: .whitespaces)
            guard let range = AddressRange(text) else {
                throw SettingsError(
                    "the setting trustedProxies must be addresses or ranges such as 10.0.0.0/8, "
                        + "by comma, not \(text)")
            }
            return range
        }
    }

    /// The origins of pages as browsers send them; nil: the server's own.
    private static func origins(_ source: SettingsSource) throws -> [String]? {
        let origins = try source.text("origins").split(separator: ",").map { part in
            let text = part.trimmingCharacters(in: .whitespaces)
            if let origin = origin(of: text) { return origin }
            // Other schemes have origins, too; with a path or a space nothing is one.
            guard text.wholeMatch(of: #/\*|null|[a-zA-Z][a-zA-Z0-9+.\-]*:\/\/[^\s\/]+/#) != nil
            else {
                throw SettingsError(
                    "the setting origins must be origins of pages such as https://lists.example.org, "
                        + "by comma, or *; not \(text)")
            }
            return text
        }
        return origins.isEmpty ? nil : origins
    }

    /// The origins of the servers of the same lists, each once.
    private static func servers(_ source: SettingsSource) throws -> [String] {
        var origins: [String] = []
        for text in ServerAddress.addresses(in: try source.text("servers")) {
            guard let origin = origin(of: text) else {
                throw SettingsError(
                    "the setting servers must be addresses where browsers reach servers of the same "
                        + "lists, as https://lists-2.example.org or http://10.0.0.2:8080, by comma: "
                        + "http or https, a name or an IPv4 address, no path; not \(text)")
            }
            if !origins.contains(origin) { origins.append(origin) }
        }
        guard origins.count <= Self.maxServers else {
            throw SettingsError(
                "the setting servers has \(origins.count) addresses; \(Self.maxServers) at most")
        }
        return origins
    }

    /// The most addresses of the setting `servers`: every response names them all.
    private static let maxServers = 16

    /// The origin of an address in the form that browsers send and pages' policies may contain.
    ///
    /// - Returns: Nil for any other text; such a policy cannot contain IPv6 addresses.
    private static func origin(of text: String) -> String? {
        guard let url = try? RemoteURL(text), !url.isWebSocket, url.target == "/" else {
            return nil
        }
        let name = url.host.lowercased()
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "."), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isPlain else { return nil }
        let port = url.port == (url.isSecure ? 443 : 80) ? "" : ":\(url.port)"
        return (url.isSecure ? "https://" : "http://") + name + port
    }

    private static func folder(_ key: String, _ source: SettingsSource) throws -> String? {
        let path = try source.text(key)
        guard !path.isEmpty else { return nil }
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
            isFolder.boolValue
        else { throw SettingsError("the setting \(key) names no folder: \(path)") }
        return path
    }
}

/// The settings of the commands that work on a store.
struct StoreSettings: Sendable {
    var location: StoreLocation
    var limits: ProtocolLimits

    /// Reads these settings.
    ///
    /// - Parameters:
    ///   - store: A path, or addresses of NATS; nil reads the environment and the settings file.
    ///   - monitors: The value for `nats.monitor`; nil reads that, too.
    /// - Throws: `SettingsError`, which names the setting and says what it must be.
    static func read(
        store: String?, monitors: String? = nil, file: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> StoreSettings {
        var flags = ["nats.monitor": monitors].compactMapValues { $0 }
        if let store, NATSSettings.isAddress(store) {
            flags["journal.engine"] = "nats"
            flags["nats.urls"] = store
        } else if let store {
            flags["journal.engine"] = "sqlite"
            flags["store"] = store
        }
        let source = try await SettingsSource(flags: flags, file: file, environment: environment)
        return StoreSettings(location: try StoreLocation(source), limits: try source.limits())
    }
}

extension SettingsSource {
    /// The limits of the protocol.
    fileprivate func limits() throws -> ProtocolLimits {
        var limits = ProtocolLimits()
        for limit in LimitSetting.all { limits[keyPath: limit.path] = try whole(limit.key) }
        return limits
    }
}
