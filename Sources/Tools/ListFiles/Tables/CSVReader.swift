import TextBytes

/// Reads comma-separated values (RFC 4180), and those with other separators.
///
/// The library that was considered, SwiftCSV, loses text: it drops spaces at the start of a cell, ends
/// a row at U+2028 and similar characters, misses a quote that a combining mark follows, and accepts a
/// file that ends inside quotes.
struct CSVReader {
    // Canonical equivalence: records are compared by tests.
    /// One row of cells, and the number of the line on which it begins, from 1.
    struct Record: Hashable {
        var line: Int
        var cells: [String]
    }

    private enum CellState { case start, plain, quoted, behindQuote }

    /// The file without its mark.
    private let text: ArraySlice<UInt8>
    /// Where the records begin in it.
    private let start: Int
    private let separator: UInt8
    private var records: [Record] = []
    private var record: Record
    private var cell: [UInt8] = []
    private var state = CellState.start
    private var line: Int
    /// Where the quote that was opened last stands.
    private var quote = 0

    /// Reads a whole file.
    ///
    /// A byte order mark is skipped. Lines end with CR LF, LF or CR. The separator is the one that a
    /// first line `sep=` names (Excel's), else the comma, semicolon or tab, whichever is most frequent in
    /// the first line.
    ///
    /// - Throws: `ListFileError` for text that is not UTF-8, for a quote without an end, and for text
    ///   after a closing quote.
    /// - Complexity: O(n) in the bytes.
    static func read(_ bytes: [UInt8]) throws(ListFileError) -> [Record] {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw ListFileError("the file is not UTF-8: save it as \"CSV UTF-8\"")
        }
        var reader = CSVReader(bytes)
        for offset in reader.start..<reader.text.endIndex {
            try reader.take(reader.text[offset], at: offset)
        }
        return try reader.finish()
    }

    /// The first records of a text, which may be cut; what follows an error is not read.
    static func head(of bytes: ArraySlice<UInt8>, records count: Int) -> [Record] {
        var reader = CSVReader(Array(bytes))
        do throws(ListFileError) {
            for offset in reader.start..<reader.text.endIndex
            where reader.records.count < count {
                try reader.take(reader.text[offset], at: offset)
            }
            return reader.records.count < count ? try reader.finish() : reader.records
        } catch {
            return reader.records
        }
    }

    private init(_ bytes: [UInt8]) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        text = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
        if let named = Self.namedSeparator(of: text) {
            (separator, start, line) = (named.separator, named.end, 2)
        } else {
            (separator, start, line) = (Self.separator(of: text), text.startIndex, 1)
        }
        record = Record(line: line, cells: [])
    }

    /// What a first line `sep=;` names, and where the next line begins.
    private static func namedSeparator(
        of text: ArraySlice<UInt8>
    ) -> (separator: UInt8, end: Int)? {
        let head = text.prefix(10)
        let first = head.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let words = first.filter { $0 != UInt8(ascii: "\"") }
        guard words.count == 5, first.endIndex < head.endIndex,
            String(decoding: words.prefix(4), as: UTF8.self).lowercased().isSame(as: "sep="),
            let separator = words.last, separator < 0x80
        else { return nil }
        let isPair = text[first.endIndex...].starts(with: Array("\r\n".utf8))
        return (separator, first.endIndex + (isPair ? 2 : 1))
    }

    /// The most frequent separator outside quotes in the first line; the comma where there is none.
    private static func separator(of text: ArraySlice<UInt8>) -> UInt8 {
        var counts = [Int](repeating: 0, count: 256)
        var isQuoted = false
        for byte in text {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
            counts[Int(byte)] += 1
        }
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        let most = candidates.map { counts[Int($0)] }.max() ?? 0
        return candidates.first { counts[Int($0)] == most } ?? UInt8(ascii: ",")
    }

    private mutating func take(_ byte: UInt8, at offset: Int) throws(ListFileError) {
        let isReturn = byte == UInt8(ascii: "\r")
        let isBeforeFeed =
            isReturn && offset + 1 < text.endIndex && text[offset + 1] == UInt8(ascii: "\n")
        let isLineEnd = byte == UInt8(ascii: "\n") || isReturn && !isBeforeFeed
        if isLineEnd { line += 1 }
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")): state = .behindQuote
        case (.quoted, _): cell.append(byte)
        case (.behindQuote, UInt8(ascii: "\"")):
            cell.append(byte)
            state = .quoted
        case (.start, UInt8(ascii: "\"")):
            state = .quoted
            quote = offset
        case (_, separator): endCell()
        case _ where isLineEnd: endRecord()
        case _ where isBeforeFeed: break
        case (.behindQuote, _): throw error("there is text after a closing quote", at: offset)
        default:
            cell.append(byte)
            state = .plain
        }
    }

    private func error(_ reason: String, at offset: Int) -> ListFileError {
        ListFileError(at: offset - text.startIndex, in: text, reason)
    }

    private mutating func endCell() {
        record.cells.append(String(decoding: cell, as: UTF8.self))
        cell.removeAll(keepingCapacity: true)
        state = .start
    }

    private mutating func endRecord() {
        endCell()
        records.append(record)
        record = Record(line: line, cells: [])
    }

    private mutating func finish() throws(ListFileError) -> [Record] {
        guard state != .quoted else { throw error("a quote is not closed", at: quote) }
        if state != .start || !cell.isEmpty || !record.cells.isEmpty { endRecord() }
        return records
    }
}
