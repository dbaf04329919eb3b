import ArgumentParser
import Foundation
import JSON
import ListProtocol
import WebSocketTransport

/// `lockstep hooks`: shows how the hooks of a server stand, and sends again.
struct HooksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hooks", abstract: "Show how a server's webhooks stand, and send again.",
        discussion: """
            Which hooks there are stands in the file that the setting hooks.file names (`lockstep serve \
            --hooks FILE`).

            EXAMPLES
              lockstep hooks
              lockstep hooks resume crm
              lockstep hooks resend crm trip --since 120
            """,
        subcommands: [Show.self, Resume.self, Resend.self, Forget.self],
        defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show each hook: what waits, for how long, and what went wrong.")

        @OptionGroup var server: ServerAddress

        @Flag(help: "Print one JSON object for each hook, one per line.")
        var json = false

        func run() async throws {
            let api = try await ServerAPI(server)
            let response = try await HooksCommand.closing(api) {
                try await api.request("GET", "/api/hooks", for: 200)
            }
            let hooks = try JSONReader.read(response.body).object?["hooks"]?.array ?? []
            if json {
                for hook in hooks { try Output.write(json: line(hook).utf8) }
            } else {
                try Output.write(lines: hooks.map(text))
            }
        }

        private func line(_ hook: JSONValue) -> String {
            var writer = JSONWriter()
            writer.canonical(hook)
            return writer.text
        }

        private func text(_ hook: JSONValue) -> TerminalText {
            let object = hook.object
            func whole(_ name: String) -> Int { object?[name]?.whole ?? 0 }
            let after =
                whole("lists") == 0
                ? "told of everything"
                : "\(whole("sets")) sets of \(whole("lists")) lists wait, since \(whole("seconds")) s"
            let error = object?["lastError"]?.string.map { ", last failure: \($0)" } ?? ""
            return TerminalText(
                "\(object?["name"]?.string ?? "")  \(object?["state"]?.string ?? ""), \(after), "
                    + "\(whole("taken")) events taken, \(whole("failed")) attempts failed\(error)  "
                    + (object?["url"]?.string ?? ""))
        }
    }

    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send at once what waits, also where the receiver had answered 410.")

        @Argument(help: "The hook's name.")
        var hook: String

        @OptionGroup var server: ServerAddress

        func run() async throws {
            let api = try await ServerAPI(server)
            _ = try await HooksCommand.closing(api) {
                try await api.request(
                    "POST", "/api/hooks/\(HooksCommand.escaped(hook))/resume", for: 204)
            }
            try Output.write(line: "resumed \(hook)")
        }
    }

    struct Resend: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send again what is behind a revision of a list.")

        @Argument(help: "The hook's name.")
        var hook: String

        @Argument(help: "The list's id.")
        var list: String

        @Option(help: "The revision after which to send; 0 for all that is kept.")
        var since = 0

        @OptionGroup var server: ServerAddress

        func run() async throws {
            let api = try await ServerAPI(server)
            let target =
                "/api/hooks/\(HooksCommand.escaped(hook))/resend?list=\(HooksCommand.escaped(list))&since=\(since)"
            let response = try await HooksCommand.closing(api) {
                try await api.request("POST", target, for: 202)
            }
            let start = try JSONReader.read(response.body).object?["since"]?.whole ?? since
            try Output.write(line: "sends \(list) again after revision \(start)")
        }
    }

    struct Forget: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget how far a hook was told that is no longer in the file of hooks.")

        @Argument(help: "The hook's name.")
        var hook: String

        @OptionGroup var server: ServerAddress

        func run() async throws {
            let api = try await ServerAPI(server)
            _ = try await HooksCommand.closing(api) {
                try await api.request(
                    "DELETE", "/api/hooks/\(HooksCommand.escaped(hook))", for: 204)
            }
            try Output.write(line: "forgot \(hook)")
        }
    }

    /// A text as part of a URL.
    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private static func closing<Value>(
        _ api: ServerAPI, _ work: () async throws -> Value
    ) async throws -> Value {
        do {
            let value = try await work()
            await api.close()
            return value
        } catch {
            await api.close()
            throw error
        }
    }
}
