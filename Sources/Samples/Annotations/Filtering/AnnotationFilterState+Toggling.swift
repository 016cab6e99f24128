extension AnnotationFilterState {
  /// Toggles a filter.
  ///
  /// A filter about issues would leave all other annotations visible. So toggling one also turns on the
  /// filter for the kind "issue", if that filter is off.
  mutating func toggle(_ filter: AnnotationFilterType) {
    updateGroups { $0.toggle(filter) }
    guard filter.isIssueSpecific else { return }
    let types = self[.annotationTypes]
    if types.activeFilterCount == 0 || !types.isEnabled(.annotationType(.issue)) {
      updateGroups { if $0.type == .annotationTypes { $0.enable(.annotationType(.issue)) } }
    }
  }

  /// Turns all filters off.
  mutating func reset() { updateGroups { $0.reset() } }

  /// Turns the filters of one group off.
  mutating func reset(_ group: AnnotationFilterGroupType) {
    updateGroups { if $0.type == group { $0.reset() } }
  }
}
