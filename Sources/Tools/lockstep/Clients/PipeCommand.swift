import ArgumentParser
import JSON
import ListClient
import ListEditing
import ListProtocol

/// `lockstep pipe`: a list over standard input and output, for bots in any language.
struct PipeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pipe", abstract: "Edit a list over standard input and output, for bots.",
        discussion: """
            Standard output gets one line of JSON for whatever happens, in the server's order:
              {"type":"snapshot",…}    the list, at first and whenever it is read again
              {"type":"changes",…}     change sets, as in the protocol
              {"type":"answer","id":17,"line":3,"outcome":"applied","revision":58}
                                       what became of an edit: applied, noop, refused (code, message),
                                       unknown; line is that of the input, absent for an edit that an
                                       earlier run has sent
              {"type":"status","status":"offline"}
                                       live, offline, unavailable
              {"type":"error","line":4,"message":"…"}
                                       a line of the input that is no edit
            With --state the whole list follows each change, as {"type":"state",…} like a snapshot, and \
            changes are left out.

            Each line of standard input is one edit, in the JSON of the protocol: an action, an array of \
            actions, {"type":"undo"}, {"type":"redo"} or {"type":"restore","revision":41}.

            The command connects again by itself, and no edit is lost or made twice. With --journal they \
            also outlive the command: what is in the file is sent again by the next run. A bot that looks \
            at the list and mends what is not as it should be may then be killed at any moment.

            It ends at the end of its input, once all edits are answered, and when the list is deleted.

            EXAMPLES
              journalctl -f -o cat | jq -cR '{op:"insertRow",fields:{title:.}}' | lockstep pipe log
              mkfifo edits; lockstep pipe todo --state --journal tidy.edits <edits | ./tidy >edits

            EXIT CODES
              0 the input is over   1 no connection, no list, the list was deleted
            """)

    @Argument(help: "The list's id.")
    var list: String

    @Flag(help: "Write the whole list after each change, and no changes.")
    var state = false

    @Option(
        help: ArgumentHelp(
            "Keep unanswered edits in this file, over restarts; one for each bot.",
            valueName: "FILE"))
    var journal: String?

    @OptionGroup var server: ServerAddress

    func run() async throws {
        var options = ClientOptions(name: ServerAddress.userName, token: server.token)
        options.waitsForServer = true
        if let journal {
            options.edits = try await CommandError.translating { try EditFile(journal) }
        }
        let (urls, whole, list) = (server.urls, state, list)
        let settled = options
        let ending = try await InterruptibleTask.run {
            let client = try await CommandError.translating {
                try await ListClient.connect(to: urls, settled)
            }
            try await ServerAddress.stopping(client) {
                try await Pipe(whole: whole).run(client, list)
            }
        }
        if ending == .signal, let journal {
            Output.note("stopped; edits without an answer are in \(journal)")
        }
    }
}

