import Foundation
import PlayheadDebugger
import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import TestSupport
import Testing

@Suite struct HistoryRequestTests {
  enum Edit: Codable {
    case insert(String)
    case set(Int, String)
  }

  @Test func `HistoryRequest gives a list element's own old value, also if its index has changed`()
    throws
  {
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
      var seen: [ValueChange] = []
      let request = HistoryRequest(of: try StatePath(path), at: Step(UInt64(step)))
      _ = try inspector.ask(request) { seen.append($0) }
      #expect(seen.map(\.step) == [2], "\(path) at \(step)")
      #expect(
        seen.first?.old == .string("b") && seen.first?.new == .string("c"), "\(path) at \(step)")
    }
  }
}

/// What the command line says of a value that was removed.
@Suite struct RemovedValueTests {
  struct Queue: Codable, Sendable { var items: [String] = [] }
  struct Append: Action { var item: String }
  struct RemoveLast: Action {}

  struct Line: ReplayableApp {
    static let appName = "line"
    let dispatcher: Dispatcher

    init(inputs: SystemInputs) throws {
      dispatcher = Dispatcher(inputs: inputs)
      try dispatcher.register(
        Store("queue", Queue())
          .on(Append.self) { $0.items.append($1.item) }
          .on(RemoveLast.self) { queue, _ in queue.items.removeLast() })
    }
  }

  private func desk() throws -> Desk {
    let desk = try Desk(apps: [Line.self])
    let app = try Line(inputs: .seeded())
    let recording = try app.dispatcher.record(
      to: desk.path("q.playhead"), app: "line", clock: ManualClock())
    for item in ["a", "b"] { app.dispatcher.dispatch(Append(item: item)) }
    app.dispatcher.dispatch(RemoveLast())
    app.dispatcher.dispatch(Append(item: "c"))
    app.dispatcher.dispatch(RemoveLast())
    try recording.close()
    return desk
  }

  @Test func `'history' of a removed value ends with the action that removed it`() throws {
    let outcome = try desk().playhead("history q.playhead queue.items[1]")
    #expect(outcome.code == .good && outcome.error == "")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first?.contains("Append") == true && lines.first?.hasSuffix("nothing → \"c\"") == true)
    #expect(lines.last?.contains("RemoveLast") == true)
    #expect(lines.last?.hasSuffix("queue.items[1]: \"c\" → nothing") == true)
  }

  @Test func `'blame' names the action that removed a value, and the old value`() throws {
    let outcome = try desk().playhead("blame q.playhead queue.items[1]")
    #expect(outcome.code == .good && outcome.output.contains("RemoveLast"))
    #expect(outcome.output.hasSuffix("queue.items[1]  removed; it was \"c\"\n"))
    let json = try desk().playhead("blame q.playhead queue.items[1] --json")
    #expect(
      json.output.contains(#"{"path":"queue.items[1]","value":null,"step":5,"type":"#)
        && json.output.hasSuffix(#""removed":"c"}"# + "\n"))
  }

  @Test
  func `'last' in 'debug' goes to the action that removed a value, then to the change before it`()
    throws
  {
    let outcome = try desk().playhead(
      "debug q.playhead",
      on: MemoryTerminal(input: "last queue.items[1]\nlast queue.items[1]\n"))
    #expect(outcome.code == .good, "\(outcome)")
    #expect(outcome.output.contains("queue.items[1]: \"c\" → nothing"))
    #expect(outcome.output.contains("queue.items[1]: nothing → \"c\""))
  }

  @Test func `'history' and 'blame' refuse a path that never had a value`() throws {
    let desk = try desk()
    for command in ["history", "blame"] {
      let outcome = desk.playhead("\(command) q.playhead queue.items[7]")
      #expect(outcome.code == .badAnswer)
      #expect(outcome.error.contains("the state at step 5 has no 'queue.items[7]'"))
    }
  }
}
