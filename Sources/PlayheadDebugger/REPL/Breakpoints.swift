import PlayheadInspector
import PlayheadReplay
import PlayheadValues

/// Where `continue` and `reverse-continue` stop.
struct StopPoint {
  /// By which it is called; never given twice.
  let number: Int
  let kind: StopRequest.Kind

  var condition: Condition? {
    switch kind {
    case .breakpoint(let breakpoint): breakpoint.condition
    case .watch(_, let condition): condition
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
struct Breakpoints {
  private(set) var all: [StopPoint] = []
  private var lastNumber = 0

  /// Adds one, unless there is an equal one, and gives it.
  mutating func add(_ kind: StopRequest.Kind) -> StopPoint {
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
