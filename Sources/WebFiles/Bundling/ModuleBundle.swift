/// All modules that a module needs, as one module that does the same.
///
/// Each becomes a function scope behind those that it imports, in the order in which a browser would
/// evaluate them. What is exported is never assigned again (functions, classes, constants) and no module
/// imports itself around a corner, so a name can be taken from the other scope once.
///
/// A module that is imported by `import()` is in a bundle of its own, with what it needs, where it shares
/// nothing with the rest. Elsewhere it is evaluated with the others, not when it is asked for.
///
///     const $$1=(()=>{…;return{__proto__:null,h,text};})();
///     const $$2=(()=>{const{h}=$$1;…})();
struct ModuleBundle {
    /// The text of the bundle.
    private(set) var bytes: [UInt8] = []
    /// The texts of the bundles of modules that are loaded when they are asked for, by the names of their
    /// files, which lie beside that of the bundle.
    private(set) var late: [String: [UInt8]] = [:]
    /// Reads a file of the site by its path; nil if there is none.
    private let read: (String) -> [UInt8]?
    /// The modules that are in the bundle, or under way to it; the number is that of the scope.
    private var modules: [String: (number: Int, names: Set<String>)] = [:]
    private var underWay: Set<String> = []
    /// Whether modules that are imported by `import()` are in bundles of their own.
    private let isSplit: Bool
    /// The files of those bundles, by the paths of their modules.
    private var lateFiles: [String: String] = [:]
    private var lateModules: Set<String> = []
    /// Whether a module is in two bundles.
    private var sharesModules = false

    /// Bundles the module at the path `entry` of the site.
    ///
    /// - Parameter read: Reads a file of the site by its path; nil if there is none.
    init(entry: String, read: @escaping (String) -> [UInt8]?) throws(BundleRefusal) {
        let split = try ModuleBundle(entry, isSplit: true, read)
        let isShared =
            split.sharesModules || !split.lateModules.isDisjoint(with: split.modules.keys)
        self = isShared ? try ModuleBundle(entry, isSplit: false, read) : split
    }

    private init(
        _ entry: String, isSplit: Bool, _ read: @escaping (String) -> [UInt8]?
    ) throws(BundleRefusal) {
        self.read = read
        self.isSplit = isSplit
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
        for one in module.dynamicImports {
            try add(one.path, at: one.line, of: module, isLate: isSplit)
        }
        underWay.remove(file)
        try append(module)
    }

    private mutating func add(
        _ path: String, at line: Int, of module: ModuleSource, isLate: Bool = false
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
        let missing = BundleRefusal(
            file: module.file, line: line, reason: "there is no module \(path)")
        if isLate { try addLate(file, for: missing) } else { try add(file, for: missing) }
    }

    /// Makes the bundle of a module that is loaded when it is asked for, unless it is there.
    private mutating func addLate(
        _ file: String, for missing: BundleRefusal
    ) throws(BundleRefusal) {
        guard lateFiles[file] == nil else { return }
        guard read(file) != nil else { throw missing }
        let bundle = try ModuleBundle(file, isSplit: false, read)
        guard let own = bundle.modules[file] else { return }
        let names = own.names.sorted().joined(separator: ",")
        let text = bundle.bytes + Array("export const{\(names)}=\(Self.name(own.number));\n".utf8)
        let name = "late.\(PageBundle.hash(of: text)).js"
        sharesModules = sharesModules || !lateModules.isDisjoint(with: bundle.modules.keys)
        lateModules.formUnion(bundle.modules.keys)
        lateFiles[file] = name
        late[name] = text
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
        bytes += module.body { call in
            Self.resolve(call.path, from: module.file).flatMap { lateFiles[$0] }
                .map { "import('./\($0)')" } ?? "Promise.resolve(\(scope(call.path, module)))"
        }
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
