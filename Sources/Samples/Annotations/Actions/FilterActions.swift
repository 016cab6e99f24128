import PlayheadFlux

// All actions on filters. The list gives the overview.

/// Enables or disables a filter.
package struct ToggleFilter: Action {
  package static let actionName = "ToggleFilter"

  package var filter: AnnotationFilterType

  package init(_ filter: AnnotationFilterType) { self.filter = filter }
}

/// Shows the details of a filter group.
package struct EnterFilterGroup: Action {
  package static let actionName = "EnterFilterGroup"

  package var filterGroup: AnnotationFilterGroupType

  package init(_ filterGroup: AnnotationFilterGroupType) { self.filterGroup = filterGroup }
}

/// Goes back from the details of a filter group to the list.
package struct LeaveFilterGroup: Action {
  package static let actionName = "LeaveFilterGroup"

  package init() {}
}

/// Disables all filters.
package struct ResetFilters: Action {
  package static let actionName = "ResetFilters"

  package init() {}
}

/// Disables all filters of a group.
package struct ResetFiltersInGroup: Action {
  package static let actionName = "ResetFiltersInGroup"

  package var filterGroup: AnnotationFilterGroupType

  package init(_ filterGroup: AnnotationFilterGroupType) { self.filterGroup = filterGroup }
}
