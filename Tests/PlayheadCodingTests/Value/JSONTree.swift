import Foundation

/// JSON as Foundation reads it: what the patches are applied to, knowing nothing of `Value`.
///
/// Numbers are kept as their text as Foundation prints it. Object members are told apart by UTF-8
/// only as far as Foundation does.
indirect enum JSONTree: Equatable {
  case null
  case number(String)
  case text(String)
  case array([JSONTree])
  case object([String: JSONTree])

  init(_ json: String) throws {
    self.init(
      foundation: try JSONSerialization.jsonObject(
        with: Data(json.utf8), options: .fragmentsAllowed))
  }

  private init(foundation value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let array as [Any]: self = .array(array.map { JSONTree(foundation: $0) })
    case let object as [String: Any]:
      self = .object(object.mapValues { JSONTree(foundation: $0) })
    case let number as NSNumber: self = .number("\(number)")
    default: self = .null
    }
  }
}

extension JSONTree {
  struct PatchDoesNotFit: Error {
    var path: String
  }

  /// This with the operations of a JSON Patch (RFC 6902) applied in order; `old` must be what is
  /// there before a removal or replacement.
  func patched(by patch: JSONTree) throws -> JSONTree {
    guard case .array(let operations) = patch else { throw PatchDoesNotFit(path: "") }
    var tree = self
    for case .object(let operation) in operations {
      guard case .text(let path) = operation["path"], case .text(let verb) = operation["op"] else {
        throw PatchDoesNotFit(path: "")
      }
      let tokens = Self.tokens(of: path)
      let edit = Edit(verb: verb, path: path, value: operation["value"], old: operation["old"])
      try tree.apply(edit, at: tokens[...])
    }
    return tree
  }

  /// The parts of a JSON Pointer, cut by bytes: a combining mark may follow the slash.
  private static func tokens(of pointer: String) -> [String] {
    pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
      .map { part in
        let text = String(decoding: part, as: UTF8.self)
        return text.replacingOccurrences(of: "~1", with: "/", options: .literal)
          .replacingOccurrences(of: "~0", with: "~", options: .literal)
      }
  }

  private struct Edit {
    var verb: String
    var path: String
    var value: JSONTree?
    var old: JSONTree?
  }

  private mutating func apply(_ edit: Edit, at tokens: ArraySlice<String>) throws {
    let fault = PatchDoesNotFit(path: edit.path)
    guard let token = tokens.first else {
      guard edit.verb == "replace", edit.old == self, let value = edit.value else { throw fault }
      self = value
      return
    }
    let isLast = tokens.count == 1
    switch self {
    case .array(var elements):
      guard let index = Int(token), (0...elements.count).contains(index) else { throw fault }
      if isLast, edit.verb == "add", let value = edit.value {
        elements.insert(value, at: index)
      } else if isLast, edit.verb == "remove", index < elements.count, elements[index] == edit.old {
        elements.remove(at: index)
      } else if index < elements.count {
        try elements[index].apply(edit, at: tokens.dropFirst())
      } else {
        throw fault
      }
      self = .array(elements)
    case .object(var members):
      if isLast, edit.verb == "add", members[token] == nil, let value = edit.value {
        members[token] = value
      } else if isLast, edit.verb == "remove", let member = members[token], member == edit.old {
        members[token] = nil
      } else if members[token] != nil {
        try members[token]?.apply(edit, at: tokens.dropFirst())
      } else {
        throw fault
      }
      self = .object(members)
    default: throw fault
    }
  }
}
