import ArgumentParser
import JSON
import ListClient
import ListEditing
import ListProtocol

/// `lockstep edit`: edits a list from the command line or from standard input.
struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Edit a list.",
        discussion: """
            EXAMPLES
              lockstep edit groceries add Tea "Brown sugar" --section s1 --first
              lockstep edit groceries rename r7 "Green tea"
              lockstep edit groceries set r7 done true
              lockstep edit groceries move r7 r8 --before r2
              lockstep edit groceries delete r7 r8
              lockstep edit groceries delete --where done = true
              lockstep edit groceries undo --key my-key
              lockstep edit groceries restore 41
              lockstep edit groceries < edits.jsonl

            Without a verb, each line of standard input is one edit: an action, an array of actions \
            or {"type":"undo"}, in the JSON of the protocol. Restore makes the list as it was at a revision. Undo and redo apply to edits that were \
            made with the same --key; one that is refused stays the next, until it is left out with --skip, or "skip":true.

            EXIT CODES
              0 applied, or nothing to change   1 no connection, no list, nothing sent
              2 refused                         3 not known whether it was applied

            Ctrl-C, SIGTERM and --timeout end the wait for an answer, but do not cancel an edit that \
            was sent: the exit code is then 3.
            """)

    @Argument(help: "The list's id.")
    var list: String

    @Argument(help: "add, set, rename, move, delete, undo, redo or restore.")
    var verb: String?

    @Argument(help: "The arguments of the verb: titles, rows, a field and its value.")
    var words: [String] = []

    @OptionGroup var place: PlaceOptions

    @Option(
        name: .customLong("where"), parsing: .upToNextOption,
        help: ArgumentHelp(
            "Delete rows whose field fulfils a condition; OP: = != < <= > >= contains.",
            valueName: "FIELD OP VALUE"))
    var condition: [String] = []

    @Flag(help: "With undo and redo: leave the next one out, as it is.")
    var skip = false

    @Option(help: ArgumentHelp("Edit as the client with this key.", valueName: "KEY"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "The time limit for connecting, opening and each answer (default: none).",
            valueName: "SECONDS"))
    var timeout: Double?

    @Flag(help: "Print each answer as one JSON object.")
    var json = false

    @OptionGroup var server: ServerAddress

    func validate() throws {
        if let timeout, !(0.001...1_000_000).contains(timeout) {
            throw ValidationError("--timeout is from 0.001 to 1000000 seconds")
        }
    }

    func run() async throws {
        let operations = try operations()
        let firstFailure = FirstFailure()
        let ending: InterruptibleTask.Ending
        do {
            ending = try await InterruptibleTask.run { try await edit(operations, firstFailure) }
        } catch ListClientError.outcomeUnknown {
            if json { try Output.write(json: EditReport(answer: .unknown).json.utf8) }
            Output.note("not known whether applied: look at the list before you repeat it")
            throw ExitCode.outcomeUnknown
        }
        guard ending == .done else { throw CommandError("stopped; no edit was under way") }
        let code = await firstFailure.code
        guard code == .success else { throw code }
    }

    private func edit(
        _ operations: AsyncThrowingStream<EditOperation, any Error>, _ firstFailure: FirstFailure
    ) async throws {
        let options = ClientOptions(name: ServerAddress.userName, token: server.token, key: key)
        let urls = server.urls
        let client = try await InterruptibleTask.within(timeout) {
            try await CommandError.translating {
                try await ListClient.connect(to: urls, options)
            }
        }
        try await ServerAddress.stopping(client) {
            let shared = try await InterruptibleTask.within(timeout) {
                try await CommandError.translating { try await client.open(list) }
            }
            for try await operation in operations {
                let answer = try await InterruptibleTask.within(timeout) {
                    try await Self.perform(operation, in: shared)
                }
                let report = EditReport(answer: answer)
                if json {
                    try Output.write(json: report.json.utf8)
                } else {
                    try Output.write(lines: report.lines)
                }
                await firstFailure.note(report.exitCode)
            }
            // Cancellation also ends the input: the command is then not done.
            try Task.checkCancellation()
        }
    }

    /// The exit code of the first operation that was not applied.
    private actor FirstFailure {
        var code = ExitCode.success

        func note(_ code: ExitCode) {
            if self.code == .success { self.code = code }
        }
    }

    private static func perform(_ operation: EditOperation, in list: SharedList) async throws
        -> EditAnswer
    {
        try await CommandError.translating {
            switch operation {
            case .actions(let actions): try await list.edit(actions)
            case .deleteWhere(let condition):
                try await list.delete { condition.holds(for: $0) }
            case .undo(let skips): try await list.undo(skipping: skips)
            case .redo(let skips): try await list.redo(skipping: skips)
            case .restore(let revision): try await list.restore(revision)
            }
        }
    }

    /// The operation of the command line, or those of standard input.
    private func operations() throws -> AsyncThrowingStream<EditOperation, any Error> {
        guard let verb else {
            guard condition.isEmpty else {
                throw ValidationError("--where goes with delete")
            }
            return Self.standardInput()
        }
        guard let known = EditOperation.Verb(rawValue: verb) else {
            let verbs = EditOperation.Verb.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("\(verb) is no verb; the verbs are \(verbs)")
        }
        let operation: EditOperation
        do throws(CommandError) {
            operation = try EditOperation(
                known, words, place: place,
                condition: condition.isEmpty ? nil : RowCondition(condition), skips: skip)
        } catch {
            throw ValidationError(error.description)
        }
        return AsyncThrowingStream { continuation in
            continuation.yield(operation)
            continuation.finish()
        }
    }

    /// The operations of standard input; each line is read when the operation before it is done.
    private static func standardInput() -> AsyncThrowingStream<EditOperation, any Error> {
        let lines = InputLines()
        return AsyncThrowingStream {
            while let line = await lines.next() {
                if line.text.allSatisfy(\.isWhitespace) { continue }
                do throws(CommandError) {
                    return try EditOperation(json: line.text)
                } catch {
                    throw CommandError("line \(line.number): \(error.description)")
                }
            }
            return nil
        }
    }
}

