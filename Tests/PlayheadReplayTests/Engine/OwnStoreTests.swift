import Foundation
import PlayheadFiles
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

/// Two action types with the same short name, as two modules may have them.
private enum Left {
  struct Add: Codable { var by: Int }
}

private enum Right {
  struct Add: Codable { var by: Int }
}

/// An increment that cannot be encoded if its text is no number.
private struct Increment: Codable {
  struct NoNumber: Error {}

  var text: String

  init(text: String) { self.text = text }

  func encode(to encoder: any Encoder) throws {
    guard Int(text) != nil else { throw NoNumber() }
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }
}

/// Stores that do not know Playhead, recorded and replayed as an `AppEntry`.
@Suite struct OwnStoreTests {
  private func withURL(_ body: (URL) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).playhead")
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url)
  }

  @Test func `four of thirteen increments cannot be encoded, and every state is the app's`() throws
  {
    try withURL { url in
      var count = 0
      let recording = try Recording(to: url, app: "c", stores: ["count"]) { [count] }
      var live = [0]
      let lost = [3, 4, 9, 13]
      for number in 1...13 {
        let increment = Increment(text: lost.contains(number) ? "many" : "\(number)")
        recording.record(increment) { count += Int(increment.text) ?? 100 }
        live.append(count)
      }
      try recording.close()

      let log = try ActionLog(url)
      let entry = AppEntry.reducer("c", store: "count", initial: 0, action: Increment.self) {
        $0 += Int($1.text) ?? 100
      }
      let replay = try Replay(log, with: entry.player())
      // The state after each gap is in the log.
      for (step, count) in live.enumerated() {
        #expect(
          try replay.state(at: Step(UInt64(step))).value(at: StatePath("count"))
            == .int(Int64(count)), "step \(step)")
      }
      let gaps = log.reader.readableNotesAndGaps().gaps
      #expect(gaps.map(\.steps) == [3...3, 4...4, 9...9, 13...13])
      #expect(gaps.allSatisfy { "\($0)".contains("Increment") }, "\(gaps)")
    }
  }

  @Test func `two types of the same short name are told apart`() throws {
    try withURL { url in
      var state = [0, 0]
      let recording = try Recording(to: url, app: "two", stores: ["two"]) { [state] }
      recording.record(Left.Add(by: 1)) { state[0] += 1 }
      recording.record(Right.Add(by: 2)) { state[1] += 2 }
      try recording.close()
      let entry = AppEntry.reducer(
        "two", initial: [0, 0], actions: [Left.Add.self, Right.Add.self]
      ) {
        (state: inout [Int], action: Any) in
        if let add = action as? Left.Add { state[0] += add.by }
        if let add = action as? Right.Add { state[1] += add.by }
      }
      let log = try ActionLog(url)
      let names = try [1, 2].map { try log.entry(at: $0).type.name }
      #expect(names[0].hasSuffix("Left.Add") && names[1].hasSuffix("Right.Add"))
      let state2 = try Replay(log, with: entry.player()).state(at: 2)
      #expect(try state2.value(at: StatePath("two[0]")) == .int(1))
      #expect(try state2.value(at: StatePath("two[1]")) == .int(2))
    }
  }
}
