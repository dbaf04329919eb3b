// A list server in a program of its own: it knows its users, refuses some edits, and hears of every change.
//
//     guarded-lists STORE.sqlite PORT        (until its input ends)

import Foundation
import ListEditing
import ListServer
import Logging

/// Writes a line at once, for whoever reads it.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

struct UnknownUser: Error, CustomStringConvertible {
    var description: String { "say who you are: ana or ben" }
}

guard CommandLine.arguments.count == 3, let port = Int(CommandLine.arguments[2]) else {
    say("usage: guarded-lists STORE.sqlite PORT")
    exit(64)
}

var options = ServerOptions()
options.port = port

var hooks = ServerHooks()
// A real program looks the token up, or asks another service.
hooks.authenticate = { token in
    switch token {
    case "ana": Access(user: "ana", name: "Ana", lists: ["*": .owner])
    case "ben": Access(user: "ben", name: "Ben", lists: ["shared-*": .editor])
    default: throw UnknownUser()
    }
}
// Asked before an edit reaches its list; may itself ask others, and has five seconds for that.
hooks.admit = { edit in
    guard case .edit(let proposed) = edit.kind else { return nil }
    for (number, action) in proposed.actions.enumerated() {
        if case .insertRow(_, let fields, _, _) = action, fields["secret"] != nil {
            return Rejection(.forbidden, action: number, message: "no secrets on lists")
        }
    }
    return nil
}
// What is stored, in order.
hooks.committed = { set in
    say("\(set.list) \(set.revision) \(String(decoding: set.json, as: UTF8.self))")
}

let log = Logger(label: "guarded-lists") { StreamLogHandler.standardError(label: $0) }
let server = try await Server(options, store: CommandLine.arguments[1], hooks: hooks, log: log)
say("serving on \(server.port)")

// Until the input ends: what is under way is answered first.
while readLine() != nil {}
await server.stop()