/// Passes edits from standard input to a list, and what happens to it to standard output.
private actor Pipe {
    /// Edits without an answer beyond which no further line is read.
    private static let mostWaiting = 1_000

    private let whole: Bool
    /// The lines of the edits without an answer, by id.
    private var lines: [Int: Int] = [:]

    init(whole: Bool) { self.whole = whole }

    /// Runs until the input is over and all edits are answered.
    ///
    /// - Throws: `CommandError` where the list is gone; `OutputFailure`.
    func run(_ client: ListClient, _ id: String) async throws {
        let list = try await CommandError.translating { try await client.open(id) }
        let events = await list.events
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await self.write(events, of: list)
                return false
            }
            group.addTask {
                try await self.read(into: list)
                return true
            }
            defer { group.cancelAll() }
            // The events end with the list or the client.
            if try await group.next() == true { return }
            try Task.checkCancellation()
            throw CommandError("the list is gone, or the connection ended for good")
        }
    }

    // MARK: Input

    private func read(into list: SharedList) async throws {
        let input = InputLines()
        while let (number, text) = await input.next() {
            guard text.contains(where: { !$0.isWhitespace }) else { continue }
            do throws(CommandError) {
                let operation = try EditOperation(json: text)
                try await post(operation, line: number, to: list)
            } catch {
                try Output.write(json: PipeLine.error(line: number, error.description).json.utf8)
            }
            while lines.count >= Self.mostWaiting, !Task.isCancelled { await Self.pause() }
        }
        try Task.checkCancellation()
        while await list.waiting > 0 || !lines.isEmpty {
            await Self.pause()
            try Task.checkCancellation()
        }
    }

    private func post(
        _ operation: EditOperation, line: Int, to list: SharedList
    ) async throws(CommandError) {
        let posted: Result<Int, EditRefusal>
        do throws(ListClientError) {
            switch operation {
            case .actions(let actions): posted = try await list.post(actions)
            case .undo(let skips): posted = try await list.post(.undo(skips: skips))
            case .redo(let skips): posted = try await list.post(.redo(skips: skips))
            case .restore(let revision): posted = try await list.post(.restore(revision))
            case .deleteWhere: return
            }
        } catch {
            throw CommandError("\(error)")
        }
        switch posted {
        case .success(let id): lines[id] = line
        case .failure(let refusal): throw CommandError("\(refusal)")
        }
    }

    private static func pause() async { try? await Task.sleep(for: .milliseconds(20)) }

    // MARK: Output

    private func write(_ events: ListEvents, of list: SharedList) async throws {
        var shown = await list.confirmed
        try write(shown, of: list.id, "snapshot")
        for await event in events {
            switch event {
            case .replaced:
                shown = await list.confirmed
                try write(shown, of: list.id, "snapshot")
            case .changed(let change):
                // Earlier changes are contained in the list that was read.
                guard change.revision > shown.revision else { continue }
                try? shown.replay(
                    change.changes, by: change.client ?? ClientID(""), folds: change.folds)
                if whole {
                    try write(shown, of: list.id, "state")
                } else {
                    let set = PublishedChange(change).encoded
                    let changes = Changes(
                        list: ListID(list.id), sets: [set], counts: shown.counts)
                    try Output.write(json: changes.encoded)
                }
            case .answered(let id, let answer):
                let line = lines.removeValue(forKey: id)
                try Output.write(json: PipeLine.answer(id: id, line: line, answer).json.utf8)
            case .status(.live): try Output.write(json: PipeLine.status("live").json.utf8)
            case .status(.offline): try Output.write(json: PipeLine.status("offline").json.utf8)
            case .status(.unavailable):
                try Output.write(json: PipeLine.status("unavailable").json.utf8)
            case .status(.gone), .status(.opening), .status(.unstored), .presence, .mismatched:
                break
            }
        }
    }

    private func write(_ list: EditableList, of id: String, _ type: String) throws {
        try Output.write(json: PipeLine.list(type, id, list.state()).json.utf8)
    }
}

/// A line of JSON that a bot is told.
enum PipeLine {
    case list(String, String, ListState)
    case answer(id: Int, line: Int?, EditAnswer)
    case status(String)
    case error(line: Int, String)

    var json: String {
        var writer = JSONWriter()
        writer.object { writer in
            switch self {
            case .list(let type, let id, let state):
                writer.member("type", type)
                writer.member("list", id)
                writer.member("revision", state.revision)
                writer.member("title", state.title)
                writer.name("rules")
                writer.rules(state.rules)
                writer.name("sections")
                writer.array { writer in
                    for section in state.sections {
                        writer.section(section) { writer, row in
                            writer.object { $0.rowMembers(row, hasAuthors: false) }
                        }
                    }
                }
            case .answer(let id, let line, let answer):
                writer.member("type", "answer")
                writer.member("id", id)
                writer.member("line", ifPresent: line)
                EditReport(answer: answer).writeMembers(to: &writer)
            case .status(let status):
                writer.member("type", "status")
                writer.member("status", status)
            case .error(let line, let message):
                writer.member("type", "error")
                writer.member("line", line)
                writer.member("message", message)
            }
        }
        return writer.text
    }
}
