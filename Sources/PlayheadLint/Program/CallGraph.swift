/// What a replay runs: all that handlers lead to, and the shortest way to it.
struct CallGraph {
  /// How one gets somewhere.
  private struct Step {
    var from: String
    var place: Place
  }

  private let program: Program
  private var steps: [String: Step] = [:]
  private var roots: [String: Program.Root] = [:]
  /// The units that are reached, the nearest first.
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

  /// How handlers lead to a unit: one note for each call on the way, the nearest first.
  func way(to key: String) -> [Finding.Note] {
    var notes: [Finding.Note] = []
    var (key, called) = (key, program.units[key]?.title ?? "")
    while let step = steps[key] {
      let caller = title(of: step.from)
      // Closures and parameters are called as what they are in.
      if !called.isEmpty, !caller.isEmpty, caller != called {
        notes.append(Finding.Note(place: step.place, called: called, caller: caller))
      }
      if !caller.isEmpty { called = caller }
      key = step.from
    }
    return notes
  }

  /// What people call a unit: a handler by its action.
  func title(of key: String) -> String {
    roots[key]?.title ?? rootTitle(around: key) ?? program.units[key]?.title ?? ""
  }

  /// A closure within a handler is the handler.
  private func rootTitle(around key: String) -> String? {
    guard key.hasPrefix("closure "), let step = steps[key] else { return nil }
    return roots[step.from]?.title ?? rootTitle(around: step.from)
  }
}
