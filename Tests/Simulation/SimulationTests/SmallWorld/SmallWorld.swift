import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal

@testable import ListDocument
@testable import ListSequencing
@testable import ListServer
@testable import ServerTesting

/// A list of three rows in two sections with its sequencer's machine, its journal and three clients: so small that
/// every script of steps up to a length can be tried, each step on a copy of the world before it.
struct SmallWorld {
    private var machine: SequencerMachine
    private var journal: SimulatedJournal
    /// The list as its records make it: what a server that starts, and a client that follows, come to.
    private var replica: LoadedList
    private var clients = (0..<3).map { Client(author: Author(client: ClientID("c\($0)"))) }
    /// What the list held at each revision, and what made it.
    private var revisions: [Revision]
    private(set) var story: [Step] = []
    private var problem: String?
    private var commands: [SequencerCommand] = []
    private var later: [SequencerCommand] = []
    private var fate = Fate.stored
    private var now = Moment(loop: 0, wall: 1_000)

    init() throws {
        let base = try Self.makeList()
        journal = SimulatedJournal()
        replica = base
        revisions = [Revision(content: Content(base), step: nil)]
        machine = Self.machine(at: journal.position)
    }

    /// What is wrong, and the steps that led to it; nil: nothing is.
    var failure: String? {
        problem.map { ([$0] + story.map(\.description)).joined(separator: "\n") }
    }

    /// How many of the clients have done something.
    var acting: Int { clients.count { !$0.sent.isEmpty } }

    /// Whether the last step made a record that met what was to become of it; else it is as if all had gone well.
    private(set) var hasMetItsFate = true
    /// How often something went wrong.
    var mishaps: Int { story.count { $0.fate != .stored } }

    /// What a client can do now.
    func intents(of client: Int, among edits: [Action]) -> [Intent] {
        // It sends again what is not answered before it sends anything else.
        guard clients[client].unanswered.isEmpty else { return [.resend] }
        return edits.map { .edit($0) } + [.undo, .redo]
            + (clients[client].sent.isEmpty ? [] : [.resend])
    }

    // MARK: Steps

    /// Takes a step, and everything that follows from it.
    mutating func take(_ step: Step) {
        story.append(step)
        fate = step.fate
        switch step.intent {
        case .edit(let action):
            let id = clients[step.client].sent.count + 1
            send(
                .edit(action.named("n\(step.client)\(id)")), base: clients[step.client].seen,
                by: step.client)
        case .undo, .redo: send(step.intent, base: nil, by: step.client)
        case .resend:
            let waiting = clients[step.client].unanswered
            for id in waiting.isEmpty ? [clients[step.client].sent.count] : waiting {
                run(.edit(clients[step.client].request(id)))
            }
        case .restart: restart()
        }
        hasMetItsFate = fate == .stored
    }

    /// Has every client send again what is not answered, and tells what is wrong with their answers.
    mutating func end() {
        fate = .stored
        for client in clients.indices {
            for id in clients[client].unanswered { run(.edit(clients[client].request(id))) }
        }
        if machine.inspect({ $0.snapshot.encoded != replica.snapshot.encoded }) ?? false {
            note("the list in memory is not the one that is stored")
        }
        for client in clients {
            for id in 1..<(client.sent.count + 1) {
                let made = revisions.indices.filter { revisions[$0].isOf(client, id) }
                switch client.answers[id] {
                case nil: note("\(client.author.client.text) \(id) is not answered")
                case .applied(let revision, _, _), .duplicate(let revision, applied: true):
                    if made != [revision] { note("answered with \(revision), stored as \(made)") }
                default: if !made.isEmpty { note("not applied, and stored as \(made)") }
                }
            }
        }
    }

    private mutating func send(_ intent: Intent, base: Int?, by client: Int) {
        clients[client].sent.append((intent, base))
        run(.edit(clients[client].request(clients[client].sent.count)))
    }

    private mutating func run(_ command: SequencerCommand) {
        commands.append(command)
        while let next = commands.isEmpty ? nil : commands.removeFirst() {
            now.loop += 0.001
            for effect in machine.handle(next, now: now) { perform(effect) }
            // What waits for time to pass.
            guard commands.isEmpty, !machine.isQuiet, !later.isEmpty else { continue }
            now.loop += 2
            commands.append(later.removeFirst())
        }
        later = []
        if !machine.isQuiet { note("the machine does not come to rest") }
    }

