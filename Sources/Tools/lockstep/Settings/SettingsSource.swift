import Configuration
import Foundation
import JSON

/// Reads settings from the flags, the environment, the settings file and the defaults, in this order
/// of precedence.
struct SettingsSource {
    private let reader: ConfigReader

    /// Opens the sources.
    ///
    /// - Parameters:
    ///   - flags: The values of command-line flags, by key.
    ///   - file: The settings file; nil selects the one that `files` finds, if it does.
    ///   - environment: All variables of the process.
    ///   - files: Where files are that no source names.
    /// - Throws: `SettingsError` for an unknown key or variable, and for a file that cannot be read.
    init(
        flags: [String: String], file: String?, environment: [String: String],
        files: StandardFiles = StandardFiles()
    ) async throws {
        let path = file ?? files.settings
        try Self.check(environment: environment)
        var providers: [any ConfigProvider] = [
            InMemoryProvider(name: "flags", values: Self.values(flags)),
            EnvironmentVariablesProvider(environmentVariables: environment)
                .prefixKeys(with: "lockstep"),
        ]
        if let path {
            try Self.check(file: path)
            let location = ConfigReader(
                provider: InMemoryProvider(
                    values: ["filePath": ConfigValue(.string(path), isSecret: false)]))
            providers.append(try await FileProvider<JSONSnapshot>(config: location))
        }
        providers.append(
            InMemoryProvider(
                name: "defaults",
                values: Self.values(Setting.defaults.merging(files.defaults) { $1 })))
        reader = ConfigReader(providers: providers)
    }

    /// The text of a setting.
    ///
    /// - Throws: `SettingsError`, which names the setting.
    func text(_ key: String) throws -> String {
        do {
            return try reader.requiredString(forKey: ConfigKey(key))
        } catch {
            throw SettingsError("the setting \(key) must be a text")
        }
    }

    /// The Boolean of a setting.
    ///
    /// - Throws: `SettingsError`, which names the setting.
    func flag(_ key: String) throws -> Bool {
        do {
            return try reader.requiredBool(forKey: ConfigKey(key))
        } catch {
            throw SettingsError("the setting \(key) must be true or false")
        }
    }

    /// The integer of a setting.
    ///
    /// - Throws: `SettingsError`, which names the setting and its range.
    func whole(_ key: String) throws -> Int {
        let range = Self.range(of: key)
        let asked =
            "the setting \(key) must be a whole number"
            + (range.map { " from \($0.lowerBound) to \($0.upperBound)" } ?? "")
        let number: Int
        do {
            number = try reader.requiredInt(forKey: ConfigKey(key))
        } catch {
            throw SettingsError(asked)
        }
        guard range?.contains(number) != false else {
            throw SettingsError("\(asked), not \(number)")
        }
        return number
    }
}

extension SettingsSource {
    /// The range of an integer setting; nil for other settings.
    private static func range(of key: String) -> ClosedRange<Int>? {
        guard case .whole(_, let range)? = Setting.all.first(where: { $0.key == key })?.fallback
        else { return nil }
        return range
    }

    /// Whether the setting is a Boolean.
    private static func isFlag(_ key: String) -> Bool {
        guard case .flag? = Setting.all.first(where: { $0.key == key })?.fallback else {
            return false
        }
        return true
    }

    /// Converts texts, by key, to values of the types of their settings.
    private static func values(_ texts: [String: String]) -> [AbsoluteConfigKey: ConfigValue] {
        let pairs = texts.map { key, text in
            let content: ConfigContent =
                if range(of: key) != nil, let number = Int(text) {
                    .int(number)
                } else if isFlag(key), let flag = Bool(text) {
                    .bool(flag)
                } else {
                    .string(text)
                }
            return (
                AbsoluteConfigKey(key.split(separator: ".").map { String($0) }),
                ConfigValue(content, isSecret: false)
            )
        }
        return Dictionary(pairs) { _, last in last }
    }

    /// Checks the names of environment variables.
    ///
    /// - Throws: `SettingsError` for a variable `LOCKSTEP_…` that names no setting.
    static func check(environment: [String: String]) throws {
        let known = Set(
            Setting.all.map(\.variable)
                + [ServerAddress.tokenVariable, ServerAddress.addressVariable])
        for name in environment.keys.sorted() where name.hasPrefix("LOCKSTEP_") {
            guard known.contains(name) else {
                throw SettingsError(
                    "the environment variable \(name) names no setting\(hint(name, known))")
            }
        }
    }

    /// Checks the keys of a settings file.
    ///
    /// - Throws: `SettingsError` for a file that cannot be read, is no JSON object, or has an unknown
    ///   key.
    private static func check(file path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SettingsError("the settings file \(path) cannot be read")
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.read([UInt8](data))
        } catch {
            throw SettingsError("the settings file \(path) is no JSON: \(error.message)")
        }
        guard let object = value.object else {
            throw SettingsError("the settings file \(path) must hold a JSON object")
        }
        let known = Set(Setting.all.map(\.key))
        for key in keys(of: object) where !known.contains(key) {
            throw SettingsError("\(path) has a key that is no setting: \(key)\(hint(key, known))")
        }
    }

    /// The keys of all values of an object, with dots between the levels.
    private static func keys(of object: JSONObject, below prefix: String = "") -> [String] {
        object.members.flatMap { member in
            if let inner = member.value.object {
                keys(of: inner, below: prefix + member.name + ".")
            } else {
                [prefix + member.name]
            }
        }
    }

    /// The known name with the smallest edit distance, where that is at most 3, as a hint.
    private static func hint(_ name: String, _ known: Set<String>) -> String {
        let close = known.sorted().min { distance(name, $0) < distance(name, $1) }
        guard let close, distance(name, close) <= 3 else { return "" }
        return " (is \(close) meant?)"
    }

    /// The Levenshtein distance of two names.
    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        var row = Array(0...right.count)
        for (line, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in right.indices {
                let substituted = diagonal + (character == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}

/// An invalid setting; the message names it and says what it must be.
struct SettingsError: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
