import SampleSupport

/// A sheet with its marks.
struct SheetView {
  let sheet: SheetViewModel

  var lines: [String] {
    let marks = sheet.marks.map { mark in
      ["  #\(mark.number)", mark.kind, mark.title.printable, mark.origin]
    }
    return [sheet.title.printable] + columns(marks) + hidden
  }

  private var hidden: [String] {
    sheet.hiddenCount == 0 ? [] : ["  (the filters hide \(sheet.hiddenCount))"]
  }
}
