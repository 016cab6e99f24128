/// What a table shows: sections of rows, and a button.
///
/// It knows nothing of what draws it.
package struct TableViewModel: Hashable, Sendable {
  /// A part of the table.
  package struct Section: Hashable, Sendable {
    /// What stands above it; nil for nothing.
    package let header: String?
    /// Its rows.
    package let cells: [Cell]
  }

  /// A row.
  package enum Cell: Hashable, Sendable {
    /// Something that is on or off.
    case toggle(String, isOn: Bool)
    /// A way to details, and how much of them is on.
    case disclosure(String, count: Int)
  }

  /// A button below the table.
  package struct Button: Hashable, Sendable {
    /// What it says.
    package let title: String
    /// Whether it can be pressed.
    package let isEnabled: Bool

    /// A button.
    package init(title: String, isEnabled: Bool) {
      self.title = title
      self.isEnabled = isEnabled
    }
  }

  /// Its parts, from the top.
  package let sections: [Section]
  /// The button below them.
  package let button: Button
}
