import ArgumentParser
import Foundation
import ListClient
import ListEditing
import ListProtocol

/// `lockstep watch`: shows what happens to a list, as it happens.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Show what happens to a list, as it happens.",
        discussion: """
            One line for each thing that changes, until Ctrl-C or until the list is deleted. \
            Colours are for terminals; NO_COLOR turns them off.

            EXAMPLES
              lockstep watch groceries
              lockstep watch groceries --json | jq .insertedRows
            """)

    @Argument(help: "The list's id.")
    var list: String

    @Flag(help: "One line of JSON for each change set, as the protocol has it.")
    var json = false

    @OptionGroup var server: ServerAddress

    func run() async throws {
        _ = try await server.withClient { client in
            try await Interruption.run { try await watch(client) }
        }
    }

    private func watch(_ client: ListClient) async throws {
        let shared = try await CommandFailure.translating { try await client.open(list) }
        let events = await shared.events
        var teller = ChangeTeller(.standardOutput)
        var held = await shared.confirmed
        teller.learn(held)
        teller.learn(await shared.participants)
        if !json { try Output.write(line: Self.headline(held)) }
        for await event in events {
            switch event {
            case .replaced:
                held = await shared.confirmed
                teller.learn(held)
                if !json { try Output.write(line: Self.headline(held)) }
            case .changed(let change):
                // What was read with the list itself is told already.
                guard change.revision > held.revision else { continue }
                try? held.replay(
                    change.changes, by: change.client ?? ClientID(""), folds: change.folds)
                if json {
                    try Output.write(PublishedSet(change).encoded + [UInt8(ascii: "\n")])
                } else {
                    try Output.write(lines: teller.tell(change, in: held))
                }
            case .presence(let participants): teller.learn(participants)
            case .status(.gone(let code)):
                throw CommandFailure("the list is gone: \(code)")
            case .status(.offline):
                Output.note("the connection is lost; trying again")
            case .status(.unavailable):
                Output.note("the list cannot be read now; trying again")
            case .status(.unstored(let edits)):
                Output.note("\(edits) edits are not stored yet; the server cannot say")
            case .status(.live): Output.note("in step again")
            case .status(.opening): break
            }
        }
        guard case .stopped(let reason) = await client.state, reason != .asked else { return }
        throw CommandFailure("\(reason)")
    }

    private static func headline(_ list: EditableList) -> String {
        let style = TerminalStyle.standardOutput
        return style.paint(list.title, .blue)
            + style.paint(" \(list.rowCount) rows, revision \(list.revision)", .grey)
    }
}

extension PublishedSet {
    /// The set that a change was.
    init(_ change: ListChange) {
        self.init(
            revision: change.revision, at: change.time, client: change.client, intent: change.edit,
            user: change.user, undoes: change.undoes, redoes: change.redoes,
            folds: change.folds > 1 ? change.folds : nil, changes: change.changes,
            clamps: change.clamped)
    }
}
