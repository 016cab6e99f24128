import PlayheadFlux
package import PlayheadLog
package import PlayheadValues

/// Where two builds of an app first differ in the same session.
package struct BuildDifference: Codable, Sendable {
  /// What differs.
  package enum Fact: Codable, Sendable {
    /// The state of a store: for each path pattern, the first change.
    case values([String: AlignedChange])
    /// At least one build cannot go on.
    case stops(old: BuildStop?, new: BuildStop?)
    /// The stores ask for other draws; nil for a build that asks for those of the log.
    case draws(old: DrawFault?, new: DrawFault?)
  }

  /// The first step at which the builds differ.
  package var step: Step
  /// The last step at which they agreed; nil if they never did.
  package var lastAgreed: Step?
  /// The type of the action at that step; nil if no action led to the difference.
  package var action: String?
  /// Whether the difference is in the state after a gap. The actions in the gap were not recorded.
  package var isAfterGap = false
  package var fact: Fact
  /// All changes of the store's state, if they were asked for.
  package var diff: Diff?

  package init(step: Step, lastAgreed: Step?, action: String?, _ fact: Fact) {
    (self.step, self.lastAgreed, self.action, self.fact) = (step, lastAgreed, action, fact)
  }

  /// The possible causes. Sessions with the same cause differ for the same reason.
  package var causes: Set<DifferenceCause> {
    switch fact {
    case .values(let changes):
      Set(changes.keys.map { cause(.place($0)) })
    case .stops(let old, let new):
      [cause(.stop(old: old.map(\.reason), new: new.map(\.reason)))]
    case .draws(let old, let new):
      [cause(.draws(old: old?.habit, new: new?.habit))]
    }
  }

  private func cause(_ kind: DifferenceCause.Kind) -> DifferenceCause {
    DifferenceCause(action: action, isAfterGap: isAfterGap, kind)
  }
}

/// An action, and what differs after it: what sessions that differ for one reason have in common.
package struct DifferenceCause: Hashable, Sendable {
  /// What differs.
  package enum Kind: Hashable, Sendable {
    /// The values at places with this pattern.
    case place(String)
    /// A build stops, and why.
    case stop(old: String?, new: String?)
    /// The draws.
    case draws(old: String?, new: String?)
  }

  /// The action's type; nil for a state that no action led to.
  package var action: String?
  /// Whether the state comes after a gap.
  package var isAfterGap: Bool
  package var kind: Kind

  package init(action: String?, isAfterGap: Bool = false, _ kind: Kind) {
    (self.action, self.isAfterGap, self.kind) = (action, isAfterGap, kind)
  }
}

extension DifferenceCause: Comparable {
  /// States first, then stops, then draws; then by action and text. Compares bytes, as in every locale.
  package static func < (left: Self, right: Self) -> Bool {
    left.order.lexicographicallyPrecedes(right.order)
  }

  private var order: [String] {
    let gap = isAfterGap ? "1" : "0"
    return switch kind {
    case .place(let pattern): ["0", action ?? "", gap, pattern]
    case .stop(let old, let new): ["1", action ?? "", gap, new ?? "", old ?? ""]
    case .draws(let old, let new): ["2", action ?? "", gap, new ?? "", old ?? ""]
    }
  }
}

extension DrawFault {
  /// What a store with this fault does, for any draw.
  package var habit: String {
    switch self {
    case .mismatch(_, let asked, let found?):
      "asks for a \(asked.rawValue) where the log has a \(found.kind.rawValue)"
    case .mismatch(_, let asked, nil): "asks for one \(asked.rawValue) more than the log has"
    case .leftOver: "does not ask for all values in the log"
    }
  }
}

extension StatePath {
  /// The path without indices and keys, which depend on the session: `tracks[2].clips[0].name` and
  /// `byID["a"].name` are `tracks[*].clips[*].name` and `byID[*].name`.
  package var pattern: String {
    var text = ""
    var run: [Component] = []
    for component in components {
      switch component {
      case .field:
        run.append(component)
      case .index, .key:
        text += Self.text(of: run, after: text) + "[*]"
        run = []
      }
    }
    return text + Self.text(of: run, after: text)
  }

  /// Fields as they are written after `text`.
  private static func text(of fields: [Component], after text: String) -> String {
    let words = StatePath(fields).description
    return text.isEmpty || words.isEmpty || words.hasPrefix("[") ? words : "." + words
  }
}
