import CLinux
import Foundation

/// A `lockstep serve` of our own, on a free port and a store that is thrown away afterwards.
package final class ServerProcess {
    package let address: LoadAddress
    private let box = ProcessBox()
    private var interruption: Interruption?
    private let binary: String
    private let folder: URL
    private let port: Int
    private let processor: Int?
    private let ownProcessor: Int?

    /// Starts the server and waits until it is ready.
    ///
    /// - Parameters:
    ///   - binary: The `lockstep` to start.
    ///   - parent: Where to make the folder of the store; nil: where temporary files go.
    ///   - processor: The processor that the server is kept on; nil: any.
    ///   - ownProcessor: The one that this process is kept on.
    package init(
        binary: String, in parent: String?, processor: Int?, ownProcessor: Int?
    ) throws {
        guard FileManager.default.isExecutableFile(atPath: binary) else {
            throw LoadError("\(binary) is no program that can be started")
        }
        self.binary = URL(fileURLWithPath: binary).path
        let place =
            parent.map { URL(fileURLWithPath: $0) }
            ?? FileManager.default.temporaryDirectory
        folder = place.appendingPathComponent("lockstep-load-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        port = Int(lockstep_free_port())
        guard port > 0 else { throw LoadError.system("finding a free port") }
        address = try LoadAddress(host: "127.0.0.1", port: port)
        self.processor = processor
        self.ownProcessor = ownProcessor
        interruption = Interruption { [box, folder] in
            if box.id > 0 { Glibc.kill(box.id, SIGKILL) }
            try? FileManager.default.removeItem(at: folder)
        }
        try start()
        try waitUntilReady()
    }

    deinit {
        if process > 0 { kill() }
        try? FileManager.default.removeItem(at: folder)
    }

    private(set) var process: Int32 {
        get { box.id }
        set { box.id = newValue }
    }

    /// What is set beside the defaults, so that a run needs no waiting and no limit is in its way.
    private static let settings = [
        "LOCKSTEP_LIMITS_HEAD_SECONDS": "1", "LOCKSTEP_LIMITS_IN_FLIGHT": "512",
        "LOCKSTEP_SESSIONS": "100000", "LOCKSTEP_HISTORY_SETS": "10000000",
        "SWIFT_BACKTRACE": "enable=no",
    ]

    /// Starts the process, on the store of the one before it.
    func start() throws {
        let arguments = [
            binary, "serve", "--host", "127.0.0.1", "--port", String(port), "--store",
            folder.appendingPathComponent("lists.sqlite").path, "--lists", "", "--web", "",
            "--log-level", "warning",
        ]
        let environment = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("LOCKSTEP_")
        }.merging(ServerProcess.settings) { $1 }.map { "\($0.key)=\($0.value)" }
        // A child runs where its parent may.
        if let processor { try Processor.pin(to: processor) }
        process = unsafe CStrings.with(arguments) { arguments in
            unsafe CStrings.with(environment) { environment in
                unsafe lockstep_start(binary, arguments, environment, folder.path, log.path)
            }
        }
        if processor != nil { try Processor.pin(to: ownProcessor) }
        guard process > 0 else { throw LoadError.system("starting \(binary)") }
    }

    private var log: URL { folder.appendingPathComponent("server.log") }

    /// Ends the process at once, as a crash would, and waits until it is gone.
    func kill() {
        Glibc.kill(process, SIGKILL)
        _ = lockstep_has_ended(process, 1)
        process = -1
    }

    /// Waits until the server says that it is ready.
    func waitUntilReady() throws {
        let end = MonotonicClock.now + MonotonicClock.nanoseconds(60)
        while MonotonicClock.now < end {
            if lockstep_has_ended(process, 0) != 0 {
                process = -1
                let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
                throw LoadError("the server ended: \(text.suffix(1_000))")
            }
            if let answer = try? HTTPCall(address: address).send("GET", "/readyz"),
                answer.status == 200
            {
                return
            }
            usleep(1_000)
        }
        throw LoadError("the server was not ready within a minute; its log: \(log.path)")
    }
}
