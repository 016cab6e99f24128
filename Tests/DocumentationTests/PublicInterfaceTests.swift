import Foundation
import Testing

/// What an app can name after `import Playhead`, as the compiler's own symbol graph has it, against a committed listing: so
/// it grows only on purpose. `UPDATE_INTERFACE=1 tools/test --filter PublicInterfaceTests` writes the listing again.
@Suite struct PublicInterfaceTests {
  private static let modules = [
    "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadRecorder",
  ]
  /// Cases of enumerations do not count.
  private static let limit = 156
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized
  private static let listing = root.appending(path: "Tests/DocumentationTests/PublicInterface.txt")

  @Test func `the public interface of the modules that apps import equals the committed listing`()
    throws
  {
    let found = try Self.found.get()
    if ProcessInfo.processInfo.environment["UPDATE_INTERFACE"] != nil {
      try Data((found.map(\.line) + [""]).joined(separator: "\n").utf8).write(to: Self.listing)
    }
    let listed = try String(contentsOf: Self.listing, encoding: .utf8).split(separator: "\n").map(
      String.init)
    let lines = found.map(\.line)
    let (new, gone) = (Set(lines).subtracting(listed), Set(listed).subtracting(lines))
    #expect(
      new.isEmpty, "these are public, and not listed:\n\(new.sorted().joined(separator: "\n"))")
    #expect(
      gone.isEmpty, "these are listed, and not public:\n\(gone.sorted().joined(separator: "\n"))")
    let count = found.count { !$0.isCase }
    #expect(count <= Self.limit && count > 50, "\(count) public declarations")
  }

  @Test
  func `the public interface of the modules that apps import names no type of the tools' modules`()
    throws
  {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: "Sources").path)
    let tools = folders.filter { $0.hasPrefix("Playhead") && !Self.modules.contains($0) }
    let types = try tools.reduce(into: Set<String>()) { types, tool in
      types.formUnion(try TopLevelNames.of("public|package", in: "Sources/\(tool)"))
    }
    #expect(types.isSuperset(of: ["ActionLog", "Replay", "StatePath", "Value", "LogRecovery"]))
    for declaration in try Self.found.get() {
      #expect(types.intersection(declaration.types) == [], "\(declaration.line)")
    }
  }

  @Test
  func `each public declaration of the modules that apps import is used in a page or an example`()
    throws
  {
    let words = try CodeBlocks.words()
    let all = try Self.found.get()
    let unused = all.filter { declaration in
      !declaration.isCase && !declaration.isRequired && !words.contains(declaration.name)
        // A type that another declaration names has its use there: nobody writes the name of what is inferred.
        && !all.contains { $0.name != declaration.name && $0.words.contains(declaration.name) }
    }
    #expect(
      unused.isEmpty,
      "no page and no example uses these:\n\(unused.map(\.line).joined(separator: "\n"))")
  }

  private static let found = Result { try modules.flatMap(declarations) }

  private struct Declaration: Sendable {
    var line: String
    /// The last component of its path without its parameters; of an initializer, its type's.
    var name: Substring
    /// The words of its declaration.
    var words: Set<Substring>
    /// The types at top level that it names or belongs to.
    var types: Set<String>
    var isCase: Bool

    init(_ symbol: Symbol, of module: String) {
      line = "\(module).\(symbol.path): \(symbol.declaration)"
      isCase = symbol.isCase
      let names = symbol.pathComponents.map { $0.prefix { $0 != "(" } }
      name = names.last { $0 != "init" } ?? ""
      words = Set(symbol.declaration.split { !($0.isLetter || $0.isNumber) })
      let paths = symbol.declaration.split { !($0.isLetter || $0.isNumber || $0 == ".") }
      let first = paths.map { $0.prefix { $0 != "." } }.filter { [name] in $0 != name }
      types = Set((first + names.prefix(1)).map(String.init))
    }

    /// Whether a protocol of the standard library asks for it, or a call without a name is one of it.
    var isRequired: Bool {
      ["<", "callAsFunction", "customMirror", "description"].contains(name)
        || line.contains(".init(from:):")
    }
  }

  /// The public declarations of a module, and what it adds to the others, in order.
  private static func declarations(of module: String) throws -> [Declaration] {
    let output = FileManager.default.temporaryDirectory.appending(path: "interface-\(UUID())")
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: output) }
    try extract(module, to: output)
    let files = try FileManager.default.contentsOfDirectory(atPath: output.path).sorted()
    #expect(!files.isEmpty)
    return try files.flatMap { file in
      let graph = try JSONDecoder().decode(
        Graph.self, from: Data(contentsOf: output.appending(path: file)))
      return graph.symbols.map { Declaration($0, of: module) }
    }.sorted { $0.line < $1.line }
  }

  private static func extract(_ module: String, to output: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "symbolgraph-extract", "-module-name", module, "-target", ModuleFolder.target,
      "-I", ModuleFolder.url.path, "-minimum-access-level", "public", "-skip-synthesized-members",
      "-output-dir", output.path,
    ]
    for module in ["CLZ4", "CCycles"] {
      let map = root.appending(path: "Sources/\(module)/module.modulemap").path
      process.arguments? += ["-Xcc", "-fmodule-map-file=\(map)"]
    }
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }

  private struct Graph: Decodable {
    var symbols: [Symbol]
  }

  private struct Symbol: Decodable {
    struct Kind: Decodable { var identifier: String }
    struct Fragment: Decodable { var spelling: String }

    var kind: Kind
    var pathComponents: [String]
    var declarationFragments: [Fragment]

    var path: String { pathComponents.joined(separator: ".") }
    var isCase: Bool { kind.identifier == "swift.enum.case" }
    var declaration: String {
      declarationFragments.map(\.spelling).joined().split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
    }
  }
}

/// Where the build has put the modules that this test is linked with, and for which system.
private enum ModuleFolder {
  static let url = Bundle.main.bundleURL.appending(path: "Modules")

  static var target: String {
    #if arch(arm64)
      let processors = (apple: "arm64", others: "aarch64")
    #else
      let processors = (apple: "x86_64", others: "x86_64")
    #endif
    #if os(macOS)
      return "\(processors.apple)-apple-macosx15.0"
    #else
      return "\(processors.others)-unknown-linux-gnu"
    #endif
  }
}
