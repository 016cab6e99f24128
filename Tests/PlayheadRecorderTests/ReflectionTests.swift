import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

/// Actions and states that are not `Codable`, recorded for looking only.
@Suite struct ReflectionTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private var url: URL { URL(filePath: folder.path("log")) }

  private class Node {
    var name: String
    var next: Node?

    init(_ name: String) { self.name = name }
  }

  private final class Leaf: Node {
    var size = 2
  }

  private enum Step {
    case idle
    case loaded(Result<Int, any Error>, by: String)
    case failed(code: Int)
  }

  private struct Open {
    var url = URL(filePath: "/a")
    var step = Step.idle
    var run: () -> Void = {}
    var nodes: [Node] = []
    var table: [String: Node?] = [:]
    var pair = (1, name: "b")
    var none: Node?
  }

  private func payloads(of actions: [Any]) throws -> [(ActionType, Value)] {
    let recording = try Recording(
      to: url, app: "looking", stores: ["looking"], reflecting: [Open()])
    for action in actions { recording.record(reflecting: action) { [Open()] } }
    try recording.close()
    let log = try ActionLog(url)
    return try (1...log.lastStep.number).map {
      let entry = try log.entry(at: PlayheadLog.Step($0))
      return (entry.type, try entry.payload())
    }
  }

  @Test func `an action recorded by reflection is in the log with the fields that a Mirror shows`()
    throws
  {
    var open = Open()
    open.step = .loaded(.success(3), by: "Ann")
    let (node, leaf) = (Node("a"), Leaf("b"))
    (node.next, leaf.next) = (leaf, node)
    (open.nodes, open.table) = ([node], ["x": leaf, "y": nil])
    let all = try payloads(of: [open, Step.failed(code: 4), Step.idle])
    #expect(all.map(\.0.version) == [-1, -1, -1])
    #expect(all[0].0.name.hasSuffix("Open"))
    #expect(all[1].0.name.hasSuffix("Step.failed") && all[2].0.name.hasSuffix("Step.idle"))
    let value = all[0].1
    #expect(value.value(at: try StatePath("url.relative")) == .string("file:///a"))
    #expect(value.value(at: try StatePath("step.loaded._0.success._0")) == .int(3))
    #expect(value.value(at: try StatePath("step.loaded.by")) == .string("Ann"))
    #expect(value.value(at: try StatePath("run")) == .string("(() -> ())"))
    #expect(value.value(at: try StatePath("nodes[0].next.name")) == .string("b"))
    #expect(value.value(at: try StatePath("nodes[0].next.size")) == .int(2))
    // An object within itself ends there.
    #expect(value.value(at: try StatePath("nodes[0].next.next")) == .string("…"))
    #expect(value.value(at: try StatePath("pair.name")) == .string("b"))
    #expect(all[1].1.value(at: try StatePath("code")) == .int(4))
    #expect(all[2].1 == .record([]))
  }

  @Test func `a replay of an action recorded by reflection throws an error that says so`() throws {
    var count = 0
    let recording = try Recording(to: url, app: "c", stores: ["c"], states: [count])
    recording.record(reflecting: Step.failed(code: 4)) {
      count += 1
      return [count]
    }
    try recording.close()
    let search = try Search(ActionLog(url), for: Condition("payload->>'code' = 4"))
    #expect(try search.nextStep(after: 0) == 1)
    let entry = AppEntry.reducer("c", initial: 0, action: Int.self) { $0 += $1 }
    do {
      try Replay(ActionLog(url), with: entry.player()).go(to: 1)
      Issue.record("it was replayed")
    } catch let error as ReplayError {
      #expect("\(error)".contains("was recorded by reflection, for looking only"), "\(error)")
    }
  }
}
