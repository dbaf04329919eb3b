import TextBytes

/// The contents of files while they do not change, up to a number of bytes.
///
/// What does not fit is not kept: nothing is dropped for it, so that no file is compressed over and over.
struct KeptFiles {
    /// Bytes of all contents, in every encoding.
    private(set) var byteCount = 0
    private let maxBytes: Int
    private var contents: [TextKey: (file: SiteFile, content: SiteContent)] = [:]

    /// - Parameter maxBytes: The most bytes of all contents, in every encoding.
    init(maxBytes: Int) {
        self.maxBytes = maxBytes
    }

    /// The content of this version of the file, if it is kept.
    func content(of file: SiteFile) -> SiteContent? {
        contents[TextKey(file.path)].flatMap { $0.file == file ? $0.content : nil }
    }

    /// Whether `file` fits, with what compression adds at most.
    func hasRoom(for file: SiteFile) -> Bool {
        let replaced = contents[TextKey(file.path)]?.content.byteCount ?? 0
        return byteCount - replaced + 3 * file.byteCount <= maxBytes
    }

    /// Keeps a content if it fits; an earlier version of the file goes in any case.
    mutating func keep(_ content: SiteContent, of file: SiteFile) {
        byteCount -= contents.removeValue(forKey: TextKey(file.path))?.content.byteCount ?? 0
        guard byteCount + content.byteCount <= maxBytes else { return }
        contents[TextKey(file.path)] = (file, content)
        byteCount += content.byteCount
    }
}
