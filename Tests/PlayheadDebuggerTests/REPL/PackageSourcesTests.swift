import Foundation
import PlayheadDebugger
import Testing

/// What `list` finds in the sources of a package.
@Suite struct PackageSourcesTests {
  /// Runs `body` with a package of these files under `Sources`.
  private func with<T>(_ files: [String: String], _ body: (PackageSources) -> T) throws -> T {
    let package = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: package) }
    for (name, text) in files {
      let file = package.appending(path: "Sources/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    return body(PackageSources(of: package.path(percentEncoded: false)))
  }

  /// The numbers of the lines that make the action or match it.
  private func lines(
    with type: String, in text: String
  ) throws -> (makers: [Int], matches: [Int]) {
    let found = try with(["Cart/Cart.swift": text]) { $0.lines(with: type) }
    func numbers(_ places: [String]) -> [Int] {
      places.compactMap { place in
        place.hasPrefix("Sources/Cart/Cart.swift:") ? Int(place.split(separator: ":")[1]) : nil
      }
    }
    return (numbers(found.makers), numbers(found.matches))
  }

  @Test
  func `'list' in 'debug' finds where the sources create an enum case and where they match it`()
    throws
  {
    let text = """
      enum Event { case load(String) }
      case .load(let name): self.name = name
      case .open: return .load
      case .open, .load:
      if case .load = event {}
      func load(_ name: String) { send(.load(name)) }
      loader.load(name)
      files[0].load()
      send(Event.load("a"))
      [.load: 1]
      case let .load(name)
          where name.isEmpty: break
      """
    for type in ["Cart.Event.load", "Cart.Event<Swift.String>.load"] {
      let found = try lines(with: type, in: text)
      #expect(found.makers == [3, 6, 9] && found.matches == [2, 4, 5, 11], "\(found)")
    }
  }

  @Test func `'list' in 'debug' searches only the source files that can see the action's type`()
    throws
  {
    let files = [
      "Clips/Undo.swift": "import Core\nstruct Undo {}\nlet a = Undo()",
      "ClipsUI/View.swift": "import Clips\nlet b = Undo()",
      "tool/main.swift": "import Clips\nimport Editor\nlet c = Undo()",
      "Editor/Undo.swift": "import Core\nstruct Undo {}\nlet d = Undo()",
      "EditorUI/View.swift": "import Editor\nlet e = Undo()",
      "Core/Save.swift": "public struct Save {}\nlet f = Save()",
      "ClipsUI/Save.swift": "@testable import Core\nlet h = Save()",
      "Other/Save.swift": "struct Save {}\nlet i = Save()",
    ]
    func makers(_ type: String, _ handlers: [String]) throws -> [String] {
      try with(files) { $0.lines(with: type, handledAt: handlers).makers }
        .map { String($0.dropFirst("Sources/".count).prefix { $0 != ":" }) }
    }
    #expect(
      try makers("Undo", ["Clips/Undo.swift:9"])
        == ["Clips/Undo.swift", "ClipsUI/View.swift", "tool/main.swift"])
    #expect(
      try makers("Editor.Undo", ["Editor/Undo.swift:9"])
        == ["Editor/Undo.swift", "EditorUI/View.swift", "tool/main.swift"])
    // Declared in a module that the handler's imports.
    #expect(
      try makers("Save", ["Clips/Undo.swift:9"])
        == ["ClipsUI/Save.swift", "Core/Save.swift"])
    // Without a handler, any may be meant.
    #expect(try makers("Undo", []).count == 5)
  }
}
