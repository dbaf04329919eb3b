import Configuration
import Foundation
import JSON

/// Where settings come from: flags, then the environment, then the file, then the defaults.
struct SettingsSource {
    private let reader: ConfigReader

    /// - Parameters:
    ///   - flags: By key.
    ///   - file: The settings file; nil: `config/lockstep.json`, if it is there.
    ///   - environment: All variables of the process.
    /// - Throws: `SettingsError` for a key that there is not.
    init(flags: [String: String], file: String?, environment: [String: String]) async throws {
        let standard = "config/lockstep.json"
        let path = file ?? (FileManager.default.fileExists(atPath: standard) ? standard : nil)
        try SettingsSource.check(environment: environment)
        var providers: [any ConfigProvider] = [
            InMemoryProvider(name: "flags", values: SettingsSource.values(flags)),
            EnvironmentVariablesProvider(environmentVariables: environment)
                .prefixKeys(with: "lockstep"),
        ]
        if let path {
            try SettingsSource.check(file: path)
            let location = ConfigReader(
                provider: InMemoryProvider(
                    values: ["filePath": ConfigValue(.string(path), isSecret: false)]))
            providers.append(try await FileProvider<JSONSnapshot>(config: location))
        }
        providers.append(
            InMemoryProvider(name: "defaults", values: SettingsSource.values(Setting.defaults)))
        reader = ConfigReader(providers: providers)
    }

    func text(_ key: String) throws -> String {
        do {
            return try reader.requiredString(forKey: ConfigKey(key))
        } catch {
            throw SettingsError("the setting \(key) must be a text")
        }
    }

    func flag(_ key: String) throws -> Bool {
        do {
            return try reader.requiredBool(forKey: ConfigKey(key))
        } catch {
            throw SettingsError("the setting \(key) must be true or false")
        }
    }

    func whole(_ key: String) throws -> Int {
        let range = SettingsSource.range(of: key)
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
