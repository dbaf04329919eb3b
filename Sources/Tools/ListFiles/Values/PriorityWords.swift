import TextBytes

/// What files write for priorities: 1 is the highest, 3 the lowest that is one.
enum PriorityWords {
    private static let words: [[TextKey]] = [
        [
            "0", "4", "p4", "none", "no priority", "normal", "no", "keine", "aucune", "ninguna",
            "nessuna", "geen", "nenhuma", "default",
        ],
        [
            "1", "p0", "p1", "a", "h", "urgent", "highest", "high", "critical", "important", "!!!",
            "dringend", "hoch", "sehr hoch", "wichtig", "haute", "élevée", "alta", "urgente",
            "hoog",
        ],
        [
            "2", "p2", "b", "m", "medium", "middle", "!!", "mittel", "moyenne", "media",
            "gemiddeld",
            "média",
        ],
        [
            "3", "p3", "c", "l", "low", "lowest", "!", "niedrig", "gering", "basse", "faible",
            "baja",
            "bassa", "laag", "baixa",
        ],
    ]

    /// The priority of a word in any of the languages: 1 to 3, 0 where it says that there is none; nil
    /// where it is no such word.
    static func value(_ text: String) -> Int? {
        guard text.utf8.count <= 32 else { return nil }
        let word = TextKey(text.trimmedBlanks.lowercased())
        return words.firstIndex { $0.contains(word) }
    }
}
