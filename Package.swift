// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
]

// The command parses arguments, reads settings and wires the targets, once for each start: to optimize that
// took a tenth of the processors of a build, and the end of it, when nothing else is left to do beside it.
let wiring: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")
let configuration = Target.Dependency.product(
    name: "Configuration", package: "swift-configuration")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let signals = Target.Dependency.product(
    name: "UnixSignals", package: "swift-service-lifecycle")

let package = Package(
    name: "lockstep",
    products: [
        .executable(name: "lockstep", targets: ["lockstep"]),
        .library(name: "ListEditing", targets: ["ListEditing"]),
        .library(name: "ListClient", targets: ["ListClient", "ListEditing"]),
        .library(name: "ListServer", targets: ["ListServer", "ListEditing"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CCompression", path: "Sources/CLibraries/CCompression",
            providers: [.apt(["libbrotli-dev", "zlib1g-dev"])]),
        .systemLibrary(
            name: "CCurl", path: "Sources/CLibraries/CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CExpat", path: "Sources/CLibraries/CExpat", pkgConfig: "expat",
            providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(
            name: "CJSON", path: "Sources/CLibraries/CJSON", pkgConfig: "json-c",
            providers: [.apt(["libjson-c-dev"])]),
        .systemLibrary(
            name: "CNATS", path: "Sources/CLibraries/CNATS", pkgConfig: "libnats",
            providers: [.apt(["libnats-dev"])]),
        .systemLibrary(
            name: "CEventLoop", path: "Sources/CLibraries/CEventLoop",
            providers: [.apt(["libev-dev"])]),
        .systemLibrary(
            name: "CUnicode", path: "Sources/CLibraries/CUnicode",
            providers: [.apt(["libutf8proc-dev"])]),
        .systemLibrary(
            name: "CWebSockets", path: "Sources/CLibraries/CWebSockets", pkgConfig: "libwebsockets",
            providers: [.apt(["libwebsockets-dev", "libwebsockets-evlib-ev"])]),
        .target(
            name: "Authentication",
            dependencies: ["CCrypto", "Hashing", "JSON", "TextBytes", logging],
            path: "Sources/Server/Authentication", swiftSettings: settings),
        .target(
            name: "Bots", dependencies: ["ListClient", "ListEditing", "SeededRandom"],
            path: "Sources/Client/Bots", swiftSettings: settings),
        .target(
            name: "CCrypto", path: "Sources/CLibraries/CCrypto",
            linkerSettings: [.linkedLibrary("crypto")]),
        .target(name: "CLinux", path: "Sources/CLibraries/CLinux"),
        .target(
            name: "CTLS", path: "Sources/CLibraries/CTLS",
            linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        .target(
            name: "JSON", dependencies: ["CJSON", "TextBytes"], path: "Sources/Basics/JSON",
            swiftSettings: settings),
        .target(
            name: "Hashing", dependencies: ["CCrypto"], path: "Sources/Basics/Hashing",
            swiftSettings: settings),
        .target(name: "TextBytes", path: "Sources/Basics/TextBytes", swiftSettings: settings),
        .target(
            name: "ListEditing", dependencies: ["TextBytes"], path: "Sources/Editing/ListEditing",
            swiftSettings: settings),
        .target(
            name: "ListProtocol", dependencies: ["Hashing", "JSON", "ListEditing", "TextBytes"],
            path: "Sources/Editing/ListProtocol", swiftSettings: settings),
        .target(
            name: "Persistence",
            dependencies: ["JSON", "ListEditing", "ListProtocol", "TextBytes"],
            path: "Sources/Editing/Persistence", swiftSettings: settings),
        .target(
            name: "ListFiles",
            dependencies: ["CExpat", "JSON", "ListEditing", "ListProtocol", "TextBytes"],
            path: "Sources/Tools/ListFiles", swiftSettings: settings),
        .target(
            name: "HistoryChecking", dependencies: ["JSON", "ListEditing", "ListProtocol"],
            path: "Sources/Tools/HistoryChecking", swiftSettings: settings),
        .target(
            name: "HistoryLoad",
            dependencies: [
                "HistoryChecking", "JSON", "ListEditing", "ListProtocol", "SeededRandom",
            ], path: "Sources/Tools/HistoryLoad", swiftSettings: settings),
        .target(
            name: "NATS", dependencies: ["CNATS", "JSON", "TextBytes"], path: "Sources/Server/NATS",
            swiftSettings: settings),
        .target(
            name: "ListJournal",
            dependencies: ["CLinux", "JSON", "NATS", "TextBytes", deque, grdb, sqlite],
            path: "Sources/Server/ListJournal", swiftSettings: settings),
        .target(
            name: "WebSocketTransport",
            dependencies: ["CEventLoop", "CWebSockets", "TextBytes", deque],
            path: "Sources/Server/WebSocketTransport", swiftSettings: settings),
        .target(
            name: "ListClient",
            dependencies: [
                "JSON", "ListEditing", "ListProtocol", "SeededRandom", "TextBytes",
                "WebSocketTransport",
            ],
            path: "Sources/Client/ListClient", swiftSettings: settings),
        .target(
            name: "ListDocument",
            dependencies: [
                "CUnicode", "JSON", "ListEditing", "ListJournal", "ListProtocol", "Persistence",
                "TextBytes", deque, heap,
            ], path: "Sources/Editing/ListDocument", swiftSettings: settings),
        .target(
            name: "ListSequencing",
            dependencies: [
                "JSON", "ListDocument", "ListEditing", "ListJournal", "ListProtocol", "TextBytes",
                "WebSocketTransport", deque,
            ], path: "Sources/Editing/ListSequencing", swiftSettings: settings),
        .target(
            name: "ListHosting",
            dependencies: [
                "Authentication", "CLinux", "Hashing", "JSON", "ListDocument", "ListEditing",
                "ListJournal", "ListProtocol", "ListSequencing", "Persistence", "TextBytes",
                "WebSocketTransport", deque, heap, logging,
            ], path: "Sources/Server/ListHosting", swiftSettings: settings),
        .target(
            name: "ListSessions",
            dependencies: [
                "JSON", "ListDocument", "ListEditing", "ListHosting", "ListJournal", "ListProtocol",
                "ListSequencing", "TextBytes", "WebSocketTransport", deque, logging,
            ], path: "Sources/Server/ListSessions", swiftSettings: settings),
        .target(
            name: "ListHTTP",
            dependencies: [
                "JSON", "ListDocument", "ListEditing", "ListFiles", "ListHosting", "ListJournal",
                "ListProtocol", "ListSequencing", "TextBytes", "WebSocketTransport", deque, logging,
            ], path: "Sources/Server/ListHTTP", swiftSettings: settings),
        .target(
            name: "ListWebhooks",
            dependencies: [
                "Hashing", "JSON", "ListDocument", "ListEditing", "ListHosting", "ListJournal",
                "ListProtocol", "OutgoingHTTP", "TextBytes", logging,
            ], path: "Sources/Server/ListWebhooks", swiftSettings: settings),
        .target(
            name: "ListServer",
            dependencies: [
                "Authentication", "CLinux", "JSON", "ListDocument", "ListEditing", "ListHTTP",
                "ListHosting", "ListJournal", "ListProtocol", "ListSequencing", "ListSessions",
                "ListWebhooks", "OutgoingHTTP", "ServerMetrics", "TextBytes", "WebFiles",
                "WebSocketTransport", logging,
            ], path: "Sources/Server/ListServer", swiftSettings: settings),
        .target(
            name: "LoadGenerator",
            dependencies: [
                "CCompression", "CLinux", "CTLS", "JSON", "OutgoingHTTP", deque, histogram,
            ],
            path: "Sources/Tools/LoadGenerator", swiftSettings: settings),
        .target(
            name: "LoadProfiles",
            dependencies: [
                "JSON", "ListClient", "ListEditing", "LoadGenerator", "SeededRandom",
                "WebSocketTransport",
            ], path: "Sources/Tools/LoadProfiles", swiftSettings: settings),
        .target(
            name: "OutgoingHTTP", dependencies: ["CCurl", "TextBytes"],
            path: "Sources/Server/OutgoingHTTP", swiftSettings: settings),
        .target(name: "SeededRandom", path: "Sources/Basics/SeededRandom", swiftSettings: settings),
        .target(
            name: "ServerChecking",
            dependencies: [
                "HistoryChecking", "HistoryLoad", "JSON", "ListEditing", "WebSocketTransport",
            ],
            path: "Sources/Tools/ServerChecking", swiftSettings: settings),
        .target(
            name: "ServerMetrics", dependencies: ["JSON", "TextBytes"],
            path: "Sources/Tools/ServerMetrics", swiftSettings: settings),
        .target(
            name: "WebFiles",
            dependencies: ["CCompression", "Hashing", "TextBytes", "WebSocketTransport"],
            path: "Sources/Server/WebFiles", swiftSettings: settings),
        .executableTarget(
            name: "lockstep",
            dependencies: [
                "Authentication", "Bots", "HistoryLoad", "JSON", "ListClient", "ListDocument",
                "ListEditing",
                "ListFiles", "ListHosting", "ListJournal", "ListProtocol", "ListServer",
                "ListWebhooks", "LoadGenerator",
                "LoadProfiles", "NATS", "OutgoingHTTP", "SeededRandom", "ServerChecking",
                "ServerMetrics", "TextBytes", "WebSocketTransport", argumentParser, configuration,
                logging, signals,
            ], path: "Sources/Tools/lockstep", swiftSettings: settings + wiring),
        .executableTarget(
            name: "guarded-lists", dependencies: ["ListEditing", "ListServer", logging],
            path: "docs/examples/guarded-lists/Sources/guarded-lists", swiftSettings: settings),
        .executableTarget(
            name: "echo-server", dependencies: ["WebFiles", "WebSocketTransport"],
            path: "Tests/Support/EchoServer", swiftSettings: settings),
        .executableTarget(
            name: "editing-bench", dependencies: ["ListEditing"],
            path: "Tests/Benchmarks/EditingBench",
            swiftSettings: settings),
        .executableTarget(
            name: "floors", path: "Tests/Benchmarks/Floors",
            linkerSettings: [
                .linkedLibrary("ev"), .linkedLibrary("sqlite3"), .linkedLibrary("websockets"),
            ]),
        .executableTarget(
            name: "fixture-writer",
            dependencies: ["EditScripts", "JSON", "ListEditing", "ListProtocol", "SeededRandom"],
            path: "Tests/Support/FixtureWriter", swiftSettings: settings),
        .executableTarget(
            name: "fuzzer",
            dependencies: [
                "Authentication", "EditScripts", "JSON", "ListEditing", "ListFiles", "ListProtocol",
                "Persistence",
            ],
            path: "Tests/Support/fuzz/Sources", swiftSettings: settings),
        .executableTarget(
            name: "instruction-bench",
            dependencies: [
                "JSON", "ListDocument", "ListEditing", "ListJournal", "ListProtocol",
                "ListSequencing", "WebSocketTransport",
            ], path: "Tests/Benchmarks/InstructionBench", swiftSettings: settings),
        .systemLibrary(name: "CHeap", path: "Tests/Support/CHeap"),
        .executableTarget(
            name: "memory-bench",
            dependencies: [
                "CHeap", "ListDocument", "ListEditing", "ListJournal", "ListProtocol",
            ],
            path: "Tests/Benchmarks/MemoryBench", swiftSettings: settings),
        .target(
            name: "EditScripts", dependencies: ["HistoryChecking", "ListEditing", "SeededRandom"],
            path: "Tests/Support/EditScripts", swiftSettings: settings),
        .testTarget(
            name: "FixtureTests", dependencies: ["JSON", "fixture-writer"],
            path: "Tests/Unit/FixtureTests", swiftSettings: settings
        ),
        .testTarget(
            name: "FuzzTargetTests", dependencies: ["JSON", "SeededRandom", "fuzzer"],
            path: "Tests/Unit/FuzzTargetTests", swiftSettings: settings),
        .testTarget(
            name: "AuthenticationTests",
            dependencies: [
                "Authentication", "JSON", "TestLogs", "TestPrograms", "TextBytes", logging,
            ],
            path: "Tests/Unit/AuthenticationTests", swiftSettings: settings),
        .testTarget(
            name: "BotsTests", dependencies: ["Bots", "ListClient", "ListEditing", "SeededRandom"],
            path: "Tests/Unit/BotsTests", swiftSettings: settings),
        .testTarget(
            name: "ServerCheckingTests",
            dependencies: [
                "HistoryChecking", "HistoryLoad", "JSON", "ListEditing", "ListJournal",
                "ListServer", "ReservedPorts", "ServerChecking", logging,
            ], path: "Tests/Unit/ServerCheckingTests", swiftSettings: settings),
        .testTarget(
            name: "ServerMetricsTests", dependencies: ["ServerMetrics"],
            path: "Tests/Unit/ServerMetricsTests", swiftSettings: settings),
        .testTarget(
            name: "HistoryCheckingTests", dependencies: ["HistoryChecking", "JSON", "ListEditing"],
            path: "Tests/Unit/HistoryCheckingTests", swiftSettings: settings),
        .testTarget(
            name: "HistoryLoadTests", dependencies: ["HistoryChecking", "HistoryLoad", "JSON"],
            path: "Tests/Unit/HistoryLoadTests", swiftSettings: settings),
        .testTarget(
            name: "TextBytesTests", dependencies: ["TextBytes"], path: "Tests/Unit/TextBytesTests",
            swiftSettings: settings),
        .testTarget(
            name: "JSONTests", dependencies: ["JSON", "SeededRandom"], path: "Tests/Unit/JSONTests",
            swiftSettings: settings),
        .testTarget(
            name: "HashingTests", dependencies: ["Hashing"], path: "Tests/Unit/HashingTests",
            swiftSettings: settings),
        .testTarget(
            name: "ListEditingTests",
            dependencies: [
                "EditScripts", "HistoryChecking", "ListEditing", "SeededRandom", "TestSeeds",
            ],
            path: "Tests/Unit/ListEditingTests", swiftSettings: settings),
        .target(
            name: "CSimulatedDisk", path: "Tests/Simulation/CSimulatedDisk",
            linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "TestSeeds", path: "Tests/Support/TestSeeds", swiftSettings: settings),
        .target(
            name: "TestLogs", dependencies: [logging], path: "Tests/Support/TestLogs",
            swiftSettings: settings),
        .target(
            name: "ReservedPorts", path: "Tests/Support/ReservedPorts", swiftSettings: settings),
        .target(
            name: "RandomLists", dependencies: ["ListEditing", "ListProtocol", "SeededRandom"],
            path: "Tests/Support/RandomLists", swiftSettings: settings),
        .testTarget(
            name: "ListProtocolTests",
            dependencies: ["JSON", "ListEditing", "ListProtocol", "RandomLists"],
            path: "Tests/Unit/ListProtocolTests", swiftSettings: settings),
        .testTarget(
            name: "PersistenceTests",
            dependencies: [
                "EditScripts", "JSON", "ListEditing", "ListProtocol", "Persistence",
                "RandomLists",
            ], path: "Tests/Unit/PersistenceTests", swiftSettings: settings),
        .testTarget(
            name: "ListFilesTests",
            dependencies: [
                "JSON", "ListEditing", "ListFiles", "ListProtocol", "SeededRandom", "TestSeeds",
                "TextBytes",
            ],
            path: "Tests/Unit/ListFilesTests", swiftSettings: settings),
        .target(
            name: "MemoryJournal", dependencies: ["ListJournal"],
            path: "Tests/Support/MemoryJournal",
            swiftSettings: settings),
        .target(name: "CTestPrograms", path: "Tests/Support/CTestPrograms"),
        .target(
            name: "TestPrograms", dependencies: ["CTestPrograms"],
            path: "Tests/Support/TestPrograms",
            swiftSettings: settings),
        .target(
            name: "NATSNodes", dependencies: ["NATS", "TestPrograms"],
            path: "Tests/Support/NATSNodes",
            swiftSettings: settings),
        .testTarget(
            name: "NATSTests",
            dependencies: ["CHeap", "JSON", "NATS", "NATSNodes", "TestPrograms"],
            path: "Tests/Unit/NATSTests", swiftSettings: settings),
        .testTarget(
            name: "ListJournalTests",
            dependencies: [
                "JSON", "ListJournal", "MemoryJournal", "NATS", "NATSNodes", "SeededRandom",
                "TestSeeds", grdb,
            ],
            path: "Tests/Unit/ListJournalTests", swiftSettings: settings),
        .testTarget(
            name: "OutgoingHTTPTests", dependencies: ["OutgoingHTTP", "TextBytes", "TestPrograms"],
            path: "Tests/Unit/OutgoingHTTPTests", swiftSettings: settings),
        .testTarget(
            name: "LoadGeneratorTests",
            dependencies: ["JSON", "ListEditing", "ListProtocol", "LoadGenerator"],
            path: "Tests/Unit/LoadGeneratorTests", swiftSettings: settings),
        .testTarget(
            name: "LoadProfilesTests", dependencies: ["LoadProfiles"],
            path: "Tests/Unit/LoadProfilesTests", swiftSettings: settings),
        .testTarget(
            name: "WebSocketTransportTests",
            dependencies: ["ReservedPorts", "SeededRandom", "WebFiles", "WebSocketTransport"],
            path: "Tests/Unit/WebSocketTransportTests", swiftSettings: settings),
        .testTarget(
            name: "WebFilesTests", dependencies: ["TextBytes", "WebFiles"],
            path: "Tests/Unit/WebFilesTests", swiftSettings: settings),
        .target(
            name: "ServerTesting",
            dependencies: [
                "JSON", "ListDocument", "ListEditing", "ListHTTP", "ListHosting", "ListJournal",
                "ListProtocol", "ListSequencing", "ListServer", "ListSessions", "ListWebhooks",
                "MemoryJournal", "TestLogs", "TextBytes", "WebSocketTransport", logging,
            ], path: "Tests/Support/ServerTesting", swiftSettings: settings),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "CSimulatedDisk", "HistoryChecking", "HistoryLoad", "JSON", "ListDocument",
                "ListEditing", "ListHTTP", "ListHosting", "ListJournal", "ListProtocol",
                "ListSequencing", "ListServer", "ListSessions", "ListWebhooks", "MemoryJournal",
                "NATS", "NATSNodes", "SeededRandom", "ServerTesting", "TestLogs", "TestSeeds",
                "TextBytes", "WebSocketTransport", logging,
            ], path: "Tests/Simulation/SimulationTests", swiftSettings: settings),
        .testTarget(
            name: "ListServerTests",
            dependencies: [
                "Authentication", "CUnicode", "JSON", "ListDocument", "ListEditing", "ListHTTP",
                "ListHosting", "ListJournal", "ListProtocol", "ListSequencing", "ListServer",
                "ListSessions", "ListWebhooks", "MemoryJournal", "SeededRandom", "ServerTesting",
                "TestLogs", "TestSeeds", "TextBytes", "WebSocketTransport", "memory-bench", logging,
            ], path: "Tests/Unit/ListServerTests", swiftSettings: settings),
        .testTarget(
            name: "ListClientTests",
            dependencies: [
                "EditScripts", "JSON", "ListClient", "ListEditing", "ListJournal", "ListProtocol",
                "ListServer", "ReservedPorts", "WebSocketTransport", logging,
            ], path: "Tests/Unit/ListClientTests", swiftSettings: settings),
        .testTarget(
            name: "lockstepTests",
            dependencies: [
                "ListClient", "ListEditing", "ListProtocol", "ListServer", "WebSocketTransport",
                "lockstep", argumentParser,
            ],
            path: "Tests/Unit/lockstepTests", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
