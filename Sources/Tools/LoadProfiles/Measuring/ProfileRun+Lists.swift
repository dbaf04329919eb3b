import Foundation
import JSON
import ListClient
import ListEditing
import LoadGenerator
import WebSocketTransport

/// A list of a run, and the client that observes it.
struct ProfileList {
    let name: String
    /// Whether the run has made it, and has not deleted it yet.
    var isMade: Bool
    var observer: ListClient?
    var observed: SharedList?
    var proofs = ListProofs()
}

/// Lists are made before the users come, observed, checked at the end, and deleted.
extension ProfileRun {
    private var owner: [(name: String, value: String)] {
        access.manager.map { [("Authorization", "Bearer \($0)")] } ?? []
    }

    /// Makes the lists that do not exist, and opens each with an observer.
    func openLists() async throws {
        var names = access.names
        if names.isEmpty { names = (0..<profile.lists).map { "\(access.runKey)-\($0)" } }
        let existing = access.names.isEmpty ? [] : try await existingLists()
        for (number, name) in names.enumerated() {
            try Task.checkCancellation()
            let exists = existing.contains(name)
            lists.append(ProfileList(name: name, isMade: !exists))
            if !exists { try await makeList(name) }
            try await observe(number, name)
        }
    }

    private func observe(_ number: Int, _ name: String) async throws {
        guard let dialer else { return }
        var options = ClientOptions(
            name: "load observer", token: access.manager,
            key: "\(access.runKey)-observer-\(number)")
        options.timeout = .seconds(profile.patience)
        let observer = ListClient(access.urls, options, loop: loop, dialer: dialer)
        do {
            try await observer.start()
            lists[number].observer = observer
            let list = try await observer.open(name)
            lists[number].observed = list
            let events = await list.events
            Task {
                for await event in events {
                    if case .changed(let change) = event { self.observed(change, of: number) }
                }
            }
        } catch {
            throw LoadError("the list \(name) cannot be opened: \(error)")
        }
    }

    private func send(
        _ method: String, _ target: String, body: [UInt8] = []
    ) async throws -> HTTPClientResponse {
        guard let dialer else { throw LoadError("the run is over") }
        do {
            return try await dialer.fetch(
                HTTPClientRequest(
                    to: access.urls[0].http(target), method: method, headers: owner, body: body))
        } catch {
            throw LoadError("\(error)")
        }
    }

    private func existingLists() async throws -> Set<String> {
        let response = try await send("GET", "/api/lists")
        guard response.status == 200, let value = try? JSONReader.read(response.body),
            let lists = value.object?["lists"]?.array
        else { throw LoadError("the lists cannot be read: HTTP \(response.status)") }
        return Set(lists.compactMap { $0.object?["list"]?.string })
    }

    private func makeList(_ name: String) async throws {
        let text = SyntheticList(rowBytes: profile.rowBytes)
        let share = min(profile.rows, 100_000 / (profile.rowBytes + 60))
        let response = try await send(
            "POST", "/api/lists", body: text.creation(of: name, rows: share))
        guard response.status == 201 else {
            throw LoadError(
                "the list \(name) cannot be made: HTTP \(response.status) "
                    + response.text.prefix(300))
        }
        var next = share
        while next < profile.rows {
            let rows = next..<min(profile.rows, next + share)
            let answer = try await send(
                "POST", "/api/lists/\(name)/edits", body: text.insertionBody(rows: rows))
            guard answer.status == 200 else {
                throw LoadError("rows cannot be added to \(name): HTTP \(answer.status)")
            }
            next = rows.upperBound
        }
    }

