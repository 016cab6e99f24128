/// A filter condition on annotations, which is on or off.
///
/// In the app that this sample follows, filters are objects that the store and the popover share. Here they
/// are values. With objects, a toggle shows everywhere at once, even in states that were kept from before.
/// The state itself is assigned unchanged, so a "phantom update" has to notify the views, and no one can say
/// what changed.
package struct AnnotationFilter: Codable, Sendable, Hashable {
  /// The condition.
  package let type: AnnotationFilterType
  /// Whether the filter is on.
  package var isEnabled = false

  /// A filter that is off.
  package init(_ type: AnnotationFilterType) { self.type = type }
}

/// The condition of a filter.
package enum AnnotationFilterType: Codable, Sendable, Hashable {
  /// No annotation passes.
  case hideEverything
  /// Who sees the annotation.
  case shareStatus(ShareStatus)
  /// An issue assigned to this person.
  case assignedTo(String)
  /// An issue with this status.
  case status(IssueStatus)
  /// An issue assigned to no one.
  case unassigned
  /// The annotation's kind.
  case annotationType(AnnotationKind)

  /// Whether the condition is only about issues.
  package var isIssueSpecific: Bool {
    switch self {
    case .assignedTo, .status, .unassigned: true
    case .hideEverything, .shareStatus, .annotationType: false
    }
  }

  /// The word that users type for it.
  package var name: String {
    switch self {
    case .hideEverything: "everything"
    case .shareStatus(let status): status.rawValue
    case .assignedTo(let name): name
    case .status(let status): status.rawValue
    case .unassigned: "unassigned"
    case .annotationType(let kind): kind.rawValue
    }
  }
}
