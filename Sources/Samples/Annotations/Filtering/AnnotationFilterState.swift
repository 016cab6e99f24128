/// The state of the filter popover, made for its views.
package struct AnnotationFilterState: Codable, Sendable, Hashable {
  /// The filter that hides all annotations.
  package private(set) var hideEverythingFilter = AnnotationFilterGroup(
    .hideEverything, [.hideEverything])
  /// The filters by who sees an annotation.
  package private(set) var shareStatusFilters = AnnotationFilterGroup(
    .shareStatus, ShareStatus.allCases.map { .shareStatus($0) })
  /// The filters for issues: by assignee, by status, and for unassigned issues.
  package private(set) var issueFilters: [AnnotationFilterGroup]
  /// The filters for all annotations: by kind.
  package private(set) var generalFilters = [
    AnnotationFilterGroup(.annotationTypes, AnnotationKind.allCases.map { .annotationType($0) })
  ]

  /// The group with its details shown.
  package var selectedFilterGroup: AnnotationFilterGroupType?

  /// Whether any filter is on.
  ///
  /// Computed, because a stored value could contradict the filters.
  package var isFiltering: Bool { allFilterGroups.contains { $0.activeFilterCount > 0 } }

  /// Filters for a project with these people, all off.
  package init(people: [String] = []) {
    issueFilters = [
      AnnotationFilterGroup(.assignedTo, people.map { .assignedTo($0) }),
      AnnotationFilterGroup(.status, IssueStatus.allCases.map { .status($0) }),
      AnnotationFilterGroup(.unassigned, [.unassigned]),
    ]
  }

  /// All groups, in the order in which they are shown.
  package var allFilterGroups: [AnnotationFilterGroup] {
    [hideEverythingFilter, shareStatusFilters] + issueFilters + generalFilters
  }

  /// The group of this type. Each type has one.
  package subscript(_ type: AnnotationFilterGroupType) -> AnnotationFilterGroup {
    allFilterGroups.first { $0.type == type } ?? AnnotationFilterGroup(type, [])
  }

  /// Whether this filter exists. A person only has one in a project that the person belongs to.
  package func has(_ filter: AnnotationFilterType) -> Bool {
    allFilterGroups.contains { $0.contains(filter) }
  }

  /// Changes every group.
  mutating func updateGroups(_ body: (inout AnnotationFilterGroup) -> Void) {
    body(&hideEverythingFilter)
    body(&shareStatusFilters)
    for index in issueFilters.indices { body(&issueFilters[index]) }
    for index in generalFilters.indices { body(&generalFilters[index]) }
  }
}
