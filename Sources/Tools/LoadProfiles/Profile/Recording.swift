import JSON

/// The operations of a real session, as `lockstep record` writes them: a line of JSON for each.
package struct Recording: Sendable {
    /// One operation of one of the clients.
    package struct Step: Sendable, Hashable {
        /// Seconds since the start of the recording.
        package var at: Double
        /// The number of the client, from 0.
        package var client: Int
        package var operation: UserOperation

        package init(at: Double, client: Int, operation: UserOperation) {
            self.at = at
            self.client = client
            self.operation = operation
        }

        /// The line of a file, without its end.
        package var json: [UInt8] {
            var writer = JSONWriter()
            writer.object { writer in
                writer.name("at")
                writer.raw(String((at * 1_000).rounded() / 1_000))
                writer.member("client", client)
                writer.member("operation", operation.rawValue)
            }
            return writer.bytes
        }
    }

    /// In order of time.
    package let steps: [Step]

    package var clients: Int { (steps.map(\.client).max() ?? -1) + 1 }
    package var seconds: Double { steps.last?.at ?? 0 }

    /// Reads a recording.
    ///
    /// - Throws: ``ProfileError`` that names the line.
    package init(lines bytes: [UInt8]) throws(ProfileError) {
        var steps: [Step] = []
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let value = try? JSONReader.read(Array(line)), let object = value.object,
                case .number(let time)? = object["at"], let at = Double(time.text),
                at >= steps.last?.at ?? 0, at <= LoadProfile.longest,
                let client = object["client"]?.whole, (0..<100_000).contains(client),
                let operation = object["operation"]?.string.flatMap(UserOperation.init(rawValue:)),
                operation.isChosen
            else {
                throw ProfileError(
                    """
                    line \(number + 1) of the recording must be an object such as \
                    {"at":1.5,"client":0,"operation":"tick"}, in order of time
                    """)
            }
            steps.append(Step(at: at, client: client, operation: operation))
        }
        guard !steps.isEmpty else { throw ProfileError("the recording holds no operations") }
        self.steps = steps
    }

    /// The steps of a client.
    func steps(of client: Int) -> [Step] { steps.filter { $0.client == client } }
}

extension LoadProfile {
    /// A profile whose users repeat a recording.
    ///
    /// - Parameters:
    ///   - speed: How many times as fast.
    ///   - copies: The number of users for each recorded client.
    /// - Throws: ``ProfileError`` where that takes too long, or too many users.
    package init(
        replaying recording: Recording, speed: Double, copies: Int
    ) throws(ProfileError) {
        guard copies <= 100_000 / recording.clients else {
            throw ProfileError(
                "a recording of \(recording.clients) clients has no \(copies) copies: 100000 users are the most"
            )
        }
        guard recording.seconds / speed <= Self.longest else {
            throw ProfileError("at that speed the recording takes more than 30 days")
        }
        name = "replay"
        let steps = recording.steps.map {
            Recording.Step(at: $0.at / speed, client: $0.client, operation: $0.operation)
        }
        let replayed = Recording(steps)
        self.recording = replayed
        phases = [
            Phase(
                name: "replay", seconds: max(1, replayed.seconds + 1),
                users: recording.clients * copies, isRamp: false)
        ]
        kinds = [
            UserKind(
                name: "recorded", weight: 1, hasWindow: false, think: 1, isSteady: true, mix: [])
        ]
    }
}

extension Recording {
    fileprivate init(_ steps: [Step]) { self.steps = steps }
}
