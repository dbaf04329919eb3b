import JSON

extension Members {
    func identifier(_ name: String) throws(DecodingProblem) -> String {
        guard let text = try identifier(ifPresent: name) else { throw Self.missing(name) }
        return text
    }

    func identifier(ifPresent name: String) throws(DecodingProblem) -> String? {
        guard let text = try string(ifPresent: name) else { return nil }
        guard Identifier.isValid(text) else {
            throw DecodingProblem(name, "must be an id: 1-64 of A-Za-z0-9._~-")
        }
        return text
    }

    func list(_ name: String = "list") throws(DecodingProblem) -> ListID {
        ListID(try identifier(name))
    }

    func identifiers(_ name: String) throws(DecodingProblem) -> [String] {
        guard let texts = try identifiers(ifPresent: name) else { throw Self.missing(name) }
        return texts
    }

    /// - Parameter most: so many of them are given; all must be ids.
    func identifiers(
        ifPresent name: String, first most: Int = .max
    ) throws(DecodingProblem) -> [String]? {
        guard let elements = try array(ifPresent: name) else { return nil }
        var texts: [String] = []
        texts.reserveCapacity(min(elements.count, most))
        for (index, element) in elements.enumerated() {
            guard case .string(let text) = element, Identifier.isValid(text) else {
                throw DecodingProblem(
                    "\(name)[\(index)]", "must be an id: 1-64 of A-Za-z0-9._~-")
            }
            if index < most { texts.append(text) }
        }
        return texts
    }
}
