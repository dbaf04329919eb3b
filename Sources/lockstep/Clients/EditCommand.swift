import ArgumentParser
import Foundation
import ListClient
import ListEditing

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
              lockstep edit groceries < edits.jsonl

            Without a verb each line of standard input is one edit: an action, an array of actions \
            or {"type":"undo"}, in the JSON of the protocol. Undo and redo reach the edits that were \
            made under the same --key.

            EXIT CODES
              0 applied, or nothing to change   1 no connection, no list, nothing sent
              2 refused                         3 not known whether it was applied

            Ctrl-C, SIGTERM and --timeout end the wait for an answer, but not an edit that is sent: the \
            exit code is 3 then.
            """)

    @Argument(help: "The list's id.")
    var list: String

    @Argument(help: "add, set, rename, move, delete, undo or redo.")
    var verb: String?

    @Argument(help: "What the verb takes: titles, rows, a field and its value.")
    var words: [String] = []

    @OptionGroup var place: EditPlace

    @Option(
        name: .customLong("where"), parsing: .upToNextOption,
        help: ArgumentHelp(
            "Deletes rows whose field fulfils a condition; OP: = != < <= > >= contains.",
            valueName: "FIELD OP VALUE"))
    var condition: [String] = []

    @Option(help: ArgumentHelp("Edits as the client that keeps this key.", valueName: "KEY"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "Waits so long for the server, for each answer anew (default: for ever).",
            valueName: "SECONDS"))
    var timeout: Double?

    @Flag(help: "Prints each answer as one JSON object.")
    var json = false

    @OptionGroup var server: ServerAddress

    func validate() throws {
        if let timeout, !(0.001...1_000_000).contains(timeout) {
            throw ValidationError("--timeout is from 0.001 to 1000000 seconds")
        }
    }

    func run() async throws {
        let wishes = try wishes()
        let worst = Worst()
        let ending: Interruption.Ending
        do {
            ending = try await Interruption.run { try await edit(wishes, worst) }
        } catch ListClientError.outcomeUnknown {
            if json { try Output.write(line: EditReport(answer: .unknown).json) }
            Output.note("not known whether applied: look at the list before you repeat it")
            throw CommandFailure.unknown
        }
        guard ending == .done else { throw CommandFailure("stopped; no edit was under way") }
        let code = await worst.code
        guard code == .success else { throw code }
    }

    private func edit(
        _ wishes: AsyncThrowingStream<EditWish, any Error>, _ worst: Worst
    ) async throws {
        let options = ClientOptions(name: ServerAddress.userName, token: server.token, key: key)
        let url = server.url
        let client = try await Interruption.within(timeout) {
            try await CommandFailure.translating {
                try await ListClient.connect(to: url, options)
            }
        }
        try await ServerAddress.stopping(client) {
            let shared = try await Interruption.within(timeout) {
                try await CommandFailure.translating { try await client.open(list) }
            }
            for try await wish in wishes {
                let answer = try await Interruption.within(timeout) {
                    try await Self.fulfil(wish, in: shared)
                }
                let report = EditReport(answer: answer)
                try Output.write(line: json ? report.json : report.text)
                await worst.note(report.exitCode)
            }
            // What was cancelled while it read has seen no end of its input.
            try Task.checkCancellation()
        }
    }

    private actor Worst {
        var code = ExitCode.success

        func note(_ code: ExitCode) {
            if self.code == .success { self.code = code }
        }
    }

    static func fulfil(_ wish: EditWish, in list: SharedList) async throws -> EditAnswer {
        try await CommandFailure.translating {
            switch wish {
            case .actions(let actions): try await list.edit(actions)
            case .deleteWhere(let condition):
                try await list.delete { condition.holds(for: $0) }
            case .undo: try await list.undo()
            case .redo: try await list.redo()
            }
        }
    }

    private func wishes() throws -> AsyncThrowingStream<EditWish, any Error> {
        guard let verb else {
            guard condition.isEmpty else {
                throw ValidationError("--where goes with delete")
            }
            return Self.standardInput()
        }
        guard let known = EditWish.Verb(rawValue: verb) else {
            let verbs = EditWish.Verb.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("\(verb) is none of the verbs \(verbs)")
        }
        let wish: EditWish
        do throws(CommandFailure) {
            wish = try EditWish(
                known, words, place: place,
                condition: condition.isEmpty ? nil : RowCondition(condition))
        } catch {
            throw ValidationError(error.description)
        }
        return AsyncThrowingStream { continuation in
            continuation.yield(wish)
            continuation.finish()
        }
    }

    /// Line by line, each when the one before is done: what is not read yet stays in the pipe.
    private static func standardInput() -> AsyncThrowingStream<EditWish, any Error> {
        let lines = NumberedLines()
        return AsyncThrowingStream {
            while let line = await lines.next() {
                if line.text.allSatisfy(\.isWhitespace) { continue }
                do throws(CommandFailure) {
                    return try EditWish(json: line.text)
                } catch {
                    throw CommandFailure("line \(line.number): \(error.description)")
                }
            }
            return nil
        }
    }

    private actor NumberedLines {
        private let input = InputLines()
        private var number = 0

        func next() async -> (number: Int, text: String)? {
            guard let text = await input.next() else { return nil }
            number += 1
            return (number, text)
        }
    }
}
