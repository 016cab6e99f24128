package import Foundation

/// The sheet as a function of what is on it and of the filters.
package struct SheetViewModel: Hashable, Sendable {
  /// An annotation as it is drawn.
  package struct Mark: Hashable, Sendable {
    /// What people call it.
    package let number: Int
    /// Its type.
    package let kind: String
    /// What it says.
    package let title: String
    /// Who made it, and who sees it.
    package let origin: String
  }

  /// What is printed on the sheet.
  package let title: String
  /// The annotations that the filters let through.
  package let marks: [Mark]
  /// The place of the one that was changed last; nil if it is not among them.
  package let latest: Int?
  /// How many they do not.
  package let hiddenCount: Int

  /// A sheet with what is on it, as far as the filters let it through.
  package static func sheet(
    _ board: Board, of count: Int, filters: AnnotationFilterState, latest: UUID? = nil
  ) -> Self {
    let visible = AnnotationFilterService(filters).visible(board.annotations)
    return SheetViewModel(
      title: "\(board.sheet.name) (sheet \(board.sheet.number) of \(count))",
      marks: visible.map(mark), latest: visible.firstIndex { $0.id == latest },
      hiddenCount: board.annotations.count - visible.count)
  }

  private static func mark(_ annotation: Annotation) -> Mark {
    Mark(
      number: annotation.number, kind: annotation.kind.rawValue, title: annotation.title,
      origin: "\(annotation.author), \(annotation.shareStatus.rawValue)")
  }
}
