import TextBytes

/// The modules that a page needs, in an order in which they can be evaluated, and the parts in which they
/// are loaded.
///
/// What the entry imports, and what that imports, is the first part. A module that is asked for by
/// `import()` is in a later part, with what it needs and the first part does not have. Two of them that
/// need a further module in common are in the same part, so that each module is in one part only: it is
/// evaluated once, and its state is there once.
struct ModuleGraph {
    /// A module and its place.
    struct Node {
        let source: ModuleSource
        /// Its position in the order of evaluation, from 1: after all that it imports.
        let number: Int
        /// The names that it exports, those of other modules included.
        let names: Set<TextKey>
        /// The part that it is in; 0 is that of the entry.
        fileprivate(set) var part: Int
    }

    /// The modules by their paths in the site.
    private(set) var nodes: [TextKey: Node] = [:]
    /// Reads a file of the site by its path; nil if there is none.
    private let read: (String) -> [UInt8]?
    private var part = 0
    private var underWay: Set<TextKey> = []
    /// The modules that are asked for by `import()`, each with the refusal if there is none.
    private var asked: [(file: String, missing: BundleRefusal)] = []

    /// The parts after the first one, each in the order of evaluation; none is empty.
    var lateParts: [[Node]] {
        Dictionary(grouping: inOrder(nodes.values.filter { $0.part > 0 }), by: \.part)
            .sorted { $0.key < $1.key }.map(\.value)
    }

    /// The modules of the first part, in the order of evaluation.
    var firstPart: [Node] { inOrder(nodes.values.filter { $0.part == 0 }) }

    /// Reads the module at the path `entry` of the site, and all that it needs.
    ///
    /// - Parameter read: Reads a file of the site by its path; nil if there is none.
    init(entry: String, read: @escaping (String) -> [UInt8]?) throws(BundleRefusal) {
        self.read = read
        try add(entry, for: BundleRefusal(file: entry, line: 1, reason: "there is no such file"))
        while let (file, missing) = asked.first {
            asked.removeFirst()
            part += 1
            if nodes[TextKey(file)] == nil { try add(file, for: missing) }
        }
    }

    /// The module that `path` means in `module`.
    func node(_ path: String, in module: ModuleSource) -> Node? {
        Self.resolve(path, from: module.file).flatMap { nodes[TextKey($0)] }
    }

    private func inOrder(_ nodes: [Node]) -> [Node] { nodes.sorted { $0.number < $1.number } }

    /// Adds a module after those that it imports, unless it is there.
    ///
    /// - Parameter missing: Thrown if there is no such file.
    private mutating func add(_ file: String, for missing: BundleRefusal) throws(BundleRefusal) {
        if let node = nodes[TextKey(file)] { return join(node.part) }
        guard let bytes = read(file), String(validating: bytes, as: UTF8.self) != nil else {
            throw missing
        }
        underWay.insert(TextKey(file))
        let source = try ModuleSource(bytes, file: file)
        for one in source.imports {
            let needed = try path(one.path, at: one.line, of: source)
            guard !underWay.contains(TextKey(needed.file)) else {
                throw BundleRefusal(
                    file: file, line: one.line,
                    reason: "modules import each other in a circle: \(one.path)")
            }
            try add(needed.file, for: needed.missing)
            try check(one, of: source)
        }
        for one in source.dynamicImports {
            asked.append(try path(one.path, at: one.line, of: source))
        }
        underWay.remove(TextKey(file))
        nodes[TextKey(file)] = Node(
            source: source, number: nodes.count + 1,
            names: Set(source.exportedNames.map { TextKey($0) }), part: part)
    }

    /// Moves the modules of a lazy part, of which the part under way needs one, into it.
    private mutating func join(_ other: Int) {
        guard other != part, other > 0 else { return }
        for (file, node) in nodes where node.part == other { nodes[file]?.part = part }
    }

    private func path(
        _ path: String, at line: Int, of module: ModuleSource
    ) throws(BundleRefusal) -> (file: String, missing: BundleRefusal) {
        func refusal(_ reason: String) -> BundleRefusal {
            BundleRefusal(file: module.file, line: line, reason: reason)
        }
        guard let file = Self.resolve(path, from: module.file) else {
            throw refusal("\(path) is no relative path in the site")
        }
        return (file, refusal("there is no module \(path)"))
    }

    /// Refuses names that the imported module does not export.
    private func check(
        _ one: ModuleSource.Import, of module: ModuleSource
    ) throws(BundleRefusal) {
        let bindings =
            switch one.kind {
            case .names(let bindings), .passedOn(let bindings): bindings
            case .all: [ModuleSource.Binding]()
            }
        let names = node(one.path, in: module)?.names ?? []
        for binding in bindings where !names.contains(TextKey(binding.exported)) {
            throw BundleRefusal(
                file: module.file, line: one.line,
                reason: "\(one.path) exports no \(binding.exported)")
        }
    }

    /// The path in the site that `path` means in `file`; nil if it is outside of it, or not relative.
    static func resolve(_ path: String, from file: String) -> String? {
        guard path.begins(with: "./") || path.begins(with: "../") else { return nil }
        let slash = UInt8(ascii: "/")
        var parts = file.utf8.split(separator: slash).dropLast().map { String(Substring($0)) }
        for part in path.utf8.split(separator: slash, omittingEmptySubsequences: false) {
            let part = TextKey(String(Substring(part)))
            switch part {
            case ".": continue
            case "..": guard parts.popLast() != nil else { return nil }
            default: parts.append(part.text)
            }
        }
        return parts.joined(separator: "/")
    }
}
