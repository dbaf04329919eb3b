/// How tokens are checked.
struct AuthSettings: Sendable {
    /// The file that holds the keys.
    var keys: String
    /// Whom tokens must be for; nil: they name nobody.
    var audience: String?

    /// Nil where `auth.mode` asks for no tokens.
    ///
    /// - Throws: `SettingsError`, naming the setting and what it may be.
    init?(_ source: SettingsSource) throws {
        let mode = try source.text("auth.mode")
        let keys = try source.text("auth.keys")
        let audience = try source.text("auth.audience")
        switch mode {
        case "open":
            guard keys.isEmpty else {
                throw SettingsError(
                    "auth.keys is given but auth.mode is open: set it to jwt to ask for tokens")
            }
            return nil
        case "jwt":
            guard !keys.isEmpty else {
                throw SettingsError(
                    "auth.mode jwt needs auth.keys, the file with the keys for tokens: "
                        + "`lockstep key FILE` makes one")
            }
            self.keys = keys
            self.audience = audience.isEmpty ? nil : audience
        default: throw SettingsError("the setting auth.mode must be open or jwt, not \(mode)")
        }
    }
}
