import JSON

/// Why a file is no profile: the member that is wrong, and what it must be.
package struct ProfileError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

extension LoadProfile {
    /// Reads a profile.
    ///
    /// - Throws: ``ProfileError``.
    package init(json bytes: [UInt8]) throws(ProfileError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.read(bytes)
        } catch {
            throw ProfileError("the file is not JSON: \(error.message)")
        }
        let top = try ProfileMembers(
            value, at: "",
            known: [
                "name", "lists", "seed", "phases", "users", "thresholds", "stay", "away",
                "patience",
            ])
        name = try top.text("name", or: "profile")
        seed = UInt64(try top.whole("seed", in: 0...Int(UInt32.max), or: 1))
        stay = try top.seconds("stay", or: stay)
        away = try top.seconds("away", or: away)
        patience = try top.seconds("patience", or: patience)
        if let lists = try top.object("lists", known: ["count", "rows", "rowBytes"]) {
            self.lists = try lists.whole("count", in: 1...10_000, or: self.lists)
            rows = try lists.whole("rows", in: 1...100_000, or: rows)
            rowBytes = try lists.whole("rowBytes", in: 32...4_096, or: rowBytes)
        }
        var users = 0
        for phase in try top.objects(
            "phases", known: ["name", "for", "users", "rampTo", "arrivals"])
        {
            let added = try Phase(phase, after: users)
            guard !phases.contains(where: { $0.name == added.name }) else {
                throw ProfileError("there are two phases of the name \(added.name)")
            }
            phases.append(added)
            users = added.users
        }
        guard phases.contains(where: { $0.users > 0 || $0.arrivals != nil }) else {
            throw ProfileError("no phase has users: give one users, rampTo or arrivals")
        }
        for kind in try top.objects(
            "users", known: ["name", "weight", "window", "think", "steady", "mix"])
        {
            kinds.append(try UserKind(kind))
        }
        try readThresholds(top)
    }

    private mutating func readThresholds(_ top: ProfileMembers) throws(ProfileError) {
        guard let value = top["thresholds"] else { return }
        guard let texts = value.array else { throw top.wrong("thresholds", "an array of texts") }
        for (number, value) in texts.enumerated() {
            guard let text = value.string, let threshold = Threshold(text) else {
                throw top.wrong(
                    "thresholds[\(number)]",
                    """
                    a bound such as "p99 < 100 ms", "hold: p95(tick) < 50 ms", "errors < 1 %", \
                    "lost = 0" or "rate > 20 /s"
                    """)
            }
            try add(threshold)
        }
    }

    /// Adds a threshold.
    ///
    /// - Throws: ``ProfileError`` where there is no phase of that name.
    package mutating func add(_ threshold: Threshold) throws(ProfileError) {
        if let phase = threshold.phase, !phases.contains(where: { $0.name == phase }) {
            throw ProfileError(
                "the threshold \(threshold.text) must be of a phase there is: "
                    + phases.map(\.name).joined(separator: ", "))
        }
        thresholds.append(threshold)
    }
}

extension LoadProfile.Phase {
    fileprivate init(_ members: ProfileMembers, after before: Int) throws(ProfileError) {
        name = try members.text("name")
        seconds = try members.seconds("for")
        let goal = try members.optionalWhole("rampTo", in: 0...100_000)
        let users = try members.optionalWhole("users", in: 0...100_000)
        guard goal == nil || users == nil else {
            throw members.wrong("rampTo", "absent where there is users")
        }
        isRamp = goal != nil
        self.users = goal ?? users ?? before
        arrivals = try members.optionalNumber("arrivals", above: 0, atMost: 100_000)
    }
}

extension LoadProfile.UserKind {
    fileprivate init(_ members: ProfileMembers) throws(ProfileError) {
        name = try members.text("name", or: "user")
        weight = try members.optionalNumber("weight", above: 0, atMost: 1_000_000) ?? 1
        hasWindow = try members.bool("window")
        think = try members.seconds("think", or: 1)
        isSteady = try members.bool("steady")
        mix = []
        let known = UserOperation.allCases.filter(\.isChosen).map(\.rawValue)
        guard let shares = try members.object("mix", known: known) else {
            throw members.wrong("mix", "an object of operations and their shares")
        }
        for operation in UserOperation.allCases {
            guard
                let share = try shares.optionalNumber(
                    operation.rawValue, above: 0, atMost: 1_000_000)
            else { continue }
            guard operation != .scroll || hasWindow else {
                throw shares.wrong("scroll", "for users with \"window\": true")
            }
            mix.append((operation, share))
        }
        guard !mix.isEmpty else { throw members.wrong("mix", "at least one operation") }
    }
}

