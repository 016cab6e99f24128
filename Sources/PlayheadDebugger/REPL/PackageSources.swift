import Foundation

/// The Swift files in a package's sources.
package struct PackageSources {
  /// Where a package makes actions of a type, and where it has the type in a pattern.
  package struct Lines: Equatable {
    /// Places like `Sources/Shop/CartView.swift:12`.
    package fileprivate(set) var makers: [String] = []
    /// Places like `Sources/Shop/Cart.swift:30`.
    package fileprivate(set) var matches: [String] = []

    package init() {}
  }

  private let package: String
  /// Their paths in the package, sorted.
  private let files: [String]

  /// More places than you would read.
  private static let limit = 20

  /// Finds the files under `Sources`.
  package init(of package: String) {
    self.package = package
    let all = FileManager.default.enumerator(atPath: "\(package)/Sources")
    files = (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
      .map { "Sources/\($0)" }.sorted()
  }

  /// `Sources/shop-app/main.swift:12` for `shop_app/main.swift:12`; nil unless there is exactly one such file.
  package func path(of place: String) -> String? {
    let parts = place.split(separator: "/", maxSplits: 1)
    let tail = parts.last?.split(separator: ":") ?? []
    guard parts.count == 2, tail.count == 2 else { return nil }
    let found = files.filter { file in
      let folders = file.split(separator: "/").dropLast().map { folder in
        String(folder.map { $0.isPartOfName ? $0 : "_" })
      }
      return file.hasSuffix("/\(tail[0])") && folders.contains(String(parts[0]))
    }
    return found.count == 1 ? "\(found[0]):\(tail[1])" : nil
  }

  /// The lines with a type or, if the last part of its name begins with a small letter, an enum's case; at most 20
  /// of each kind. They are found by name, so a line may mean another type of the same name.
  package func lines(with type: String) -> Lines {
    let words = type.withoutGenericArguments.split(separator: ".").map(String.init)
    guard let name = words.last else { return Lines() }
    var found = Lines()
    for file in files where !(found.makers.count == Self.limit && found.matches.count == Self.limit)
    {
      guard let text = try? String(contentsOfFile: "\(package)/\(file)", encoding: .utf8),
        text.contains(name)
      else { continue }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() {
        let place = "\(file):\(number + 1)"
        switch SourceUse(of: name, in: words.dropLast().last, line) {
        case .making? where found.makers.count < Self.limit: found.makers.append(place)
        case .matching? where found.matches.count < Self.limit: found.matches.append(place)
        default: break
        }
      }
    }
    return found
  }
}

/// How a line of source uses a type or an enum's case.
private enum SourceUse {
  case making, matching

  /// The first use of `name`, which is in `owner`; nil if the line only mentions it.
  init?(of name: String, in owner: String?, _ line: Substring) {
    let uses = line.ranges(of: name).lazy.compactMap { place -> SourceUse? in
      let (before, after) = (line[..<place.lowerBound], line[place.upperBound...])
      guard !before.contains("//"), before.last?.isPartOfName != true,
        after.first?.isPartOfName != true
      else { return nil }
      return name.first?.isLowercase == true
        ? SourceUse(ofCaseIn: owner, before, after) : SourceUse(ofTypeBetween: before, after)
    }
    guard let first = uses.first else { return nil }
    self = first
  }

  private init?(ofCaseIn owner: String?, _ before: Substring, _ after: Substring) {
    guard before.last == "." else { return nil }
    let base = before.dropLast()
    let word = String(base.reversed().prefix(while: \.isPartOfName).reversed())
    let isImplicit = word.isEmpty && !(base.last.map { ")]?!>\"".contains($0) } ?? false)
    // Otherwise it is a member of another value, and not the case.
    guard isImplicit || word == owner else { return nil }
    let words = before.split(whereSeparator: \.isWhitespace)
    if let start = words.lastIndex(of: "case"),
      !words[start...].contains(where: { $0.contains(":") })
    {
      self = .matching
    } else if after.first == ":" {
      return nil
    } else {
      self = .making
    }
  }

  private init?(ofTypeBetween before: Substring, _ after: Substring) {
    // Without the types around it: 'as Cart.Add'.
    let head = before.last == "." ? before.dropQualifier : before
    switch head.split(whereSeparator: \.isWhitespace).last {
    case "is", "as", "as?", "as!": self = .matching
    case "case", "func": return nil
    default:
      guard after.first == "(" else { return nil }
      self = .making
    }
  }
}

extension Substring {
  /// The text without the names and dots at its end.
  fileprivate var dropQualifier: Substring {
    dropLast(reversed().prefix { $0.isPartOfName || $0 == "." }.count)
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
