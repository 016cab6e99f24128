import FluxTesting
import Foundation
import Testing

/// 'reload' with a compiler and a package of its own, which depends on this one: minutes, as all of it is
/// compiled.
@Suite(.enabled(if: Soak.isOn))
struct RealReloadTests {
  @Test func `'reload' continues the 'debug' session with the edited store`() async throws {
    let (first, mended, broken) = try await onOwnThread {
      let shop = try ShopPackage()
      try shop.write(store: "total += sale.price")
      try shop.build()
      try shop.run(["record", "shop", "-o", "s.playhead"], input: ["3", "4", "5"])
      // The program is the old one, the source is new.
      try shop.write(store: "total += sale.price * 100")
      let lines = ["goto 2", "reload", "print", "goto end", "print"]
      let first = try shop.run(["debug", "s.playhead"], input: lines)
      let mended = try shop.run(["debug", "s.playhead"], input: ["print"])
      try shop.write(store: "total += sale.cost")
      let broken = try shop.run(["debug", "s.playhead"], input: ["goto 2", "reload", "print"])
      return (first, mended, broken)
    }
    #expect(first.contains("− with the old code\n+ with the new code\n"), "\(first)")
    #expect(first.contains("−     total: 7\n+     total: 700\n"), "\(first)")
    #expect(first.contains("> print\n* (till: (total: 1200))\n"), "\(first)")
    #expect(mended.contains("(total: 1200)"), "the program in the package is the new one")
    #expect(broken.contains("main.swift:") && broken.contains("has no member 'cost'"), "\(broken)")
    #expect(broken.contains("'shop' does not build, see above; the old program keeps running\n"))
    #expect(broken.contains("> print\n* (till: (total: 700))\n"), "\(broken)")
  }
}

/// A package with an app of a page.
private final class ShopPackage {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "shop-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Sources/shop"), withIntermediateDirectories: true)
    let playhead = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "../..").standardized
    let manifest = """
      // swift-tools-version: 6.3
      import PackageDescription

      let package = Package(
        name: "Shop", platforms: [.macOS(.v15)],
        dependencies: [.package(name: "Playhead", path: "\(playhead.path)")],
        targets: [
          .executableTarget(
            name: "shop",
            dependencies: [
              .product(name: "Playhead", package: "Playhead"),
              .product(name: "PlayheadTools", package: "Playhead"),
            ])
        ])
      """
    try Data(manifest.utf8).write(to: folder.appending(path: "Package.swift"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes the app, whose store does this with a sale.
  func write(store body: String) throws {
    let source = """
      import PlayheadDebugger
      import PlayheadFlux
      import PlayheadTerminal

      struct Sell: Action { var price: Int }

      struct Till: Codable, Sendable {
        private(set) var total = 0
        mutating func take(_ sale: Sell) { \(body) }
      }

      struct Shop: TerminalApp {
        static let appName = "shop"
        static let commandHelp = "a price"
        let dispatcher: Dispatcher
        private let till = Store("till", Till())

        init(inputs: SystemInputs) throws {
          dispatcher = Dispatcher(inputs: inputs)
          till.on(Sell.self) { till, sale in till.take(sale) }
          try dispatcher.register(till)
        }

        var view: String { "\\(till.state.total)" }

        func perform(_ line: String) throws -> String? {
          dispatcher.dispatch(Sell(price: Int(line) ?? 0))
          return nil
        }
      }

      PlayheadCommand.main(apps: [Shop.self])
      """
    try Data(source.utf8).write(to: folder.appending(path: "Sources/shop/main.swift"))
  }

  func build() throws {
    let text = try run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["swift", "build", "--package-path", folder.path, "--product", "shop"], input: [])
    try #require(text.contains("complete!"), "\(text)")
  }

  /// What the app's program says to these words and lines.
  @discardableResult func run(_ words: [String], input: [String]) throws -> String {
    try run(folder.appending(path: ".build/debug/shop"), words, input: input)
  }

  private func run(_ program: URL, _ words: [String], input: [String]) throws -> String {
    let ending = try FinishedProcess.run(
      program, words, in: folder, input: input.map { $0 + "\n" }.joined())
    return ending.output + ending.error
  }
}
