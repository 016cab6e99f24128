/// Finds the annotations that pass the filters. A function of values, separate from the filters' store.
package struct AnnotationFilterService: Sendable {
  private let hidesEverything: Bool
  private let shareStatuses: [AnnotationFilterType]
  private let types: [AnnotationFilterType]
  private let statuses: [AnnotationFilterType]
  /// An assignee and no assignee answer one question, so one active filter is enough.
  private let assignees: [AnnotationFilterType]

  /// A service for the active filters of `state`.
  package init(_ state: AnnotationFilterState) {
    hidesEverything = state[.hideEverything].activeFilterCount > 0
    shareStatuses = state[.shareStatus].active
    types = state[.annotationTypes].active
    statuses = state[.status].active
    assignees = state[.assignedTo].active + state[.unassigned].active
  }

  /// The annotations that pass, in order.
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

  /// Whether `trait` is one of the conditions, or there is no condition.
  private func meets(_ asked: [AnnotationFilterType], _ trait: AnnotationFilterType) -> Bool {
    asked.isEmpty || asked.contains(trait)
  }
}
