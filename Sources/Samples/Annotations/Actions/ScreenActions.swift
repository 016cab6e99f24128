import PlayheadFlux

/// Opens or closes the filter popover.
package struct ToggleFilterPopover: Action {
  package static let actionName = "ToggleFilterPopover"

  package init() {}
}

/// Removes the notices from the screen.
package struct DismissNotices: Action {
  package static let actionName = "DismissNotices"

  package init() {}
}
