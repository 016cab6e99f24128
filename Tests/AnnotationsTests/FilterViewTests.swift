import Annotations
import Testing

@Suite struct `Filtered annotations` {
  @Test(
    arguments: [
      ([], [1, 2, 3, 4, 5]),
      ([.hideEverything], []),
      ([.hideEverything, .shareStatus(.shared)], []),
      ([.shareStatus(.shared)], [1, 2, 4, 5]),
      ([.shareStatus(.personal)], [3]),
      ([.shareStatus(.shared), .shareStatus(.personal)], [1, 2, 3, 4, 5]),
      ([.annotationType(.text), .annotationType(.photo)], [2, 3]),
      ([.annotationType(.drawing)], []),
      ([.status(.open)], [1, 4]),
      ([.status(.closed)], [5]),
      ([.status(.open), .status(.closed)], [1, 4, 5]),
      ([.assignedTo("Cem")], [1]),
      ([.unassigned], [4]),
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

  @Test func `the annotations app's sheet counts the annotations that the filters hide`()
    async throws
  {
    let site = try await Site()
    await site.dispatch(ToggleFilter(.status(.open)))
    let board = try #require(site.app.stores.board)
    let sheet = SheetViewModel.sheet(board, of: 2, filters: site.filters)
    #expect(sheet.marks.map(\.number) == [1, 4])
    #expect(sheet.hiddenCount == 3)
  }
}

@Suite struct `The filter table` {
  let site: Site

  init() async throws { site = try await Site() }

  var table: TableViewModel { FilterViewModel.tableViewModel(for: site.filters) }

  @Test func `the annotations app's filter table has four sections with the right headers`()
    async throws
  {
    #expect(table.sections.map(\.header) == [nil, "Share Status", "Issues", "General"])
    #expect(table.sections[0].cells == [.toggle("Hide everything", isOn: false)])
    #expect(
      table.sections[2].cells
        == [
          .disclosure("Assigned To", count: 0), .disclosure("Status", count: 0),
          .toggle("Unassigned", isOn: false),
        ])
  }

  @Test func `the annotations app enables the button that clears the filters while a filter is on`()
    async throws
  {
    #expect(table.button == .init(title: "Clear Filters", isEnabled: false))
    await site.dispatch(ToggleFilter(.shareStatus(.personal)))
    #expect(table.button == .init(title: "Clear Filters", isEnabled: true))
  }

  @Test func `the annotations app's filter table counts the enabled filters of each group`()
    async throws
  {
    await site.dispatch(ToggleFilter(.status(.open)), ToggleFilter(.status(.closed)))
    #expect(table.sections[2].cells[1] == .disclosure("Status", count: 2))
    #expect(table.sections[3].cells == [.disclosure("Annotation Types", count: 1)])
  }

  @Test func `the annotations app's filter table shows the filters of an entered group`()
    async throws
  {
    await site.dispatch(EnterFilterGroup(.status), ToggleFilter(.status(.open)))
    #expect(table.sections.map(\.header) == ["Status"])
    #expect(
      table.sections[0].cells == [.toggle("Open", isOn: true), .toggle("Closed", isOn: false)])
    #expect(table.button == .init(title: "Clear These", isEnabled: true))
  }

  @Test func `the annotations app computes equal filter tables for equal states`() async throws {
    #expect(table == FilterViewModel.tableViewModel(for: site.filters))
  }
}
