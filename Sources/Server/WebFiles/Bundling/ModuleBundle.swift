import TextBytes

/// All modules that a module needs, as few modules that do the same.
///
/// Each becomes a function scope after those that it imports, in the order in which a browser would
/// evaluate them. What is exported is never assigned again (functions, classes, constants) and no module
/// imports itself around a corner, so a name can be taken from the other scope once.
///
///     const $$1=(()=>{…;return{__proto__:null,h,text};})();
///     const $$2=(()=>{const{h}=$$1;…})();
///
/// The modules of a lazy part (see ``ModuleGraph``) are a bundle of their own, evaluated together when the
/// first of them is asked for. It gets the scopes that it shares with the rest as arguments, so the first
/// bundle names its file and it names none: both are named by their content.
///
///     let $$lazy1;const $$load1=()=>$$lazy1??=import('./lazy.HASH.js')…    in the first bundle, and
///     export const start=($$1)=>{const $$3=(()=>{…})();return{$$3};};       in lazy.HASH.js
struct ModuleBundle {
    /// The text of the bundle.
    private(set) var bytes: [UInt8] = []
    /// The texts of the bundles of modules that are loaded when they are asked for, by the names of their
    /// files, which lie beside that of the bundle.
    private(set) var lazyBundles: [TextKey: [UInt8]] = [:]
    private let graph: ModuleGraph
    /// The numbers of the lazy bundles, from 1, by the numbers of the modules in them.
    private var bundles: [Int: Int] = [:]

    /// Bundles the module at the path `entry` of the site.
    ///
    /// - Parameter read: Reads a file of the site by its path; nil if there is none.
    init(entry: String, read: @escaping (String) -> [UInt8]?) throws(BundleRefusal) {
        graph = try ModuleGraph(entry: entry, read: read)
        let lateParts = graph.lateParts
        for (index, part) in lateParts.enumerated() {
            for node in part { bundles[node.number] = index + 1 }
        }
        for (index, part) in lateParts.enumerated() { addLate(part, index + 1) }
        for node in graph.firstPart { bytes += scope(of: node) }
    }

    // MARK: Late bundles

    /// Makes the bundle of a lazy part, and what loads it in the first bundle.
    private mutating func addLate(_ part: [ModuleGraph.Node], _ number: Int) {
        let shared = arguments(of: part).joined(separator: ",")
        let results = part.map { Self.name($0.number) }.joined(separator: ",")
        let text =
            Array("export const start=(\(shared))=>{\n".utf8) + part.flatMap { scope(of: $0) }
            + Array("return{\(results)};};\n".utf8)
        let file = "lazy.\(PageBundle.hash(of: text)).js"
        lazyBundles[TextKey(file)] = text
        let kept = "\(ModuleSource.reserved)lazy\(number)"
        // One that could not be loaded may be asked for again.
        bytes += Array(
            """
            let \(kept);const \(Self.loader(number))=()=>\(kept)??=import('./\(file)')\
            .then((part)=>part.start(\(shared))).catch((error)=>{\(kept)=undefined;throw error;});

            """.utf8)
    }

    /// What modules of a lazy part use of the first bundle: scopes, and functions that load bundles.
    private func arguments(of part: [ModuleGraph.Node]) -> [String] {
        var scopes: Set<Int> = []
        var loaded: Set<Int> = []
        for source in part.map(\.source) {
            for path in source.imports.map(\.path) + source.dynamicImports.map(\.path) {
                guard let used = graph.node(path, in: source), used.part == 0 else { continue }
                scopes.insert(used.number)
            }
            for one in source.dynamicImports {
                guard let used = graph.node(one.path, in: source) else { continue }
                if let bundle = bundles[used.number] { loaded.insert(bundle) }
            }
        }
        return scopes.sorted().map(Self.name) + loaded.sorted().map(Self.loader)
    }

    // MARK: Scopes

    private func scope(of node: ModuleGraph.Node) -> [UInt8] {
        let source = node.source
        var results = source.exports.map { ($0.exported, Self.member($0.exported, $0.local)) }
        var lines: [String] = []
        for one in source.imports {
            let scope = name(one.path, source)
            switch one.kind {
            case .names(let bindings):
                guard !bindings.isEmpty else { continue }
                let names = bindings.map { Self.member($0.exported, $0.local) }
                lines.append("const{\(names.joined(separator: ","))}=\(scope);")
            case .all(let name): lines.append("const \(name)=\(scope);")
            case .passedOn(let bindings):
                results += bindings.map { ($0.local, "\($0.local):\(scope).\($0.exported)") }
            }
        }
        // In the order of a module's namespace.
        let members = ["__proto__:null"] + results.sorted { $0.0.precedes($1.0) }.map(\.1)
        let name = source.file.utf8.split(separator: UInt8(ascii: "/")).last ?? "".utf8[...]
        return Array("/* ".utf8) + name + Array(" */\n".utf8)
            + Array("const \(Self.name(node.number))=(()=>{\(lines.joined())\n".utf8)
            + source.body { dynamicImport($0, source) }
            + Array("\nreturn{\(members.joined(separator: ","))};})();\n".utf8)
    }

    /// The expression that replaces an `import()`.
    private func dynamicImport(
        _ call: ModuleSource.DynamicImport, _ source: ModuleSource
    ) -> String {
        let scope = name(call.path, source)
        guard let bundle = graph.node(call.path, in: source).flatMap({ bundles[$0.number] }) else {
            return "Promise.resolve(\(scope))"
        }
        return "\(Self.loader(bundle))().then((part)=>part.\(scope))"
    }

    /// The name of the scope of the module that `path` means in `module`.
    private func name(_ path: String, _ module: ModuleSource) -> String {
        Self.name(graph.node(path, in: module)?.number ?? 0)
    }

    private static func name(_ number: Int) -> String { "\(ModuleSource.reserved)\(number)" }

    private static func loader(_ bundle: Int) -> String { "\(ModuleSource.reserved)load\(bundle)" }

    private static func member(_ key: String, _ value: String) -> String {
        key.isSame(as: value) ? key : "\(key):\(value)"
    }
}
