/// Writes comma-separated values (RFC 4180), with a byte order mark: some spreadsheets recognize UTF-8
/// by it only.
struct CSVWriter {
    private(set) var bytes: [UInt8] = [0xef, 0xbb, 0xbf]

    /// Appends one row.
    mutating func record(_ cells: [String]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(cell)
        }
        bytes.append(contentsOf: "\r\n".utf8)
    }

    private mutating func append(_ cell: String) {
        let special = "\",;\t\r\n".utf8
        let hasSpace = cell.utf8.first == UInt8(ascii: " ") || cell.utf8.last == UInt8(ascii: " ")
        guard hasSpace || cell.utf8.contains(where: { special.contains($0) }) else {
            bytes.append(contentsOf: cell.utf8)
            return
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in cell.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
