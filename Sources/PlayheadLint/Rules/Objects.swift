/// What is known of classes.
struct Objects {
  private let program: Program

  init(_ program: Program) { self.program = program }

  /// Classes of others of which an instance is always what it was, or of which Playhead knows.
  private static let constant: Set<String> = [
    "KeyPath", "WritableKeyPath", "ReferenceWritableKeyPath", "PartialKeyPath", "AnyKeyPath",
    "JSONEncoder", "JSONDecoder", "PropertyListEncoder", "PropertyListDecoder",
    "NSRegularExpression",
    "ISO8601DateFormatter", "DateFormatter", "NumberFormatter", "NSNumber", "NSString", "NSURL",
    "NSDate", "NSUUID", "Bundle", "Regex",
  ]

  /// Values that hold something that changes behind a constant.
  private static let cells: Set<String> = [
    "Mutex", "Atomic", "OSAllocatedUnfairLock", "ManagedAtomic",
  ]

  /// Whether a type is a class with something that may change, or a cell.
  func canChange(_ name: String, mangled: String) -> Bool {
    let short = String(name.split(separator: ".").last ?? "")
    if Self.cells.contains(short) { return true }
    if let facts = program.types[name], let kind = facts.kind {
      return kind == .object && hasVariables(facts)
    }
    let module = name.prefix { $0 != "." }
    if module.hasPrefix("Playhead") || Self.constant.contains(short) { return false }
    return Self.isClass(short, in: mangled)
  }

  /// Whether anything in an instance can change: a variable of its own or of what it inherits.
  private func hasVariables(_ facts: TypeFacts) -> Bool {
    if facts.parts.contains(where: { !$0.isConstant }) { return true }
    if facts.parts.contains(where: { Self.isClass($0.type) }) { return true }
    return !facts.superclass.isEmpty
  }

  /// Whether the mangled type says that the name is a class's.
  private static func isClass(_ name: String, in mangled: String) -> Bool {
    mangled.contains("\(name.utf8.count)\(name)C")
  }

  /// Whether a mangled type is a class, or an optional one.
  static func isClass(_ mangled: String) -> Bool {
    mangled.hasSuffix("CD") || mangled.hasSuffix("CSgD")
  }
}
