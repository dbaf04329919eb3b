import Foundation
import Testing

/// Holds every target to what it may import, which the package manager does not for what comes in
/// through another target, and to the size of its files.
@Suite struct LayersTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let allowed: [String: Set<String>] = [
        "Authentication": [
            "CCrypto", "Foundation", "Hashing", "JSON", "Logging", "Synchronization", "TextBytes",
        ],
        "Bots": ["ListClient", "ListEditing", "SeededRandom"],
        "JSON": ["CJSON", "TextBytes"],
        "ListEditing": ["TextBytes"],
        "Hashing": ["CCrypto"],
        "ListProtocol": ["Hashing", "JSON", "ListEditing", "TextBytes"],
        "Persistence": ["JSON", "ListEditing", "ListProtocol", "TextBytes"],
        "ListFiles": ["CExpat", "Glibc", "JSON", "ListEditing", "ListProtocol", "TextBytes"],
        "HistoryChecking": ["JSON", "ListEditing", "ListProtocol"],
        "HistoryLoad": ["HistoryChecking", "JSON", "ListEditing", "ListProtocol", "SeededRandom"],
        "ListJournal": [
            "CLinux", "DequeModule", "Dispatch", "Foundation", "GRDB", "GRDBSQLite", "JSON", "NATS",
            "Synchronization", "TextBytes",
        ],
        "NATS": ["CNATS", "Foundation", "JSON", "TextBytes"],
        "WebSocketTransport": [
            "CEventLoop", "CWebSockets", "DequeModule", "Dispatch", "Foundation", "Synchronization",
            "TextBytes",
        ],
        "ListClient": [
            "JSON", "ListEditing", "ListProtocol", "SeededRandom", "WebSocketTransport",
            "Foundation", "Observation", "Synchronization", "TextBytes",
        ],
        "ListDocument": [
            "CUnicode", "DequeModule", "Foundation", "HeapModule", "JSON", "ListEditing",
            "ListJournal", "ListProtocol", "Persistence", "TextBytes",
        ],
        "ListSequencing": [
            "DequeModule", "JSON", "ListDocument", "ListEditing", "ListJournal", "ListProtocol",
            "TextBytes", "WebSocketTransport",
        ],
        "ListHosting": [
            "Authentication", "CLinux", "DequeModule", "Dispatch", "Foundation", "Hashing", "JSON",
            "ListDocument", "ListEditing", "ListJournal", "ListProtocol", "ListSequencing",
            "Logging", "TextBytes", "WebSocketTransport",
        ],
        "ListSessions": [
            "DequeModule", "JSON", "ListDocument", "ListEditing", "ListHosting", "ListJournal",
            "ListProtocol", "ListSequencing", "Logging", "TextBytes", "WebSocketTransport",
        ],
        "ListHTTP": [
            "DequeModule", "JSON", "ListDocument", "ListEditing", "ListFiles", "ListHosting",
            "ListJournal", "ListProtocol", "ListSequencing", "Logging", "TextBytes",
            "WebSocketTransport",
        ],
        "ListWebhooks": [
            "DequeModule", "Foundation", "Hashing", "JSON", "ListDocument", "ListEditing",
            "ListHosting", "ListJournal", "ListProtocol", "Logging", "OutgoingHTTP",
            "Synchronization", "TextBytes",
        ],
        "ListServer": [
            "Authentication", "Foundation", "JSON", "ListDocument", "ListEditing", "ListHTTP",
            "ListHosting", "ListJournal", "ListProtocol", "ListSequencing", "ListSessions",
            "ListWebhooks", "Logging", "OutgoingHTTP", "ServerMetrics", "Synchronization",
            "TextBytes", "WebFiles", "WebSocketTransport",
        ],
        "LoadGenerator": [
            "CCompression", "CLinux", "CTLS", "JSON", "DequeModule", "Dispatch", "Foundation",
            "Glibc", "Histogram", "OutgoingHTTP", "Synchronization",
        ],
        "LoadProfiles": [
            "JSON", "ListClient", "ListEditing", "LoadGenerator", "SeededRandom",
            "WebSocketTransport", "Foundation",
        ],
        "OutgoingHTTP": ["CCurl", "Foundation", "Glibc", "Synchronization", "TextBytes"],
        "SeededRandom": [],
        "TextBytes": [],
        "ServerChecking": [
            "HistoryChecking", "HistoryLoad", "JSON", "ListEditing", "WebSocketTransport",
        ],
        "ServerMetrics": ["Foundation", "JSON", "TextBytes"],
        "WebFiles": [
            "CCompression", "Dispatch", "Hashing", "Foundation", "WebSocketTransport", "TextBytes",
        ],
        "lockstep": [
            "ArgumentParser", "Authentication", "Bots", "Configuration", "Dispatch", "Foundation",
            "HistoryLoad", "JSON", "ListClient", "ListDocument", "ListEditing", "ListFiles",
            "ListHosting", "ListJournal", "ListProtocol", "ListServer", "LoadGenerator",
            "LoadProfiles", "Logging", "NATS", "OutgoingHTTP", "SeededRandom", "ServerChecking",
            "ServerMetrics", "Synchronization", "TextBytes", "UnixSignals", "WebSocketTransport",
        ],
    ]

    /// The folder of each target, by its name.
    private static let folders = Result {
        let sources = root.appendingPathComponent("Sources")
        var folders: [String: URL] = [:]
        for group in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
            let group = sources.appendingPathComponent(group)
            for target in try FileManager.default.contentsOfDirectory(atPath: group.path) {
                folders[target] = group.appendingPathComponent(target)
            }
        }
        return folders
    }

    private static func folder(of target: String) throws -> URL {
        try #require(try folders.get()[target])
    }

    private static func sources(of target: String) throws -> [URL] {
        let folder = try folder(of: target)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return try #require(files).compactMap { $0 as? URL }.filter {
            $0.pathExtension == "swift"
        }
    }

    @Test(arguments: allowed.keys.sorted())
    func target_importsOnlyWhatIsBelowIt(target: String) throws {
        let files = try Self.sources(of: target)
        #expect(!files.isEmpty)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"), index <= 1,
                    ["import", "package", "public", "internal"].contains(words[0])
                else { continue }
                let module = String(words[index + 1])
                #expect(
                    Self.allowed[target]?.contains(module) == true,
                    "\(file.lastPathComponent) imports \(module)")
            }
        }
    }

    @Test func everyTarget_isInTheTable() throws {
        let targets = try Self.folders.get().filter {
            $0.value.deletingLastPathComponent().lastPathComponent != "CLibraries"
        }
        #expect(Set(targets.keys) == Set(Self.allowed.keys))
    }

    /// Whoever builds the client library builds neither the server nor what reads tokens.
    @Test func client_needsNeitherServerNorTokens() {
        var needed: Set<String> = []
        var waiting = ["ListClient"]
        while let target = waiting.popLast() {
            guard needed.insert(target).inserted else { continue }
            waiting += Self.allowed[target] ?? []
        }
        #expect(needed.isSuperset(of: ["ListProtocol", "WebSocketTransport"]))
        #expect(needed.isDisjoint(with: ["Authentication", "ListHosting", "ListServer"]))
    }

    /// What it checks must not be checked with itself.
    @Test func historyChecking_doesNotUseTheEditingCore() throws {
        for file in try Self.sources(of: "HistoryChecking") {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(!text.contains("EditableList"), "\(file.lastPathComponent)")
        }
    }

    @Test(arguments: allowed.keys.sorted())
    func aTarget_beginsWithAPage(target: String) throws {
        let page = try Self.folder(of: target)
            .appendingPathComponent("\(target).docc/\(target).md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 61, "the page of \(target) has \(lines.count - 1) lines")
        for heading in ["What it promises", "What it does not know", "Where to begin"] {
            #expect(lines.contains("## \(heading)"), "\(target): \(heading)?")
        }
    }

    @Test func aTarget_hasRoomsOfFourToFifteenFiles_oneLevelDeep() throws {
        for target in Self.allowed.keys {
            let folder = try Self.folder(of: target).path
            let rooms = Dictionary(grouping: try Self.sources(of: target)) { file in
                String(file.deletingLastPathComponent().path.dropFirst(folder.count + 1))
            }
            for (room, files) in rooms {
                #expect(!room.contains("/"), "\(target)/\(room) is two levels deep")
                #expect(files.count <= 15, "\(target)/\(room) has \(files.count) files")
                guard !room.isEmpty else { continue }
                #expect(files.count >= 4, "\(target)/\(room) has \(files.count) files")
            }
        }
    }

    @Test func twoTypes_neverShareAName() throws {
        let declaration = try NSRegularExpression(
            pattern: "^(?:package |public |private |fileprivate |@\\w+ )*(?:final )?"
                + "(?:struct|class|enum|actor|protocol) (\\w+)",
            options: .anchorsMatchLines)
        var files: [String: [String]] = [:]
        for target in Self.allowed.keys {
            for file in try Self.sources(of: target) {
                let text = try String(contentsOf: file, encoding: .utf8)
                let all = NSRange(text.startIndex..., in: text)
                for match in declaration.matches(in: text, range: all) {
                    guard let name = Range(match.range(at: 1), in: text) else { continue }
                    files[String(text[name]), default: []].append(file.lastPathComponent)
                }
            }
        }
        #expect(files.count > 400)
        for (name, files) in files where files.count > 1 {
            Issue.record("\(name) is declared in \(files.joined(separator: ", "))")
        }
    }
}
