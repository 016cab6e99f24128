import PlayheadFiles
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// A trace for Perfetto (ui.perfetto.dev) and Chrome: a track of all actions, a track for each store, arrows
/// from causes to effects, and curves of numbers.
struct PerfettoExporter: Exporter {
  let format = "perfetto"
  let fileExtension = "json"
  let beginning = #"{"displayTimeUnit":"#

  func write(_ session: ExportedSession, to file: OutputFile) throws {
    var text = TextFile(file)
    var isFirst = true
    func write(_ event: JSON) throws {
      var json = ((["pid": 1] as JSON) + event).text
      // Perfetto takes a quotation mark after a backslash for a part of the text, even after an escaped one.
      if json.utf8.contains(UInt8(ascii: "\\")) {
        json = json.replacing(#"\\"#, with: #"\u005c"#)
      }
      try text.write((isFirst ? "\n" : ",\n") + json)
      isFirst = false
    }
    try text.write(#"{"displayTimeUnit":"ns","traceEvents":["#)
    let (app, stores) = (session.overview.header?.app ?? "", session.overview.stores)
    try write(["ph": "M", "name": "process_name", "args": ["name": app] as JSON])
    for (number, name) in (["actions"] + stores).enumerated() {
      try write(Self.track(named: name, number))
    }
    for path in session.counters {
      let hasPoints = try Self.forEachPoint(of: path, in: session) { try write($0) }
      if !hasPoints { try session.warn("there is no number at '\(path)' to draw a curve of") }
    }
    var times = ActionTimes(from: session.steps.lowerBound)
    try session.forEachAction { part in
      switch part {
      case .action(let action, _, _):
        times.add(action.offset, of: action.step)
        try Self.forEachSlice(of: action, stores) { try write($0) }
        if let start = action.cause.flatMap({ times[$0] }) {
          for end in Self.arrow(from: start, to: action) { try write(end) }
        }
      case .note(let note): try write(Self.mark("note: \(note.text)", at: note.offset))
      case .gap(let gap): try write(Self.mark(gap.text, at: times.last ?? 0))
      }
    }
    try text.write("\n]}\n")
    try text.flush()
  }

  /// Track 0 has all actions. The others are for the stores, in order.
  private static func track(named name: String, _ number: Int) -> JSON {
    [
      "ph": "M", "name": "thread_name", "tid": number + 1, "args": ["name": name] as JSON,
    ]
  }

  /// The action on the track of all actions, and on the track of each store that it changed.
  private static func forEachSlice(
    of action: ActionRecord, _ stores: [String], _ body: (JSON) throws -> Void
  ) throws {
    func slice(_ track: Int, _ arguments: JSON) -> JSON {
      [
        "ph": "X", "name": action.type.name, "cat": "action", "tid": track + 1,
        "ts": microseconds(action.offset), "dur": microseconds(action.outcome?.nanoseconds ?? 0),
        "args": arguments,
      ]
    }
    try body(slice(0, ["step": action.step, "payload": action.payload]))
    for store in action.outcome?.changed ?? [] {
      guard let number = stores.firstIndex(of: store) else { continue }
      try body(slice(number + 1, ["step": action.step]))
    }
  }

  /// An arrow from the cause to the action.
  private static func arrow(from start: Int64, to action: ActionRecord) -> [JSON] {
    let common: JSON = ["name": "cause", "cat": "cause", "id": action.step, "tid": 1]
    return [
      ["ph": "s", "ts": microseconds(start)] + common,
      ["ph": "f", "bp": "e", "ts": microseconds(action.offset)] + common,
    ]
  }

  /// The numbers at a path: the first, and each change. Returns whether there is any number.
  private static func forEachPoint(
    of path: StatePath, in session: ExportedSession, _ body: (JSON) throws -> Void
  ) throws -> Bool {
    let steps = session.steps
    var (isEmpty, hasBegun) = (true, false)
    func point(_ value: Value?, at time: Int64) throws {
      guard let number = value?.number else { return }
      isEmpty = false
      try body([
        "ph": "C", "name": "\(path)", "ts": microseconds(time),
        "args": ["value": JSON.text(number)] as JSON,
      ])
    }
    func begin(with value: Value?) throws {
      guard !hasBegun else { return }
      hasBegun = true
      try point(value, at: (try? session.inspector.action(at: steps.lowerBound).offset) ?? 0)
    }
    var last: Value?
    do {
      _ = try session.inspector.ask(HistoryRequest(of: path)) { change in
        guard change.step <= steps.upperBound else { return }
        if change.step >= steps.lowerBound, let time = change.offset {
          try begin(with: change.old)
          try point(change.new, at: time)
        }
        last = change.new
      }
    } catch InspectorError.nothing {
      return false
    }
    try begin(with: last)
    return !isEmpty
  }

  private static func mark(_ text: String, at time: Int64) -> JSON {
    ["ph": "i", "name": text, "s": "p", "tid": 1, "ts": microseconds(time)]
  }

  /// Traces use microseconds. Perfetto drops events with negative times.
  private static func microseconds(_ nanoseconds: Int64) -> JSON {
    let (whole, rest) = max(nanoseconds, 0).quotientAndRemainder(dividingBy: 1_000)
    return .text("\(whole).\(Format.padded(rest, to: 3))")
  }
}

/// The times of actions, for the starts of arrows, in nanoseconds since the log's start. Takes eight bytes
/// per step.
private struct ActionTimes {
  private static let unknown = Int64.min
  private let first: Step
  private var times: [Int64] = []

  init(from first: Step) { self.first = first }

  /// The time of the last action.
  var last: Int64? { times.last }

  mutating func add(_ time: Int64, of step: Step) {
    let missing = Int(step.number - first.number) - times.count
    times += repeatElement(Self.unknown, count: max(missing, 0))
    times.append(time)
  }

  subscript(step: Step) -> Int64? {
    guard step >= first, step.number - first.number < times.count else { return nil }
    let time = times[Int(step.number - first.number)]
    return time == Self.unknown ? nil : time
  }
}

extension Value {
  /// The number as JSON; `nil` if the value is not a finite number.
  fileprivate var number: String? {
    switch self {
    case .int, .uint, .int128, .uint128, .decimal: json
    case .float(let number): number.isFinite ? json : nil
    case .double(let number): number.isFinite ? json : nil
    default: nil
    }
  }
}
