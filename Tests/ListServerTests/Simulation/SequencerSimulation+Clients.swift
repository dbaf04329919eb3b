import ListEditing
import ListJournal
import ListProtocol
import SeededRandom

@testable import ListServer

/// What clients do.
extension SequencerSimulation {
    /// What a session does with an edit of its client before the machine has it.
    mutating func submit(_ request: EditRequest) {
        let client = request.author.client
        let news = told[client]?[request.id] ?? []
        let wasRefused = news.contains { told in
            if case .answer(.rejected(let rejection)) = told {
                rejection.code == .unavailable
            } else {
                false
            }
        }
        guard !wasRefused, !areTurnedAway.contains(client) else { return }
        open[client, default: [:]][request.id, default: []].append(request)
        handle(.edit(request))
    }

    mutating func sendEdit() {
        let client = readers[Int.random(in: readers.indices, using: &random)].client
        let id = nextID[client, default: 0] + 1
        nextID[client] = id
        let rows = ["a", "b", "c", "d", "e", "f"]
        let row = rows[Int.random(in: rows.indices, using: &random)]
        let revision = journal.position.revision
        let author = Author(client: client)
        let base = Int.random(in: 0...revision, using: &random)
        let place = Int.random(in: 0..<4, using: &random)
        let make: () -> EditRequest
        switch Int.random(in: 0..<7, using: &random) {
        case 6:
            let past = Int.random(in: 0...revision + 1, using: &random)
            make = { restore(past, id, by: author) }
        case 0: make = { undo(id, by: author) }
        case 1: make = { undo(id, by: author, redo: true) }
        case 2: make = { edit(id, [rename(row, "v\(id)")], by: author) }
        case 3:
            let insert = Action.insertRow(
                row: RowID("n\(client.text.suffix(1))-\(id)"), fields: Fields(),
                rules: RowRules(), to: .index(section, 1))
            make = { edit(id, [insert], by: author, base: base) }
        default: make = { edit(id, [move(row, place)], by: author, base: base) }
        }
        sent[client, default: [:]][id] = make
        send(make())
    }

    mutating func send(_ request: EditRequest) {
        let client = request.author.client
        guard open[client]?[request.id] == nil else { return }
        submit(request)
    }

    /// A client loses its connection, and with it what was on the way; it sends that again.
    mutating func reconnect() {
        let client = readers[Int.random(in: readers.indices, using: &random)].client
        open[client] = [:]
        let lost = Int.random(in: 0...2, using: &random)
        for id in (told[client] ?? [:]).keys.sorted().suffix(lost) { told[client]?[id] = nil }
        for (id, make) in (sent[client] ?? [:]).sorted(by: { $0.key < $1.key })
        where told[client]?[id] == nil {
            send(make())
        }
    }

    mutating func resendOne() {
        // In order, so that a seed gives the same run each time.
        let client = readers[Int.random(in: readers.indices, using: &random)].client
        let withheld = (sent[client] ?? [:]).sorted { $0.key < $1.key }
            .filter { told[client]?[$0.key]?.last == .withheld }
        guard let (_, make) = withheld.randomElement(using: &random) else { return }
        send(make())
    }

    /// Sends again, in order, what was not answered.
    mutating func resendAll() {
        for (client, edits) in sent.sorted(by: { $0.key.text < $1.key.text }) {
            for (id, make) in edits.sorted(by: { $0.key < $1.key })
            where told[client]?[id]?.last ?? .withheld == .withheld {
                send(make())
            }
        }
    }

    mutating func join(_ index: Int, sinceKnown: Bool) {
        guard !readers[index].isAsking else { return }
        readers[index].isJoined = false
        readers[index].isAsking = true
        readers[index].asked = (position.revision, unansweredHeads)
        queries.end(index)
        handle(
            .join(
                JoinRequest(
                    connection: UInt64(index), client: readers[index].client, role: .owner,
                    since: sinceKnown ? readers[index].revision : nil)))
    }

    mutating func query(_ index: Int) {
        guard readers[index].isJoined, let command = queries.ask(index, &random) else { return }
        handle(command)
    }

    /// Another server appends an edit of a client of its own.
    mutating func overtake() {
        guard !isDeleted else { return }
        let row = ["a", "b", "c"].randomElement(using: &random) ?? "a"
        let inserts = Bool.random(using: &random)
        do {
            try store(
                journal.recordFromElsewhere(changing: inserts ? nil : row, at: now.wall))
        } catch {
            note("another server cannot append: \(error)")
        }
    }
}
