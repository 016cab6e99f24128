import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadPage
import PlayheadReplay
import PlayheadValues
import Testing

// What the pages of the inspector show, over the shop's session.

func asking(_ inspector: Inspector) throws {
  // begin
  let answer = try inspector.ask(StateRequest(of: 2, at: StatePath("cart.items")))
  print(answer.value.json)
  // end
  #expect(answer.value.json == #"{"A-7":2,"B-1":1}"#)
}

func openingARow(_ inspector: Inspector) throws {
  // begin
  let page = try inspector.ask(ChildrenRequest(of: 2, at: StatePath("cart.items"), limit: 20))
  for child in page.children { print(child.name, child.text) }
  // end
  #expect(page.count == 2 && page.children.map(\.name) == [#"["A-7"]"#, #"["B-1"]"#])
}

func followingAValue(_ url: URL) throws {
  // begin
  let inspector = try Inspector(url, of: Shop.self)
  _ = try inspector.ask(HistoryRequest(of: StatePath("cart.items"))) { change in
    print(change.step, change.old?.json ?? "nothing", "→", change.new?.json ?? "nothing")
  }
  // end
}

/// Returns the steps of the actions of a log that grows.
func subscribing(to url: URL) async throws -> [UInt64] {
  var steps: [UInt64] = []
  // begin
  var subscription = LogSubscription(to: url)
  while !subscription.isComplete {
    try subscription.poll { part in
      if case .action(let action, _, _) = part { steps.append(action.step.number) }
    }
    try await Task.sleep(for: .milliseconds(100))
  }
  // end
  return steps
}

func makingAPage(of url: URL, at target: URL) throws {
  // begin
  let page = try SessionPage(of: Inspector(url, of: Shop.self))
  try page.html.write(to: target, atomically: true, encoding: .utf8)
  // end
}

func stopping(_ inspector: Inspector) throws -> [InspectorProgress] {
  var progress: [InspectorProgress] = []
  // begin
  inspector.onEvent = { event in
    switch event {
    case .progress(let new): progress.append(new)
    case .warning(let warning): print("not quite what there was:", warning)
    case .index(let file), .foreignIndex(let file): print("see", file)
    }
    if Task.isCancelled { throw CancellationError() }
  }
  // end
  _ = try inspector.ask(ActionsRequest(where: Condition("changed('cart.items')")))
  return progress
}

func branching(_ inspector: Inspector) throws -> [UInt64] {
  var steps: [UInt64] = []
  // begin
  let made = try inspector.make(.edit(1, at: StatePath("quantity"), to: .int(5)))
  let differs = try inspector.ask(BranchComparisonRequest()).first
  try inspector.enter([])
  // end
  steps += [made.step, differs?.step].compactMap { $0?.number }
  return steps
}

// begin
/// Who changed a value: a line for each change, and at the end who wrote what is there now.
struct WhoChanged {
  let inspector: Inspector

  init(_ log: URL) throws {
    inspector = try Inspector(log, of: Shop.self)
  }

  func lines(for path: String) throws -> [String] {
    let path = try StatePath(path)
    var lines: [String] = []
    _ = try inspector.ask(HistoryRequest(of: path)) { change in
      let action = change.type?.name ?? "the beginning"
      let (old, new) = (change.old?.json ?? "nothing", change.new?.json ?? "nothing")
      lines.append("step \(change.step), \(action): \(old) → \(new)")
    }
    _ = try inspector.ask(BlameRequest(at: path)) { part in
      let writer = part.type?.name ?? "nobody"
      lines.append("\(part.path) is \(part.value?.json ?? "gone"), by \(writer)")
    }
    return lines
  }

  static func run(_ arguments: [String]) throws {
    let program = try WhoChanged(URL(filePath: arguments[0]))
    for line in try program.lines(for: arguments[1]) { print(line) }
  }
}
// end

// begin
/// Where a condition first holds: a program of one's own, with an app's debugger.
struct FirstTime {
  let log, debugger: URL

  /// The first step at which `condition` holds, and the history of the value at `path` up to it.
  func lines(_ condition: String, _ path: String) throws -> [String] {
    let inspector = try Inspector(log, storesOf: debugger)
    let (condition, path) = (try Condition(condition), try StatePath(path))
    do {
      let found = try inspector.ask(BisectRequest(condition)).found
      guard let step = found.first else { return ["never true"] }
      let value = try inspector.ask(StateRequest(of: step, at: path)).value
      var lines = ["step \(step): \(value.json)"]
      _ = try inspector.ask(HistoryRequest(of: path, at: step)) { change in
        lines.append("  \(change.step): \(change.new?.json ?? "gone")")
      }
      return lines
    } catch ReplayError.traps(let crash, _) {
      return ["a store crashes at step \(crash.step): \(crash.reason)"]
    }
  }

  /// The same, unless it takes longer than a limit.
  func lines(
    _ condition: String, _ path: String, within limit: Duration
  ) async throws -> [String] {
    let search = Task.detached { try lines(condition, path) }
    let clock = Task(priority: .high) {
      try await Task.sleep(for: limit)
      search.cancel()
    }
    defer { clock.cancel() }
    return try await search.value
  }
}
// end
