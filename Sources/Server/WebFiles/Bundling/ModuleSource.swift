import TextBytes

/// One module of JavaScript, taken apart into what it imports, what it exports, and the rest.
struct ModuleSource {
    /// A name in one module, and what it is called elsewhere.
    struct Binding {
        /// What the module that exports it calls it.
        let exported: String
        /// What the module that takes it calls it.
        let local: String
    }

    /// What a module takes from another.
    struct Import {
        enum Kind {
            case names([Binding])
            /// `* as NAME`
            case all(String)
            /// `export {…} from`: passed on under the names of `local`.
            case passedOn([Binding])
        }

        let kind: Kind
        /// As it is written: relative.
        let path: String
        let line: Int
    }

    /// A call of `import()`.
    struct DynamicImport {
        let path: String
        let line: Int
        /// The tokens of the call.
        let tokens: Range<Int>
    }

    /// The path in the site.
    let file: String
    private(set) var imports: [Import] = []
    private(set) var dynamicImports: [DynamicImport] = []
    /// What it declares itself and exports; `local` is the name in the module.
    private(set) var exports: [Binding] = []

    private let bytes: [UInt8]
    private let tokens: [JavaScriptToken]
    /// Tokens that are not part of the bundle.
    private var dropped: [Range<Int>] = []
    private var next = 0

    /// The names that are exported, those of other modules included.
    var exportedNames: [String] {
        imports.reduce(into: exports.map(\.exported)) { names, one in
            if case .passedOn(let bindings) = one.kind { names += bindings.map(\.local) }
        }
    }

    /// The names that a bundle uses for itself begin so.
    static let reserved = "$$"

    /// Reads a module.
    ///
    /// - Throws: Where it uses what a bundle cannot express, or what cannot be told without parsing it all.
    init(_ bytes: [UInt8], file: String) throws(BundleRefusal) {
        self.bytes = bytes
        self.file = file
        tokens = try JavaScriptLexer.tokens(of: bytes, file: file)
        while next < tokens.count {
            let start = next
            if tokens[start].kind == .word, !isMember(start) { try readWord() }
            if next == start { next += 1 }
        }
    }

    /// The text of a token; empty after the last.
    private func text(_ index: Int) -> TextKey {
        guard index < tokens.count else { return "" }
        return TextKey(String(decoding: bytes[tokens[index].range], as: UTF8.self))
    }

    /// Whether the token is a property's name after a period.
    private func isMember(_ index: Int) -> Bool {
        guard index > 0, text(index - 1) == "." else { return false }
        return index < 2 || text(index - 2) != "."
    }

    /// Whether the token is the name of a method: a body follows its parameters.
    private func isMethod(_ index: Int) -> Bool {
        guard text(index + 1) == "(" else { return false }
        let depth = tokens[index + 1].depth
        let end = tokens[(index + 2)...].firstIndex { $0.depth == depth }
        return end.map { text($0 + 1) == "{" } ?? false
    }

    private func refusal(_ reason: String, at index: Int? = nil) -> BundleRefusal {
        let line = tokens[min(index ?? next, tokens.count - 1)].line
        return BundleRefusal(file: file, line: line, reason: reason)
    }

    // MARK: Statements

    private mutating func readWord() throws(BundleRefusal) {
        let isAtTop = tokens[next].depth == 0
        switch text(next) {
        case "import" where isMethod(next): break
        case "import" where text(next + 1) == "(": try readDynamicImport()
        case "import" where text(next + 1) == ".":
            throw refusal("import.meta has no meaning in a bundle")
        case "import" where isAtTop: try readImport()
        case "export" where isAtTop: try readExport()
        case "await" where !tokens[next].isInFunction: throw refusal("await at the top level")
        case let name where name.text.begins(with: Self.reserved):
            throw refusal("names that begin with \(Self.reserved) are the bundle's own")
        default: break
        }
    }

    private mutating func readDynamicImport() throws(BundleRefusal) {
        guard let path = string(next + 2), text(next + 3) == ")" else {
            throw refusal("import() of something else than a text in quotes")
        }
        dynamicImports.append(
            DynamicImport(path: path, line: tokens[next].line, tokens: next..<next + 4))
        next += 4
    }

    private mutating func readImport() throws(BundleRefusal) {
        let start = next
        next += 1
        var kind = Import.Kind.names([])
        if string(next) == nil {
            if text(next) == "*" {
                guard text(next + 1) == "as", isName(next + 2) else {
                    throw refusal("an import of another form")
                }
                kind = .all(text(next + 2).text)
                next += 3
            } else {
                kind = .names(try readNames().map { Binding(exported: $0.0, local: $0.1) })
            }
            guard text(next) == "from" else { throw refusal("an import without from") }
            next += 1
        }
        try endFrom(start, kind)
    }

