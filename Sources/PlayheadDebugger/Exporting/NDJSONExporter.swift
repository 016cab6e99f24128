import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// One JSON object per line, for `jq`, pandas, DuckDB, and scripts.
struct NDJSONExporter: Exporter {
  let format = "ndjson"
  let fileExtension = "ndjson"
  let beginning = #"{"kind":"#

  func write(_ session: ExportedSession, to file: OutputFile) throws {
    var text = TextFile(file)
    func write(_ kind: String, _ json: JSON) throws {
      try text.write(((["kind": kind] as JSON) + json).text + "\n")
    }
    try write("log", session.overview.json(nil))
    try session.forEachItem(as: .patches) { item in
      switch item {
      case .state(let step, let state):
        try write("state", ["step": step, "state": JSON.text(state)])
      case .action(let action, let changes):
        try write("action", action.json.adding("changes", ifAny: changes.map { JSON.text($0) }))
      case .note(let note): try write("note", ActionsRequest.Part.note(note).json())
      case .gap(let gap): try write("gap", gap.json)
      case .trap(let trap, let type):
        try write(
          "trap",
          ["step": trap.step, "type": type?.name, "store": trap.store, "reason": trap.reason])
      case .otherStates(let mismatch): try write("otherStates", mismatch.json)
      case .unshown(let state):
        try write(
          "unshown",
          ["step": state.steps.lowerBound, "store": state.store, "reason": state.reason])
      }
    }
    try text.flush()
  }
}
