package import ListProtocol

/// Reads the files that Lockstep writes, that people write, and that other programs export.
package enum FileReader {
    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - name: The name of the file; without its ending it is the title of a list that has none.
    ///   - format: The format; nil: what the file holds says it.
    ///   - titleColumn: Of a table: the name of the column that has the titles; nil: the names of the
    ///     columns say it.
    /// - Throws: `ListFileError` with line and column where the file cannot be read to its end.
    /// - Complexity: O(n) in the bytes.
    package static func read(
        _ bytes: [UInt8], name: String, format: FileFormat? = nil, titleColumn: String? = nil,
        limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        throw ListFileError("not read yet")
    }
}