    /// The server ends, and another begins with what is stored; what was not answered is with its clients alone.
    private mutating func restart() {
        machine = Self.machine(at: journal.position)
        commands = []
        later = []
        // Whatever happens next goes well.
        fate = .stored
    }

    // MARK: Effects

    private mutating func perform(_ effect: SequencerEffect) {
        switch effect {
        case .wake(nil, let timer): commands.append(.due(timer))
        case .wake(_, let timer): later.append(.due(timer))
        case .load:
            let stored = RestoredList(
                list: ListTransfer(replica), position: journal.position,
                compaction: CompactionPolicy())
            commands.append(.loaded(.success(stored)))
        case .work(let work, let box):
            guard var list = box.take() else { return note("work without a list") }
            let outcome = work.run(on: &list)
            commands.append(.worked(outcome, ListTransfer(list)))
        case .append(let record, let expected): append(record, expected)
        case .resolve(let record, let expected):
            let isOurs = journal.contains(record, after: expected)
            let head = Self.head(at: journal.position)
            commands.append(.resolved(isOurs ? .ours(head) : .other(head)))
        case .answer(let entries, _): for entry in entries { answer(entry) }
        case .refuse(let request, let rejection):
            if rejection.code != .unavailable {
                note("\(request.id) is refused: \(rejection)")
            }
        case .broadcast(.sets(let frame, let revision)):
            if journal.revisions(in: frame, after: revision) == nil {
                note("sets after \(revision) are published before they are stored")
            }
        case .leaveUnanswered, .note, .discard: break
        default: note("\(effect) has no place in a small world")
        }
    }

    private mutating func append(_ record: JournalRecord, _ expected: JournalPosition) {
        guard expected == journal.position else { return commands.append(.appended(.conflict)) }
        let fate = fate
        // The batch after it goes well.
        self.fate = .stored
        if fate == .stored || fate == .unobserved || fate == .inDoubt { store(record) }
        switch fate {
        case .stored: commands.append(.appended(.committed(journal.position)))
        case .lost, .unobserved: restart()
        case .inDoubt, .inDoubtAndLost: commands.append(.appended(.unknown("no answer")))
        case .refused: commands.append(.appended(.refused("no room")))
        }
    }

    private mutating func store(_ record: JournalRecord) {
        do {
            let content = try journal.append(record)
            try replica.replay(content, at: record.at)
            guard let set = content.sets.first else { return }
            if content.sets.count > 1 { note("one edit made \(content.sets.count) sets") }
            guard let client = clients.first(where: { $0.author.client == set.client }) else {
                return note("a set of nobody")
            }
            let made = Revision(
                content: Content(replica),
                step: (set.client, set.intent, client.sent[set.intent - 1].intent))
            if set.revision != revisions.count { note("revision \(set.revision) is no next one") }
            if let problem = made.problem(after: revisions) { note(problem) }
            revisions.append(made)
        } catch {
            note("a record does not replay: \(error)")
        }
    }

    private mutating func answer(_ entry: AnsweredEdit) {
        guard
            let client = clients.firstIndex(where: {
                $0.author.client == entry.request.author.client
            })
        else { return note("an answer to nobody") }
        switch entry.outcome {
        case .applied(let revision, _, _), .noop(let revision, _), .duplicate(let revision, _):
            if revision > journal.position.revision { note("answered before it is stored") }
            clients[client].seen = max(clients[client].seen, journal.position.revision)
        case .rejected: break
        }
        if let before = clients[client].answers[entry.id] {
            if !entry.outcome.repeats(before) {
                note("\(entry.id) is answered \(before) and then \(entry.outcome)")
            }
        } else {
            clients[client].answers[entry.id] = entry.outcome
        }
    }

    private mutating func note(_ problem: String) { self.problem = self.problem ?? problem }

    private static func head(at position: JournalPosition) -> ListHead {
        ListHead(list: "l", epoch: "e", title: "T", rows: 3, position: position)
    }

    private static func machine(at position: JournalPosition) -> SequencerMachine {
        SequencerMachine(
            head(at: position), limits: ProtocolLimits(), options: HistoryOptions(), now: 0)
    }
}
