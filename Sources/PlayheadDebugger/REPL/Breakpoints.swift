import PlayheadInspector
import PlayheadReplay
import PlayheadValues

/// A breakpoint or a watchpoint.
struct StopPoint {
  /// A number that is used only once.
  let number: Int
  let kind: StopRequest.Kind
  /// Whether the first stop deletes it.
  var isTemporary = false

  var condition: Condition? { kind.condition }
}

extension StopPoint: CustomStringConvertible {
  var description: String {
    let condition = condition.map { "if \($0.text)" }
    switch kind {
    case .breakpoint(let breakpoint):
      let words = [breakpoint.type, condition].compactMap(\.self)
      return
        "\(isTemporary ? "temporary " : "")breakpoint \(number): \(words.joined(separator: " "))"
    case .watch(let path, _):
      return
        "watchpoint \(number): \(([path.placeName] + [condition].compactMap(\.self)).joined(separator: " "))"
    }
  }

  var json: JSON {
    let stop: JSON =
      switch kind {
      case .breakpoint(let breakpoint):
        ["breakpoint": number] + (breakpoint.type.map { ["type": $0] } ?? [:])
      case .watch(let path, _): ["watchpoint": number, "path": path]
      }
    return stop.adding("if", ifAny: condition?.text)
      .adding("temporary", ifAny: isTemporary ? true : nil)
  }
}

/// The breakpoints and watchpoints of a session, the oldest first.
struct Breakpoints {
  private(set) var all: [StopPoint] = []
  private var lastNumber = 0

  /// Adds a stop and returns it. Returns the one at the same place if there is one, which stays if either is
  /// to stay.
  mutating func add(_ kind: StopRequest.Kind, isTemporary: Bool) -> StopPoint {
    if let place = all.firstIndex(where: { $0.kind == kind }) {
      all[place].isTemporary = all[place].isTemporary && isTemporary
      return all[place]
    }
    lastNumber += 1
    all.append(StopPoint(number: lastNumber, kind: kind, isTemporary: isTemporary))
    return all[all.count - 1]
  }

  /// Removes a stop and returns it. `nil` if the number is unknown.
  mutating func remove(_ number: Int) -> StopPoint? {
    all.firstIndex { $0.number == number }.map { all.remove(at: $0) }
  }

  mutating func removeAll() { all = [] }
}
