/// A declaration that code refers to, named as in the documentation: `Date.init()`, `Int.random(in:)`.
struct Symbol {
  /// Its module; empty for C.
  var module = ""
  /// The type that it is a member of, without outer types; empty for a free function.
  var owner = ""
  /// `init`, `random`.
  var name = ""
  /// The labels of its parameters, `_` if there is none; nil if it is not called.
  var labels: [String]?
  var isStatic = false
  /// The whole demangled name.
  var text = ""

  /// Protocols with members that are called on other types: `random(in:)` on `Int`.
  private static let protocols: Set<String> = [
    "FixedWidthInteger", "BinaryInteger", "BinaryFloatingPoint", "Sequence", "Collection",
    "MutableCollection", "StringProtocol", "Clock",
  ]

  /// The form in code: `Date()`, `TimeZone.current`, `shuffled()`.
  var written: String {
    let call = labels.map { labels in
      "(" + labels.map { "\($0):" }.joined() + ")"
    }
    if name == "init" { return owner + (call ?? "") }
    let isNamed = !owner.isEmpty && !Self.protocols.contains(owner)
    return (isNamed ? owner + "." : "") + name + (call ?? "")
  }
}

extension Symbol {
  /// Reads a USR: demangles one of Swift, and reads one of C and Objective-C as it is.
  init?(usr: String, _ demangler: Demangler) {
    if usr.hasPrefix("s:") {
      self.init(demangled: demangler.name(of: usr))
    } else if usr.hasPrefix("c:@F@") {
      self.init(name: String(usr.dropFirst(5).prefix { $0 != "#" }), labels: [])
    } else if usr.hasPrefix("c:objc(") {
      self.init(objectiveC: usr)
    } else {
      return nil
    }
  }

  /// `c:objc(cs)NSProcessInfo(py)systemUptime`.
  private init?(objectiveC usr: String) {
    let parts = usr.split(whereSeparator: { $0 == "(" || $0 == ")" }).map(String.init)
    guard parts.count >= 5 else { return nil }
    self.init()
    owner = parts[2].hasPrefix("NS") ? String(parts[2].dropFirst(2)) : parts[2]
    isStatic = parts[3].hasPrefix("c")
    name = String(parts[4].prefix { $0 != ":" })
    if parts[3] == "cm" || parts[3] == "im" { labels = [] }
  }

  /// `static (extension in Swift):Swift.FixedWidthInteger.random(in: Swift.Range<A>) -> A`.
  private init?(demangled: String) {
    guard !demangled.isEmpty else { return nil }
    self.init(text: demangled)
    var rest = Self.withoutExtensions(demangled)[...]
    for word in ["static ", "class "] where rest.hasPrefix(word) {
      (rest, isStatic) = (rest.dropFirst(word.count), true)
    }
    var path: [String] = [""]
    while let character = rest.first, character != "(", character != " ", character != ":" {
      if character == "<" {
        rest = Self.behindAngles(rest)
        continue
      }
      if character == "." { path.append("") } else { path[path.count - 1].append(character) }
      rest = rest.dropFirst()
    }
    module = path.removeFirst()
    name = path.popLast() ?? ""
    owner = path.last ?? ""
    if rest.first == "(" { labels = Self.labels(in: rest) }
  }

  private static func withoutExtensions(_ text: String) -> String {
    var text = text
    while let start = text.firstRange(of: "(extension in "),
      let end = text[start.upperBound...].firstRange(of: "):")
    {
      text.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return text
  }

  private static func behindAngles(_ text: Substring) -> Substring {
    var (depth, rest, previous) = (0, text, Character(" "))
    while let character = rest.first {
      rest = rest.dropFirst()
      if character == "<" { depth += 1 }
      if character == ">", previous != "-" { depth -= 1 }
      if depth == 0 { break }
      previous = character
    }
    return rest
  }

  /// The labels of `(in: Swift.Range<A>, using: inout A1) -> A`.
  private static func labels(in text: Substring) -> [String] {
    var (depth, part, labels) = (0, "", [String]())
    func close() { if !part.isEmpty { labels.append(Self.label(of: part)) } }
    for character in text {
      switch character {
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      case ">" where part.last != "-": depth -= 1
      default: break
      }
      if depth == 0 { break }
      if character == ",", depth == 1 {
        close()
        part = ""
      } else if depth > 1 || character != "(" || !part.isEmpty {
        part.append(character)
      }
    }
    close()
    return labels
  }

  private static func label(of parameter: String) -> String {
    let text = parameter.drop { $0 == " " }
    let label = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return !label.isEmpty && text[label.endIndex...].hasPrefix(": ") ? String(label) : "_"
  }
}

/// The symbols and rules of USRs, cached.
final class Names {
  private let demangler: Demangler
  private var symbols: [String: Symbol?] = [:]
  private var rules: [String: Rule?] = [:]

  init(_ demangler: Demangler) { self.demangler = demangler }

  /// The symbol of a USR; nil if it has no name.
  func symbol(_ usr: String) -> Symbol? {
    if let symbol = symbols[usr] { return symbol }
    let symbol = Symbol(usr: usr, demangler)
    symbols[usr] = .some(symbol)
    return symbol
  }

  /// The symbol of a USR, and the rule that it breaks; nil if it breaks none.
  func outside(_ usr: String) -> (Symbol, Rule)? {
    guard let symbol = symbol(usr) else { return nil }
    if let known = rules[usr] { return known.map { (symbol, $0) } }
    let rule = NondeterministicAPI.rule(of: symbol)
    rules[usr] = .some(rule)
    return rule.map { (symbol, $0) }
  }
}
