import JSON

extension Members {
    func object(_ name: String) throws(DecodingProblem) -> Members {
        guard let members = try object(ifPresent: name) else { throw Self.missing(name) }
        return members
    }

    func object(ifPresent name: String) throws(DecodingProblem) -> Members? {
        guard let value = object[name] else { return nil }
        guard case .object(let inner) = value else {
            throw DecodingProblem(name, "must be an object")
        }
        return Members(inner)
    }

    func array(_ name: String) throws(DecodingProblem) -> [JSONValue] {
        guard let elements = try array(ifPresent: name) else { throw Self.missing(name) }
        return elements
    }

    func array(ifPresent name: String) throws(DecodingProblem) -> [JSONValue]? {
        guard let value = object[name] else { return nil }
        guard case .array(let elements) = value else {
            throw DecodingProblem(name, "must be an array")
        }
        return elements
    }

    /// Reads an array of strings; one that is absent has none.
    func strings(ifPresent name: String) throws(DecodingProblem) -> [String] {
        guard let elements = try array(ifPresent: name) else { return [] }
        let texts = elements.compactMap(\.string)
        guard texts.count == elements.count else {
            throw DecodingProblem(name, "must be an array of strings")
        }
        return texts
    }

    /// Reads each element of an array of objects; an array that is absent has none.
    func each<Element>(
        _ name: String, _ read: (Members) throws(DecodingProblem) -> Element
    ) throws(DecodingProblem) -> [Element] {
        guard let elements = try array(ifPresent: name) else { return [] }
        var result: [Element] = []
        result.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do { result.append(try read(Members(element))) } catch {
                throw error.within("\(name)[\(index)]")
            }
        }
        return result
    }

    /// Reads an object that may be absent.
    func inside<Value>(
        ifPresent name: String, _ read: (Members) throws(DecodingProblem) -> Value
    ) throws(DecodingProblem) -> Value? {
        guard let members = try object(ifPresent: name) else { return nil }
        do { return try read(members) } catch { throw error.within(name) }
    }
}
