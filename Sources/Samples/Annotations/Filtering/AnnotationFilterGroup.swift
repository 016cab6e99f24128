/// Filters that belong together: an annotation passes if it meets one of those that are on.
package struct AnnotationFilterGroup: Codable, Sendable, Hashable {
  /// Which group it is.
  package let type: AnnotationFilterGroupType
  /// Its filters, in the order in which they are shown.
  package private(set) var filters: [AnnotationFilter]

  /// A group of these filters, all off.
  package init(_ type: AnnotationFilterGroupType, _ filters: [AnnotationFilterType]) {
    self.type = type
    self.filters = filters.map(AnnotationFilter.init)
  }

  /// How many of its filters are on.
  package var activeFilterCount: Int { filters.count { $0.isEnabled } }

  /// Those that are on.
  var active: [AnnotationFilterType] { filters.filter(\.isEnabled).map(\.type) }

  func contains(_ type: AnnotationFilterType) -> Bool { filters.contains { $0.type == type } }

  func isEnabled(_ type: AnnotationFilterType) -> Bool { active.contains(type) }

  mutating func toggle(_ type: AnnotationFilterType) {
    for index in filters.indices where filters[index].type == type {
      filters[index].isEnabled.toggle()
    }
  }

  mutating func enable(_ type: AnnotationFilterType) {
    if !isEnabled(type) { toggle(type) }
  }

  mutating func reset() {
    for index in filters.indices { filters[index].isEnabled = false }
  }
}

/// The groups of filters, by the words that people type.
package enum AnnotationFilterGroupType: String, Codable, Sendable, CaseIterable {
  /// The one filter that hides all.
  case hideEverything = "hide-everything"
  /// Who sees an annotation.
  case shareStatus = "share-status"
  /// Who is to settle an issue.
  case assignedTo = "assigned-to"
  /// How far an issue is.
  case status
  /// Issues that nobody is to settle.
  case unassigned
  /// The types of annotation.
  case annotationTypes = "types"
}
