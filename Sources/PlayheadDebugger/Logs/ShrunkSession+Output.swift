import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Where it could not be written: which actions it has, and which of them have other payloads.
extension ShrunkSession: Shown {
  private var changed: [(key: Step, value: PlayheadValues.Value)] {
    payloads.sorted { $0.key < $1.key }
  }

  var json: JSON {
    [
      "log": .null, "steps": .array(steps.map { .uint($0.number) }),
      "payloads": .array(
        changed.map { ["step": .uint($0.key.number), "payload": .tree($0.value)] }),
    ]
  }

  func print(on console: Console) throws {
    try console.print("not written: \(steps.map(\.description).joined(separator: " "))")
    for (step, payload) in changed {
      try console.print("  step \(step) with \(payload.json)")
    }
  }
}
