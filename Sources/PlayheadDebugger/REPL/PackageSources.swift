import Foundation

/// The Swift files in a package's sources.
package struct PackageSources {
  /// Places like `Sources/Shop/CartView.swift:12`: where a package makes actions of a type, and where it has
  /// the type in a pattern.
  package typealias Lines = (makers: [String], matches: [String])

  /// In the order of their paths.
  private let files: [SourceFile]

  /// More places than you would read.
  private static let limit = 20

  package init(of package: String) {
    let all = FileManager.default.enumerator(atPath: "\(package)/Sources")
    files = (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
      .sorted().map { SourceFile("Sources/\($0)", in: package) }
  }

  /// `Sources/shop-app/main.swift:12` for `shop_app/main.swift:12`; nil unless there is exactly one such file.
  package func path(of place: String) -> String? {
    let parts = place.split(separator: "/", maxSplits: 1)
    let tail = parts.last?.split(separator: ":") ?? []
    guard parts.count == 2, tail.count == 2 else { return nil }
    let found = files.filter {
      $0.path.hasSuffix("/\(tail[0])") && $0.folders.contains(String(parts[0]))
    }
    return found.count == 1 ? "\(found[0].path):\(tail[1])" : nil
  }

  /// The lines with a type or, if the last part of its name begins with a small letter, an enum's case; at most 20
  /// of each kind. They are found by name, in the module that declares the type and in files that import it.
  ///
  /// - Parameter handlers: Places like `Shop/Cart.swift:30` where stores handle the type. A type of the same name
  ///   that those modules do not see is another app's.
  package func lines(with type: String, handledAt handlers: [String] = []) -> Lines {
    let words = type.withoutGenericArguments.split(separator: ".").map(String.init)
    guard let name = words.last else { return ([], []) }
    let owner = words.dropLast().last
    let declared = name.first?.isLowercase == true ? owner ?? name : name
    let modules = modules(declaring: declared, handlers)
    let uses = SourceUses(of: name, in: owner)
    var found: Lines = ([], [])
    for file in files where file.text.contains(name) && modules.map(file.sees) != false {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() where line.contains(name) {
        guard let makesValue = uses.makesValue(line) else { continue }
        let place = "\(file.path):\(number + 1)"
        if makesValue { found.makers.append(place) } else { found.matches.append(place) }
      }
    }
    return (Array(found.makers.prefix(Self.limit)), Array(found.matches.prefix(Self.limit)))
  }

  /// The modules that declare a type, among those of the handlers and those that they import; nil if unknown.
  private func modules(declaring type: String, _ handlers: [String]) -> Set<String>? {
    let known = files.reduce(into: Set<String>()) { $0.formUnion($1.folders) }
    var seen: Set<String> = []
    var next = Set(handlers.compactMap { $0.split(separator: "/").first.map(String.init) })
    while !next.isEmpty {
      seen.formUnion(next)
      let imported = files.filter { !$0.folders.isDisjoint(with: next) }.flatMap(\.imports)
      next = known.intersection(imported).subtracting(seen)
    }
    let declaration = "\\b(struct|class|enum|actor|typealias) `?\(type)\\b"
    let declaring = files.filter { file in
      file.text.contains(type)
        && file.text.range(of: declaration, options: .regularExpression) != nil
    }
    let modules = seen.intersection(declaring.flatMap(\.folders))
    return modules.isEmpty ? nil : modules
  }
}

private struct SourceFile {
  /// The path in the package.
  let path: String
  /// The names of its folders as Swift writes modules; one of them is its module.
  let folders: Set<String>
  let text: String
  let imports: Set<String>

  init(_ path: String, in package: String) {
    self.path = path
    folders = Set(
      path.split(separator: "/").dropLast().map { folder in
        String(folder.map { $0.isPartOfName ? $0 : "_" })
      })
    text = (try? String(contentsOfFile: "\(package)/\(path)", encoding: .utf8)) ?? ""
    imports = Set(
      text.split(separator: "\n").lazy.filter { $0.contains("import ") }.compactMap { line in
        let words = line.split(separator: " ")
        // At most two words come before, as in '@testable public import Shop'.
        let module = words.prefix(3).contains("import") ? words.last : nil
        return module.map { String($0.prefix(while: \.isPartOfName)) }
      })
  }

  /// Whether the file is in one of the modules, or imports one.
  func sees(_ modules: Set<String>) -> Bool {
    !folders.isDisjoint(with: modules) || !imports.isDisjoint(with: modules)
  }
}

/// How lines of source use a type or an enum's case: to make a value, or in a pattern.
private struct SourceUses {
  private let making: String
  private let matching: String

  /// The uses of `name`, which is in `owner`. The name of a case begins with a small letter.
  init(of name: String, in owner: String?) {
    if name.first?.isLowercase == true {
      // After any other value, it is a member of that.
      let use = #"(?:(?<!\w)\#(owner ?? name)|(?<![\w)\]?!>"]))\.\#(name)\b"#
      (making, matching) = (use + "(?!:)", #"\bcase\b[^:]*"# + use)
    } else {
      let type = #"(?:\w+\.)*\#(name)"#
      making = #"(?<![\w.])(?<!\bfunc )(?<!\bcase )"# + type + #"\("#
      matching = #"\b(?:is|as[?!]?)\s+"# + type + #"\b"#
    }
  }

  /// Whether the first use in a line makes a value; nil if the line only mentions the name.
  func makesValue(_ line: Substring) -> Bool? {
    let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    let make = code.range(of: making, options: .regularExpression)?.lowerBound
    let match = code.range(of: matching, options: .regularExpression)?.lowerBound
    guard let make, let match else { return make != nil ? true : match != nil ? false : nil }
    return make < match
  }
}

extension String {
  /// `Event.load` for `Event<Swift.String>.load`.
  fileprivate var withoutGenericArguments: String {
    var depth = 0
    return filter { sign in
      if sign == "<" { depth += 1 }
      defer { if sign == ">" { depth -= 1 } }
      return depth == 0
    }
  }
}

extension Character {
  /// Whether it can be within a name in Swift.
  fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" }
}
