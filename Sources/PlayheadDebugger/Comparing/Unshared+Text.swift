import PlayheadLog
import PlayheadReplay

extension Unshared {
  /// What only one build has, in a clause; `other` is the other build.
  func sentence(_ other: String) -> String {
    let both = [
      stores.clause("store", "stores", other) { "'\($0)'" },
      steps.clause("steps", "steps", other) { "\($0.lowerBound)–\($0.upperBound)" },
    ]
    return both.filter { !$0.isEmpty }.joined(separator: ", and ")
  }

  /// The same for programs.
  var json: JSON {
    .object([
      ("oldStores", .array(stores.old.map(JSON.string))),
      ("newStores", .array(stores.new.map(JSON.string))),
      ("oldSteps", .array(steps.old.map(\.json))), ("newSteps", .array(steps.new.map(\.json))),
    ])
  }
}

extension OneSided {
  /// `only 'before' has the store 'a', and only this build 'b'`; empty if there is nothing.
  fileprivate func clause(
    _ one: String, _ several: String, _ other: String, _ name: (Item) -> String
  ) -> String {
    let sides = [("'\(other)'", old), ("this build", new)].filter { !$0.1.isEmpty }
    return sides.enumerated().map { number, side in
      let what = number > 0 ? " " : " has the \(side.1.count == 1 ? one : several) "
      return "only \(side.0)\(what)\(side.1.map(name).joined(separator: ", "))"
    }.joined(separator: ", and ")
  }
}

extension ClosedRange<Step> {
  fileprivate var json: JSON { .array([.uint(lowerBound.number), .uint(upperBound.number)]) }
}

extension ComparisonReport {
  /// That something was not compared, in a sentence with the way out; nil if all was.
  var warning: String? {
    let partial = sessions.filter { !$0.unshared.isEmpty }
    guard let first = partial.first else { return nil }
    let count = Format.count(partial.count, "session")
    return "in \(count) not all was compared, as in '\(first.path)': "
      + "\(first.unshared.sentence(other.path)); what only one build has shows in no group"
  }
}
