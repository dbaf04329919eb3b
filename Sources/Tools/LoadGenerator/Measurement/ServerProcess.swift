import CLinux
import Foundation
import Glibc
import OutgoingHTTP

/// A `lockstep serve` that the generator starts, on a free port and a temporary store.
package final class ServerProcess {
    package let address: LoadAddress
    private let sharedID = SharedProcessID()
    private let interruption: LoadInterruption
    private let binary: String
    private let folder: URL
    private let port: Int
    private let processor: Int?
    private let ownProcessor: Int?
    /// Nil: without TLS.
    private let certificate: OwnCertificate?

    /// Starts the server and waits until it is ready.
    ///
    /// - Parameters:
    ///   - binary: The `lockstep` to start.
    ///   - parent: The folder in which to create the store's; nil: that of temporary files.
    ///   - processor: The processor that the server runs on; nil: any.
    ///   - ownProcessor: The processor that this process runs on; nil: any.
    ///   - sources: The addresses from which clients connect in turn; see `LoadAddress`.
    ///   - usesTLS: Whether it speaks TLS, with a certificate that is made for it.
    ///   - interruption: Ends the wait; a second signal takes the server along.
    /// - Throws: `LoadError` where the server does not start within a minute.
    package init(
        binary: String, in parent: String?, processor: Int?, ownProcessor: Int?, sources: Int,
        usesTLS: Bool, interruption: LoadInterruption
    ) throws {
        self.interruption = interruption
        guard FileManager.default.isExecutableFile(atPath: binary) else {
            throw LoadError("\(binary) is no program that can be started")
        }
        self.binary = URL(fileURLWithPath: binary).path
        let place =
            parent.map { URL(fileURLWithPath: $0) }
            ?? FileManager.default.temporaryDirectory
        folder = place.appendingPathComponent("lockstep-load-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        guard unsafe mkdir(folder.path, 0o700) == 0 else {
            throw LoadError.system("making the folder \(folder.path)")
        }
        certificate = usesTLS ? try OwnCertificate(in: folder) : nil
        port = Int(lockstep_free_port())
        guard port > 0 else { throw LoadError.system("finding a free port") }
        address = try LoadAddress(
            host: "127.0.0.1", port: port,
            trust: certificate.map { made throws(LoadError) in
                try TLSTrust(authorities: made.certificate, verifies: true)
            }, sources: sources)
        self.processor = processor
        self.ownProcessor = ownProcessor
        interruption.atSecondSignal { [sharedID, folder] in
            if sharedID.id > 0 { Glibc.kill(sharedID.id, SIGKILL) }
            try? FileManager.default.removeItem(at: folder)
        }
        try start()
        try waitUntilReady()
    }

    deinit {
        interruption.atSecondSignal(nil)
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
        let tls = certificate.map { ["--cert", $0.certificate, "--key", $0.key] } ?? []
        let arguments =
            [
                binary, "serve", "--host", "127.0.0.1", "--port", String(port), "--store",
                folder.appendingPathComponent("lists.sqlite").path, "--lists", "", "--web", "",
                "--log-level", "warning",
            ] + tls
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
            try interruption.check()
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
