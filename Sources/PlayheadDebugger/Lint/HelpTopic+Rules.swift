import PlayheadLint

extension HelpTopic {
  /// What sources are looked through for.
  package static let rules = HelpTopic(
    name: "rules",
    summary: "What 'lint' looks for in the sources of stores.",
    entries: Rule.allCases.map { rule in
      (rule.rawValue, rule.examples + (rule.wayOut.isEmpty ? "." : ". Instead: \(rule.wayOut)."))
    })
}
