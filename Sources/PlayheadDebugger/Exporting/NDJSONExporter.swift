import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// One JSON object per line, for `jq`, pandas, DuckDB, and scripts.
struct NDJSONExporter: Exporter {
  let format = "ndjson"
  let fileExtension = "ndjson"

  func write(_ session: ExportedSession, to file: OutputFile) throws {
    var text = TextFile(file)
    func write(_ kind: String, _ json: JSON) throws {
      try text.write(((["kind": kind] as JSON) + json).text + "\n")
    }
    try write("log", session.overview.json(nil))
    try session.forEachItem(as: .patches) { item in
      let (kind, json) = item.line
      try write(kind, json)
    }
    try text.flush()
  }
}

extension ExportedSession.Item {
  var line: (kind: String, json: JSON) {
    switch self {
    case .state(let step, let state): ("state", ["step": step, "state": JSON.text(state)])
    case .action(let action, let changes):
      ("action", action.json.adding("changes", ifAny: changes.map { JSON.text($0) }))
    case .note(let note): ("note", ActionsRequest.Part.note(note).json())
    case .gap(let gap): ("gap", gap.json)
    case .resumption(let resumption): ("resumption", resumption.json)
    case .trap(let trap, let type):
      (
        "trap",
        ["step": trap.step, "type": type?.name, "store": trap.store, "reason": trap.reason]
      )
    case .otherStates(let mismatch): ("otherStates", mismatch.json)
    case .unshown(let state):
      (
        "unshown",
        ["step": state.steps.lowerBound, "store": state.store, "reason": state.reason]
      )
    }
  }
}
