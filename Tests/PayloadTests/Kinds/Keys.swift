import Foundation

/// Dictionaries whose keys are data: some come back again and again, most never do.
struct Dictionaries: Sample {
  var byText: [String: Int]
  var byNumber: [Int: String]
  var byRole: [Role: Double]
  var byUnkeyedEnum: [Unit: Int]
  var byID: [UUID: One]
  var users: [String: Eight]
  var nested: [String: [String: Int?]]

  static func random(_ source: Source) -> Dictionaries {
    Dictionaries(
      byText: made(source) { .random(source) },
      byNumber: Dictionary(
        (0..<source.count()).map { _ in (.random(source), .random(source)) },
        uniquingKeysWith: { first, _ in first }),
      byRole: .random(source), byUnkeyedEnum: .random(source), byID: .random(source),
      users: made(source) { .random(source) },
      nested: made(source) { made(source) { .random(source) } })
  }

  /// A dictionary with made-up keys.
  static func made<Value>(
    _ source: Source, upTo count: Int = 8, _ value: () -> Value
  ) -> [String: Value] {
    source.nested {
      Dictionary(
        (0..<source.number(0...(source.depth < 0 ? 0 : count))).map { _ in
          (source.chance(20) ? .random(source) : source.word(), value())
        }, uniquingKeysWith: { first, _ in first })
    }
  }
}

/// A struct that is nothing but keys which are data.
struct Headers: Sample {
  var values: [String: String]

  static func random(_ source: Source) -> Headers {
    Headers(values: Dictionaries.made(source, upTo: 40) { .random(source) })
  }

  init(values: [String: String]) { self.values = values }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    values = [:]
    for key in container.allKeys {
      values[key.stringValue] = try container.decode(String.self, forKey: key)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    for (key, value) in values { try container.encode(value, forKey: AnyKey(key)) }
  }
}

/// Fixed keys, and beside them in the same container whatever else there is.
struct Document: Sample {
  var id: Int
  var title: String?
  var author: Eight?
  var extra: [String: Int]

  private static let known: Set<String> = ["id", "title", "author"]

  static func random(_ source: Source) -> Document {
    Document(
      id: .random(source), title: .random(source), author: .random(source),
      extra: Dictionaries.made(source) { .random(source) }.filter { !known.contains($0.key) })
  }

  init(id: Int, title: String?, author: Eight?, extra: [String: Int]) {
    (self.id, self.title, self.author, self.extra) = (id, title, author, extra)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    id = try container.decode(Int.self, forKey: AnyKey("id"))
    title = try container.decodeIfPresent(String.self, forKey: AnyKey("title"))
    author = try container.decodeIfPresent(Eight.self, forKey: AnyKey("author"))
    extra = [:]
    for key in container.allKeys where !Self.known.contains(key.stringValue) {
      extra[key.stringValue] = try container.decode(Int.self, forKey: key)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(id, forKey: AnyKey("id"))
    try container.encodeIfPresent(title, forKey: AnyKey("title"))
    try container.encodeIfPresent(author, forKey: AnyKey("author"))
    for (key, value) in extra { try container.encode(value, forKey: AnyKey(key)) }
  }
}

/// JSON as apps model it, by single values.
indirect enum JSON: Sample {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSON])
  case object([String: JSON])

  static func random(_ source: Source) -> JSON {
    switch source.number(0...(source.depth > 0 ? 5 : 3)) {
    case 0: .null
    case 1: .flag(.random(source))
    case 2: .number(.random(source))
    case 3: .text(.random(source))
    case 4: .list(.random(source))
    default: .object(Dictionaries.made(source) { .random(source) })
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSON].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }
}

/// The same by containers of its own, as types that wrap any value do.
struct AnyValue: Sample {
  var json: JSON

  static func random(_ source: Source) -> AnyValue { AnyValue(json: .random(source)) }

  init(json: JSON) { self.json = json }

  init(from decoder: any Decoder) throws {
    if let single = try? decoder.singleValueContainer(), let json = Self.scalar(in: single) {
      self.json = json
    } else if var list = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !list.isAtEnd { elements.append(try list.decode(AnyValue.self).json) }
      json = .list(elements)
    } else {
      let container = try decoder.container(keyedBy: AnyKey.self)
      var object: [String: JSON] = [:]
      for key in container.allKeys {
        object[key.stringValue] = try container.decode(AnyValue.self, forKey: key).json
      }
      json = .object(object)
    }
  }

  private static func scalar(in container: any SingleValueDecodingContainer) -> JSON? {
    if container.decodeNil() { return .null }
    if let flag = try? container.decode(Bool.self) { return .flag(flag) }
    if let number = try? container.decode(Double.self) { return .number(number) }
    return (try? container.decode(String.self)).map { .text($0) }
  }

  func encode(to encoder: any Encoder) throws {
    switch json {
    case .list(let list):
      var container = encoder.unkeyedContainer()
      for element in list { try container.encode(AnyValue(json: element)) }
    case .object(let object):
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in object {
        try container.encode(AnyValue(json: value), forKey: AnyKey(key))
      }
    default: try json.encode(to: encoder)
    }
  }
}
