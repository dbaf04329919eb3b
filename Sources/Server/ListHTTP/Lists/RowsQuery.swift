import JSON
import ListEditing
import ListProtocol
import TextBytes
import WebSocketTransport

/// What `GET /api/lists/ID/rows` asks for: the rows of a window, or those that have a text.
enum RowsQuery: Hashable, Sendable {
    case window(ListWindow)
    case find(TextQuery)

    /// Reads the parameters: of a window around a row, of one by section and index, and of a search.
    ///
    /// What is given must be well formed, also where another parameter takes its place.
    ///
    /// - Throws: `badMessage`, naming the parameter.
    init(
        _ request: HTTPRequest, of list: ListID, limits: ProtocolLimits
    ) throws(ErrorMessage) {
        let parameters = Parameters(values: request.query, list: list)
        let around = try parameters.identifier("around").map { ListWindow.Place.row(RowID($0)) }
        let before = try parameters.number("before")
        let after = try parameters.number("after")
        let section = try parameters.identifier("section").map { SectionID($0) }
        let index = try parameters.number("index")
        let rows = try parameters.number("rows")
        let limit = try parameters.number("limit", from: 1)
        let from = try parameters.path("from")
        if let text = parameters["find"] {
            self = .find(
                TextQuery(
                    text: text, limit: min(limit ?? limits.windowRows, limits.windowRows),
                    from: from))
        } else if let section {
            self = .window(
                ListWindow(
                    around: [.index(section, index ?? 0)], before: 0,
                    after: rows ?? limits.windowRows))
        } else {
            self = .window(
                ListWindow(
                    around: around.map { [$0] } ?? [], before: before ?? 0,
                    after: after ?? limits.windowRows))
        }
    }

    private struct Parameters {
        let values: [(String, String)]
        let list: ListID

        subscript(name: String) -> String? { values.first { $0.0.isSame(as: name) }?.1 }

        func identifier(_ name: String) throws(ErrorMessage) -> String? {
            guard let text = self[name] else { return nil }
            guard Identifier.isValid(text) else {
                throw problem("\(name) must be an id: 1-64 of A-Za-z0-9._~-")
            }
            return text
        }

        func number(_ name: String, from least: Int = 0) throws(ErrorMessage) -> Int? {
            guard let text = self[name] else { return nil }
            return try number(text, name, from: least)
        }

        private func number(
            _ text: some StringProtocol, _ name: String, from least: Int
        ) throws(ErrorMessage) -> Int {
            guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text),
                least...JSONNumber.largestWhole ~= number
            else {
                throw problem("\(name) must be a whole number from \(least) on")
            }
            return number
        }

        /// A section's and a row's index with a comma between them.
        func path(_ name: String) throws(ErrorMessage) -> IndexPath? {
            guard let text = self[name] else { return nil }
            let (section, row) = text.halves(at: ",")
            guard let row else {
                throw problem("\(name) must be a section's and a row's index: 0,17")
            }
            return IndexPath(
                section: try number(section, name, from: 0), row: try number(row, name, from: 0))
        }

        private func problem(_ message: String) -> ErrorMessage {
            ErrorMessage(.badMessage, message, list: list)
        }
    }
}
