import PlayheadFiles
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// A trace that Perfetto (ui.perfetto.dev) and Chrome read: a track of actions, one for each store, arrows from causes to what
/// followed, and curves of numbers.
struct PerfettoExporter: Exporter {
  let format = "perfetto"
  let fileExtension = "json"
  let beginning = #"{"displayTimeUnit":"#

  func write(_ session: ExportedSession, to file: OutputFile) throws {
    var text = TextFile(file)
    var isFirst = true
    func write(_ event: JSON) throws {
      try text.write((isFirst ? "\n" : ",\n") + ((["pid": 1] as JSON) + event).text)
      isFirst = false
    }
    try text.write(#"{"displayTimeUnit":"ns","traceEvents":["#)
    let stores = session.overview.stores
    for (number, name) in (["actions"] + stores).enumerated() {
      try write(Self.track(named: name, number))
    }
    try session.forEachAction { part in
      switch part {
      case .action(let action, _):
        try Self.forEachSlice(of: action, stores) { try write($0) }
        if let cause = action.cause, let start = session.time(of: cause) {
          for end in Self.arrow(from: start, to: action) { try write(end) }
        }
      case .note(let note): try write(Self.mark("note: \(note.text)", at: note.offset))
      case .gap(let gap):
        let before = gap.steps.lowerBound.previous.flatMap { session.time(of: $0) }
        try write(Self.mark(gap.text, at: before ?? 0))
      }
    }
    for path in session.counters {
      _ = try session.inspector.ask(HistoryRequest(of: path)) { change in
        guard let number = change.new?.number, let time = session.time(of: change.step) else {
          return
        }
        try write([
          "ph": "C", "name": "\(path)", "ts": Self.microseconds(time),
          "args": ["value": JSON.text(number)] as JSON,
        ])
      }
    }
    try text.write("\n]}\n")
    try text.flush()
  }

  /// The track of the actions is the first; that of a store has its number.
  private static func track(named name: String, _ number: Int) -> JSON {
    [
      "ph": "M", "name": "thread_name", "tid": number + 1, "args": ["name": name] as JSON,
    ]
  }

  /// The action on its own track, and on that of each store that it changed.
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

  /// An arrow from the time of an action's cause to the action.
  private static func arrow(from start: Int64, to action: ActionRecord) -> [JSON] {
    let common: JSON = ["name": "cause", "cat": "cause", "id": action.step, "tid": 1]
    return [
      ["ph": "s", "ts": microseconds(start)] + common,
      ["ph": "f", "bp": "e", "ts": microseconds(action.offset)] + common,
    ]
  }

  private static func mark(_ text: String, at time: Int64) -> JSON {
    ["ph": "i", "name": text, "s": "p", "tid": 1, "ts": microseconds(time)]
  }

  /// Traces count in microseconds.
  private static func microseconds(_ nanoseconds: Int64) -> JSON {
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000)
    return .text((nanoseconds < 0 ? "-" : "") + "\(whole).\(Format.padded(rest, to: 3))")
  }
}

extension ExportedSession {
  /// When an action came, in nanoseconds since the start; nil if it cannot be read.
  fileprivate func time(of step: Step) -> Int64? { try? inspector.action(at: step).offset }
}

extension Value {
  /// A number as JSON has it; nil if it is none.
  fileprivate var number: String? {
    switch self {
    case .int, .uint, .int128, .uint128, .decimal: json
    case .float(let number): number.isFinite ? json : nil
    case .double(let number): number.isFinite ? json : nil
    default: nil
    }
  }
}