    private mutating func readExport() throws(BundleRefusal) {
        let start = next
        next += 1
        switch text(next) {
        case "{":
            let names = try readNames()
            guard text(next) == "from" else {
                exports += names.map { Binding(exported: $0.1, local: $0.0) }
                return try endStatement(start)
            }
            next += 1
            try endFrom(start, .passedOn(names.map { Binding(exported: $0.0, local: $0.1) }))
        case "const":
            guard isName(next + 1), text(next + 2) == "=" else {
                throw refusal("export const of something else than one name")
            }
            try checkSingleDeclaration(from: next + 3)
            export(next + 1, from: start)
        case "class" where isName(next + 1): export(next + 1, from: start)
        case "function": exportFunction(from: start)
        case "async" where text(next + 1) == "function":
            next += 1
            exportFunction(from: start)
        default: throw refusal("an export of another form: \(text(next))")
        }
    }

    private mutating func exportFunction(from start: Int) {
        let isGenerator = text(next + 1) == "*"
        export(next + (isGenerator ? 2 : 1), from: start)
    }

    /// Exports the name that is token number `index`, and drops the word `export` at `start`.
    private mutating func export(_ index: Int, from start: Int) {
        exports.append(Binding(exported: text(index).text, local: text(index).text))
        dropped.append(start..<start + 1)
    }

    /// Refuses `export const a = 1, b = 2`.
    private func checkSingleDeclaration(from start: Int) throws(BundleRefusal) {
        for index in start..<tokens.count where tokens[index].depth == 0 {
            switch text(index) {
            case ";": return
            case ",": throw refusal("export const of more than one name", at: index)
            default: continue
            }
        }
    }

    // MARK: Parts of statements

    private func string(_ index: Int) -> String? {
        guard index < tokens.count, tokens[index].kind == .string else { return nil }
        let text = text(index).text.utf8.dropFirst().dropLast()
        return text.contains(UInt8(ascii: "\\")) ? nil : String(Substring(text))
    }

    private static let noNames: Set<TextKey> = ["default", "as", "from", ""]

    private func isName(_ index: Int) -> Bool {
        index < tokens.count && tokens[index].kind == .word && !Self.noNames.contains(text(index))
    }

    /// Reads `{ a, b as c }`: the names before and after `as`.
    private mutating func readNames() throws(BundleRefusal) -> [(String, String)] {
        guard text(next) == "{" else { throw refusal("an import or export of another form") }
        next += 1
        var names: [(String, String)] = []
        while text(next) != "}" {
            guard isName(next) else { throw refusal("a name is expected, not \(text(next))") }
            let isRenamed = text(next + 1) == "as"
            guard !isRenamed || isName(next + 2) else {
                throw refusal("a name is expected after as")
            }
            names.append((text(next).text, text(isRenamed ? next + 2 : next).text))
            next += isRenamed ? 3 : 1
            if text(next) == "," { next += 1 }
        }
        next += 1
        return names
    }

    private mutating func endFrom(_ start: Int, _ kind: Import.Kind) throws(BundleRefusal) {
        guard let path = string(next) else { throw refusal("a path in quotes is expected") }
        imports.append(Import(kind: kind, path: path, line: tokens[start].line))
        next += 1
        try endStatement(start)
    }

    /// Drops the statement that began at `start` and ends here.
    private mutating func endStatement(_ start: Int) throws(BundleRefusal) {
        if next < tokens.count {
            guard text(next) == ";" else { throw refusal("a semicolon is expected") }
            next += 1
        }
        dropped.append(start..<next)
    }

    // MARK: Output

    /// The module without its imports and exports, comments and indentation.
    ///
    /// - Parameter expression: The expression that replaces an `import()`.
    func body(_ expression: (DynamicImport) -> String) -> [UInt8] {
        var output: [UInt8] = []
        var end: Int?
        var index = 0
        var skipped = dropped[...]
        while index < tokens.count {
            if let range = skipped.first, range.lowerBound == index {
                skipped.removeFirst()
                index = range.upperBound
                continue
            }
            let token = tokens[index]
            if let end { output += Self.blank(bytes[end..<token.range.lowerBound]) }
            if let call = dynamicImports.first(where: { $0.tokens.lowerBound == index }) {
                output += Array(expression(call).utf8)
                index = call.tokens.upperBound
            } else {
                output += bytes[token.range]
                index += 1
            }
            end = tokens[index - 1].range.upperBound
        }
        return output
    }

    /// What is left of the white space and the comments between two tokens: whether there was some, and
    /// whether a line ended, which can end a statement.
    private static func blank(_ gap: ArraySlice<UInt8>) -> [UInt8] {
        if gap.isEmpty { return [] }
        return gap.contains(UInt8(ascii: "\n")) ? [UInt8(ascii: "\n")] : [UInt8(ascii: " ")]
    }
}