/// The members of an object in a profile, read with errors that name them.
struct ProfileMembers {
    private let object: JSONObject
    private let path: String

    init(_ value: JSONValue, at path: String, known: [String]) throws(ProfileError) {
        guard let object = value.object else {
            throw ProfileError("\(path.isEmpty ? "the file" : path) must be an object")
        }
        self.object = object
        self.path = path.isEmpty ? "" : path + "."
        for member in object.members where !known.contains(member.name) {
            throw ProfileError(
                "there is no \(self.path)\(member.name); known are \(known.joined(separator: ", "))"
            )
        }
    }

    subscript(name: String) -> JSONValue? { object[name] }

    func wrong(_ name: String, _ wanted: String) -> ProfileError {
        ProfileError("\(path)\(name) must be \(wanted)")
    }

    func text(_ name: String, or usual: String? = nil) throws(ProfileError) -> String {
        guard let value = object[name] ?? usual.map({ JSONValue.string($0) }) else {
            throw wrong(name, "given: a text")
        }
        guard let text = value.string, !text.isEmpty else { throw wrong(name, "a text") }
        return text
    }

    func bool(_ name: String) throws(ProfileError) -> Bool {
        switch object[name] {
        case nil: return false
        case .bool(let value)?: return value
        default: throw wrong(name, "true or false")
        }
    }

    func optionalWhole(_ name: String, in range: ClosedRange<Int>) throws(ProfileError) -> Int? {
        guard let value = object[name] else { return nil }
        guard let number = value.whole, range.contains(number) else {
            throw wrong(
                name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func whole(
        _ name: String, in range: ClosedRange<Int>, or usual: Int
    ) throws(ProfileError) -> Int {
        try optionalWhole(name, in: range) ?? usual
    }

    func optionalNumber(
        _ name: String, above bound: Double, atMost most: Int
    ) throws(ProfileError) -> Double? {
        guard let value = object[name] else { return nil }
        guard case .number(let number) = value, let parsed = Double(number.text), parsed > bound,
            parsed <= Double(most)
        else { throw wrong(name, "a number above \(Int(bound)), and at most \(most)") }
        return parsed
    }

    /// A length of time, 30 days at most: a number of seconds, or a text such as `90s`, `1.5m`, `2h`, `250ms`.
    func seconds(_ name: String, or usual: Double? = nil) throws(ProfileError) -> Double {
        let wanted =
            "a time such as 2.5 (seconds), \"250ms\", \"30s\", \"5m\" or \"1h\", at most \"720h\""
        guard let value = object[name] else {
            guard let usual else { throw wrong(name, "given: \(wanted)") }
            return usual
        }
        var text = value.string ?? ""
        if case .number(let number) = value { text = number.text + "s" }
        let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3_600.0)]
        guard let (unit, scale) = units.first(where: { text.hasSuffix($0.0) }),
            let number = Double(text.dropLast(unit.count)), number > 0,
            number * scale <= LoadProfile.longest
        else { throw wrong(name, wanted) }
        return number * scale
    }

    func object(_ name: String, known: [String]) throws(ProfileError) -> ProfileMembers? {
        guard let value = object[name] else { return nil }
        return try ProfileMembers(value, at: path + name, known: known)
    }

    func objects(_ name: String, known: [String]) throws(ProfileError) -> [ProfileMembers] {
        guard let values = object[name]?.array, !values.isEmpty else {
            throw wrong(name, "an array with at least one object")
        }
        var objects: [ProfileMembers] = []
        for (number, value) in values.enumerated() {
            objects.append(
                try ProfileMembers(value, at: "\(path)\(name)[\(number)]", known: known))
        }
        return objects
    }
}
