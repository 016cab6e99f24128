extension AnnotationFilterState {
  /// Turns a filter on, or off.
  ///
  /// A filter about issues would leave all other annotations in sight. So, whichever way it is
  /// toggled, if no annotation type is filtered, or the issues' type is not, then the issues' type is
  /// switched on.
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
