import Foundation

@testable import ListServer
@testable import ServerTesting
@testable import WebSocketTransport

/// A program that uses servers over HTTP: it edits under ids of its own, reads lists and their past, names
/// versions, adds files, makes lists and deletes them, and asks again where it is not told what became of that.
final class SimulatedCaller: Sendable {
    private struct State: Sendable {
        var servers: [SimulatedServer] = []
        var isLoading = false
        /// Requests whose answer is waited for.
        var underWay = 0
        var edits = 0
        var known: CallerKnowledge
        var deck: [Doing] = []
        var lists = 0
        var routes: Set<String> = []
    }

    private let time: SimulatedTime
    private let trace: Trace
    private let list: String
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var state: State

    /// - Parameters:
    ///   - list: The list that it edits and reads, which is there for as long as it runs.
    ///   - mayBeStale: As in ``CallerKnowledge``.
    init(on list: String, mayBeStale: Bool, in time: SimulatedTime, _ trace: Trace) {
        unsafe state = State(known: CallerKnowledge(mayBeStale: mayBeStale))
        self.list = list
        self.time = time
        self.trace = trace
    }

    private func with<Value>(_ body: (inout State) -> Value) -> Value {
        lock.withLock { unsafe body(&state) }
    }

    var isSettled: Bool { with { !$0.isLoading && $0.underWay == 0 } }

    /// The methods and routes that it used, as the OpenAPI document names them.
    var routes: Set<String> { with { $0.routes } }

    /// How often a list was certainly not made, or not deleted, as it could not be stored.
    var listsRefused: Int { with { $0.known.listsRefused } }

    /// Begins to use the servers.
    func load(_ servers: [SimulatedServer]) {
        with { ($0.servers, $0.isLoading) = (servers, true) }
        next()
    }

    /// Sends nothing new, and asks for what it is not certain of until it is.
    func settle() { with { $0.isLoading = false } }

    func found(_ server: SimulatedServer) { with { $0.servers.append(server) } }
    func lost(_ server: SimulatedServer) {
        with { $0.servers.removeAll { $0.name == server.name } }
    }

    private func next() {
        guard with({ $0.isLoading }) else { return }
        begin()
        time.after(time.seconds(0.05...1)) { self.next() }
    }

    // MARK: Requests

    private enum Doing: CaseIterable {
        case lists, list, past, changes, rows, versions, hooks, resume, forget, resend, health,
            ready
        case name, remove, file, edit, own

        /// How often it is done before anything is done again.
        var times: Int {
            switch self {
            case .own: 6
            case .edit: 4
            case .name: 2
            default: 1
            }
        }
    }

    private func begin() {
        let deck = Doing.allCases.flatMap { repeatElement($0, count: $0.times) }
        let doing = with { state -> Doing in
            if state.deck.isEmpty { state.deck = time.random { deck.shuffled(using: &$0) } }
            return state.deck.removeLast()
        }
        let lists = ["api", "lists"]
        let path = lists + [list]
        switch doing {
        case .lists: send(SimulatedRequest(segments: lists))
        case .list: send(SimulatedRequest(segments: path))
        case .past: send(SimulatedRequest(segments: path, query: [("revision", "\(number(40))")]))
        case .changes:
            send(
                SimulatedRequest(
                    segments: path + ["changes"], query: [("since", "\(number(40))")]))
        case .rows:
            send(
                SimulatedRequest(
                    segments: path + ["rows"], query: [("count", "\(1 + number(20))")]))
        case .versions: send(SimulatedRequest(segments: path + ["versions"]))
        case .hooks: send(SimulatedRequest(segments: ["api", "hooks"]))
        case .resume:
            send(SimulatedRequest(method: "POST", segments: ["api", "hooks", "h", "resume"]))
        case .forget: send(SimulatedRequest(method: "DELETE", segments: ["api", "hooks", "h"]))
        case .resend:
            send(
                SimulatedRequest(
                    method: "POST", segments: ["api", "hooks", "h", "resend"],
                    query: [("list", list), ("since", "\(number(10))")]))
        case .health: send(SimulatedRequest(segments: ["healthz"]))
        case .ready: send(SimulatedRequest(segments: ["readyz"]))
        case .name: name()
        case .remove: remove()
        case .file: addFile()
        case .own: change()
        case .edit: edit()
        }
    }

    private func number(_ end: Int) -> Int { time.random { Int.random(in: 0..<end, using: &$0) } }

