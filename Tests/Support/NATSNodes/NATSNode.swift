import Foundation
import TestPrograms

/// A `nats-server` of a test, with its data in a folder of its own.
///
/// It ends with the value, or with the test's process, however that ends: a shell waits for its input
/// to end, and then ends the server.
///
/// `NATS_SERVER` names the program; without it, it is the one in `.venv` (Tests/Support/requirements.txt).
package final class NATSNode: Sendable {
    /// The ports on the loopback on which a node listens, free when they were asked for.
    package struct Ports: Sendable {
        package let clients = NATSNode.freePort()
        package let monitor = NATSNode.freePort()
        package let cluster = NATSNode.freePort()

        package init() {}
    }

    package let name: String
    package let ports: Ports
    private let folder: URL
    private let arguments: [String]
    private let lock = NSLock()
    nonisolated(unsafe) private var running: Running?
    private var pidFile: String { folder.appendingPathComponent("pid").path }

    /// Starts a node, and waits until it takes connections.
    ///
    /// - Parameters:
    ///   - configuration: The text of its settings; nil for those in `config/nats/common.conf`.
    ///   - arguments: What else the command line has.
    package init(
        _ name: String = "node", ports: Ports = Ports(), configuration: String? = nil,
        arguments: [String] = []
    ) async throws {
        self.name = name
        self.ports = ports
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "nats-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var settings = Self.root.appendingPathComponent("config/nats/common.conf").path
        if let configuration {
            settings = folder.appendingPathComponent("node.conf").path
            try configuration.write(toFile: settings, atomically: true, encoding: .utf8)
        }
        self.arguments =
            [
                "-c", settings, "-n", name, "-a", "127.0.0.1", "-p", String(ports.clients),
                "-m", String(ports.monitor), "-sd", folder.path,
                "-P", folder.appendingPathComponent("pid").path,
            ] + arguments
        try await start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    package var url: String { "nats://127.0.0.1:\(ports.clients)" }

    // MARK: Processes

    private struct Running {
        let shell: TestProgram
        /// What the shell reads from.
        let input: FileHandle
    }

    /// The first argument is the folder to remove if the test ends, the others are the server's.
    private static let script = """
        "$@" & server=$!
        read -r word
        kill -9 $server
        wait $server
        [ "$word" = keep ] || rm -rf "$0"
        """

    /// Starts the program again, with the data that it left.
    package func start() async throws {
        let program = try Self.program()
        let log = folder.appendingPathComponent("log")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        let errors = try FileHandle(forWritingTo: log)
        try? FileManager.default.removeItem(atPath: pidFile)
        let input = Pipe()
        let shell = try TestProgram(
            "/bin/sh", ["-c", Self.script, folder.path, program.path] + arguments,
            input: input.fileHandleForReading.fileDescriptor, errors: errors.fileDescriptor)
        let running = Running(shell: shell, input: input.fileHandleForWriting)
        lock.withLock { unsafe self.running = running }
        do {
            try await Self.waiting("\(name) takes connections") {
                let settings = monitor("/jsz?config=1") ?? []
                return processIdentifier != nil && Self.isListening(ports.clients)
                    && String(decoding: settings, as: UTF8.self).contains("sync_interval")
            }
        } catch {
            kill()
            throw NodeError((try? String(contentsOf: log, encoding: .utf8)) ?? "\(error)")
        }
    }

    /// Kills the program, and waits until it is gone.
    package func kill() {
        let running = lock.withLock {
            defer { unsafe self.running = nil }
            return unsafe self.running
        }
        guard let running else { return }
        try? running.input.write(contentsOf: Array("keep\n".utf8))
        try? running.input.close()
        running.shell.waitForEnd()
    }

    private var processIdentifier: Int32? {
        (try? String(contentsOfFile: pidFile, encoding: .utf8)).flatMap {
            Int32($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    /// Halts the program, all its threads: it keeps its connections and does nothing.
    package func halt() throws {
        send(SIGSTOP)
        guard let processIdentifier else { return }
        let tasks = "/proc/\(processIdentifier)/task"
        try Self.wait("\(name) is halted") {
            try FileManager.default.contentsOfDirectory(atPath: tasks).allSatisfy { thread in
                let state = try? String(contentsOfFile: "\(tasks)/\(thread)/stat", encoding: .utf8)
                return state?.contains(") T ") ?? true
            }
        }
    }

    /// Lets a halted program go on.
    package func resume() { send(SIGCONT) }

    private func send(_ signal: Int32) {
        if let processIdentifier { Foundation.kill(processIdentifier, signal) }
    }

    // MARK: What it says

    /// What its monitoring port answers; nil where it does not.
    package func monitor(_ path: String) -> [UInt8]? {
        LoopbackHTTP.get(port: ports.monitor, path)
    }

    /// The root of the repository.
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func program() throws -> URL {
        let named = ProcessInfo.processInfo.environment["NATS_SERVER"].map {
            URL(fileURLWithPath: $0)
        }
        let program = named ?? root.appendingPathComponent(".venv/bin/nats-server")
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw NodeError(
                "there is no \(program.path): run 'make test-tools', or name one in NATS_SERVER")
        }
        return program
    }

    /// Seconds after which what is waited for does not come, however busy the machine is.
    private static let waitSeconds = 120

    /// Waits until `condition` is true, for `waitSeconds` at most; holds the thread, for what is soon.
    package static func wait(_ what: String, until condition: () throws -> Bool) throws {
        let deadline = DispatchTime.now() + .seconds(waitSeconds)
        while try !condition() {
            guard DispatchTime.now() < deadline else {
                throw NodeError("not in \(waitSeconds) s: \(what)")
            }
            usleep(10_000)
        }
    }

    /// Waits until `condition` is true and throws nothing, for `waitSeconds` at most.
    package static func waiting(
        _ what: String, until condition: () async throws -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + .seconds(waitSeconds)
        while true {
            var problem = ""
            do {
                if try await condition() { return }
            } catch {
                problem = ": \(error)"
            }
            guard ContinuousClock.now < deadline else {
                throw NodeError("not in \(waitSeconds) s: \(what)\(problem)")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    // MARK: Ports

    /// The ports of nodes: below those that the system gives to connections, which would take the port of a
    /// node that is to start, or to start again.
    private static let portRange = 20_000..<32_000
    private static let choosing = NSLock()
    // Guarded by `choosing`.
    nonisolated(unsafe) private static var lastPort = Int.random(in: portRange)

    /// A port of the loopback that nothing listens on, another each time.
    fileprivate static func freePort() -> Int {
        choosing.withLock {
            repeat {
                unsafe lastPort += 1
                if unsafe !portRange.contains(lastPort) {
                    unsafe lastPort = portRange.lowerBound
                }
            } while unsafe !isFree(lastPort)
            return unsafe lastPort
        }
    }

    private static func isFree(_ port: Int) -> Bool {
        let socket = LoopbackHTTP.makeSocket()
        defer { close(socket) }
        var address = LoopbackHTTP.address(port: port)
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(socket, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func isListening(_ port: Int) -> Bool {
        let socket = LoopbackHTTP.connect(port: port)
        if socket >= 0 { close(socket) }
        return socket >= 0
    }
}

/// Why a node of a test does not run.
package struct NodeError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
