import PlayheadLog

/// Where `continue` and `reverse-continue` stop.
struct NumberedBreakpoint: Codable {
  /// By which it is called; never given twice.
  let number: Int
  /// The type of the actions at which it stops.
  let type: String

  func stops(at entry: LogEntry) -> Bool { entry.type.name == type }
}

extension NumberedBreakpoint: CustomStringConvertible {
  var description: String { "breakpoint \(number): \(type.visible)" }

  var json: JSON { ["breakpoint": .number(number), "type": .string(type)] }
}

/// The breakpoints of a conversation, in the order in which they were made.
struct Breakpoints: Codable {
  private(set) var all: [NumberedBreakpoint] = []
  private var lastNumber = 0

  /// Adds one, unless there is an equal one, and gives it.
  mutating func add(type: String) -> NumberedBreakpoint {
    if let same = all.first(where: { $0.type == type }) { return same }
    lastNumber += 1
    all.append(NumberedBreakpoint(number: lastNumber, type: type))
    return all[all.count - 1]
  }

  /// Takes one away, and gives it; nil if there is none of this number.
  mutating func remove(_ number: Int) -> NumberedBreakpoint? {
    all.firstIndex { $0.number == number }.map { all.remove(at: $0) }
  }

  mutating func removeAll() { all = [] }

  /// The first at which an action is to stop.
  func stop(at entry: LogEntry) -> NumberedBreakpoint? { all.first { $0.stops(at: entry) } }
}
