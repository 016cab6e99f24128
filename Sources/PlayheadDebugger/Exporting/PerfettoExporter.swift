import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// A trace for Perfetto (ui.perfetto.dev) and Chrome: a track of all actions, a track for each store, arrows
/// from causes to effects, and curves of numbers.
struct PerfettoExporter: Exporter {
  let format = "perfetto"
  let fileExtension = "trace.json"
  let drawsCounters = true

  func write(_ session: ExportedSession, to file: OutputFile) throws {
    var text = TextFile(file)
    var isFirst = true
    func write(_ event: TraceEvent) throws {
      // Perfetto takes a quotation mark after a backslash for a part of the text, even after an escaped one.
      let json = try JSON(event).text.replacingBytes(of: #"\\"#, with: #"\u005c"#)
      try text.write((isFirst ? "\n" : ",\n") + json)
      isFirst = false
    }
    try text.write(#"{"displayTimeUnit":"ns","traceEvents":["#)
    let (app, stores) = (session.overview.app ?? "", session.overview.stores)
    try write(TraceEvent(ph: .metadata, name: "process_name", args: .init(name: app)))
    for (number, name) in (["actions"] + stores).enumerated() {
      // Track 1 has all actions. The others are for the stores, in order.
      try write(
        TraceEvent(ph: .metadata, name: "thread_name", tid: number + 1, args: .init(name: name)))
    }
    try Self.forEachPoint(of: session, write)
    var last: Int64 = 0
    var tracks = Array(repeating: OpenSlices(), count: 1 + stores.count)
    try session.forEachAction { part in
      switch part {
      case .action(let action, _, _):
        last = action.offset
        for slice in Self.slices(of: action, stores, &tracks) { try write(slice) }
        if let start = action.cause.flatMap({ try? session.inspector.action(at: $0).offset }) {
          for end in Self.arrow(from: start, to: action) { try write(end) }
        }
      case .note(let note): try write(Self.instant("note: \(note.text)", at: note.offset))
      case .gap(let gap): try write(Self.instant(gap.text, at: last))
      case .resumption(let resumption): try write(Self.instant(resumption.text, at: last))
      case .stores(let change): try write(Self.instant(change.text, at: last))
      case .unshown(let state): try write(Self.instant("\(state)", at: last))
      }
    }
    try text.write("\n]}\n")
    try text.flush()
  }

  /// The action on the track of all actions, and on the track of each store that it changed.
  private static func slices(
    of action: ActionRecord, _ stores: [String], _ tracks: inout [OpenSlices]
  ) -> [TraceEvent] {
    let duration = max(action.outcome?.nanoseconds ?? 0, 0)
    let changed = (action.outcome?.changed ?? []).compactMap { stores.firstIndex(of: $0) }
    return ([0] + changed.map { $0 + 1 }).map { track in
      let shown = tracks[track].open(at: max(action.offset, 0), for: duration)
      return TraceEvent(
        ph: .slice, name: action.type.name, cat: "action", tid: track + 1,
        ts: .microseconds(action.offset), dur: .microseconds(shown),
        args: .init(
          step: action.step, payload: track == 0 ? action.payload : nil,
          nanoseconds: shown < duration ? duration : nil))
    }
  }

  private static func arrow(from start: Int64, to action: ActionRecord) -> [TraceEvent] {
    var beginning = TraceEvent(ph: .arrowStart, name: "cause", cat: "cause", tid: 1)
    (beginning.id, beginning.ts) = (action.step, .microseconds(start))
    var end = beginning
    (end.ph, end.bp, end.ts) = (.arrowEnd, "e", .microseconds(action.offset))
    return [beginning, end]
  }

  /// The numbers at the counters' paths: the first ones, and each change. Warns of paths without a number.
  private static func forEachPoint(
    of session: ExportedSession, _ body: (TraceEvent) throws -> Void
  ) throws {
    let (paths, steps) = (session.counters, session.steps)
    guard !paths.isEmpty else { return }
    // The places without a number so far, and those that have one now.
    var (missing, present) = (Set(paths.indices), Set<Int>())
    let states = (steps.lowerBound.previous ?? .initial)...steps.upperBound
    _ = try session.inspector.ask(ValuesRequest(at: paths, in: states)) { part in
      switch part {
      case .trap(let trap, let type): try session.warn("\(ReplayError.traps(trap, type))")
      case .unshown(let state): try session.warn("\(state)")
      case .value(let value, let place, let step):
        let time = session.time(ofState: max(step, steps.lowerBound))
        guard let number = value?.number else {
          // A curve cannot end: Perfetto continues it with the last number.
          guard present.remove(place) != nil else { return }
          return try body(instant("no number at '\(paths[place])'", at: time))
        }
        missing.remove(place)
        present.insert(place)
        try body(
          TraceEvent(
            ph: .counter, name: "\(paths[place])", ts: .microseconds(time),
            args: .init(value: .text(number))))
      }
    }
    for place in missing.sorted() {
      try session.warn("there is no number at '\(paths[place])' to draw a curve of")
    }
  }

  private static func instant(_ text: String, at time: Int64) -> TraceEvent {
    TraceEvent(ph: .instant, name: text, tid: 1, ts: .microseconds(time), s: "p")
  }
}

/// An event of the Trace Event Format, with the members that it has in that format.
private struct TraceEvent: Encodable {
  enum Phase: String, Encodable {
    case metadata = "M"
    case slice = "X"
    case instant = "i"
    case counter = "C"
    case arrowStart = "s"
    case arrowEnd = "f"
  }

  struct Arguments: Encodable {
    @IfPresent var name: String? = nil
    @IfPresent var step: Step? = nil
    @IfPresent var payload: Value? = nil
    @IfPresent var nanoseconds: Int64? = nil
    @IfPresent var value: JSON? = nil
  }

  let pid = 1
  var ph: Phase
  let name: String
  @IfPresent var cat: String? = nil
  @IfPresent var tid: Int? = nil
  @IfPresent var ts: JSON? = nil
  @IfPresent var dur: JSON? = nil
  @IfPresent var id: Step? = nil
  @IfPresent var bp: String? = nil
  @IfPresent var s: String? = nil
  @IfPresent var args: Arguments? = nil
}

extension JSON {
  /// Traces use microseconds. Perfetto drops events with negative times.
  fileprivate static func microseconds(_ nanoseconds: Int64) -> JSON {
    let (whole, rest) = max(nanoseconds, 0).quotientAndRemainder(dividingBy: 1_000)
    return .text("\(whole).\(Format.padded(rest, to: 3))")
  }
}

/// The slices of a track that may go on, the innermost last. Perfetto drops a slice that overlaps another one
/// in part, so such a slice ends where the other one does.
private struct OpenSlices {
  private var ends: [Int64] = []

  /// Opens a slice, and returns how long it lasts on the track.
  mutating func open(at start: Int64, for duration: Int64) -> Int64 {
    while let last = ends.last, last <= start { ends.removeLast() }
    let shown = min(duration, (ends.last ?? .max) - start)
    ends.append(start + shown)
    return shown
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
