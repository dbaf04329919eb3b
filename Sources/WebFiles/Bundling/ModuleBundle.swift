/// All modules that a module needs, as one module that does the same.
///
/// Each becomes a function scope behind those that it imports, in the order in which a browser would
/// evaluate them. What is exported is never assigned again (functions, classes, constants) and no module
/// imports itself around a corner, so a name can be taken from the other scope once.
///
/// A module that is imported by `import()` is evaluated with the others, not when it is asked for.
///
///     const $$1=(()=>{…;return{__proto__:null,h,text};})();
///     const $$2=(()=>{const{h}=$$1;…})();
struct ModuleBundle {
    /// The text of the bundle.
    private(set) var bytes: [UInt8] = []
    /// Reads a file of the site by its path; nil if there is none.
    private let read: (String) -> [UInt8]?
    /// The modules that are in the bundle, or under way to it; the number is that of the scope.
    private var modules: [String: (number: Int, names: Set<String>)] = [:]
    private var underWay: Set<String> = []

    /// Bundles the module at the path `entry` of the site.
    ///
    /// - Parameter read: Reads a file of the site by its path; nil if there is none.
    init(entry: String, read: @escaping (String) -> [UInt8]?) throws(BundleRefusal) {
        self.read = read
        try add(entry, for: BundleRefusal(file: entry, line: 1, reason: "there is no such file"))
    }

    /// Adds a module behind those that it imports, unless it is there.
    ///
    /// - Parameter missing: Thrown if there is no such file.
    private mutating func add(_ file: String, for missing: BundleRefusal) throws(BundleRefusal) {
        guard modules[file] == nil else { return }
        guard let source = read(file), String(validating: source, as: UTF8.self) != nil else {
            throw missing
        }
        underWay.insert(file)
        let module = try ModuleSource(source, file: file)
        for one in module.imports { try add(one.path, at: one.line, of: module) }
        for one in module.dynamicImports { try add(one.path, at: one.line, of: module) }
        underWay.remove(file)
        try append(module)
    }

    private mutating func add(
        _ path: String, at line: Int, of module: ModuleSource
    ) throws(BundleRefusal) {
        guard let file = Self.resolve(path, from: module.file) else {
            throw BundleRefusal(
                file: module.file, line: line, reason: "\(path) is no relative path in the site")
        }
        guard !underWay.contains(file) else {
            throw BundleRefusal(
                file: module.file, line: line,
                reason: "modules import each other in a circle: \(path)")
        }
        try add(
            file,
            for: BundleRefusal(file: module.file, line: line, reason: "there is no module \(path)"))
    }

    /// The path in the site that `path` means in `file`; nil if it is outside of it, or not relative.
    static func resolve(_ path: String, from file: String) -> String? {
        guard path.hasPrefix("./") || path.hasPrefix("../") else { return nil }
        var parts = file.split(separator: "/").dropLast().map(String.init)
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            switch part {
            case ".": continue
            case "..": guard parts.popLast() != nil else { return nil }
            default: parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }

    // MARK: Output

    private mutating func append(_ module: ModuleSource) throws(BundleRefusal) {
        var results = module.exports.map { ($0.exported, Self.member($0.exported, $0.local)) }
        var lines: [String] = []
        for one in module.imports {
            let scope = scope(one.path, module)
            switch one.kind {
            case .names(let bindings):
                try check(bindings, one, module)
                guard !bindings.isEmpty else { continue }
                let names = bindings.map { Self.member($0.exported, $0.local) }
                lines.append("const{\(names.joined(separator: ","))}=\(scope);")
            case .all(let name): lines.append("const \(name)=\(scope);")
            case .passedOn(let bindings):
                try check(bindings, one, module)
                results += bindings.map { ($0.local, "\($0.local):\(scope).\($0.exported)") }
            }
        }
        let number = modules.count + 1
        bytes += Array("/* \(module.file) */\n".utf8)
        bytes += Array("const \(Self.name(number))=(()=>{\(lines.joined())\n".utf8)
        bytes += module.body { "Promise.resolve(\(scope($0.path, module)))" }
        // In the order of a module's namespace.
        let members = ["__proto__:null"] + results.sorted { $0.0 < $1.0 }.map(\.1)
        bytes += Array("\nreturn{\(members.joined(separator: ","))};})();\n".utf8)
        modules[module.file] = (number, Set(module.exportedNames))
    }

    private static func name(_ number: Int) -> String { "\(ModuleSource.reserved)\(number)" }

    private static func member(_ key: String, _ value: String) -> String {
        key == value ? key : "\(key):\(value)"
    }

    private func imported(_ path: String, _ module: ModuleSource) -> (
        number: Int, names: Set<String>
    ) {
        Self.resolve(path, from: module.file).flatMap { modules[$0] } ?? (0, [])
    }

    /// The name of the scope of the module at `path`, which is in the bundle.
    private func scope(_ path: String, _ module: ModuleSource) -> String {
        Self.name(imported(path, module).number)
    }

    private func check(
        _ bindings: [ModuleSource.Binding], _ one: ModuleSource.Import, _ module: ModuleSource
    ) throws(BundleRefusal) {
        let names = imported(one.path, module).names
        for binding in bindings where !names.contains(binding.exported) {
            throw BundleRefusal(
                file: module.file, line: one.line,
                reason: "\(one.path) exports no \(binding.exported)")
        }
    }
}
