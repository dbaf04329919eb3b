import CExpat

/// Reads XML by expat, without entities of its own: they can stand for texts of any length.
///
/// `parser` is valid while `read` runs, and nil before and after it.
@safe final class XMLReader {
    /// What is in a document, in order.
    enum Event {
        case start(name: String, attributes: [(name: String, value: String)], line: Int)
        case text([UInt8])
        case end(name: String)
    }

    private let handle: (Event) throws(ListFileError) -> Void
    private var parser: XML_Parser? = nil
    private var error: ListFileError?

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - text: UTF-8, whatever the document's declaration names.
    ///   - handle: Called with each event.
    /// - Throws: `ListFileError` with line and column where it is not XML, ends too soon or declares
    ///   entities; what `handle` throws.
    /// - Complexity: O(n), without recursion.
    static func read(
        _ text: [UInt8], _ handle: (Event) throws(ListFileError) -> Void
    ) throws(ListFileError) {
        var error: ListFileError?
        withoutActuallyEscaping(handle) { handle in
            let reader = XMLReader(handle)
            reader.read(text)
            error = reader.error
        }
        if let error { throw error }
    }

    private init(_ handle: @escaping (Event) throws(ListFileError) -> Void) {
        self.handle = handle
    }

    private func read(_ text: [UInt8]) {
        guard let parser = unsafe XML_ParserCreate("UTF-8") else {
            error = ListFileError("there is no memory for reading XML")
            return
        }
        unsafe self.parser = parser
        defer {
            unsafe XML_ParserFree(parser)
            unsafe self.parser = nil
        }
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe setHandlers(parser)
        // expat counts in 32 bits.
        let chunk = 1 << 20
        var start = 0
        repeat {
            let end = min(start + chunk, text.count)
            let isLast = end == text.count
            let status = unsafe text[start..<end].withUnsafeBytes { bytes in
                unsafe XML_Parse(
                    parser, bytes.bindMemory(to: CChar.self).baseAddress, CInt(bytes.count),
                    isLast ? 1 : 0)
            }
            if status != XML_STATUS_OK {
                if error == nil { error = unsafe Self.problem(of: parser) }
                return
            }
            start = end
        } while start < text.count
    }

    private func setHandlers(_ parser: XML_Parser) {
        unsafe XML_SetElementHandler(
            parser,
            { user, name, attributes in unsafe XMLReader.of(user)?.start(name, attributes) },
            { user, name in
                guard let name = unsafe name else { return }
                unsafe XMLReader.of(user)?.take(.end(name: String(cString: name)))
            })
        unsafe XML_SetCharacterDataHandler(parser) { user, start, count in
            guard let start = unsafe start, count > 0 else { return }
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
            unsafe XMLReader.of(user)?.take(.text(Array(bytes)))
        }
        unsafe XML_SetEntityDeclHandler(parser) { user, _, _, _, _, _, _, _, _ in
            unsafe XMLReader.of(user)?.stop("the XML declares entities, which are not read")
        }
    }

    private static func of(_ user: UnsafeMutableRawPointer?) -> XMLReader? {
        guard let user = unsafe user else { return nil }
        return unsafe Unmanaged<XMLReader>.fromOpaque(user).takeUnretainedValue()
    }

    private func start(
        _ name: UnsafePointer<CChar>?,
        _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
        guard let name = unsafe name else { return }
        var read: [(name: String, value: String)] = []
        // Names and values in turns, up to a null pointer.
        var place = 0
        while let attributes = unsafe attributes, let name = unsafe attributes[place],
            let value = unsafe attributes[place + 1]
        {
            read.append((unsafe String(cString: name), unsafe String(cString: value)))
            place += 2
        }
        let line = unsafe parser.map { unsafe Int(XML_GetCurrentLineNumber($0)) } ?? 0
        take(.start(name: unsafe String(cString: name), attributes: read, line: line))
    }

    private func take(_ event: Event) {
        guard error == nil else { return }
        do throws(ListFileError) {
            try handle(event)
        } catch {
            self.error = error
            if let parser = unsafe parser { unsafe XML_StopParser(parser, 0) }
        }
    }

    private func stop(_ reason: String) {
        guard error == nil, let parser = unsafe parser else { return }
        error = unsafe Self.problem(of: parser, reason)
        unsafe XML_StopParser(parser, 0)
    }

    /// What is wrong where the parser stands.
    private static func problem(of parser: XML_Parser, _ reason: String? = nil) -> ListFileError {
        let line = unsafe Int(clamping: XML_GetCurrentLineNumber(parser))
        let column = unsafe Int(clamping: XML_GetCurrentColumnNumber(parser))
        let words = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map {
            unsafe String(cString: $0)
        }
        return ListFileError(
            line: line, column: column + 1,
            reason ?? "the XML cannot be read: \(words ?? "unknown")")
    }
}
