import TextBytes

/// What files write for done and not done.
enum TruthWords {
    private static let yes: Set<TextKey> = [
        "true", "yes", "y", "x", "1", "done", "completed", "complete", "closed", "finished",
        "checked",
        "ja", "wahr", "erledigt", "fertig", "abgeschlossen", "oui", "vrai", "fait", "terminé", "sí",
        "si", "verdadero", "hecho", "completado", "sì", "vero", "fatto", "completato", "waar",
        "klaar",
        "gedaan", "voltooid", "sim", "verdadeiro", "feito", "concluído", "on", "100%", "[x]", "✓",
        "✔",
        "✔️", "☑", "☑️", "✅", "🗹",
    ]
    private static let no: Set<TextKey> = [
        "false", "no", "n", "0", "open", "not done", "not started", "incomplete", "unchecked",
        "needsaction", "pending", "to do", "todo", "nein", "falsch", "offen", "unerledigt", "non",
        "faux", "à faire", "falso", "pendiente", "da fare", "nee", "onwaar", "não", "nao",
        "pendente",
        "off", "0%", "[ ]", "[]", "☐", "⬜", "❌",
    ]

    /// Whether a word in any of the languages says yes; nil where it is no such word.
    static func value(_ text: String) -> Bool? {
        guard text.utf8.count <= 32 else { return nil }
        let word = TextKey(text.trimmedBlanks.lowercased())
        if yes.contains(word) { return true }
        return no.contains(word) ? false : nil
    }
}
