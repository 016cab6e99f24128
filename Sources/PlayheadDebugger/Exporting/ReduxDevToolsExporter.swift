import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// A file for the "Import" button of Redux DevTools: each action with the whole state after it. Renames a
/// member `$jsan` to `$$jsan`, because DevTools uses `$jsan` as a mark.
struct ReduxDevToolsExporter: Exporter {
  let format = "redux-devtools"
  let fileExtension = "devtools.json"

  /// A larger file is hardly opened: DevTools keeps all of it in the memory of a browser's page.
  var largeSize = 100 << 20

  /// How large the file becomes, if it becomes too large to be opened.
  func note(about session: ExportedSession) -> String? {
    let (last, inspector) = (session.steps.upperBound, session.inspector)
    guard inspector.hasStores,
      let state = try? inspector.ask(StateRequest(of: last)).value.json.utf8.count
    else { return nil }
    let count = min(session.steps.count, session.overview.actions)
    let (product, isTooLarge) = state.multipliedReportingOverflow(by: count)
    let size = isTooLarge ? .max : product
    guard size > largeSize else { return nil }
    let fewer = max(largeSize / max(state, 1), 1)
    let first = last.number - UInt64(min(fewer, count)) + 1
    return "the file will take about \(Format.bytes(UInt64(size))): the whole state after each of "
      + "\(Format.count(count)) actions; a browser can hardly open it, and '\(first)..\(last)' would be smaller"
  }

  func write(_ session: ExportedSession, to file: OutputFile) throws {
    var text = TextFile(file)
    var count = 1
    let start = (session.overview.start?.nanoseconds ?? 0) / 1_000_000
    try text.write(
      #"{"monitorState":{},"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"#
        + #""timestamp":\#(start)}"#)
    try session.forEachAction { part in
      guard case .action(let action, _, _) = part else { return }
      try text.write(",\"\(count)\":\(Self.json(of: action))")
      count += 1
    }
    try text.write(#"},"nextActionId":\#(count),"stagedActionIds":[0"#)
    for id in 1..<count { try text.write(",\(id)") }
    try text.write(#"],"skippedActionIds":[],"#)
    try writeStates(of: session, &text)
    try text.write(
      #","currentStateIndex":\#(count - 1),"isLocked":false,"isPaused":false}"# + "\n")
    try text.flush()
  }

  private func writeStates(of session: ExportedSession, _ text: inout TextFile) throws {
    var written = 0
    func write(_ state: String?) throws {
      let json = state.map { #"{"state":\#(Self.unmarked($0))}"# }
      try text.write((written == 0 ? "" : ",") + (json ?? Self.noState))
      written += 1
    }
    try session.forEachItem(as: .states) { item in
      switch item {
      case .state(_, let state) where written == 0:
        try text.write(#""committedState":\#(Self.unmarked(state)),"computedStates":["#)
        try write(state)
      case .listed(.action, let state):
        if written == 0 {
          try text.write(#""committedState":null,"computedStates":["#)
          try write(nil)
        }
        try write(state)
      case .state, .listed, .trap, .unshown, .otherStates: break
      }
    }
    if written == 0 { try text.write(#""committedState":null,"computedStates":[\#(Self.noState)"#) }
    try text.write("]")
  }

  private static let noState = #"{"state":null,"error":"the state of this step is not available"}"#

  /// Renames `$jsan`. Matches only member names, because JSON escapes quotation marks inside strings.
  private static func unmarked(_ json: String) -> String {
    json.replacingBytes(of: #"{"$jsan":"#, with: #"{"$$jsan":"#)
      .replacingBytes(of: #","$jsan":"#, with: #","$$jsan":"#)
  }

  /// An action in Redux's form, with the time in milliseconds since 1970.
  private static func json(of action: ActionRecord) -> String {
    let type = Value.string(action.type.name).json
    return #"{"type":"PERFORM_ACTION","action":{"type":\#(type),"payload":"#
      + unmarked(action.payload.json)
      + #","step":\#(action.step)},"timestamp":\#(action.wallTime / 1_000_000)}"#
  }
}
