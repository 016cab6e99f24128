import Foundation
import PlayheadLint
import Testing

/// What a path and names of targets stand for.
@Suite struct SubjectTests {
  /// A package that was built, in a folder of its own.
  private final class Package {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("lint-subject-\(UUID().uuidString)").path

    init() throws {
      try write("Package.swift", "// A package.\n")
      try write("Sources/Shop/Cart.swift", "")
      try write("Sources/Shop/Stores/Cart+Store.swift", "")
      try write("Tests/ShopTests/CartTests.swift", "")
      let shop = command("Shop", ["Shop/Cart", "Shop/Stores/Cart+Store"].map { "Sources/\($0)" })
      let tests = command("ShopTests", ["Tests/ShopTests/CartTests"])
      try write(".build/debug.yaml", shop + tests)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func write(_ name: String, _ text: String) throws {
      let file = URL(fileURLWithPath: "\(folder)/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }

    private func command(_ module: String, _ sources: [String]) -> String {
      let inputs = sources.map { "\"\(folder)/\($0).swift\"" } + ["\"/m/PlayheadFlux.swiftmodule\""]
      return """
          "C.\(module)-debug.module":
            inputs: [\(inputs.joined(separator: ","))]
            args: ["swiftc","-module-name","\(module)"]

        """
    }

    func subject(_ path: String = "", targets: [String] = []) throws -> LintSubject {
      try LintSubject(path: "\(folder)/\(path)", targets: targets, modules: [], program: nil)
    }
  }

  @Test func `a package is its targets that use Playhead, without tests`() throws {
    let package = try Package()
    #expect(try package.subject().targets.map(\.module) == ["Shop"])
    #expect(try package.subject(targets: ["ShopTests"]).targets.map(\.module) == ["ShopTests"])
  }

  @Test func `a folder or a file is a part of its target`() throws {
    let package = try Package()
    for part in ["Sources/Shop/Stores", "Sources/Shop/Stores/Cart+Store.swift"] {
      let subject = try package.subject(part)
      #expect(subject.targets.map(\.module) == ["Shop"])
      #expect(subject.has("\(package.folder)/Sources/Shop/Stores/Cart+Store.swift"))
      #expect(!subject.has("\(package.folder)/Sources/Shop/Cart.swift"))
    }
  }

  @Test func `only all of a package is the whole of it`() throws {
    let package = try Package()
    #expect(try package.subject().isWhole)
    #expect(try !package.subject(targets: ["Shop"]).isWhole)
    #expect(try !package.subject("Sources/Shop").isWhole)
    #expect(try !package.subject("Sources/Shop/Cart.swift").isWhole)
  }

  @Test func `a file that is new since the last build is named`() throws {
    let package = try Package()
    try package.write("Sources/Shop/New.swift", "")
    let error = #expect(throws: LintError.self) { try package.subject("Sources/Shop") }
    guard case .notInPlan(let file, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(file.hasSuffix("Sources/Shop/New.swift"))
  }

  @Test func `sources of no package need modules`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("lint-loose-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try "".write(to: folder.appendingPathComponent("a.swift"), atomically: true, encoding: .utf8)
    let given = try LintSubject(
      path: folder.path, targets: [], modules: ["/modules"], program: nil)
    #expect(given.targets.first?.arguments.suffix(2) == ["-I", "/modules"])
    let own = try LintSubject(
      path: folder.path, targets: [], modules: [], program: "/app/.build/debug/shop")
    #expect(own.targets.first?.arguments.suffix(2) == ["-I", "/app/.build/debug/Modules"])
  }
}
