import ListEditing

/// Numbers for the clients of a list, so that a stored row need not name its own in full.
struct ClientTable {
    /// The clients in order of their numbers.
    private(set) var clients: [ClientID] = []
    private var numbers: [ClientID: Int] = [:]

    init() {}

    /// Numbers every client that changed a row of `state`.
    ///
    /// Complexity: O(n) in the rows.
    init(_ state: ListState) {
        for section in state.sections {
            for row in section.rows where row.authorship != .createdWithList {
                add(row.authorship.client)
            }
        }
    }

    subscript(client: ClientID) -> Int? { numbers[client] }

    private mutating func add(_ client: ClientID) {
        if numbers[client] == nil {
            numbers[client] = clients.count
            clients.append(client)
        }
    }
}
