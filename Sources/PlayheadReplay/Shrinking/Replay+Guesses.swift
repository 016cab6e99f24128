import PlayheadReading
package import PlayheadLog
package import PlayheadValues

extension Replay {
  /// A guess at the actions that matter, in order: the last action, those that changed the values at these
  /// paths, and those that led to them.
  package func actions(leadingTo paths: [StatePath], in steps: ClosedRange<Step>) throws -> [Step] {
    var direct: Set<Step> = [steps.upperBound]
    let stores = Set(paths.compactMap { $0.components.first?.name })
    let touching = try log.steps(changing: stores, in: steps)
    if !touching.isEmpty {
      let changes = paths.map { path in
        "changed('\(path.description.replacingBytes(of: "'", with: "''"))')"
      }
      let search = try Search(log, for: Condition(changes.joined(separator: " OR ")), with: self)
      search.onStep = onStep
      for step in touching where try search.stop(at: step) != nil { direct.insert(step) }
    }
    return try log.withCauses(of: direct, in: steps)
  }
}

extension ActionSource {
  /// The actions that changed one of these stores, as the log has it, in order.
  fileprivate func steps(
    changing names: Set<String>, in range: ClosedRange<Step>
  ) throws -> [Step] {
    let wanted = Set(stores.indices.filter { names.contains(stores[$0]) })
    guard !wanted.isEmpty else { return [] }
    var found: [Step] = []
    try forEachHead(in: range, onDamage: { throw ReadingError.damaged($0) }) { head in
      let touches = head.storeSets.map { !wanted.isDisjoint(with: $0) }
      for (index, set) in head.changedColumn.enumerated() where touches[Int(set)] {
        let step = Step(head.firstStep.number + UInt64(index))
        if range.contains(step) { found.append(step) }
      }
    }
    return found
  }

  /// These actions and those in `range` that led to them, in order.
  fileprivate func withCauses(of steps: Set<Step>, in range: ClosedRange<Step>) throws -> [Step] {
    let causes = try causes(in: range)
    var all = steps
    for step in steps {
      var next = causes[step]
      while let cause = next, range.contains(cause), all.insert(cause).inserted {
        next = causes[cause]
      }
    }
    return all.sorted()
  }

  /// The causes of the actions in `range` that have one.
  func causes(in range: ClosedRange<Step>) throws -> [Step: Step] {
    var causes: [Step: Step] = [:]
    try forEachHead(in: range, onDamage: { throw ReadingError.damaged($0) }) { head in
      for (index, _) in head.causes {
        causes[Step(head.firstStep.number + UInt64(index))] = head.cause(of: index)
      }
    }
    return causes
  }
}
