import Glibc

// Canonical equivalence: names are texts of this program.
/// A character set that files are written in; the raw values are iconv's names.
enum CharacterSet: String {
    case utf16LittleEndian = "UTF-16LE"
    case utf16BigEndian = "UTF-16BE"
    case utf32LittleEndian = "UTF-32LE"
    case utf32BigEndian = "UTF-32BE"
    /// What old programs on Windows write in Western Europe.
    case windows1252 = "WINDOWS-1252"

    /// The text of bytes, in UTF-8.
    ///
    /// - Throws: `ListFileError` for bytes that stand for no character, and for an end in the middle of
    ///   one.
    /// - Complexity: O(n).
    func decode(_ bytes: ArraySlice<UInt8>) throws(ListFileError) -> [UInt8] {
        try CharacterSetConverter.convert(bytes, from: rawValue)
    }
}

/// Converts texts to UTF-8 by glibc's iconv.
enum CharacterSetConverter {
    private static let chunk = 65_536

    /// Converts a whole text.
    ///
    /// - Parameter name: The name of the set, as iconv knows it.
    /// - Throws: `ListFileError` where the set is not known, or bytes stand for no character.
    static func convert(
        _ bytes: ArraySlice<UInt8>, from name: String
    ) throws(ListFileError) -> [UInt8] {
        let descriptor = unsafe iconv_open("UTF-8", name)
        // iconv_open(3): (iconv_t)-1 is its error.
        guard let descriptor = unsafe descriptor,
            unsafe descriptor != UnsafeMutableRawPointer(bitPattern: -1)
        else {
            throw ListFileError("the characters \(name) cannot be read on this machine")
        }
        defer { _ = unsafe iconv_close(descriptor) }
        var input = Array(bytes)
        var text: [UInt8] = []
        text.reserveCapacity(input.count + input.count / 8)
        var output = [UInt8](repeating: 0, count: chunk)
        var read = 0
        while read < input.count {
            let step = unsafe step(descriptor, &input, from: read, &output)
            text.append(contentsOf: output[..<step.written])
            read += step.read
            if step.isFull { continue }
            if read < input.count {
                let place = TextPlace(of: text.count, in: text)
                throw ListFileError(
                    line: place.line, column: place.column,
                    step.isCut
                        ? "the file ends in the middle of a character"
                        : "these bytes are no character of \(name)")
            }
        }
        return text
    }

    /// Converts what fits into `output`.
    private static func step(
        _ descriptor: iconv_t, _ input: inout [UInt8], from start: Int, _ output: inout [UInt8]
    ) -> (read: Int, written: Int, isFull: Bool, isCut: Bool) {
        var inputLeft = input.count - start
        var outputLeft = output.count
        var code: CInt = 0
        unsafe input.withUnsafeMutableBytes { input in
            unsafe output.withUnsafeMutableBytes { output in
                var from = unsafe input.baseAddress?.advanced(by: start)
                    .assumingMemoryBound(to: CChar.self)
                var to = unsafe output.baseAddress?.assumingMemoryBound(to: CChar.self)
                if unsafe iconv(descriptor, &from, &inputLeft, &to, &outputLeft)
                    == Int.max.magnitude
                    || inputLeft > 0
                {
                    code = errno
                }
            }
        }
        return (
            input.count - start - inputLeft, output.count - outputLeft, code == E2BIG,
            code == EINVAL
        )
    }
}
