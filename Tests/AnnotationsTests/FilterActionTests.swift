import Annotations
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
}
