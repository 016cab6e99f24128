import PlayheadReplay
import PlayheadValues

/// Where `continue` and `reverse-continue` stop.
struct StopPoint {
  /// By which it is called; never given twice.
  let number: Int
  let kind: Kind

  enum Kind: Hashable {
    /// At certain actions.
    case breakpoint(Breakpoint)
    /// Where the value at a place becomes another, if a condition holds there.
    case watch(StatePath, Condition?)
  }

  var condition: Condition? {
    switch kind {
    case .breakpoint(let breakpoint): breakpoint.condition
    case .watch(_, let condition): condition
    }
  }

  /// Whether nobody can say without the app's stores where it stops.
  var needsStates: Bool {
    if case .watch = kind { true } else { condition?.needsStates == true }
  }
}

/// A conversation that begins anew after a trap goes on with them: as a person wrote them.
extension StopPoint: Codable {
  private enum Key: CodingKey { case number, type, path, condition }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    number = try container.decode(Int.self, forKey: .number)
    let condition = try container.decodeIfPresent(String.self, forKey: .condition)
      .map { try Condition($0) }
    if let path = try container.decodeIfPresent(String.self, forKey: .path) {
      kind = .watch(try StatePath(path), condition)
    } else {
      let type = try container.decodeIfPresent(String.self, forKey: .type)
      kind = .breakpoint(Breakpoint(type: type, condition: condition))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(number, forKey: .number)
    try container.encodeIfPresent(condition?.text, forKey: .condition)
    switch kind {
    case .breakpoint(let breakpoint):
      try container.encodeIfPresent(breakpoint.type, forKey: .type)
    case .watch(let path, _): try container.encode(path.description, forKey: .path)
    }
  }
}

extension StopPoint: CustomStringConvertible {
  var description: String {
    let condition = condition.map { "if \($0.text)" }
    switch kind {
    case .breakpoint(let breakpoint):
      let words = [breakpoint.type, condition].compactMap(\.self)
      return "breakpoint \(number): \(words.joined(separator: " "))"
    case .watch(let path, _):
      return
        "watchpoint \(number): \(([path.placeName] + [condition].compactMap(\.self)).joined(separator: " "))"
    }
  }

  var json: JSON { .object(jsonMembers) }

  var jsonMembers: [(key: String, value: JSON)] {
    var members: [(key: String, value: JSON)]
    switch kind {
    case .breakpoint(let breakpoint):
      members = [("breakpoint", .number(number))]
      if let type = breakpoint.type { members.append(("type", .string(type))) }
    case .watch(let path, _):
      members = [("watchpoint", .number(number)), ("path", .string(path.description))]
    }
    if let condition { members.append(("if", .string(condition.text))) }
    return members
  }
}

/// The breakpoints and watchpoints of a conversation, in the order in which they were made.
struct Breakpoints: Codable {
  private(set) var all: [StopPoint] = []
  private var lastNumber = 0

  /// Adds one, unless there is an equal one, and gives it.
  mutating func add(_ kind: StopPoint.Kind) -> StopPoint {
    if let same = all.first(where: { $0.kind == kind }) { return same }
    lastNumber += 1
    all.append(StopPoint(number: lastNumber, kind: kind))
    return all[all.count - 1]
  }

  /// Takes one away, and gives it; nil if there is none of this number.
  mutating func remove(_ number: Int) -> StopPoint? {
    all.firstIndex { $0.number == number }.map { all.remove(at: $0) }
  }

  mutating func removeAll() { all = [] }
}
