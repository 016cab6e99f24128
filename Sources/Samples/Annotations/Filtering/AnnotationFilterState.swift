/// All that the filter popover has to know: the state of one feature, made for its views.
package struct AnnotationFilterState: Codable, Sendable, Hashable {
  /// The filter that hides all.
  package private(set) var hideEverythingFilter = AnnotationFilterGroup(
    .hideEverything, [.hideEverything])
  /// Filters by who sees an annotation.
  package private(set) var shareStatusFilters = AnnotationFilterGroup(
    .shareStatus, ShareStatus.allCases.map { .shareStatus($0) })
  /// Filters about issues: whose they are, how far they are, and whether they are nobody's.
  package private(set) var issueFilters: [AnnotationFilterGroup]
  /// Filters for all annotations: their types.
  package private(set) var generalFilters = [
    AnnotationFilterGroup(.annotationTypes, AnnotationKind.allCases.map { .annotationType($0) })
  ]

  /// The group whose details are shown.
  package var selectedFilterGroup: AnnotationFilterGroupType?

  /// Whether any filter is on.
  ///
  /// It is computed: what is stored beside the filters can disagree with them.
  package var isFiltering: Bool { allFilterGroups.contains { $0.activeFilterCount > 0 } }

  /// Filters for a project with these people, all off.
  package init(people: [String] = []) {
    issueFilters = [
      AnnotationFilterGroup(.assignedTo, people.map { .assignedTo($0) }),
      AnnotationFilterGroup(.status, IssueStatus.allCases.map { .status($0) }),
      AnnotationFilterGroup(.unassigned, [.unassigned]),
    ]
  }

  /// Every group, in the order in which they are shown.
  package var allFilterGroups: [AnnotationFilterGroup] {
    [hideEverythingFilter, shareStatusFilters] + issueFilters + generalFilters
  }

  /// The group of this type; each type has one.
  package subscript(_ type: AnnotationFilterGroupType) -> AnnotationFilterGroup {
    allFilterGroups.first { $0.type == type } ?? AnnotationFilterGroup(type, [])
  }

  /// Whether there is such a filter: a person has one only in a project that they belong to.
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