    /// Deletes the lists that the run has made, as long as the server answers.
    ///
    /// - Parameter seconds: The most that it takes.
    /// - Returns: Those that were made, and are left.
    func removeLists(within seconds: Double) async -> [String] {
        for list in lists { await list.observer?.stop() }
        let work = Task {
            for number in lists.indices where lists[number].isMade {
                let target = "/api/lists/\(lists[number].name)"
                guard let response = try? await send("DELETE", target) else { return }
                // Another client may have deleted it.
                lists[number].isMade = ![204, 404].contains(response.status)
            }
        }
        let limit = Task {
            try await Task.sleep(for: .seconds(seconds))
            work.cancel()
        }
        await work.value
        limit.cancel()
        // One that was not opened may not have been made.
        return lists.filter { $0.isMade && $0.observed != nil }.map(\.name)
    }

    // MARK: The check at the end

    /// Looks for answered edits that no change set has shown, and compares observers with the server.
    func checkLists() async -> (lost: Int, notes: [String]) {
        let end = MonotonicClock.now + 5_000_000_000
        while lists.contains(where: { !$0.proofs.unseen.isEmpty }), MonotonicClock.now < end,
            !Task.isCancelled
        {
            try? await Task.sleep(for: .milliseconds(20))
        }
        var lost = 0
        var notes: [String] = []
        for number in lists.indices {
            for (revision, answer) in lists[number].proofs.unseen {
                if await history(of: lists[number].name, shows: revision, by: answer.client) {
                    lists[number].proofs.found(revision)
                }
            }
            lost += lists[number].proofs.unseen.count + lists[number].proofs.contradicted
            if let problem = await difference(number) { notes.append(problem) }
        }
        return (lost, notes)
    }

    private func history(
        of list: String, shows revision: Int, by client: ClientID
    ) async -> Bool {
        let target = "/api/lists/\(list)/changes?since=\(revision - 1)&limit=1"
        guard let response = try? await send("GET", target), response.status == 200,
            let value = try? JSONReader.read(response.body, maximumDepth: JSONReader.ownDepth),
            let set = value.object?["sets"]?.array?.first?.object
        else { return false }
        return set["revision"]?.whole == revision && set["client"]?.string == client.text
    }

    /// How an observer's list differs from the server's; nil where it does not.
    private func difference(_ number: Int) async -> String? {
        let name = lists[number].name
        guard let list = lists[number].observed else { return nil }
        for _ in 0..<50 {
            guard let response = try? await send("GET", "/api/lists/\(name)"),
                response.status == 200, let read = try? SnapshotSummary(response.body)
            else { return "the list \(name) cannot be read at the end" }
            let held = await list.confirmed
            if held.revision == read.revision {
                return held.digest() == read.digest
                    ? nil : "\(name): the order of its rows differs from what clients were sent"
            }
            // Others may edit it meanwhile.
            try? await Task.sleep(for: .milliseconds(100))
        }
        return "\(name): the observer is behind the server"
    }

    // MARK: The server's figures

    /// Reads `/metrics`; what is not shown is nil.
    func sampleServer() async -> ServerSample {
        guard server.isShown, let dialer else { return ServerSample() }
        let url = access.metrics ?? access.urls[0]
        let target = access.metrics.map(\.target) ?? "/"
        let request = HTTPClientRequest(
            to: url.http(target == "/" ? "/metrics" : target), headers: owner)
        guard let response = try? await dialer.fetch(request, maxBodyBytes: 1 << 20),
            response.status == 200
        else {
            server.isShown = false
            return ServerSample()
        }
        server = ServerSample(response.text, at: MonotonicClock.now, after: server)
        return server
    }
}

/// What a server's `/metrics` say of its process.
struct ServerSample {
    /// Whether the server shows its figures to this client.
    var isShown = true
    private var time: Int64 = 0
    private var use: ServerUse?
    /// Its processor time since the sample before, as a part of one processor.
    private(set) var share: Double?
    /// Resident bytes.
    private(set) var memory: Double?

    init() {}

    init(_ text: String, at time: Int64, after earlier: ServerSample) {
        self.time = time
        use = ServerUse(metrics: text)
        memory = use.map { Double($0.memory) }
        if let use, let before = earlier.use, time > earlier.time {
            share = Double(use.processorTime - before.processorTime) / Double(time - earlier.time)
        }
    }
}
