import JSON

/// A JSON text of a file, read with the places of its errors.
enum ForeignJSON {
    /// The value of a text in UTF-8.
    ///
    /// What the protocol excludes is read nevertheless, since other programs write it: numbers that are
    /// not exact, and of two members with one name the last.
    ///
    /// - Throws: `ListFileError` with line and column where the text is no JSON, ends too soon, or
    ///   nests deeper than `JSONReader.ownDepth`.
    /// - Complexity: O(n) in the bytes.
    static func value(_ text: [UInt8]) throws(ListFileError) -> JSONValue {
        if let deep = tooDeep(text) {
            throw ListFileError(
                at: deep, in: text, "the JSON nests deeper than \(JSONReader.ownDepth)")
        }
        do throws(JSONError) {
            return try JSONReader.parse(text, maximumDepth: JSONReader.ownDepth).value
        } catch {
            throw ListFileError(
                at: error.offset, in: text, "the JSON cannot be read: \(error.reason)")
        }
    }

    /// The objects of a text that has one on each line, with or without commas between, as older
    /// versions of Taskwarrior write them; nil where the text is of another form.
    ///
    /// - Throws: `ListFileError` with line and column where a line cannot be read.
    static func lines(_ text: [UInt8]) throws(ListFileError) -> [JSONValue]? {
        let brace = UInt8(ascii: "{")
        var lines = TextLines(text).lazy.filter { !$0.isBlank }.makeIterator()
        guard let first = lines.next(), let second = lines.next(),
            first.bytes.trimmed.first == brace, second.bytes.trimmed.first == brace,
            (try? value(Array(first.object))) != nil
        else { return nil }
        var objects: [JSONValue] = []
        for line in TextLines(text) where !line.isBlank {
            do throws(ListFileError) {
                objects.append(try value(Array(line.object)))
            } catch {
                let blanks = line.object.startIndex - line.bytes.startIndex
                throw ListFileError(
                    line: line.number, column: error.column.map { $0 + blanks }, error.reason)
            }
        }
        return objects
    }

    /// Where a container begins that is deeper than the reader goes.
    private static func tooDeep(_ text: [UInt8]) -> Int? {
        var depth = 0
        var isQuoted = false
        var isEscaped = false
        for (offset, byte) in text.enumerated() {
            if isQuoted {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isQuoted = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isQuoted = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > JSONReader.ownDepth { return offset }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return nil
    }
}

extension TextLines.Line {
    /// The line without the comma at its end.
    fileprivate var object: ArraySlice<UInt8> {
        let trimmed = bytes.trimmed
        return trimmed.last == UInt8(ascii: ",") ? trimmed.dropLast().trimmed : trimmed
    }
}
