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

  @Test func `toggling a filter toggles the selected filter`() async throws {
    #expect(site.filters.hideEverythingFilter.filters[0].isEnabled)
  }

  @Test func `toggling a filter enables filtering mode`() async throws {
    #expect(site.filters.isFiltering)
  }

  @Test func `and subsequently resetting deactivates it and stops filter mode`() async throws {
    await site.dispatch(ResetFilters())
    #expect(!site.filters.hideEverythingFilter.filters[0].isEnabled)
    #expect(!site.filters.isFiltering)
  }

  @Test func `twice leaves nothing behind`() async throws {
    await site.dispatch(ToggleFilter(.hideEverything))
    #expect(site.filters == AnnotationFilterState(people: ["Ada", "Ben", "Cem", "Dora"]))
  }
}

@Suite struct `A filter group` {
  let site: Site

  init() async throws { site = try await Site() }

  @Test func `a filter group is entered and left`() async throws {
    await site.dispatch(EnterFilterGroup(.status))
    #expect(site.filters.selectedFilterGroup == .status)
    await site.dispatch(LeaveFilterGroup())
    #expect(site.filters.selectedFilterGroup == nil)
  }

  @Test func `a filter group is reset alone`() async throws {
    await site.dispatch(ToggleFilter(.shareStatus(.shared)), ToggleFilter(.annotationType(.photo)))
    await site.dispatch(ResetFiltersInGroup(.shareStatus))
    #expect(site.filters[.shareStatus].activeFilterCount == 0)
    #expect(site.filters[.annotationTypes].activeFilterCount == 1)
    #expect(site.filters.isFiltering)
  }

  @Test(arguments: AnnotationFilterGroupType.allCases)
  func `a filter group is enough to be filtering, whichever it is`(type: AnnotationFilterGroupType)
    async throws
  {
    for filter in site.filters[type].filters {
      await site.dispatch(ToggleFilter(filter.type))
      #expect(site.filters.isFiltering)
      await site.dispatch(ResetFilters())
      #expect(!site.filters.isFiltering)
    }
  }

  @Test func `of the persons has those of the project`() async throws {
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
  func `the issue type filter is switched on with a filter about issues, whatever was filtered`(
    filter: AnnotationFilterType, kinds: [AnnotationKind]
  ) async throws {
    let site = try await Site()
    for kind in kinds { await site.dispatch(ToggleFilter(.annotationType(kind))) }
    await site.dispatch(ToggleFilter(filter))
    #expect(site.enabledKinds == Set(kinds).union([.issue]))
  }

  @Test(arguments: issueFilters, before)
  func `the issue type filter is switched on also when a filter about issues goes off`(
    filter: AnnotationFilterType, kinds: [AnnotationKind]
  ) async throws {
    let site = try await Site()
    await site.dispatch(ToggleFilter(filter), ResetFiltersInGroup(.annotationTypes))
    for kind in kinds { await site.dispatch(ToggleFilter(.annotationType(kind))) }
    await site.dispatch(ToggleFilter(filter))
    #expect(site.enabledKinds == Set(kinds).union([.issue]))
  }

  @Test(arguments: [
    AnnotationFilterType.hideEverything, .shareStatus(.shared), .annotationType(.photo),
  ])
  func `the issue type filter stays off with a filter about something else`(
    filter: AnnotationFilterType
  ) async throws {
    let site = try await Site()
    await site.dispatch(ToggleFilter(filter))
    #expect(!site.enabledKinds.contains(.issue))
  }

  @Test func `the issue type filter can be switched off again`() async throws {
    let site = try await Site()
    await site.dispatch(ToggleFilter(.status(.open)), ToggleFilter(.annotationType(.issue)))
    #expect(site.enabledKinds == [])
    #expect(site.filters[.status].activeFilterCount == 1)
  }
}

@Suite struct `The filter store` {
  @Test func `the filter store leaves a state that was kept as it was`() async throws {
    let site = try await Site()
    await site.dispatch(ToggleFilter(.shareStatus(.shared)))
    let kept = site.filters
    await site.dispatch(ToggleFilter(.shareStatus(.shared)), ToggleFilter(.status(.open)))
    #expect(kept[.shareStatus].activeFilterCount == 1)
    #expect(kept[.status].activeFilterCount == 0)
    #expect(site.filters != kept)
  }

  @Test func `the filter store is changed by actions alone, not through a copy`() async throws {
    let site = try await Site()
    var copy = site.filters
    copy.selectedFilterGroup = .status
    #expect(site.filters.selectedFilterGroup == nil)
  }

  @Test
  func `the filter store tells its observers the whole state once for each action that changed it`()
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
  func `the filter store enables the button for clearing with the first filter and not again`()
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
