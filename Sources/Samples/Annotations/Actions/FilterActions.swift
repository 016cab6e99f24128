import PlayheadFlux

// All that can be done to the filters: the list is the overview.

/// Enables or disables a filter.
package struct ToggleFilter: Action {
  /// What logs call it.
  package static let actionName = "ToggleFilter"

  /// Which one.
  package var filter: AnnotationFilterType

  /// Toggles `filter`.
  package init(_ filter: AnnotationFilterType) { self.filter = filter }
}

/// Shows the details of a filter group.
package struct EnterFilterGroup: Action {
  /// What logs call it.
  package static let actionName = "EnterFilterGroup"

  /// Which one.
  package var filterGroup: AnnotationFilterGroupType

  /// Enters `filterGroup`.
  package init(_ filterGroup: AnnotationFilterGroupType) { self.filterGroup = filterGroup }
}

/// Goes back from the details of a filter group to the list.
package struct LeaveFilterGroup: Action {
  /// What logs call it.
  package static let actionName = "LeaveFilterGroup"

  /// Goes back.
  package init() {}
}

/// Disables all filters.
package struct ResetFilters: Action {
  /// What logs call it.
  package static let actionName = "ResetFilters"

  /// Disables all.
  package init() {}
}

/// Disables all filters of a group.
package struct ResetFiltersInGroup: Action {
  /// What logs call it.
  package static let actionName = "ResetFiltersInGroup"

  /// Which group.
  package var filterGroup: AnnotationFilterGroupType

  /// Disables all of `filterGroup`.
  package init(_ filterGroup: AnnotationFilterGroupType) { self.filterGroup = filterGroup }
}
