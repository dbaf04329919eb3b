import ListEditing

/// The clients of a list that have edited it.
///
/// Each has a place, so that an edit looks its client up once; places hold until `forget`.
struct ClientTable: Sendable {
    private var clients: [ClientID] = []
    private var entries: ContiguousArray<ClientRecord> = []
    private var places: [ClientID: Int] = [:]
    /// `limits.inFlight`: applied edits remembered of each client.
    let remembered: Int
    /// `limits.undo`: steps that each stack holds.
    let undoDepth: Int

    init(records: [ClientID: ClientRecord] = [:], remembered: Int, undoDepth: Int) {
        self.remembered = remembered
        self.undoDepth = undoDepth
        for (client, record) in records { entries[place(of: client)] = record }
    }

    var records: [ClientID: ClientRecord] { places.mapValues { entries[$0] } }

    subscript(client: ClientID) -> ClientRecord? { places[client].map { entries[$0] } }

    /// A client's place, where it has one.
    func knownPlace(of client: ClientID) -> Int? { places[client] }

    /// A client's place; it gets one where it has none.
    mutating func place(of client: ClientID) -> Int {
        if let place = places[client] { return place }
        places[client] = clients.count
        clients.append(client)
        entries.append(ClientRecord())
        return clients.count - 1
    }

    func answer(to id: Int, at place: Int, revision: Int) -> Answer? {
        entries[place].answer(to: id, revision: revision, remembered: remembered)
    }

    /// How far a client is answered, for a record.
    func answered(at place: Int) -> ListRecord.Answered {
        ListRecord.Answered(
            client: clients[place], highest: entries[place].highest, name: entries[place].name)
    }

    /// What a client would undo or redo next.
    func top(of stack: UndoStack, at place: Int) -> UndoEntry? {
        switch stack {
        case .undo: entries[place].undo.last
        case .redo: entries[place].redo.last
        }
    }

    /// Raises the highest answered id.
    mutating func noteAnswered(id: Int, at place: Int, name: String?, now: Int) {
        entries[place].highest = max(entries[place].highest, id)
        entries[place].seen = now
        if let name { entries[place].name = name }
    }

    /// Takes a new set of the client into its table of applied edits and its stacks.
    mutating func noteSet(_ set: SequencedSet, at place: Int) {
        entries[place].noteSet(set, remembered: remembered, undoDepth: undoDepth)
    }

    /// Takes off the step that could not be taken back any more.
    mutating func noteDropped(_ stack: UndoStack, at place: Int) {
        switch stack {
        case .undo: _ = entries[place].undo.popLast()
        case .redo: _ = entries[place].redo.popLast()
        }
    }

    /// Forgets clients whose last edit was answered before `moment` (Unix milliseconds).
    mutating func forget(unseenSince moment: Int) {
        guard entries.contains(where: { $0.seen < moment }) else { return }
        self = ClientTable(
            records: records.filter { $0.value.seen >= moment }, remembered: remembered,
            undoDepth: undoDepth)
    }
}

/// The two stacks of a client.
enum UndoStack: String, Sendable {
    case undo, redo
}
