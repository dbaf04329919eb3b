import ArgumentParser
import Foundation
import ListClient
import LoadProfiles

/// `lockstep record`: writes what the users of a list do, to be repeated by a load test.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Record what the users of a list do.",
        discussion: """
            Prints a line of JSON for each edit that arrives: when, by which client (a number), and \
            what kind it is; no names, texts or ids. lockstep load profile --replay repeats it on \
            lists of its own, faster and by more users. Reading and scrolling change nothing, and so \
            are not seen.

              lockstep record groceries --for 600 > session.jsonl
              lockstep load profile --replay session.jsonl --speed 10 --copies 50

            It stops with Ctrl-C, or after --for seconds.
            """)

    @Argument(help: "The list's id.")
    var list: String

    @Option(
        name: .customLong("for"), help: ArgumentHelp("Stop after this time.", valueName: "SECONDS"))
    var seconds: Number?

    @OptionGroup var server: ServerAddress

    func validate() throws {
        guard let seconds else { return }
        guard seconds > 0 else { throw ValidationError("--for is above 0") }
        try LoadBounds.check(seconds: [seconds])
    }

    func run() async throws {
        try await server.withClient { client in
            _ = try await InterruptibleTask.run(for: seconds?.value) { try await record(client) }
        }
    }

    private func record(_ client: ListClient) async throws {
        let shared = try await CommandError.translating { try await client.open(list) }
        let events = await shared.events
        Output.note("recording \(list); Ctrl-C ends it")
        var recorder = SessionRecorder()
        let start = ContinuousClock.now
        for await event in events {
            switch event {
            case .changed(let change):
                let time = (ContinuousClock.now - start) / .seconds(1)
                if let step = recorder.step(for: change, at: time) {
                    try Output.write(json: step.json)
                }
            case .status(.gone(let code)): throw CommandError("the list is gone: \(code)")
            case .replaced: Output.note("edits were missed: too many at once")
            default: break
            }
        }
    }
}
