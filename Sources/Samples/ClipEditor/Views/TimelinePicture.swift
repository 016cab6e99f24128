import SampleSupport

/// The film's timeline as SVG: a bar for each item on its row, and the playhead above them.
struct TimelinePicture {
  private let preview: PreviewModel
  private let timeline: TimelineModel

  /// Nil for a cover, which has no timeline.
  init?(of model: EditorModel) {
    guard let timeline = model.timeline else { return nil }
    (preview, self.timeline) = (model.preview, timeline)
  }

  private static let column = 10
  private static let rowHeight = 30
  /// Where the bars begin: right of the titles, below the moment.
  private static let (left, top) = (90, 44)

  var svg: String {
    let width = Self.left + TimelineModel.columns * Self.column + 20
    let height = Self.top + timeline.rows.count * Self.rowHeight + 16
    let playhead = Self.left + timeline.playhead * Self.column
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      font-family="system-ui, sans-serif" font-size="14" fill="#e6e8ec">
      <rect width="\(width)" height="\(height)" fill="#1c1e24"/>
      <text x="16" y="26" font-size="17">\(preview.position) <tspan fill="#8f96a3">of \(preview.duration), \
      \(preview.playState)</tspan></text>
      \(timeline.rows.indices.map(row).joined(separator: "\n"))
      <path d="M\(playhead) \(Self.top - 2)V\(height - 12)" stroke="#ff5a4f" stroke-width="2"/>\
      <path d="M\(playhead - 6) \(Self.top - 10)h12l-6 9z" fill="#ff5a4f"/>
      </svg>

      """
  }

  private func row(at index: Int) -> String {
    let row = timeline.rows[index]
    let y = Self.top + index * Self.rowHeight
    // Only the first row of each kind has its title.
    let color = fill(of: timeline.rows[...index].last { !$0.title.isEmpty }?.title)
    let hidden = row.bars.map(\.hiddenCount).reduce(0, +)
    let count = row.foldedCount > 0 ? "… \(row.foldedCount) more" : hidden > 0 ? "+\(hidden)" : ""
    let right = Self.left + TimelineModel.columns * Self.column
    return """
      <rect x="\(Self.left)" y="\(y + 1)" width="\(right - Self.left)" height="\(Self.rowHeight - 4)" rx="4" fill="#262932"/>\
      <text x="16" y="\(y + 19)" fill="#8f96a3">\(row.title)</text>\
      \(row.bars.map { bar($0, at: y, color) }.joined())\
      <text x="\(right - 6)" y="\(y + 19)" text-anchor="end">\(count)</text>
      """
  }

  /// A bar, whose label is cut at the edge of its own small picture.
  private func bar(_ bar: TimelineModel.Bar, at y: Int, _ color: String) -> String {
    let width = bar.columns.count * Self.column - 2
    let edge = bar.isSelected ? "#fff" : "none"
    return """
      <svg x="\(Self.left + bar.columns.lowerBound * Self.column + 1)" y="\(y + 1)" width="\(width)" \
      height="\(Self.rowHeight - 4)"><rect x="1" y="1" width="\(width - 2)" height="\(Self.rowHeight - 6)" rx="4" \
      fill="\(color)" stroke="\(edge)" stroke-width="2"/><text x="7" y="18">\(bar.label.inXML)</text></svg>
      """
  }

  private func fill(of title: String?) -> String {
    switch title {
    case "video", "inset": "#2f6fc4"
    case "sound": "#2c8a5b"
    case "stickers": "#b06a1d"
    case "texts": "#8450b8"
    default: "#9a3f66"
    }
  }
}
