import Foundation

/// JSON as RFC 8259 has it, and patches as RFC 6902 has them, independent of the tool's own code.
indirect enum JSONDocument: Equatable {
  case scalar(String)
  case array([JSONDocument])
  case object([String: JSONDocument])

  struct BadPatch: Error {
    let reason: String
  }

  init(parsing text: String) throws {
    self.init(
      try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed))
  }

  private init(_ any: Any) {
    switch any {
    case let members as [String: Any]: self = .object(members.mapValues(JSONDocument.init))
    case let elements as [Any]: self = .array(elements.map(JSONDocument.init))
    // By its scalars: Swift's `==` on strings takes canonically equivalent texts for equal.
    case let text as String:
      self = .scalar("text " + text.unicodeScalars.map { String($0.value) }.joined(separator: " "))
    default: self = .scalar("\(any)")
    }
  }

  subscript(name: String) -> JSONDocument? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var elements: [JSONDocument] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// Applies a patch, given as text, operation by operation. Every `old` must be what is there.
  func applying(patch text: String) throws -> JSONDocument {
    let patch = try JSONSerialization.jsonObject(with: Data(text.utf8))
    guard let operations = patch as? [[String: Any]] else { throw BadPatch(reason: "no list") }
    return try operations.reduce(self) { try $0.applying($1) }
  }

  private func applying(_ operation: [String: Any]) throws -> JSONDocument {
    guard let name = operation["op"] as? String, let pointer = operation["path"] as? String else {
      throw BadPatch(reason: "an operation without 'op' or 'path'")
    }
    let keys = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      $0.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
    }
    let value = operation["value"].map { JSONDocument($0) }
    let old = operation["old"].map { JSONDocument($0) }
    switch (name, value) {
    case ("add", let value?): return try editing(keys[...]) { _ in value }
    case ("remove", nil):
      return try editing(keys[...]) { found in
        guard let found, found == old else { throw BadPatch(reason: "'old' is wrong") }
        return nil
      }
    case ("replace", let value?):
      return try editing(keys[...], replaces: true) { found in
        guard let found, found == old else { throw BadPatch(reason: "'old' is wrong") }
        return value
      }
    default: throw BadPatch(reason: "operation '\(name)'")
    }
  }

  private func editing(
    _ keys: ArraySlice<String>, replaces: Bool = false,
    _ edit: (JSONDocument?) throws -> JSONDocument?
  ) throws -> JSONDocument {
    guard let key = keys.first else {
      guard let edited = try edit(self) else { throw BadPatch(reason: "nothing is left") }
      return edited
    }
    let isLast = keys.count == 1
    switch self {
    case .object(var members):
      if isLast {
        members[key] = try edit(members[key])
      } else {
        guard let inner = members[key] else { throw BadPatch(reason: "no '\(key)'") }
        members[key] = try inner.editing(keys.dropFirst(), replaces: replaces, edit)
      }
      return .object(members)
    case .array(var elements):
      guard let index = Int(key), index <= elements.count else {
        throw BadPatch(reason: "no element '\(key)'")
      }
      if !isLast {
        elements[index] = try elements[index].editing(keys.dropFirst(), replaces: replaces, edit)
      } else if let edited = try edit(index < elements.count ? elements[index] : nil) {
        if replaces { elements[index] = edited } else { elements.insert(edited, at: index) }
      } else {
        elements.remove(at: index)
      }
      return .array(elements)
    case .scalar:
      throw BadPatch(reason: "'\(key)' leads into a scalar")
    }
  }
}
