import JSON

/// The members of a JSON object, read by name and type; what is not asked for is ignored.
struct Members {
    let object: JSONObject

    init(_ object: JSONObject) {
        self.object = object
    }

    /// - Throws: a problem without a path where the value is not an object.
    init(_ value: JSONValue) throws(DecodingProblem) {
        guard case .object(let object) = value else {
            throw DecodingProblem("", "must be an object")
        }
        self.object = object
    }

    subscript(name: String) -> JSONValue? { object[name] }

    /// Whether a member is there and `null`.
    func isNull(_ name: String) -> Bool { object[name] == .null }

    func string(_ name: String) throws(DecodingProblem) -> String {
        guard let text = try string(ifPresent: name) else { throw Self.missing(name) }
        return text
    }

    func string(ifPresent name: String) throws(DecodingProblem) -> String? {
        guard let value = object[name] else { return nil }
        guard case .string(let text) = value else {
            throw DecodingProblem(name, "must be a string")
        }
        return text
    }

    func bool(ifPresent name: String) throws(DecodingProblem) -> Bool? {
        guard let value = object[name] else { return nil }
        guard case .bool(let truth) = value else {
            throw DecodingProblem(name, "must be true or false")
        }
        return truth
    }

    func whole(
        _ name: String, atLeast minimum: Int = -JSONNumber.largestWhole
    ) throws(DecodingProblem) -> Int {
        guard let number = try whole(ifPresent: name, atLeast: minimum) else {
            throw Self.missing(name)
        }
        return number
    }

    func whole(
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

    func choice<Choice: RawRepresentable<String>>(
        ifPresent name: String, of: Choice.Type = Choice.self
    ) throws(DecodingProblem) -> Choice? {
        guard let text = try string(ifPresent: name) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw DecodingProblem(name, "is not one of the known values")
        }
        return choice
    }

    static func missing(_ name: String) -> DecodingProblem {
        DecodingProblem(name, "is missing")
    }
}
