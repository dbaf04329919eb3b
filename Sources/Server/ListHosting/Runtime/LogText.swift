/// Text from outside on its way into the log.
package enum LogText {
    /// `text` as one word in one line, so that it cannot look like another entry.
    package static func plain(_ text: String) -> String {
        String(
            text.unicodeScalars.map { scalar in
                let isPlain =
                    scalar.isASCII
                    ? scalar.value > 0x20 && scalar.value < 0x7F && scalar != "="
                    : scalar.properties.isAlphabetic
                return isPlain ? Character(scalar) : "_"
            })
    }
}
