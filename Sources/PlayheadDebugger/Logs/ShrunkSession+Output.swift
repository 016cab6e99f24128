import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension ShrunkSession {
  /// Says which actions it has, and which of them have other payloads, where it could not be written.
  func tell(wantsJSON: Bool, on console: Console) throws {
    let changed = payloads.sorted { $0.key < $1.key }
    guard !wantsJSON else {
      return try console.print([
        "log": .null, "steps": .array(steps.map { .uint($0.number) }),
        "payloads": .array(
          changed.map { ["step": .uint($0.key.number), "payload": .tree($0.value)] }),
      ])
    }
    try console.print("not written: \(steps.map(\.description).joined(separator: " "))")
    for (step, payload) in changed {
      try console.print("  step \(step) with \(payload.json)")
    }
  }
}
