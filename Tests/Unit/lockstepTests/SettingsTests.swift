import Foundation
import ListProtocol
import ListServer
import Testing

@testable import lockstep

@Suite struct SettingsTests {
    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func file(_ text: String) throws -> String {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(
            "settings-\(UUID().uuidString).json"
        ).path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// Folders that exist on every machine.
    private let folders = ["lists": "/", "web": "/"]

    @Test func laterSource_wins() async throws {
        let path = try file(#"{"port": 1000, "sessions": 5, "limits": {"rows": 7}}"#)
        let settings = try await ServeSettings.read(
            flags: folders.merging(["port": "3000"]) { $1 }, file: path,
            environment: ["LOCKSTEP_PORT": "2000", "LOCKSTEP_SESSIONS": "6"])
        #expect(settings.options.port == 3000)
        #expect(settings.options.sessions == 6)
        #expect(settings.options.limits.rows == 7)
        #expect(settings.options.limits.undo == 100)
    }

    @Test func installedFiles_areFoundWhereThereAreNoneBesideIt() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent(
            "root-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for folder in ["etc/lockstep", "var/lib/lockstep", "usr/share/lockstep/web-client", "work"]
        {
            try FileManager.default.createDirectory(
                at: root.appendingPathComponent(folder), withIntermediateDirectories: true)
        }
        let installed = root.appendingPathComponent("etc/lockstep/lockstep.json").path
        try "{}".write(toFile: installed, atomically: true, encoding: .utf8)
        let work = root.path + "/work"
        let files = StandardFiles(folder: work, root: root.path)
        #expect(files.settings == installed)
        #expect(
            files.defaults == [
                "store": root.path + "/var/lib/lockstep/lists.sqlite",
                "web": root.path + "/usr/share/lockstep/web-client",
            ])
        for folder in ["data", "config/lists", "web-client"] {
            try FileManager.default.createDirectory(
                atPath: "\(work)/\(folder)", withIntermediateDirectories: true)
        }
        #expect(
            files.defaults == ["web": work + "/web-client", "lists": work + "/config/lists"])
    }

    @Test(arguments: [
        ("", nil), ("*", ["*"]), ("https://a.example", ["https://a.example"]),
        ("https://A.example:443/, http://b.example:80", ["https://a.example", "http://b.example"]),
        ("http://[::1]:81,app://localhost", ["http://[::1]:81", "app://localhost"]),
    ])
    func origins_areAsBrowsersSendThem(text: String, origins: [String]?) async throws {
        let settings = try await ServeSettings.read(
            flags: folders.merging(["origins": text]) { $1 }, file: nil, environment: [:])
        #expect(settings.options.origins == origins)
    }

