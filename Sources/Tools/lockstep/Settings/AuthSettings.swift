import Foundation

/// How the server verifies tokens.
struct AuthSettings: Sendable {
    /// Where the keys are.
    enum Keys: Hashable, Sendable {
        case file(String)
        /// A JWK set at an https URL; the file has the authorities of its server, nil: the system's.
        case url(String, authorities: String?)
    }

    var keys: Keys
    /// The required audience of tokens; nil accepts only tokens without one.
    var audience: String?
    /// The file of revoked tokens; nil where there is none.
    var revoked: String?

    /// Nil where `auth.mode` is `open`.
    ///
    /// - Throws: `SettingsError`, which names the setting and says what it must be.
    init?(_ source: SettingsSource) throws {
        let mode = try source.text("auth.mode")
        let audience = try source.text("auth.audience")
        let revoked = try source.text("auth.revoked")
        switch mode {
        case "open":
            for setting in ["auth.keys", "auth.jwks", "auth.ca", "auth.revoked"]
            where try !source.text(setting).isEmpty {
                throw SettingsError(
                    "\(setting) is given but auth.mode is open: set auth.mode to jwt to require tokens"
                )
            }
            return nil
        case "jwt":
            keys = try Self.keys(source)
            self.audience = audience.isEmpty ? nil : audience
            self.revoked = revoked.isEmpty ? nil : revoked
        default: throw SettingsError("the setting auth.mode must be open or jwt, not \(mode)")
        }
    }

    private static func keys(_ source: SettingsSource) throws -> Keys {
        let file = try source.text("auth.keys")
        let url = try source.text("auth.jwks")
        let authorities = try source.text("auth.ca")
        guard !url.isEmpty else {
            guard authorities.isEmpty else {
                throw SettingsError("auth.ca is given without auth.jwks, whose server it is for")
            }
            guard !file.isEmpty else {
                throw SettingsError(
                    "auth.mode jwt needs auth.keys, the file with the keys for tokens "
                        + "(`lockstep key FILE` makes one), or auth.jwks, the URL of a JWK set")
            }
            return .file(file)
        }
        guard file.isEmpty else {
            throw SettingsError("auth.keys and auth.jwks are both given: the keys are in one place")
        }
        guard isUsable(url) else {
            throw SettingsError(
                "the setting auth.jwks must be an https URL without user and password, such as "
                    + "https://id.example.org/jwks.json, not \(url)")
        }
        guard authorities.isEmpty || FileManager.default.isReadableFile(atPath: authorities) else {
            throw SettingsError(
                "the setting auth.ca names no file that can be read: \(authorities)")
        }
        return .url(url, authorities: authorities.isEmpty ? nil : authorities)
    }

    private static func isUsable(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), let parts = URLComponents(string: text)
        else { return false }
        return parts.scheme?.lowercased() == "https" && parts.host?.isEmpty == false
            && parts.user == nil && parts.password == nil
    }
}
