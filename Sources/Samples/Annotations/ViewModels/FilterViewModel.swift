/// The filter popover as a function of the filters' state.
package enum FilterViewModel {
  /// The list of all filters, or the details of the open group.
  package static func tableViewModel(for state: AnnotationFilterState) -> TableViewModel {
    if let group = state.selectedFilterGroup { return details(of: state[group]) }
    return TableViewModel(
      sections: [
        .init(header: nil, cells: cells(for: [state.hideEverythingFilter])),
        .init(header: "Share Status", cells: cells(for: [state.shareStatusFilters])),
        .init(header: "Issues", cells: cells(for: state.issueFilters)),
        .init(header: "General", cells: cells(for: state.generalFilters)),
      ],
      button: .init(title: "Clear Filters", isEnabled: state.isFiltering))
  }

  private static func details(of group: AnnotationFilterGroup) -> TableViewModel {
    TableViewModel(
      sections: [.init(header: title(of: group.type), cells: toggles(of: group))],
      button: .init(title: "Clear These", isEnabled: group.activeFilterCount > 0))
  }

  private static func cells(for groups: [AnnotationFilterGroup]) -> [TableViewModel.Cell] {
    groups.flatMap { group in
      hasDetails(group.type)
        ? [.disclosure(title(of: group.type), count: group.activeFilterCount)] : toggles(of: group)
    }
  }

  private static func toggles(of group: AnnotationFilterGroup) -> [TableViewModel.Cell] {
    group.filters.map { .toggle(title(of: $0.type), isOn: $0.isEnabled) }
  }

  /// Whether a group is a row that leads to its filters. Short groups are in the list themselves.
  private static func hasDetails(_ group: AnnotationFilterGroupType) -> Bool {
    switch group {
    case .hideEverything, .shareStatus, .unassigned: false
    case .assignedTo, .status, .annotationTypes: true
    }
  }

  private static func title(of group: AnnotationFilterGroupType) -> String {
    switch group {
    case .hideEverything: "Everything"
    case .shareStatus: "Share Status"
    case .assignedTo: "Assigned To"
    case .status: "Status"
    case .unassigned: "Unassigned"
    case .annotationTypes: "Annotation Types"
    }
  }

  private static func title(of filter: AnnotationFilterType) -> String {
    filter == .hideEverything ? "Hide everything" : filter.name.capitalizedFirst
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
