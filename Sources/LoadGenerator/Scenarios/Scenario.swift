import Foundation

/// One way to load a server and measure it.
package protocol Scenario {
    func run(_ context: LoadContext) throws -> ScenarioResult
}

/// The servers, the content and the progress display of a run.
package struct LoadContext {
    /// Servers of the same lists, at least one, which share the clients.
    let addresses: [LoadAddress]
    /// A running server's process; nil: its use is not measured.
    private let named: Int32?
    /// The server, where the generator started it; nil: a server that was already running.
    let server: ServerProcess?
    let text: SyntheticList
    let progress: any LoadProgress
    /// The beginning of the names of lists and of the keys of clients, unique to the run.
    let runKey: String

    package init(
        addresses: [LoadAddress], process: Int32?, server: ServerProcess?, text: SyntheticList,
        progress: any LoadProgress
    ) {
        self.addresses = addresses
        named = process
        self.server = server
        self.text = text
        self.progress = progress
        runKey = "load-\(UUID().uuidString.lowercased().prefix(13))"
    }

    /// The server's process as it runs now; nil: its use is not measured.
    var process: Int32? { named ?? server?.process }

    func listName(_ number: Int) -> String { "\(runKey)-\(number)" }

    /// Creates a list over HTTP and returns its name.
    func makeList(_ number: Int, rows: Int) throws(LoadError) -> String {
        let name = listName(number)
        let answer = try HTTPCall(address: addresses[0]).send(
            "POST", "/api/lists", body: text.creation(of: name, rows: rows))
        guard answer.status == 201 else {
            throw LoadError(
                "the list \(name) cannot be made: \(answer.status) "
                    + String(decoding: answer.body.prefix(300), as: UTF8.self))
        }
        return name
    }

    /// Deletes a list of the run, unless the generator started the server.
    ///
    /// A failure is ignored: the list may not exist any more.
    func deleteList(_ name: String) {
        guard server == nil else { return }
        _ = try? HTTPCall(address: addresses[0]).send("DELETE", "/api/lists/\(name)")
    }

    /// Starts to measure the server and the group.
    func window(_ group: ClientGroup) throws(LoadError) -> UsageWindow {
        try UsageWindow(process: process, loop: group.loop.utilization)
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
        let group = try ClientGroup(context.addresses, runKey: "\(context.runKey)-s\(number)")
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
