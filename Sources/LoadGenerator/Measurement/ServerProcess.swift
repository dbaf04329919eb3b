import CLinux
import Dispatch
import Foundation
import Glibc

/// A `lockstep serve` that the generator starts, on a free port and a temporary store.
package final class ServerProcess {
    package let address: LoadAddress
    private let sharedID = SharedProcessID()
    private var terminationHandler: TerminationHandler?
    private let binary: String
    private let folder: URL
    private let port: Int
    private let processor: Int?
    private let ownProcessor: Int?

    /// Starts the server and waits until it is ready.
    ///
    /// - Parameters:
    ///   - binary: The `lockstep` to start.
    ///   - parent: The folder in which to create the store's; nil: that of temporary files.
    ///   - processor: The processor that the server runs on; nil: any.
    ///   - ownProcessor: The processor that this process runs on; nil: any.
    /// - Throws: `LoadError` where the server does not start within a minute.
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
        terminationHandler = TerminationHandler { [sharedID, folder] in
            if sharedID.id > 0 { Glibc.kill(sharedID.id, SIGKILL) }
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
        get { sharedID.id }
        set { sharedID.id = newValue }
    }

    /// The settings that differ from the defaults: short intervals, and limits that no run reaches.
    private static let settings = [
        "LOCKSTEP_LIMITS_HEAD_SECONDS": "1", "LOCKSTEP_LIMITS_IN_FLIGHT": "512",
        "LOCKSTEP_SESSIONS": "100000", "LOCKSTEP_HISTORY_SETS": "10000000",
        "SWIFT_BACKTRACE": "enable=no",
    ]

    /// Of the environment, only what says where lists are stored reaches a server that is measured.
    private static func isPassedOn(_ variable: String) -> Bool {
        ["LOCKSTEP_JOURNAL_", "LOCKSTEP_NATS_"].contains { variable.hasPrefix($0) }
            || !variable.hasPrefix("LOCKSTEP_")
    }

    /// Starts the process, on the store of the earlier one.
    func start() throws {
        let arguments = [
            binary, "serve", "--host", "127.0.0.1", "--port", String(port), "--store",
            folder.appendingPathComponent("lists.sqlite").path, "--lists", "", "--web", "",
            "--log-level", "warning",
        ]
        let environment = ProcessInfo.processInfo.environment.filter {
            Self.isPassedOn($0.key)
        }.merging(ServerProcess.settings) { $1 }.map { "\($0.key)=\($0.value)" }
        // A child process inherits the processors that its parent may run on.
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

    /// Kills the process (SIGKILL) and waits until it has ended.
    func kill() {
        Glibc.kill(process, SIGKILL)
        _ = lockstep_has_ended(process, 1)
        process = -1
    }

    /// Waits until `GET /readyz` gives 200.
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

/// Cleans up when the process receives SIGINT or SIGTERM, and ends it.
private final class TerminationHandler {
    private let sources: [any DispatchSourceSignal]

    /// Installs the handler until the object is released.
    ///
    /// - Parameter cleanUp: Called on another thread, while the run continues.
    init(_ cleanUp: @escaping @Sendable () -> Void) {
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                cleanUp()
                exit(128 + number)
            }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
        signal(SIGINT, SIG_DFL)
        signal(SIGTERM, SIG_DFL)
    }
}

/// The id of a process that two threads read; -1 where there is none.
private final class SharedProcessID: @unchecked Sendable {
    private let lock = NSLock()
    private var process: Int32 = -1

    var id: Int32 {
        get { lock.withLock { process } }
        set { lock.withLock { process = newValue } }
    }
}

/// Strings as C expects them: an array of pointers with a null at its end.
private enum CStrings {
    static func with<Result>(
        _ texts: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("there is an end") }
            return unsafe body(UnsafePointer(base))
        }
    }
}

/// The processor that a thread runs on.
package enum Processor {
    /// Pins this thread, and the processes that it starts, to one processor; nil: unpins it.
    package static func pin(to processor: Int?) throws(LoadError) {
        let all = ProcessInfo.processInfo.processorCount
        if let processor {
            guard lockstep_pin(0, Int32(processor)) == 0 else {
                throw LoadError(
                    "there is no processor \(processor) to run on; they are 0 to \(all - 1)")
            }
        } else {
            guard lockstep_unpin(0) == 0 else { throw .system("sched_setaffinity") }
        }
    }
}
