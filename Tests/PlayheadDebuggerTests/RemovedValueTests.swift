import Foundation
import PlayheadDebugger
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import TestSupport
import Testing

/// What the command line says of a value that was removed or has moved.
@Suite struct RemovedValueTests {
  struct Queue: Codable, Sendable { var items: [String] = [] }
  struct Append: Action { var item: String }
  struct RemoveLast: Action {}
  /// Its name is the end of that of `RemoveLast`.
  struct ShortRemoveLast: Action { static let actionName = "RemoveLast" }
  struct Rename: Action { var place: Int, item: String }
  struct Push: Action { var item: String }

  struct Line: ReplayableApp {
    static let appName = "line"
    let dispatcher: Dispatcher

    init(inputs: SystemInputs) throws {
      dispatcher = Dispatcher(inputs: inputs)
      try dispatcher.register(
        Store("queue", Queue())
          .on(Append.self) { $0.items.append($1.item) }
          .on(RemoveLast.self) { queue, _ in queue.items.removeLast() }
          .on(Rename.self) { $0.items[$1.place] = $1.item }
          .on(Push.self) { $0.items.insert($1.item, at: 0) })
    }
  }

  private func desk(
    _ actions: [any Action] = [
      Append(item: "a"), Append(item: "b"), RemoveLast(), Append(item: "c"), RemoveLast(),
    ]
  ) throws -> Desk {
    let desk = try Desk(apps: [Line.self])
    let app = try Line(inputs: .seeded())
    let recording = try app.dispatcher.record(
      to: desk.path("q.playhead"), app: "line", clock: ManualClock())
    for action in actions { app.dispatcher.dispatch(action) }
    try recording.close()
    return desk
  }

  @Test func `'history' gives a list element's own old value, also if its index has changed`()
    throws
  {
    let desk = try desk([
      Append(item: "a"), Append(item: "b"), Push(item: "x"), Rename(place: 2, item: "c"),
    ])
    let outcome = desk.playhead("history q.playhead queue.items[2]")
    #expect(outcome.code == .good && outcome.output.hasSuffix("queue.items[2]: \"b\" → \"c\"\n"))
    #expect(!outcome.output.contains("Push"), "\(outcome)")
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

  @Test func `a search that finds nothing gives no hint for a path or a type that it found`()
    throws
  {
    let desk = try desk([
      Append(item: "a"), Append(item: "b"), RemoveLast(), ShortRemoveLast(),
    ])
    let path = desk.playhead("bisect q.playhead --where \"state('queue.items[1]') = 'x'\"")
    #expect(path.output.hasPrefix("never true") && !path.output.contains("has no"), "\(path)")
    let type = desk.playhead("bisect q.playhead --where \"type = 'RemoveLast' and step > 9\"")
    #expect(
      type.output.hasPrefix("never true") && !type.output.contains("did you mean"), "\(type)")
    let missing = desk.playhead("bisect q.playhead --where \"state('queue.itms') = 'x'\"")
    #expect(missing.output.contains("did you mean 'queue.items'?"), "\(missing)")
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
