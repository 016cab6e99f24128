/// The content of a table: sections of rows, and a button.
///
/// Independent of the view that draws it.
package struct TableViewModel: Hashable, Sendable {
  /// A section of the table.
  package struct Section: Hashable, Sendable {
    /// The header above the rows; nil for none.
    package let header: String?
    /// Its rows.
    package let cells: [Cell]
  }

  /// A row.
  package enum Cell: Hashable, Sendable {
    /// A value that is on or off.
    case toggle(String, isOn: Bool)
    /// A link to details, and how many of them are on.
    case disclosure(String, count: Int)
  }

  /// A button below the table.
  package struct Button: Hashable, Sendable {
    /// The title.
    package let title: String
    /// Whether it can be pressed.
    package let isEnabled: Bool

    package init(title: String, isEnabled: Bool) {
      self.title = title
      self.isEnabled = isEnabled
    }
  }

  /// The sections, from the top.
  package let sections: [Section]
  /// The button below them.
  package let button: Button
}
