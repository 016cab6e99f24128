/// Filters that belong together. An annotation passes if it meets one of the active filters, or if none is
/// active.
package struct AnnotationFilterGroup: Codable, Sendable, Hashable {
  /// The type of the group.
  package let type: AnnotationFilterGroupType
  /// The group's filters, in the order in which they are shown.
  package private(set) var filters: [AnnotationFilter]

  /// A group of these filters, all off.
  package init(_ type: AnnotationFilterGroupType, _ filters: [AnnotationFilterType]) {
    self.type = type
    self.filters = filters.map(AnnotationFilter.init)
  }

  /// The number of active filters.
  package var activeFilterCount: Int { filters.count { $0.isEnabled } }

  /// The conditions of the active filters.
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

/// The groups of filters, by the words that users type.
package enum AnnotationFilterGroupType: String, Codable, Sendable, CaseIterable {
  /// The filter that hides all annotations.
  case hideEverything = "hide-everything"
  /// Who sees an annotation.
  case shareStatus = "share-status"
  /// Who an issue is assigned to.
  case assignedTo = "assigned-to"
  /// The status of an issue.
  case status
  /// Issues assigned to no one.
  case unassigned
  /// The kinds of annotations.
  case annotationTypes = "types"
}
