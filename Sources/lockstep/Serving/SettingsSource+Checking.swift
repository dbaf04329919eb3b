import Configuration
import Foundation
import JSON

extension SettingsSource {
    /// What a whole number may be; nil where the setting is a text.
    static func range(of key: String) -> ClosedRange<Int>? {
        guard case .whole(_, let range)? = Setting.all.first(where: { $0.key == key })?.fallback
        else { return nil }
        return range
    }

    private static func isFlag(_ key: String) -> Bool {
        guard case .flag? = Setting.all.first(where: { $0.key == key })?.fallback else {
            return false
        }
        return true
    }

    /// Texts by key as values of the kinds that the settings have.
    static func values(_ texts: [String: String]) -> [AbsoluteConfigKey: ConfigValue] {
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

    /// - Throws: `SettingsError` for a variable `LOCKSTEP_…` that means nothing.
    static func check(environment: [String: String]) throws {
        let known = Set(Setting.all.map(\.variable) + [ServerAddress.tokenVariable])
        for name in environment.keys.sorted() where name.hasPrefix("LOCKSTEP_") {
            guard known.contains(name) else {
                throw SettingsError(
                    "the environment variable \(name) names no setting\(hint(name, known))")
            }
        }
    }

    /// - Throws: `SettingsError` for a file that cannot be read, is no JSON object, or has a key
    ///   that means nothing.
    static func check(file path: String) throws {
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

    private static func keys(of object: JSONObject, below prefix: String = "") -> [String] {
        object.members.flatMap { member in
            if let inner = member.value.object {
                keys(of: inner, below: prefix + member.name + ".")
            } else {
                [prefix + member.name]
            }
        }
    }

    /// The known name that differs in the fewest letters, where one is close.
    private static func hint(_ name: String, _ known: Set<String>) -> String {
        let close = known.sorted().min { distance(name, $0) < distance(name, $1) }
        guard let close, distance(name, close) <= 3 else { return "" }
        return " (is \(close) meant?)"
    }

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
