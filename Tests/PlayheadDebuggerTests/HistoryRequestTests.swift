import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct HistoryRequestTests {
  enum Edit: Codable {
    case insert(String)
    case set(Int, String)
  }

  @Test func `the first old value is the element's own, wherever it was`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).playhead")
    defer { try? FileManager.default.removeItem(at: url) }
    let entry = AppEntry.reducer("list", initial: ["a", "b"], action: Edit.self) {
      switch $1 {
      case .insert(let text): $0.insert(text, at: 0)
      case .set(let place, let text): $0[place] = text
      }
    }
    var list = ["a", "b"]
    let recording = try Recording(to: url, app: "list", stores: ["list"], states: [list])
    recording.record(Edit.insert("x")) {
      list.insert("x", at: 0)
      return [list]
    }
    recording.record(Edit.set(2, "c")) {
      list[2] = "c"
      return [list]
    }
    try recording.close()
    let inspector = try Inspector(url, of: entry)
    for (path, step) in [("list[2]", 2), ("list[2]", 1), ("list[1]", 0)] {
      var seen: [SeenChange] = []
      let request = HistoryRequest(of: try StatePath(path), at: Step(UInt64(step)))
      _ = try inspector.ask(request) { seen.append($0) }
      #expect(seen.map(\.step) == [2], "\(path) at \(step)")
      #expect(
        seen.first?.old == .string("b") && seen.first?.new == .string("c"), "\(path) at \(step)")
    }
  }
}
