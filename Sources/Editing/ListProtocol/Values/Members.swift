package import JSON
import TextBytes

/// Reads the members of a JSON object by name and type; unknown members are ignored.
package struct Members {
    package let object: JSONObject

    package init(_ object: JSONObject) {
        self.object = object
    }

    /// - Throws: a `DecodingProblem` without a path where the value is not an object.
    package init(_ value: JSONValue) throws(DecodingProblem) {
        guard case .object(let object) = value else {
            throw DecodingProblem("", "must be an object")
        }
        self.object = object
    }

    package subscript(name: String) -> JSONValue? { object[name] }

    /// Whether a member is present and `null`.
    package func isNull(_ name: String) -> Bool { object[name]?.isNull ?? false }

    package func string(_ name: String) throws(DecodingProblem) -> String {
        guard let text = try string(ifPresent: name) else { throw Self.missing(name) }
        return text
    }

    package func string(ifPresent name: String) throws(DecodingProblem) -> String? {
        guard let value = object[name] else { return nil }
        guard case .string(let text) = value else {
            throw DecodingProblem(name, "must be a string")
        }
        return text
    }

    package func bool(ifPresent name: String) throws(DecodingProblem) -> Bool? {
        guard let value = object[name] else { return nil }
        guard case .bool(let truth) = value else {
            throw DecodingProblem(name, "must be true or false")
        }
        return truth
    }

    package func whole(
        _ name: String, atLeast minimum: Int = -JSONNumber.largestWhole
    ) throws(DecodingProblem) -> Int {
        guard let number = try whole(ifPresent: name, atLeast: minimum) else {
            throw Self.missing(name)
        }
        return number
    }

    package func whole(
        ifPresent name: String, atLeast minimum: Int = -JSONNumber.largestWhole
    ) throws(DecodingProblem) -> Int? {
        guard let value = object[name] else { return nil }
        guard case .number(let number) = value else {
            throw DecodingProblem(name, "must be a whole number")
        }
        guard let whole = number.whole else {
            throw DecodingProblem(.outsideLimits, name, "must be a whole number")
        }
        guard whole >= minimum else {
            throw DecodingProblem(name, "must be at least \(minimum)")
        }
        return whole
    }

    package func choice<Choice: RawRepresentable<String> & CaseIterable>(
        ifPresent name: String, of: Choice.Type = Choice.self
    ) throws(DecodingProblem) -> Choice? {
        guard let text = try string(ifPresent: name) else { return nil }
        guard let choice = Choice(word: text) else {
            throw DecodingProblem(name, "is not one of the known values")
        }
        return choice
    }

    package static func missing(_ name: String) -> DecodingProblem {
        DecodingProblem(name, "is missing")
    }
}

extension Members {
    package func object(_ name: String) throws(DecodingProblem) -> Members {
        guard let members = try object(ifPresent: name) else { throw Self.missing(name) }
        return members
    }

    package func object(ifPresent name: String) throws(DecodingProblem) -> Members? {
        guard let value = object[name] else { return nil }
        guard case .object(let inner) = value else {
            throw DecodingProblem(name, "must be an object")
        }
        return Members(inner)
    }

    package func array(_ name: String) throws(DecodingProblem) -> [JSONValue] {
        guard let elements = try array(ifPresent: name) else { throw Self.missing(name) }
        return elements
    }

    package func array(ifPresent name: String) throws(DecodingProblem) -> [JSONValue]? {
        guard let value = object[name] else { return nil }
        guard case .array(let elements) = value else {
            throw DecodingProblem(name, "must be an array")
        }
        return elements
    }

    /// Reads an array of strings; empty where the member is absent.
    package func strings(ifPresent name: String) throws(DecodingProblem) -> [String] {
        guard let elements = try array(ifPresent: name) else { return [] }
        let texts = elements.compactMap(\.string)
        guard texts.count == elements.count else {
            throw DecodingProblem(name, "must be an array of strings")
        }
        return texts
    }

    /// Reads each element of an array of objects; empty where the member is absent.
    ///
    /// - Parameter most: The most elements that it may have.
    package func each<Element>(
        _ name: String, atMost most: Int = .max,
        _ read: (Members) throws(DecodingProblem) -> Element
    ) throws(DecodingProblem) -> [Element] {
        guard let elements = try array(ifPresent: name) else { return [] }
        guard elements.count <= most else {
            throw DecodingProblem(name, "must be at most \(most)")
        }
        var result: [Element] = []
        result.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do { result.append(try read(Members(element))) } catch {
                throw error.within("\(name)[\(index)]")
            }
        }
        return result
    }

    /// Reads an object; nil where the member is absent.
    package func inside<Value>(
        ifPresent name: String, _ read: (Members) throws(DecodingProblem) -> Value
    ) throws(DecodingProblem) -> Value? {
        guard let members = try object(ifPresent: name) else { return nil }
        do { return try read(members) } catch { throw error.within(name) }
    }
}

extension Members {
    package func identifier(_ name: String) throws(DecodingProblem) -> String {
        guard let text = try identifier(ifPresent: name) else { throw Self.missing(name) }
        return text
    }

    package func identifier(ifPresent name: String) throws(DecodingProblem) -> String? {
        guard let text = try string(ifPresent: name) else { return nil }
        guard Identifier.isValid(text) else {
            throw DecodingProblem(name, "must be an id: 1-64 of A-Za-z0-9._~-")
        }
        return text
    }

    package func list(_ name: String = "list") throws(DecodingProblem) -> ListID {
        ListID(try identifier(name))
    }

    package func identifiers(_ name: String) throws(DecodingProblem) -> [String] {
        guard let texts = try identifiers(ifPresent: name) else { throw Self.missing(name) }
        return texts
    }

    /// Reads an array of ids; nil where the member is absent.
    ///
    /// - Parameter most: the most ids that are returned; all are checked.
    package func identifiers(
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
