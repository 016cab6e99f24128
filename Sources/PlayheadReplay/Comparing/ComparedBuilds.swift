package import PlayheadLog

/// The result of comparing a session in two builds.
package enum BuildVerdict: Codable, Sendable {
  /// Every state is the same in both. If both stopped, they stopped alike.
  case same(stop: BuildStop?)
  /// The builds differ.
  case differs(BuildDifference)
}

/// What comparing two builds on a session found.
package struct ComparedBuilds: Codable, Sendable {
  package var verdict = BuildVerdict.same(stop: nil)
  /// If one store differs, where other stores first differ.
  package var later: [BuildDifference] = []
  /// What is different at the end of the session, for each store that differed, if all changes were asked for.
  package var atEnd: [BuildDifference] = []
  /// What could not be compared.
  package var onlyInOneBuild = OnlyInOneBuild()

  init() {}
}

/// Items that only one of two builds has.
package struct OneSided<Item: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  package var old: [Item] = []
  package var new: [Item] = []

  init() {}

  /// The items of each build that the other lacks.
  init(_ old: [Item], _ new: [Item]) {
    self.old = old.filter { !new.contains($0) }
    self.new = new.filter { !old.contains($0) }
  }

  package var isEmpty: Bool { old.isEmpty && new.isEmpty }
}

/// Parts of a session that only one of two builds has, so that they cannot be compared.
package struct OnlyInOneBuild: Codable, Hashable, Sendable {
  /// The stores, by name.
  package var stores = OneSided<String>()
  /// The runs of steps that can be replayed.
  package var steps = OneSided<ClosedRange<Step>>()

  /// Nothing: both builds have all parts.
  package init() {}

  package var isEmpty: Bool { stores.isEmpty && steps.isEmpty }
}

/// Two builds have nothing in common to compare.
package struct NothingInCommon: Error {
  /// All that only one of them has.
  package var onlyInOneBuild: OnlyInOneBuild
}