    @Test(arguments: ["a.example", "https://a.example/page", "https://a example", "https://", ", "])
    func whatIsNoOrigin_isRefused(text: String) async throws {
        let error = await #expect(throws: SettingsError.self) {
            try await ServeSettings.read(
                flags: folders.merging(["origins": text]) { $1 }, file: nil, environment: [:])
        }
        #expect(error?.description.contains("origins") == true)
    }

    @Test func shippedFile_showsEverySettingWithItsDefault() throws {
        let data = try Data(contentsOf: root.appendingPathComponent("config/lockstep.json"))
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        var shown: [String: String] = [:]
        for (key, value) in object {
            if let inner = value as? [String: Any] {
                for (name, value) in inner { shown["\(key).\(name)"] = "\(value)" }
            } else {
                shown[key] = "\(value)"
            }
        }
        // Foundation describes Booleans as numbers.
        for case (let key, .flag) in Setting.all.map({ ($0.key, $0.fallback) }) {
            shown[key] = shown[key] == "1" ? "true" : "false"
        }
        #expect(shown == Setting.defaults)
    }

    @Test(arguments: [
        (#"{"prot": 1}"#, "prot"), (#"{"limits": {"row": 1}}"#, "limits.rows"),
        (#"{"port": "many"}"#, "port"), (#"{"port": 70000}"#, "65535"),
        (#"{"logLevel": "loud"}"#, "logLevel"), (#"{"host": 5}"#, "host"),
        ("[1]", "object"), ("{", "JSON"), (#"{"web": "no/such/folder"}"#, "web"),
    ])
    func wrongFile_isAnErrorThatNamesWhatIsWrong(text: String, named: String) async throws {
        let path = try file(text)
        let flags = text.contains("web") ? ["lists": "/"] : folders
        await #expect {
            try await ServeSettings.read(flags: flags, file: path, environment: [:])
        } throws: { error in
            "\(error)".contains(named)
        }
    }

    @Test(arguments: [["LOCKSTEP_PROT": "1"], ["LOCKSTEP_PORT": "x"], ["LOCKSTEP_PORT": "-1"]])
    func wrongVariable_isAnErrorThatNamesIt(environment: [String: String]) async throws {
        await #expect {
            try await ServeSettings.read(
                flags: folders, file: nil, environment: environment)
        } throws: { error in
            "\(error)".lowercased().contains("port")
        }
    }

    @Test func missingFile_isAnError() async throws {
        await #expect(throws: SettingsError.self) {
            try await ServeSettings.read(flags: folders, file: "/no/such.json", environment: [:])
        }
    }

    @Test func tokenAndAddressVariables_areNoSettings_andNoMistake() throws {
        try SettingsSource.check(
            environment: ["LOCKSTEP_TOKEN": "abc", "LOCKSTEP_URL": "http://h:1"])
    }

    private func servers(_ text: String) async throws -> [String] {
        try await ServeSettings.read(
            flags: folders, file: nil, environment: ["LOCKSTEP_SERVERS": text]
        ).options.servers
    }

    @Test func servers_areOrigins_eachOnce() async throws {
        #expect(try await servers("") == [])
        #expect(
            try await servers(
                "https://A.example:443/, http://10.0.0.2:8080,http://b:80,https://a.example")
                == ["https://a.example", "http://10.0.0.2:8080", "http://b"])
    }

    @Test(arguments: [
        "lists.example", "ws://a", "https://a/path", "https://a?q", "http://[::1]:8080",
        "http://a_b", "http://a;script-src", "http://u:p@a", "http://a:0", "http://*.example",
    ])
    func serversThatAreNoOrigins_areAnErrorThatNamesThem(text: String) async throws {
        await #expect {
            try await servers("https://good.example,\(text)")
        } throws: { error in
            "\(error)".contains("the setting servers must be") && "\(error)".hasSuffix(text)
        }
    }

    @Test func serversAreNotMoreThanAPageShouldName() async throws {
        let many = (1...17).map { "http://h\($0)" }.joined(separator: ",")
        await #expect(throws: SettingsError("the setting servers has 17 addresses; 16 at most")) {
            try await servers(many)
        }
    }

    @Test func storeOfACommand_isAFileOrACluster_andItsNameHasNoPassword() async throws {
        func name(_ store: String?, _ environment: [String: String] = [:]) async throws -> String {
            try await StoreSettings.read(
                store: store, file: try file("{}"), environment: environment
            ).location.name
        }
        #expect(try await name("/a/../b.sqlite") == "/b.sqlite")
        let cluster = "nats://h1:4222,tls://h2:4222"
        #expect(try await name("nats://u:p@h1:4222, tls://u:a@b@h2:4222") == cluster)
        let environment = ["LOCKSTEP_JOURNAL_ENGINE": "nats", "LOCKSTEP_NATS_URLS": "nats://h:1"]
        #expect(try await name(nil, environment) == "nats://h:1")
        #expect(try await name("/b.sqlite", environment) == "/b.sqlite")
        await #expect(throws: SettingsError.self) {
            try await name(nil, ["LOCKSTEP_STORE": "nats://h:1"])
        }
    }
}
