import Foundation
import OutgoingHTTP

/// One way to load a server and measure it.
package protocol Scenario {
    /// The most clients that it connects at a time: with a key, each has a token of its own.
    var clientCount: Int { get }

    func run(_ context: LoadContext) throws -> ScenarioResult
}

/// The servers, the content and the progress display of a run.
package struct LoadContext {
    /// Servers of the same lists, at least one, which share the clients.
    let addresses: [LoadAddress]
    let tokens: LoadTokens
    /// A running server's process; nil: not known.
    private let named: Int32?
    /// Where the server's figures are instead; nil: at `addresses`.
    private let metrics: MetricsPlace?
    /// The server, where the generator started it; nil: a server that was already running.
    let server: ServerProcess?
    let text: SyntheticList
    let progress: any LoadProgress
    let interruption: LoadInterruption
    /// The beginning of the names of lists and of the keys of clients, unique to the run.
    let runKey: String
    private let lists: RunLists

    package init(
        addresses: [LoadAddress], tokens: LoadTokens, process: Int32?, metrics: MetricsPlace?,
        server: ServerProcess?, text: SyntheticList, lists: RunLists, progress: any LoadProgress,
        interruption: LoadInterruption
    ) {
        self.addresses = addresses
        self.tokens = tokens
        named = process
        self.metrics = metrics
        self.server = server
        self.text = text
        self.lists = lists
        self.progress = progress
        self.interruption = interruption
        runKey = lists.runKey
    }

    /// Whether clients connect with TLS, to any of the servers.
    var usesTLS: Bool { addresses.contains { $0.trust != nil } }

    /// Reads the use of the server as it runs now.
    var meter: ServerMeter {
        ServerMeter(
            process: named ?? server?.process,
            metrics: metrics.map { [$0] } ?? addresses.map { MetricsPlace(server: $0) })
    }

    /// Runs a scenario.
    ///
    /// - Throws: `LoadError`, also where generator or server cannot open a descriptor for each client.
    package func run(_ scenario: some Scenario) throws -> ScenarioResult {
        try DescriptorNeeds(clients: scenario.clientCount).check(meter)
        return try scenario.run(self)
    }

    /// Creates a list over HTTP and returns its name.
    func makeList(_ number: Int, rows: Int) throws -> String {
        try interruption.check()
        let name = try lists.name(number)
        // A list of which it is not known whether it was made is deleted, too.
        lists.made(name)
        let answer = try HTTPCall(address: addresses[0]).send(
            "POST", "/api/lists", body: text.creation(of: name, rows: rows))
        guard answer.status == 201 else {
            if (400..<500).contains(answer.status) { lists.forget(name) }
            throw LoadError(
                answer.status == 409
                    ? "the list \(name) exists: a scenario makes its lists, and deletes them"
                    : "the list \(name) cannot be made: \(answer.status) "
                        + String(decoding: answer.body.prefix(300), as: UTF8.self))
        }
        lists.confirm(name)
        return name
    }

    /// Deletes a list of the run, unless the generator started the server.
    ///
    /// After a signal, those of the whole run are deleted together; so is what could not be deleted here.
    func deleteList(_ name: String) {
        guard server == nil, interruption.received == nil else { return }
        try? delete(name, HTTPCall(address: addresses[0]))
    }

    /// Deletes the lists that are left over, as long as the server answers.
    ///
    /// - Returns: Those that are still left, of which the server has said that they were made.
    package func deleteLists() -> [String] {
        guard server == nil else { return [] }
        let call = HTTPCall(
            address: addresses[0], patience: interruption.received == nil ? 30 : 3)
        for name in lists.left {
            do throws(LoadError) {
                try delete(name, call)
            } catch {
                break
            }
        }
        return lists.known
    }

    private func delete(_ name: String, _ call: HTTPCall) throws(LoadError) {
        let status = try call.send("DELETE", "/api/lists/\(name)").status
        // Another client may have deleted it.
        if status == 204 || status == 404 { lists.forget(name) }
    }

    /// Starts to measure the server and the group.
    ///
    /// - Parameter isShort: Whether the period is too short for the resolution of `/metrics`.
    func window(_ group: ClientGroup, isShort: Bool = false) throws(LoadError) -> UsageWindow {
        try UsageWindow(isShort ? meter.exact : meter, loop: group.loop.utilization)
    }
}

extension ClientGroup {
    /// Clients of the servers of a run.
    convenience init(_ context: LoadContext, runKey: String) throws {
        try self.init(
            context.addresses, tokens: context.tokens, interruption: context.interruption,
            runKey: runKey)
    }
}

/// Shows people the progress of a run.
package protocol LoadProgress {
    /// Shows the current step.
    ///
    /// - Parameters:
    ///   - part: The share that is done, from 0 to 1; nil: unknown.
    ///   - text: The step.
    func show(_ part: Double?, _ text: String)
}

/// Creates lists that are too long for one request.
struct LongList {
    let context: LoadContext
    let rows: Int

    /// Creates the list and adds its rows, as many in an edit as a frame holds.
    ///
    /// - Returns: The name of the list.
    func make(_ number: Int) throws -> String {
        let first = min(rows, 100)
        let name = try context.makeList(number, rows: first)
        guard rows > first else { return name }
        let group = try ClientGroup(context, runKey: "\(context.runKey)-s\(number)")
        let editor = try group.addEditor(list: group.addList(name))
        try group.waitUntilReady()
        let share = min(500, group.limits.frameBytes / 2 / (context.text.rowBytes + 150))
        var next = first
        while next < rows {
            context.progress.show(Double(next) / Double(rows), "adding \(rows) rows")
            let batch = next..<min(rows, next + max(share, 1))
            editor.add(due: MonotonicClock.now) { id, output in
                output += context.text.insertion(into: name, id: id, rows: batch)
            }
            group.flush(editor)
            next = batch.upperBound
            let hasRoom = try group.loop.turn(seconds: 60) {
                editor.pending.count < 4 || !group.faults.isEmpty
            }
            guard hasRoom, group.faults.isEmpty else { break }
        }
        guard try group.waitUntilQuiet(seconds: 60), group.faults.isEmpty else {
            throw LoadError(
                "\(rows) rows cannot be added: \(group.faults.texts.first ?? "no answer")")
        }
        return name
    }
}
