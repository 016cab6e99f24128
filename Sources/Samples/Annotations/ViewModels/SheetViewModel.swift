package import Foundation

/// The sheet, as a function of its annotations and the filters.
package struct SheetViewModel: Hashable, Sendable {
  /// An annotation as it is drawn.
  package struct Mark: Hashable, Sendable {
    /// The number that users see.
    package let number: Int
    /// The annotation's kind.
    package let kind: String
    /// The title.
    package let title: String
    /// The author, and who sees the annotation.
    package let origin: String
  }

  /// The sheet's number in the project.
  package let number: Int
  /// The title printed on the sheet.
  package let title: String
  /// The annotations that pass the filters.
  package let marks: [Mark]
  /// The index of the annotation that was changed last; nil if it is not listed.
  package let latest: Int?
  /// The number of annotations that do not pass.
  package let hiddenCount: Int

  /// A sheet with the annotations that pass the filters.
  package static func sheet(
    _ board: Board, of count: Int, filters: AnnotationFilterState, latest: UUID? = nil
  ) -> Self {
    let visible = AnnotationFilterService(filters).visible(board.annotations)
    return SheetViewModel(
      number: board.sheet.number,
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
