import Annotations
import Foundation
import PlayheadFlux
import Synchronization
import Testing

@Suite struct `Toggling a filter` {
  let site: Site

  init() async throws {
    site = try await Site()
    await site.dispatch(ToggleFilter(.hideEverything))
  }

  @Test func `toggling a filter in the annotations app enables that filter`() async throws {
    #expect(site.filters.hideEverythingFilter.filters[0].isEnabled)
  }

  @Test func `toggling a filter in the annotations app starts filtering mode`() async throws {
    #expect(site.filters.isFiltering)
  }

  @Test
  func `resetting the filters of the annotations app disables a filter and ends filtering mode`()
    async throws
  {
    await site.dispatch(ResetFilters())
    #expect(!site.filters.hideEverythingFilter.filters[0].isEnabled)
    #expect(!site.filters.isFiltering)
  }

  @Test func `toggling a filter of the annotations app twice restores the initial filter state`()
    async throws
  {
    await site.dispatch(ToggleFilter(.hideEverything))
    #expect(site.filters == AnnotationFilterState(people: ["Ada", "Ben", "Cem", "Dora"]))
  }
}

@Suite struct `A filter group` {
  let site: Site

  init() async throws { site = try await Site() }

  @Test
  func
    `the annotations app's filter state names the entered filter group until the user leaves it`()
    async throws
  {
    await site.dispatch(EnterFilterGroup(.status))
    #expect(site.filters.selectedFilterGroup == .status)
    await site.dispatch(LeaveFilterGroup())
    #expect(site.filters.selectedFilterGroup == nil)
  }

  @Test func `resetting a filter group in the annotations app does not change the other groups`()
    async throws
  {
    await site.dispatch(ToggleFilter(.shareStatus(.shared)), ToggleFilter(.annotationType(.photo)))
    await site.dispatch(ResetFiltersInGroup(.shareStatus))
    #expect(site.filters[.shareStatus].activeFilterCount == 0)
    #expect(site.filters[.annotationTypes].activeFilterCount == 1)
    #expect(site.filters.isFiltering)
  }

  @Test(arguments: AnnotationFilterGroupType.allCases)
  func `each filter of each group of the annotations app starts filtering mode`(
    type: AnnotationFilterGroupType
  )
    async throws
  {
    for filter in site.filters[type].filters {
      await site.dispatch(ToggleFilter(filter.type))
      #expect(site.filters.isFiltering)
      await site.dispatch(ResetFilters())
      #expect(!site.filters.isFiltering)
    }
  }

  @Test func `the annotations app has a filter for each person of the project`() async throws {
    #expect(
      site.filters[.assignedTo].filters.map(\.type)
        == ["Ada", "Ben", "Cem", "Dora"].map { .assignedTo($0) })
  }
}

@Suite struct `The issue type filter` {
  /// Each way to be about issues.
  static let issueFilters: [AnnotationFilterType] = [
    .assignedTo("Ben"), .status(.open), .status(.closed), .unassigned,
  ]

  /// Which types are filtered before: none, issues, another, both.
  static let before: [[AnnotationKind]] = [[], [.issue], [.photo], [.issue, .photo]]

  @Test(arguments: issueFilters, before)
  func `enabling an issue filter in the annotations app also enables the filter for the type issue`(
    filter: AnnotationFilterType, kinds: [AnnotationKind]
  ) async throws {
    let site = try await Site()
    for kind in kinds { await site.dispatch(ToggleFilter(.annotationType(kind))) }
    await site.dispatch(ToggleFilter(filter))
    #expect(site.enabledKinds == Set(kinds).union([.issue]))
  }

  @Test(arguments: issueFilters, before)
  func
    `disabling an issue filter in the annotations app also enables the filter for the type issue`(
      filter: AnnotationFilterType, kinds: [AnnotationKind]
    ) async throws
  {
    let site = try await Site()
    await site.dispatch(ToggleFilter(filter), ResetFiltersInGroup(.annotationTypes))
    for kind in kinds { await site.dispatch(ToggleFilter(.annotationType(kind))) }
    await site.dispatch(ToggleFilter(filter))
    #expect(site.enabledKinds == Set(kinds).union([.issue]))
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
    `the annotations app's filter for the type issue can be disabled while an issue filter is on`()
    async throws
  {
    let site = try await Site()
    await site.dispatch(ToggleFilter(.status(.open)), ToggleFilter(.annotationType(.issue)))
    #expect(site.enabledKinds == [])
    #expect(site.filters[.status].activeFilterCount == 1)
  }
}

@Suite struct `The filter store` {
  @Test func `a copy of the annotations app's filter state does not change with later actions`()
    async throws
  {
    let site = try await Site()
    await site.dispatch(ToggleFilter(.shareStatus(.shared)))
    let kept = site.filters
    await site.dispatch(ToggleFilter(.shareStatus(.shared)), ToggleFilter(.status(.open)))
    #expect(kept[.shareStatus].activeFilterCount == 1)
    #expect(kept[.status].activeFilterCount == 0)
    #expect(site.filters != kept)
  }

  @Test func `changing a copy of the annotations app's filter state does not change the store`()
    async throws
  {
    let site = try await Site()
    var copy = site.filters
    copy.selectedFilterGroup = .status
    #expect(site.filters.selectedFilterGroup == nil)
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

  @Test
  func `the annotations app calls observers of filtering mode only when it starts or ends`()
    async throws
  {
    let site = try await Site()
    let told = Mutex<[Bool]>([])
    let token = site.app.stores.filters.observe(\.isFiltering) { flag in
      told.withLock { $0.append(flag) }
    }
    defer { token.cancel() }
    await site.dispatch(
      ToggleFilter(.unassigned), ToggleFilter(.hideEverything), EnterFilterGroup(.status),
      ResetFilters())
    #expect(told.withLock { $0 } == [false, true, false])
  }
}

extension Site {
  /// The annotation types that are filtered.
  var enabledKinds: Set<AnnotationKind> {
    Set(
      filters[.annotationTypes].filters.filter(\.isEnabled).compactMap { filter in
        if case .annotationType(let kind) = filter.type { kind } else { nil }
      })
  }
}
