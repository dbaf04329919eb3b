import JSON
import ListEditing
import ListProtocol
import WebSocketTransport

/// What `GET /api/lists/ID/rows` asks for: the rows of a window, or those that have a text.
enum RowsQuery: Hashable, Sendable {
    case window(ListWindow)
    case find(TextQuery)

    /// Reads the parameters.
    ///
    /// - Throws: `badMessage`, naming the parameter.
    init(
        _ request: HTTPRequest, of list: ListID, limits: ProtocolLimits
    ) throws(ErrorMessage) {
        let parameters = Parameters(values: request.query, list: list)
        if let text = parameters["find"] {
            self = .find(
                TextQuery(
                    text: text,
                    limit: min(
                        try parameters.number("limit", from: 1) ?? limits.windowRows,
                        limits.windowRows),
                    from: try parameters.path("from")))
        } else if parameters["section"] != nil {
            let section = SectionID(try parameters.identifier("section"))
            let index = try parameters.number("index") ?? 0
            self = .window(
                ListWindow(
                    around: [.index(section, index)], before: 0,
                    after: try parameters.number("rows") ?? limits.windowRows))
        } else {
            var around: [ListWindow.Place] = []
            if parameters["around"] != nil {
                around.append(.row(RowID(try parameters.identifier("around"))))
            }
            self = .window(
                ListWindow(
                    around: around, before: try parameters.number("before") ?? 0,
                    after: try parameters.number("after") ?? limits.windowRows))
        }
    }

    private struct Parameters {
        let values: [(String, String)]
        let list: ListID

        subscript(name: String) -> String? { values.first { $0.0 == name }?.1 }

        func identifier(_ name: String) throws(ErrorMessage) -> String {
            guard let text = self[name], Identifier.isValid(text) else {
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
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw problem("\(name) must be a section's and a row's index: 0,17")
            }
            return IndexPath(
                section: try number(parts[0], name, from: 0),
                row: try number(parts[1], name, from: 0))
        }

        private func problem(_ message: String) -> ErrorMessage {
            ErrorMessage(.badMessage, message, list: list)
        }
    }
}
