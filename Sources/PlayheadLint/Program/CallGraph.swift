/// The code that a replay runs: all code that handlers reach, with the shortest way to it.
struct CallGraph {
  /// The call that reaches a unit.
  private struct Step {
    var from: String
    var place: Place
  }

  private let program: Program
  private var steps: [String: Step] = [:]
  private var roots: [String: Program.Root] = [:]
  /// The reachable units, the nearest first.
  private(set) var keys: [String] = []

  init(_ program: Program) {
    self.program = program
    for root in program.roots where roots[root.key] == nil {
      roots[root.key] = root
      keys.append(root.key)
    }
    var next = 0
    while next < keys.count {
      let key = keys[next]
      next += 1
      for edge in program.units[key]?.edges ?? [] {
        let isNew = roots[edge.target] == nil && steps[edge.target] == nil
        guard isNew, program.units[edge.target] != nil || program.variables[edge.target] != nil
        else { continue }
        steps[edge.target] = Step(from: key, place: edge.place)
        keys.append(edge.target)
      }
    }
  }

  /// The way from a handler to a unit: one note for each call, the nearest first.
  func way(to key: String) -> [Finding.Note] {
    var notes: [Finding.Note] = []
    var (key, called) = (key, program.units[key]?.title ?? "")
    while let step = steps[key] {
      let caller = title(of: step.from)
      // Closures and parameters have the name of the code around them.
      if !called.isEmpty, !caller.isEmpty, caller != called {
        notes.append(Finding.Note(place: step.place, called: called, caller: caller))
      }
      if !caller.isEmpty { called = caller }
      key = step.from
    }
    return notes
  }

  /// The name of a unit in messages: a handler is named by its action.
  func title(of key: String) -> String {
    roots[key]?.title ?? rootTitle(around: key) ?? program.units[key]?.title ?? ""
  }

  /// A closure within a handler has the handler's name.
  private func rootTitle(around key: String) -> String? {
    guard key.hasPrefix("closure "), let step = steps[key] else { return nil }
    return roots[step.from]?.title ?? rootTitle(around: step.from)
  }
}
