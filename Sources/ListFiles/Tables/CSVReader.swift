/// Reads comma-separated values (RFC 4180).
///
/// The library that was considered, SwiftCSV, loses text: it drops spaces at the start of a cell, ends
/// a row at U+2028 and similar characters, misses a quote that a combining mark follows, and accepts a
/// file that ends inside quotes.
struct CSVReader {
    /// One row of cells, and the number of the line on which it begins, from 1.
    struct Record: Hashable {
        var line: Int
        var cells: [String]
    }

    private enum CellState { case start, plain, quoted, behindQuote }

    private let separator: UInt8
    private var records: [Record] = []
    private var record = Record(line: 1, cells: [])
    private var cell: [UInt8] = []
    private var state = CellState.start
    private var line = 1

    /// Reads a whole file.
    ///
    /// A byte order mark is skipped. Lines end with CR LF or LF. The separator is the comma, semicolon
    /// or tab, whichever is most frequent in the first line.
    ///
    /// - Throws: `ListFileError` for text that is not UTF-8, for a quote without an end, and for text
    ///   after a closing quote.
    /// - Complexity: O(n) in the bytes.
    static func read(_ bytes: [UInt8]) throws(ListFileError) -> [Record] {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw ListFileError("the file is not UTF-8: save it as \"CSV UTF-8\"")
        }
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let text = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
        var reader = CSVReader(separator: separator(of: text))
        for byte in text { try reader.take(byte) }
        return try reader.finish()
    }

    private init(separator: UInt8) {
        self.separator = separator
    }

    /// The most frequent separator outside quotes in the first line; the comma where there is none.
    private static func separator(of text: ArraySlice<UInt8>) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in text {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == UInt8(ascii: "\n") { break }
            counts[byte, default: 0] += 1
        }
        let candidates = [",", ";", "\t"].flatMap { $0.utf8 }
        let most = candidates.map { counts[$0] ?? 0 }.max() ?? 0
        return candidates.first { (counts[$0] ?? 0) == most } ?? UInt8(ascii: ",")
    }

    private mutating func take(_ byte: UInt8) throws(ListFileError) {
        if byte == UInt8(ascii: "\n") { line += 1 }
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")): state = .behindQuote
        case (.quoted, _): cell.append(byte)
        case (.behindQuote, UInt8(ascii: "\"")):
            cell.append(byte)
            state = .quoted
        case (.start, UInt8(ascii: "\"")): state = .quoted
        case (_, separator): endCell()
        case (_, UInt8(ascii: "\n")):
            if cell.last == UInt8(ascii: "\r"), state != .behindQuote { cell.removeLast() }
            endRecord()
        case (.behindQuote, UInt8(ascii: "\r")): break
        case (.behindQuote, _):
            throw ListFileError(line: line, "there is text after a closing quote")
        default:
            cell.append(byte)
            state = .plain
        }
    }

    private mutating func endCell() {
        record.cells.append(String(decoding: cell, as: UTF8.self))
        cell = []
        state = .start
    }

    private mutating func endRecord() {
        endCell()
        records.append(record)
        record = Record(line: line, cells: [])
    }

    private mutating func finish() throws(ListFileError) -> [Record] {
        guard state != .quoted else {
            throw ListFileError(line: record.line, "a quote is not closed")
        }
        if state != .start || !cell.isEmpty || !record.cells.isEmpty { endRecord() }
        return records
    }
}
