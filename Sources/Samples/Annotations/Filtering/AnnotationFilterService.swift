/// Says which annotations the filters let through: a function of values, apart from the store that
/// decides which filters are on.
package struct AnnotationFilterService: Sendable {
  private let hidesEverything: Bool
  private let shareStatuses: [AnnotationFilterType]
  private let types: [AnnotationFilterType]
  private let statuses: [AnnotationFilterType]
  /// Persons and nobody are answers to one question, so one of them will do.
  private let assignees: [AnnotationFilterType]

  /// A service for these filters.
  package init(_ state: AnnotationFilterState) {
    hidesEverything = state[.hideEverything].activeFilterCount > 0
    shareStatuses = state[.shareStatus].active
    types = state[.annotationTypes].active
    statuses = state[.status].active
    assignees = state[.assignedTo].active + state[.unassigned].active
  }

  /// Those of `annotations` that pass, in their order.
  package func visible(_ annotations: [Annotation]) -> [Annotation] {
    hidesEverything ? [] : annotations.filter(passes)
  }

  private func passes(_ annotation: Annotation) -> Bool {
    meets(shareStatuses, .shareStatus(annotation.shareStatus))
      && meets(types, .annotationType(annotation.kind))
      && (annotation.issue.map(passes) ?? true)
  }

  private func passes(_ issue: Issue) -> Bool {
    meets(statuses, .status(issue.status))
      && meets(assignees, issue.assignee.map { .assignedTo($0) } ?? .unassigned)
  }

  /// Whether `trait` is asked for, or nothing is.
  private func meets(_ asked: [AnnotationFilterType], _ trait: AnnotationFilterType) -> Bool {
    asked.isEmpty || asked.contains(trait)
  }
}
