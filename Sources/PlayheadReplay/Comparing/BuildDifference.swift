import PlayheadFlux
package import PlayheadLog
package import PlayheadValues

/// Where two builds of an app part ways in the same session.
package struct BuildDifference: Sendable {
  /// What differs.
  package enum Fact: Sendable {
    /// The state of a store: of all differing places with one pattern, the first, by their patterns.
    case values([String: Change])
    /// At least one of them cannot go on.
    case stops(old: BuildStop?, new: BuildStop?)
    /// The stores ask for other draws: nil for a build that asks for those of the log.
    case draws(old: DrawFault?, new: DrawFault?)
  }

  /// The first step at which they do.
  package var step: Step
  /// The last at which they agreed; nil if they never did.
  package var lastAgreed: Step?
  /// The type of the action at that step; nil where the difference came without one.
  package var action: String?
  /// Whether it is in the state with which the log goes on behind a gap: what led there is not recorded.
  package var isBehindGap = false
  package var fact: Fact

  package init(step: Step, lastAgreed: Step?, action: String?, _ fact: Fact) {
    (self.step, self.lastAgreed, self.action, self.fact) = (step, lastAgreed, action, fact)
  }

  /// What it may be put down to: other sessions with the same differ for the same reason.
  package var causes: Set<DifferenceCause> {
    switch fact {
    case .values(let changes):
      Set(changes.keys.map { cause(.place($0)) })
    case .stops(let old, let new):
      [cause(.stop(old: old.map(\.cause), new: new.map(\.cause)))]
    case .draws(let old, let new):
      [cause(.draws(old: old?.habit, new: new?.habit))]
    }
  }

  private func cause(_ kind: DifferenceCause.Kind) -> DifferenceCause {
    DifferenceCause(action: action, isBehindGap: isBehindGap, kind)
  }
}

/// An action, and what is other from there on: what sessions have in common that differ for one reason.
package struct DifferenceCause: Hashable, Sendable {
  /// What is other.
  package enum Kind: Hashable, Sendable {
    /// What is at places with this pattern.
    case place(String)
    /// That a build stops, and why.
    case stop(old: String?, new: String?)
    /// What is drawn.
    case draws(old: String?, new: String?)
  }

  /// The action's type; nil for a state that no action led to.
  package var action: String?
  /// Whether it is a state behind a gap.
  package var isBehindGap: Bool
  package var kind: Kind

  package init(action: String?, isBehindGap: Bool = false, _ kind: Kind) {
    (self.action, self.isBehindGap, self.kind) = (action, isBehindGap, kind)
  }
}

extension DifferenceCause: Comparable {
  /// States before what stops, and that before draws; then by action and text. Bytes decide, in every locale.
  package static func < (left: Self, right: Self) -> Bool {
    left.order.lexicographicallyPrecedes(right.order)
  }

  private var order: [String] {
    let gap = isBehindGap ? "1" : "0"
    return switch kind {
    case .place(let pattern): ["0", action ?? "", gap, pattern]
    case .stop(let old, let new): ["1", action ?? "", gap, new ?? "", old ?? ""]
    case .draws(let old, let new): ["2", action ?? "", gap, new ?? "", old ?? ""]
    }
  }
}

extension DrawFault {
  /// What a store does that has it, whichever draw it is.
  package var habit: String {
    switch self {
    case .mismatch(_, let asked, let found?):
      "asks for a \(asked.rawValue) where the log has a \(found.kind.rawValue)"
    case .mismatch(_, let asked, nil): "asks for a \(asked.rawValue) more than the log has"
    case .leftOver: "does not ask for all that the log has"
    }
  }
}

extension StatePath {
  /// The path without what is another one in each session: `tracks[2].clips[0].name` and
  /// `byID["a"].name` are `tracks[*].clips[*].name` and `byID[*].name`.
  package var pattern: String {
    var text = ""
    var run: [Component] = []
    for component in components {
      switch component {
      case .field:
        run.append(component)
      case .index, .key:
        text += Self.text(of: run, behind: text) + "[*]"
        run = []
      }
    }
    return text + Self.text(of: run, behind: text)
  }

  /// Fields as they are written behind what is there already.
  private static func text(of fields: [Component], behind text: String) -> String {
    let words = StatePath(fields).description
    return text.isEmpty || words.isEmpty || words.hasPrefix("[") ? words : "." + words
  }
}
