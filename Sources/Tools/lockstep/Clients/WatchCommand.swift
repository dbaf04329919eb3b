import ArgumentParser
import Foundation
import ListClient
import ListEditing
import ListProtocol

/// `lockstep watch`: shows the changes of a list as they happen.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Show the changes of a list as they happen.",
        discussion: """
            Prints one line for each change, until Ctrl-C or until the list is deleted. Colours are \
            used on terminals only; NO_COLOR turns them off.

            EXAMPLES
              lockstep watch groceries
              lockstep watch groceries --json | jq .insertedRows
            """)

    @Argument(help: "The list's id.")
    var list: String

    @Flag(help: "Print each change set as one line of JSON, as in the protocol.")
    var json = false

    @OptionGroup var server: ServerAddress

    func run() async throws {
        _ = try await server.withClient { client in
            try await InterruptibleTask.run { try await watch(client) }
        }
    }

    private func watch(_ client: ListClient) async throws {
        let shared = try await CommandError.translating { try await client.open(list) }
        let events = await shared.events
        var formatter = ChangeFormatter(.standardOutput)
        var shown = await shared.confirmed
        formatter.remember(shown)
        formatter.remember(await shared.participants)
        if !json { try Output.write(line: Self.headline(shown)) }
        for await event in events {
            switch event {
            case .replaced:
                shown = await shared.confirmed
                formatter.remember(shown)
                if !json { try Output.write(line: Self.headline(shown)) }
            case .changed(let change):
                // Earlier changes are contained in the list that was read.
                guard change.revision > shown.revision else { continue }
                try? shown.replay(
                    change.changes, by: change.client ?? ClientID(""), folds: change.folds)
                if json {
                    try Output.write(json: PublishedChange(change).encoded)
                } else {
                    try Output.write(lines: formatter.lines(for: change, in: shown))
                }
            case .mismatched(let reason):
                Output.note("the list is read again, as it did not fit: \(reason)")
            case .presence(let participants): formatter.remember(participants)
            case .status(.gone(let code)):
                throw CommandError("the list is gone: \(code)")
            case .status(.offline):
                Output.note("the connection is lost; reconnecting")
            case .status(.unavailable):
                Output.note("the list cannot be read now; trying again")
            case .status(.unstored(let edits)):
                Output.note("it is not known whether \(edits) edits are stored")
            case .status(.live): Output.note("up to date again")
            case .status(.opening), .answered: break
            }
        }
        guard case .stopped(let reason) = await client.state, reason != .asked else { return }
        throw CommandError("\(reason)")
    }

    private static func headline(_ list: EditableList) -> TerminalText {
        let style = TerminalStyle.standardOutput
        return style.paint(list.title, .blue)
            + style.paint(" \(list.rowCount) rows, revision \(list.revision)", .grey)
    }
}

extension PublishedChange {
    /// The change as the protocol encodes it.
    init(_ change: ListChange) {
        self.init(
            revision: change.revision, at: change.time, client: change.client, intent: change.edit,
            user: change.user, undoes: change.undoes, redoes: change.redoes,
            restores: change.restores, folds: change.folds > 1 ? change.folds : nil,
            changes: change.changes,
            clamps: change.clamped)
    }
}
