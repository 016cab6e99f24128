import SampleSupport

/// The sheet as a blueprint: a plan with a pin for each annotation, and a list of them beside it.
struct BlueprintView {
  let status: StatusViewModel
  let sheet: SheetViewModel
  let issues: IssueListViewModel

  /// The rows of the list that have room beside the plan.
  private static let rows = 11

  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="760" height="460" viewBox="0 0 760 460" \
    font-family="system-ui, sans-serif" font-size="15">
    <defs><pattern id="grid" width="20" height="20" patternUnits="userSpaceOnUse">\
    <path d="M20 0H0V20" fill="none" stroke="#2c5a92"/></pattern></defs>
    <rect width="760" height="460" fill="#17406d"/><rect width="480" height="460" fill="url(#grid)"/>
    <path d="\(plan)" fill="none" stroke="#cfe3f7" stroke-width="3"/>
    <text x="30" y="34" fill="#fff" font-size="18">\(sheet.title.inXML)</text>
    \(sheet.marks.map(pin).joined(separator: "\n"))
    <rect x="480" width="280" height="460" fill="#fff"/>
    \(list.enumerated().map { row($1, at: 16 + 34 * $0) }.joined(separator: "\n"))
    <text x="496" y="444" fill="#5a6270">\(status.sync.inXML)</text>
    </svg>

    """
  }

  /// Walls, doors and stairs of a floor, or the ridge and the windows of a roof: the blueprints take turns.
  private var plan: String {
    sheet.number.isMultiple(of: 2)
      ? """
      M40 60H440V420H40Z M40 60L140 240L40 420 M440 60L340 240L440 420 M140 240H340 \
      M180 110h50v60h-50z M260 110h50v60h-50z
      """
      : """
      M40 60H440V420H310M230 420H40V60M40 240H160M210 240H290V60 M290 240H360M410 240H440 \
      M230 420A80 80 0 0 1 310 340V420 M160 240A50 50 0 0 1 210 290V240 \
      M60 330h20v70h-20zM80 330h20v70h-20zM100 330h20v70h-20zM120 330h20v70h-20z
      """
  }

  private func pin(_ mark: SheetViewModel.Mark) -> String {
    let (x, y) = place(of: mark.number)
    return """
      <g transform="translate(\(x) \(y))"><path d="M0 0L-9 -14A11 11 0 1 1 9 -14Z" fill="\(color(of: mark))" \
      stroke="#fff" stroke-width="1.5"/><text y="-17" fill="#fff" font-size="12" text-anchor="middle">\(mark.number)</text></g>
      """
  }

  /// A place on the plan, far from those of the numbers before: nobody has said where an annotation belongs.
  private func place(of number: Int) -> (x: Int, y: Int) {
    // Multiples of 1/1.3247 and of its square are spread evenly (Roberts, 2018). Modulo 10,000 for whole numbers.
    let (across, down) = ((5_000 &+ number &* 7_549) % 10_000, (5_000 &+ number &* 5_698) % 10_000)
    return (60 + abs(across) * 360 / 10_000, 105 + abs(down) * 300 / 10_000)
  }

  private func color(of mark: SheetViewModel.Mark) -> String {
    switch issue(mark)?.status {
    case IssueStatus.open.rawValue: "#d23f31"
    case IssueStatus.closed.rawValue: "#2e8b57"
    default: "#8a5fc0"
    }
  }

  private func issue(_ mark: SheetViewModel.Mark) -> IssueListViewModel.Row? {
    issues.rows.first { $0.number == mark.number }
  }

  // MARK: The list

  /// A row of the list: an annotation, or only a sentence.
  private struct Row {
    var mark: SheetViewModel.Mark?
    var text: String
    var detail = ""
  }

  private var list: [Row] {
    let rows = sheet.marks.map { mark in
      let issue = issue(mark)
      let waiting = (issue?.waitingCount ?? 0) > 0 ? " ↑" : ""
      return Row(
        mark: mark, text: mark.title,
        detail: (issue.map { "\($0.status), \($0.assignee)" } ?? mark.kind) + waiting)
    }
    let hidden =
      sheet.hiddenCount == 0 ? [] : [Row(text: "The filters hide \(sheet.hiddenCount).")]
    return rows.folded(to: Self.rows, keeping: sheet.latest) { Row(text: "… \($0) more") } + hidden
  }

  /// A row, cut at the edge of its own small picture.
  private func row(_ row: Row, at y: Int) -> String {
    let color = row.mark.map(color) ?? "none"
    return """
      <svg x="496" y="\(y)" width="256" height="34"><circle cx="5" cy="10" r="5" fill="\(color)"/>\
      <text x="18" y="15">\(row.text.inXML)</text><text x="18" y="29" fill="#5a6270" font-size="12">\
      \(row.mark.map { "#\($0.number) " } ?? "")\(row.detail.inXML)</text></svg>
      """
  }
}
