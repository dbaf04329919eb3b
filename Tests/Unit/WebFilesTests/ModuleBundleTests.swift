import Foundation
import Testing
import TextBytes

@testable import WebFiles

@Suite struct ModuleBundleTests {
    private static func bundle(_ files: [String: String]) throws(BundleRefusal) -> String {
        let bundle = try ModuleBundle(entry: "app.js") { files[$0].map { Array($0.utf8) } }
        return String(decoding: bundle.bytes, as: UTF8.self)
    }

    private static func refusal(_ files: [String: String]) -> BundleRefusal? {
        do throws(BundleRefusal) {
            _ = try bundle(files)
            return nil
        } catch {
            return error
        }
    }

    @Test func modules_standBehindThoseThatTheyImport() throws {
        let text = try Self.bundle([
            "app.js": "import { b } from './lib/b.js';\nimport './c.js';\nb();\n",
            "lib/b.js": "import { a as c } from '../a.js';\nexport function b() { c(); }\n",
            "c.js": "import * as all from './a.js';\nall.a();\n",
            "a.js": "export const a = () => 1;\nexport { a as again };\n",
        ])
        #expect(
            text == """
                /* a.js */
                const $$1=(()=>{
                const a = () => 1;
                return{__proto__:null,a,again:a};})();
                /* b.js */
                const $$2=(()=>{const{a:c}=$$1;
                function b() { c(); }
                return{__proto__:null,b};})();
                /* c.js */
                const $$3=(()=>{const all=$$1;
                all.a();
                return{__proto__:null};})();
                /* app.js */
                const $$4=(()=>{const{b}=$$2;
                b();
                return{__proto__:null};})();

                """)
    }

    @Test func namesThatArePassedOn_areTakenFromTheirModule() throws {
        let text = try Self.bundle([
            "app.js": "import { x, y } from './all.js';\nx(y);",
            "all.js": "export { a as x, y } from './a.js';\nexport { z } from './a.js';",
            "a.js": "export class a {}\nexport async function y() {}\nexport function* z() {}",
        ])
        #expect(text.contains("return{__proto__:null,x:$$1.a,y:$$1.y,z:$$1.z};"))
        #expect(text.contains("const{x,y}=$$2;\nx(y);"))
        #expect(text.contains("class a {}\nasync function y() {}\nfunction* z() {}"))
    }

    /// The texts of the first bundle and of the lazy ones, whose names are replaced by `lazy.1.js` and so on
    /// in the order in which the first one names them.
    private static func bundles(_ files: [String: String]) throws -> (first: String, lazy: [String])
    {
        let bundle = try ModuleBundle(entry: "app.js") { files[$0].map { Array($0.utf8) } }
        var first = String(decoding: bundle.bytes, as: UTF8.self)
        var lazy: [(position: String.Index, name: String, text: String)] = []
        for (name, text) in bundle.lazyBundles {
            let position = try #require(first.range(of: name.text)).lowerBound
            lazy.append((position, name.text, String(decoding: text, as: UTF8.self)))
        }
        lazy.sort { $0.position < $1.position }
        for (index, one) in lazy.enumerated() {
            first = first.replacingOccurrences(of: one.name, with: "lazy.\(index + 1).js")
        }
        return (first, lazy.map(\.text))
    }

    @Test func aDynamicImport_hasABundleOfItsOwn() throws {
        let (first, lazy) = try Self.bundles([
            "app.js": "const load = async () => (await import('./de.js')).de;\nload();",
            "de.js": "import { a } from './de-a.js';\nexport const de = { a: 'import(\"x\")' };",
            "de-a.js": "export const a = 1;",
        ])
        #expect(
            first == """
                let $$lazy1;const $$load1=()=>$$lazy1??=import('./lazy.1.js')\
                .then((part)=>part.start())\
                .catch((error)=>{$$lazy1=undefined;throw error;});
                /* app.js */
                const $$1=(()=>{
                const load = async () => (await $$load1().then((part)=>part.$$3)).de;
                load();
                return{__proto__:null};})();

                """)
        #expect(
            lazy == [
                """
                export const start=()=>{
                /* de-a.js */
                const $$2=(()=>{
                const a = 1;
                return{__proto__:null,a};})();
                /* de.js */
                const $$3=(()=>{const{a}=$$2;
                const de = { a: 'import("x")' };
                return{__proto__:null,de};})();
                return{$$2,$$3};};

                """
            ])
    }

    @Test func aLateBundle_getsWhatItSharesWithTheFirst() throws {
        let (first, lazy) = try Self.bundles([
            "app.js": "import { h } from './h.js';\nimport './c.js';\nimport('./lazy.js');",
            "h.js": "export const h = [];", "c.js": "export const c = [];",
            "lazy.js": "import { h } from './h.js';\nimport('./c.js');\nimport('./other.js');",
            "other.js": "export const other = 1;",
        ])
        #expect(first.contains("part.start($$1,$$2,$$load2)"))
        #expect(lazy.count == 2)
        #expect(lazy[0].hasPrefix("export const start=($$1,$$2,$$load2)=>{"))
        #expect(
            lazy[0].contains(
                """
                const $$4=(()=>{const{h}=$$1;
                Promise.resolve($$2);
                $$load2().then((part)=>part.$$5);
                """))
        #expect(lazy[1].hasPrefix("export const start=()=>{\n/* other.js */"))
    }

    /// A module is in one bundle only, so that its state is there once.
    @Test(arguments: [
        // The first bundle has it.
        ["app.js": "import './a.js';\nimport('./b.js');", "b.js": "import './a.js';"],
        // Two lazy modules need it.
        [
            "app.js": "import('./b.js');\nimport('./c.js');", "b.js": "import './a.js';",
            "c.js": "import './a.js';",
        ],
        // One lazy module needs it, and it is asked for.
        ["app.js": "import('./a.js');\nimport('./b.js');", "b.js": "import './a.js';"],
        ["app.js": "import('./b.js');\nimport('./a.js');", "b.js": "import './a.js';"],
        // A lazy module joins two that were apart.
        [
            "app.js": "import('./a.js');\nimport('./b.js');import('./c.js');",
            "b.js": "export const b = 1;",
            "c.js": "import './b.js';\nimport './a.js';",
        ],
        // Late modules ask for each other.
        [
            "app.js": "import('./b.js');", "b.js": "import './a.js';\nimport('./c.js');",
            "c.js": "import './a.js';\nimport('./b.js');",
        ],
    ])
    func everyModule_isInOneBundle(sources: [String: String]) throws {
        let files = sources.merging(["a.js": "export const a = [];"]) { one, _ in one }
        let (first, lazy) = try Self.bundles(files)
        #expect(lazy.count == 1)
        for file in files.keys {
            let count = ([first] + lazy).map {
                $0.components(separatedBy: "/* \(file) */").count - 1
            }
            #expect(count.reduce(0, +) == 1, "\(file)")
        }
        #expect(lazy[0].contains("/* a.js */") != files["app.js"]?.contains("import './a.js'"))
        #expect(!lazy[0].contains("$$0") && !first.contains("$$0"))
    }

    /// What looks like comments, imports and brackets, and is none.
    @Test(arguments: [
        "const a = 'import { x } from \"./x.js\"';",
        "const a = \"// no comment\";",
        "const a = `export default ${ `/* ${'}'} */` } import './x.js'`;",
        "const a = `\n    indented\n  // kept\n`;",
        "const a = /[/'`]\\/*\"/u.test('x');",
        "if (a) /'/u.test(b);",
        "const a = (b) / c / d; const e = [f][0] / 2 / g;",
        "const a = { import: 1, export: 2, default: 3 }.import;",
        "const a = x.await / y.return / z.import(1);",
        "const a = 'it\\'s' + \"\\\\\";",
        "const a = async () => await b(); class C { async d() { await e(); } }",
        "async function a() { for await (const b of c) { d(b); } }",
        "const a = [...import1, ...export2];",
        "class A { import() { b(); } async export(c) { await d(); } }",
    ])
    func text_isKeptAsItIs(source: String) throws {
        #expect(try Self.bundle(["app.js": source]).contains("(()=>{\n\(source)\nreturn{"))
    }

    @Test func commentsAndIndentation_areLeftOut() throws {
        let text = try Self.bundle([
            "app.js": """
            /** What it is: import x from 'y'. */

            function a() {
              // a comment with a ' quote
              return /* here */ 1 /* import */
                + 2; // and here
            }
            a();/**/a();
            """
        ])
        #expect(text.contains("(()=>{\nfunction a() {\nreturn 1\n+ 2;\n}\na(); a();\nreturn{"))
    }

    @Test(arguments: [
        ("export default 1;", 1, "an export of another form: default"),
        ("\n\nexport let a = 1;", 3, "an export of another form: let"),
        ("export const { a } = b;", 1, "export const of something else than one name"),
        ("export const a = [1, 2],\n  b = 2;", 1, "export const of more than one name"),
        ("export * from './a.js';", 1, "an export of another form: *"),
        ("import a from './a.js';", 1, "an import or export of another form"),
        ("import { a } from 'a';", 1, "a is no relative path in the site"),
        ("import { a } from '../a.js';", 1, "../a.js is no relative path in the site"),
        ("import './none.js';", 1, "there is no module ./none.js"),
        ("\nimport('./none.js');", 2, "there is no module ./none.js"),
        (
            "import('./back.js');\nimport './back.js';", 1,
            "modules import each other in a circle: ./app.js"
        ),
        ("import { b } from './a.js';", 1, "./a.js exports no b"),
        ("export { b } from './a.js';", 1, "./a.js exports no b"),
        ("import { a } from './a.js' with { type: 'json' };", 1, "a semicolon is expected"),
        ("a();\nawait b();", 2, "await at the top level"),
        ("if (a) {\n  await b();\n}", 2, "await at the top level"),
        ("const a = [async () => 1, await b()];", 1, "await at the top level"),
        ("for await (const a of b) c(a);", 1, "await at the top level"),
        ("a(import.meta.url);", 1, "import.meta has no meaning in a bundle"),
        ("import(`./${a}.js`);", 1, "import() of something else than a text in quotes"),
        ("import './back.js';", 1, "modules import each other in a circle: ./app.js"),
        ("a($$1);", 1, "names that begin with $$ are the bundle's own"),
        ("a = { } / 2;", 1, "a / behind }, ++, -- or of is a division or a regular expression"),
        ("a = b++ / 2;", 1, "a / behind }, ++, -- or of is a division or a regular expression"),
        ("a('b);\n", 1, "a string is not closed"),
        ("\na(`b);\n", 2, "a template is not closed"),
        ("a = /b;\n", 1, "a regular expression is not closed"),
        ("/* b", 1, "a comment is not closed"),
        ("a(]", 1, "a bracket is closed that is not open"),
        ("a(b", 1, "a bracket is not closed"),
        ("a();\rb();", 1, "a carriage return stands alone"),
        ("a('\u{2028}');", 1, "write U+2028 and U+2029 as escapes"),
    ])
    func whatABundleCannotExpress_isRefused(source: String, line: Int, reason: String) {
        let files = [
            "app.js": source, "a.js": "export const a = 1;", "back.js": "import './app.js';",
        ]
        let refusal = Self.refusal(files)
        #expect(refusal?.reason == reason)
        // The circle is found where it is closed.
        #expect(refusal?.file == (reason.contains("circle") ? "back.js" : "app.js"))
        if !reason.contains("not closed") { #expect(refusal?.line == line) }
    }

    @Test func everyTruncatedModule_isRefusedOrBundled() {
        let source = "import { a } from './a.js';\nexport const b = `${a(/[/]/u, '1')}`; // c\n"
        for count in 0..<source.utf8.count {
            let text = String(decoding: Array(source.utf8.prefix(count)), as: UTF8.self)
            _ = Self.refusal(["app.js": text, "a.js": "export const a = 1;"])
        }
    }

    // MARK: Pages

    private static let page = """
        <!doctype html>
        <link rel="icon" href="icon.svg">
          <script src="classic.js"></script>
          <link rel="stylesheet" href="one.css">
          <link rel="stylesheet" href="two.css">
          <script type="module" src="app.js"></script>
        <p>text
        """

    private static func page(
        _ page: String, _ files: [String: String]
    ) throws(BundleRefusal) -> PageBundle {
        try PageBundle(page: Array(page.utf8), file: "index.html") {
            files[$0].map { Array($0.utf8) }
        }
    }

    private static let sources = [
        "app.js": "a();", "classic.js": "/* 1 */ b();\n",
        "one.css": "/* one */\np {\n  color: red;\n}\n",
        "two.css": "q::after { content: '/* \\' */  x' url('data:,'); }",
    ]

    @Test func thePage_namesOneScriptAndOneStyleSheet() throws {
        let bundle = try Self.page(Self.page, Self.sources)
        let names = bundle.assets.keys.sorted().map(\.text)
        #expect(names.count == 3 && names[0].hasPrefix("app.") && names[1].hasPrefix("classic."))
        #expect(
            String(decoding: bundle.page, as: UTF8.self) == """
                <!doctype html>
                <link rel="icon" href="icon.svg">
                  <script src="assets/\(names[1])"></script>
                  <link rel="stylesheet" href="assets/\(names[2])">
                  <script type="module" src="assets/\(names[0])"></script>
                <p>text
                """)
        #expect(
            bundle.assets[TextKey(names[2])].map { String(decoding: $0, as: UTF8.self) } == """
                p {
                color: red;
                }
                q::after { content: '/* \\' */  x' url('data:,'); }

                """)
        let same = try Self.page(Self.page, Self.sources)
        #expect(same.assets.keys.sorted().map(\.text) == names)
    }

    @Test(arguments: [
        ("<p>", [:], "the page has no module"),
        (
            page + "\n<script src='b.js'></script>", [:],
            "a script or style sheet that is written another way"
        ),
        (page + "\n<script type=\"module\" src=\"app.js\"></script>", [:], "a second module"),
        (page, ["one.css": "@import 'x.css';"], "an @ rule that stands at the beginning"),
        (page, ["one.css": "p { background: url(x.png); }"], "the address of a file"),
        (page, ["two.css": "p { content: 'x; }\n}"], "a string is not closed"),
        (page, ["two.css": "/* x"], "a comment is not closed"),
    ])
    func aPageOfAnotherForm_isRefused(page: String, files: [String: String], reason: String) {
        let sources = Self.sources.merging(files, uniquingKeysWith: { $1 })
        #expect {
            try Self.page(page, sources)
        } throws: {
            ($0 as? BundleRefusal)?.reason == reason
        }
    }

    /// Whoever writes what cannot be bundled hears it here first.
    @Test func theWebClient_isBundled() throws {
        let site = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("web-client")
        let page = try Data(contentsOf: site.appendingPathComponent("index.html"))
        let bundle = try PageBundle(page: Array(page), file: "index.html") {
            (try? Data(contentsOf: site.appendingPathComponent($0))).map { Array($0) }
        }
        #expect(bundle.assets.count >= 2)
    }
}