    /// Inserts a row, whose title tells which edit it is of.
    private func edit() {
        let found = with { state -> (Int, Int)? in
            guard let client = (0..<2).first(where: { !state.known.busy.contains($0) }) else {
                return nil
            }
            state.edits += 1
            state.known.busy.insert(client)
            return (client, state.edits)
        }
        guard let (client, edit) = found else { return }
        let title = "http-\(client)-\(edit)"
        with { $0.known.rows[title] = .perhaps }
        let body =
            #"{"client":"caller-\#(client)","id":\#(edit),"actions":[{"op":"insertRow","#
            + #""fields":{"title":"\#(title)"}}]}"#
        send(
            SimulatedRequest(
                method: "POST", segments: ["api", "lists", list, "edits"], body: body),
            .edit(title: title, client: client))
    }

    /// Adds the lines of a file, which are rows without an id of an edit: they come once, or not at all.
    private func addFile() {
        let title = with { state in
            state.edits += 1
            return "file-\(state.edits)"
        }
        with { $0.known.rows[title] = .perhaps }
        send(
            SimulatedRequest(
                method: "POST", segments: ["api", "files"],
                query: [("name", "a.txt"), ("into", list)], body: title + "\n"), .file(title: title)
        )
    }

    private func name() {
        let version = with { state in
            state.edits += 1
            return "v\(state.edits)"
        }
        with { $0.known.versions[version] = .perhaps }
        send(
            SimulatedRequest(
                method: "POST", segments: ["api", "lists", list, "versions"],
                body: #"{"name":"\#(version)"}"#), .name(version: version))
    }

    /// Removes a version, after which nobody asks for it.
    private func remove() {
        let version = with { state in
            let found = state.known.storedVersion
            state.known.versions = state.known.versions.filter { $0.key != found }
            return found
        }
        guard let version else { return }
        send(
            SimulatedRequest(
                method: "DELETE", segments: ["api", "lists", list, "versions", version]))
    }

    /// Makes its own list, or deletes it, once it is certain whether it is there.
    private func change() {
        guard let own = with({ $0.known.own }) else {
            let name = with { state -> String in
                state.lists += 1
                let name = "http-\(state.lists % 2)"
                state.known.own = (name, .perhaps)
                return name
            }
            return send(
                SimulatedRequest(
                    method: "POST", segments: ["api", "lists"],
                    body: #"{"list":"\#(name)","title":"Own"}"#), .create(list: name))
        }
        guard case .there = own.fate else { return }
        with { $0.known.own?.fate = .perhaps }
        send(
            SimulatedRequest(method: "DELETE", segments: ["api", "lists", own.name]),
            .delete(list: own.name))
    }

    // MARK: Answers

    private func send(_ request: SimulatedRequest, _ purpose: CallerKnowledge.Purpose = .read) {
        with {
            $0.underWay += 1
            $0.routes.insert(request.route(with: list))
        }
        let number = time.random { UInt64.random(in: .min ... .max, using: &$0) }
        guard
            let server = with({ state in
                state.servers.isEmpty
                    ? nil : state.servers[Int(number % UInt64(state.servers.count))]
            })
        else { return end(request, purpose, with: nil) }
        trace.note("\(server.name) is asked for \(request)")
        request.send(to: server, in: time) { response in
            self.trace.note(
                "\(server.name) answers \(request.method) "
                    + (response.map { "\($0.status) \(String(decoding: $0.body, as: UTF8.self))" }
                        ?? "nothing"))
            self.end(request, purpose, with: response)
        }
    }

    private func end(
        _ request: SimulatedRequest, _ purpose: CallerKnowledge.Purpose,
        with response: HTTPResponse?
    ) {
        let isCertain = with { state in
            state.underWay -= 1
            return state.known.note(response, to: request, purpose)
        }
        guard !isCertain else { return }
        with { $0.underWay += 1 }
        time.after(time.seconds(0.1...1)) {
            self.with { $0.underWay -= 1 }
            self.send(request, purpose)
        }
    }

    /// What is wrong, now that all is quiet: as ``CallerKnowledge``.
    func problems(
        sets: [[UInt8]], isWhole: Bool, lists: [String], versions: [String]
    ) -> [String] {
        with {
            $0.known.problems(sets: sets, isWhole: isWhole, lists: lists, versions: versions)
        }
    }
}
