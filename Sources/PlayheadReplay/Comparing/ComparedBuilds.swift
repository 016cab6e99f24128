package import PlayheadLog

/// What became of a session in two builds.
package enum BuildVerdict: Sendable {
  /// Every state is the same in both; where both stopped, they did so alike.
  case same(stop: BuildStop?)
  /// They part ways.
  case differs(BuildDifference)
}

/// What came of comparing two builds by a session.
package struct ComparedBuilds: Sendable {
  package var verdict = BuildVerdict.same(stop: nil)
  /// Where other stores first differ, if the states of one do.
  package var later: [BuildDifference] = []
  /// What could not be compared.
  package var unshared = Unshared()

  init() {}
}

/// What only one of two builds has.
package struct OneSided<Item: Hashable & Sendable>: Hashable, Sendable {
  package var old: [Item] = []
  package var new: [Item] = []

  init() {}

  /// Of what each of them has, that which the other has not.
  init(_ old: [Item], _ new: [Item]) {
    self.old = old.filter { !new.contains($0) }
    self.new = new.filter { !old.contains($0) }
  }

  package var isEmpty: Bool { old.isEmpty && new.isEmpty }
}

/// What of a session only one of two builds has, so that it cannot be compared.
package struct Unshared: Hashable, Sendable {
  /// The stores, by name.
  package var stores = OneSided<String>()
  /// The runs of steps that can be replayed.
  package var steps = OneSided<ClosedRange<Step>>()

  /// Nothing: all is in both.
  package init() {}

  package var isEmpty: Bool { stores.isEmpty && steps.isEmpty }
}

/// Two builds have nothing that could be compared.
package struct NothingShared: Error {
  /// All that there is.
  package var unshared: Unshared
}
