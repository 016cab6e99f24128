import PlayheadFlux

/// Opens the filter popover, or closes it.
package struct ToggleFilterPopover: Action {
  /// What logs call it.
  package static let actionName = "ToggleFilterPopover"

  /// Opens or closes it.
  package init() {}
}

/// Takes the notices from the screen.
package struct DismissNotices: Action {
  /// What logs call it.
  package static let actionName = "DismissNotices"

  /// Takes all of them.
  package init() {}
}
