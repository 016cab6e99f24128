import Annotations
import PlayheadFlux
import Synchronization
import Testing

@Suite struct `Filters` {
  @Test(
    arguments: [
      ([], [1, 2, 3, 4, 5]),
      ([.hideEverything, .shareStatus(.shared)], []),
      ([.shareStatus(.personal)], [3]),
      ([.shareStatus(.shared), .shareStatus(.personal)], [1, 2, 3, 4, 5]),
      ([.annotationType(.text), .annotationType(.photo)], [2, 3]),
      ([.status(.closed)], [5]),
      // Persons and nobody answer one question.
      ([.assignedTo("Cem"), .unassigned], [1, 4]),
      ([.assignedTo("Ada"), .status(.open)], []),
      ([.status(.open), .annotationType(.photo)], [1, 3, 4]),
    ] as [([AnnotationFilterType], [Int])])
  func
    `the annotations app shows an annotation if it matches one enabled filter of each group in use`(
      filters: [AnnotationFilterType], numbers: [Int]
    ) async throws
  {
    let site = try await Site()
    for filter in filters { await site.dispatch(ToggleFilter(filter)) }
    #expect(site.visible == numbers)
  }

  @Test(arguments: AnnotationFilterGroupType.allCases)
  func `each filter of each group of the annotations app starts filtering mode`(
    type: AnnotationFilterGroupType
  )
    async throws
  {
    let site = try await Site()
    for filter in site.filters[type].filters {
      await site.dispatch(ToggleFilter(filter.type))
      #expect(site.filters.isFiltering)
      await site.dispatch(ResetFilters())
      #expect(!site.filters.isFiltering)
    }
  }

  @Test(
    arguments: [
      .assignedTo("Ben"), .status(.open), .status(.closed), .unassigned,
    ] as [AnnotationFilterType],
    // Which types are filtered before: none, issues, another, both.
    [[], [.issue], [.photo], [.issue, .photo]] as [[AnnotationKind]])
  func `toggling an issue filter in the annotations app also enables the filter for the type issue`(
    filter: AnnotationFilterType, kinds: [AnnotationKind]
  ) async throws {
    let site = try await Site()
    // Once to enable it, and once to disable it.
    for _ in 1...2 {
      await site.dispatch(ResetFiltersInGroup(.annotationTypes))
      for kind in kinds { await site.dispatch(ToggleFilter(.annotationType(kind))) }
      await site.dispatch(ToggleFilter(filter))
      #expect(site.enabledKinds == Set(kinds).union([.issue]))
    }
  }

  @Test(arguments: [
    AnnotationFilterType.hideEverything, .shareStatus(.shared), .annotationType(.photo),
  ])
  func
    `a filter of the annotations app that is not about issues does not enable the filter for issues`(
      filter: AnnotationFilterType
    ) async throws
  {
    let site = try await Site()
    await site.dispatch(ToggleFilter(filter))
    #expect(!site.enabledKinds.contains(.issue))
  }

  @Test
  func
    `the annotations app's filter store notifies observers once for each action that changes it`()
    async throws
  {
    let site = try await Site()
    let told = Mutex<[AnnotationFilterState]>([])
    let token = site.app.stores.filters.observe { state in told.withLock { $0.append(state) } }
    defer { token.cancel() }
    await site.dispatch(
      ToggleFilter(.unassigned), CreateIssue(title: "x"), LeaveFilterGroup(),
      ToggleFilter(.assignedTo("Zoe")), ResetFiltersInGroup(.shareStatus),
      ResetFiltersInGroup(.unassigned), ResetFilters(), ResetFilters())
    #expect(told.withLock { $0.map { $0[.unassigned].activeFilterCount } } == [0, 1, 0, 0])
    #expect(told.withLock { $0.map { $0[.annotationTypes].activeFilterCount } } == [0, 1, 1, 0])
  }
}

extension Site {
  /// The annotation types that are filtered.
  fileprivate var enabledKinds: Set<AnnotationKind> {
    Set(
      filters[.annotationTypes].filters.filter(\.isEnabled).compactMap { filter in
        if case .annotationType(let kind) = filter.type { kind } else { nil }
      })
  }
}