/// The outcome of an edit as text, as JSON and as an exit code.
struct EditReport {
    let answer: EditAnswer

    /// The exit code of the command, as its help lists them.
    var exitCode: ExitCode {
        switch answer {
        case .applied, .noop: .success
        case .refused: .refused
        case .unknown: .outcomeUnknown
        case .abandoned: .failure
        }
    }

    /// One line, and one more for each clamp.
    var lines: [TerminalText] {
        switch answer {
        case .applied(let revision, let clamps):
            let applied = revision.map { "applied in revision \($0)" } ?? "applied"
            return [TerminalText(applied)] + clamps.map(Self.describe)
        case .noop(let clamps):
            return ["nothing to change"] + clamps.map(Self.describe)
        case .refused(let refusal):
            let action = refusal.action.map { "action \($0): " } ?? ""
            return ["refused: \(action)\(refusal)"]
        case .unknown: return ["not known whether it was applied: look at the list"]
        case .abandoned(let reason): return ["given up: \(reason)"]
        }
    }

    /// One JSON object.
    var json: String {
        var writer = JSONWriter()
        writer.object { writeMembers(to: &$0) }
        return writer.text
    }

    /// Writes the members into an object that is open.
    func writeMembers(to writer: inout JSONWriter) {
        switch answer {
        case .applied(let revision, let clamps):
            writer.member("outcome", "applied")
            writer.member("revision", ifPresent: revision)
            writer.clamps(clamps)
        case .noop(let clamps):
            writer.member("outcome", "noop")
            writer.clamps(clamps)
        case .refused(let refusal):
            writer.member("outcome", "refused")
            writer.member("code", refusal.code)
            writer.member("message", refusal.message)
            writer.member("action", ifPresent: refusal.action)
        case .unknown: writer.member("outcome", "unknown")
        case .abandoned(let reason):
            writer.member("outcome", "abandoned")
            writer.member("message", reason)
        }
    }

    private static func describe(_ clamp: Clamp) -> TerminalText {
        let subject =
            switch clamp.subject {
            case .row(let row): "row \(row.text)"
            case .rows(let rows): "rows \(rows.map(\.text).joined(separator: ", "))"
            case .section(let section): "section \(section.text)"
            }
        let place =
            switch clamp.to {
            case .row(let path): "section \(path.section), place \(path.row)"
            case .section(let index): "place \(index)"
            }
        let reason =
            switch clamp.why {
            case .scope: "the rules keep it in its section"
            case .bounds: "there is no such place"
            case .pinned: "pinned rows keep their band"
            }
        return "  \(subject) came to \(place) instead: \(reason)"
    }
}
