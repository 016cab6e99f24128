import PlayheadFlux
import SampleSupport

extension AnnotationStores {
  /// The filter store: the five actions of its popover, and the people of a new project.
  func handleFilters() {
    filters.on(ToggleFilter.self) { filters, action, context in
      guard filters.has(action.filter) else { return context.leaveUnchanged() }
      filters.toggle(action.filter)
    }
    filters.on(EnterFilterGroup.self) { filters, action, context in
      guard filters.selectedFilterGroup != action.filterGroup else {
        return context.leaveUnchanged()
      }
      filters.selectedFilterGroup = action.filterGroup
    }
    filters.on(LeaveFilterGroup.self) { filters, _, context in
      guard filters.selectedFilterGroup != nil else { return context.leaveUnchanged() }
      filters.selectedFilterGroup = nil
    }
    filters.on(ResetFilters.self) { filters, _, context in
      guard filters.isFiltering else { return context.leaveUnchanged() }
      filters.reset()
    }
    filters.on(ResetFiltersInGroup.self) { filters, action, context in
      guard filters[action.filterGroup].activeFilterCount > 0 else {
        return context.leaveUnchanged()
      }
      filters.reset(action.filterGroup)
    }
    filters.on(ProjectOpened.self) { filters, action, context in
      context.change(&filters) { $0 = AnnotationFilterState(people: action.project.people) }
    }
  }
}
