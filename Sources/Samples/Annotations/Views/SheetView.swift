import SampleSupport

/// A sheet with its marks.
struct SheetView {
  let sheet: SheetViewModel

  /// The visible lines, at most `room` for the marks.
  func lines(room: Int) -> [String] {
    let marks = sheet.marks.map { mark in
      ["  #\(mark.number)", mark.kind, mark.title.printable, mark.origin]
    }
    return [sheet.title.printable]
      + columns(marks).folded(to: room, keeping: sheet.latest) {
        "  … \($0) more; 'filter NAME' hides some"
      } + hidden
  }

  private var hidden: [String] {
    sheet.hiddenCount == 0 ? [] : ["  (the filters hide \(sheet.hiddenCount))"]
  }
}
