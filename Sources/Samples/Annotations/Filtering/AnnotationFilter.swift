/// A condition on annotations that can be on or off.
///
/// In the app that this sample follows filters are objects, which the store and the popover share. Here
/// they are values. With objects a toggle shows everywhere at once, also in the states that somebody
/// kept from before; the state itself is assigned the same as it was, so that a "phantom update" has
/// to tell the views; and nobody can say what changed.
package struct AnnotationFilter: Codable, Sendable, Hashable {
  /// What it asks for.
  package let type: AnnotationFilterType
  /// Whether it is on.
  package var isEnabled = false

  /// A filter that is off.
  package init(_ type: AnnotationFilterType) { self.type = type }
}

/// What a filter asks of an annotation.
package enum AnnotationFilterType: Codable, Sendable, Hashable {
  /// Nothing will do.
  case hideEverything
  /// Who sees it.
  case shareStatus(ShareStatus)
  /// An issue that this person is to settle.
  case assignedTo(String)
  /// An issue that is so far.
  case status(IssueStatus)
  /// An issue that nobody is to settle yet.
  case unassigned
  /// Its type.
  case annotationType(AnnotationKind)

  /// Whether it is about issues alone.
  package var isIssueSpecific: Bool {
    switch self {
    case .assignedTo, .status, .unassigned: true
    case .hideEverything, .shareStatus, .annotationType: false
    }
  }

  /// What people type for it.
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
