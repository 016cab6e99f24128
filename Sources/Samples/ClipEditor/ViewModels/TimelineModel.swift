import SampleSupport

/// The film as rows of bars over a common scale.
struct TimelineModel: Hashable {
  /// An item.
  struct Bar: Hashable {
    var label: String
    /// The bar's columns; never empty.
    var columns: Range<Int>
    var isSelected: Bool
    /// The number of other items that are too short for their own column.
    var hiddenCount = 0
  }

  /// A track, or overlays of one kind that do not hide each other.
  struct Row: Hashable {
    var title: String
    var bars: [Bar]
    /// The number of rows folded into this one, which then has no bars.
    var foldedCount = 0
  }

  /// The most rows for the overlays of one kind. With three kinds, three tracks and the lines around them,
  /// this leaves enough of the screen for the preview.
  static let rowsPerKind = 3

  /// The columns of the longest row: an 80-column terminal has this many beside the titles.
  static let columns = 64

  var rows: [Row]
  /// The column of the visible moment.
  var playhead: Int

  /// The timeline of a composition.
  ///
  /// - Parameters:
  ///   - composition: The items.
  ///   - position: The visible moment.
  ///   - selected: The selected item.
  ///   - latest: An item that is never folded away, selected or not.
  init(_ composition: Composition, position: Int, selected: ItemID?, latest: ItemID?) {
    let scale = Scale(length: composition.length)
    rows = zip(["video", "inset", "sound"], composition.tracks).map { title, track in
      Row(title: title, bars: track.bars(scale, selected).apart)
    }
    for kind in [ItemKind.sticker, .text, .filter] {
      let lanes = composition[kind].lanes
      let kept = lanes.firstIndex { lane in
        latest?.kind == kind && lane.contains { $0.number == latest?.number }
      }
      rows += lanes.map { Row(title: "", bars: $0.bars(kind, scale, selected).apart) }
        .folded(to: TimelineModel.rowsPerKind, keeping: kept) {
          Row(title: "", bars: [], foldedCount: $0)
        }
        .titled(kind.plugin)
    }
    playhead = scale.column(position)
  }
}

extension [TimelineModel.Row] {
  /// The rows with a title on the first.
  fileprivate func titled(_ title: String) -> Self {
    enumerated().map { index, row in
      var row = row
      if index == 0 { row.title = title }
      return row
    }
  }
}

extension [TimelineModel.Bar] {
  /// The bars side by side. A bar whose only column is taken is counted with the bar there.
  fileprivate var apart: Self {
    reduce(into: []) { bars, bar in
      guard let last = bars.last, bar.columns.lowerBound < last.columns.upperBound else {
        return bars.append(bar)
      }
      if bar.columns.upperBound > last.columns.upperBound {
        var rest = bar
        rest.columns = last.columns.upperBound..<bar.columns.upperBound
        bars.append(rest)
      } else {
        bars[bars.count - 1].hiddenCount += 1
        if bar.isSelected { bars[bars.count - 1].isSelected = true }
      }
    }
  }
}

/// Converts times to columns.
private struct Scale {
  let length: Int

  func column(_ time: Int) -> Int { min(time * TimelineModel.columns / max(length, 1), last) }

  /// The columns for `range`, at least one.
  func columns(_ range: Range<Int>) -> Range<Int> {
    let start = column(range.lowerBound)
    let end = range.upperBound * TimelineModel.columns / max(length, 1)
    return start..<max(end, start + 1)
  }

  private var last: Int { TimelineModel.columns - 1 }
}

extension Composition {
  /// When the last item ends.
  fileprivate var length: Int {
    let overlays = ItemKind.allCases.flatMap { self[$0] }.map(\.range.upperBound)
    return (tracks.map(\.duration) + overlays).max() ?? 0
  }
}

extension Track {
  fileprivate func bars(_ scale: Scale, _ selected: ItemID?) -> [TimelineModel.Bar] {
    clips.indices.map { index in
      .init(
        .clip, clips[index].number, clips[index].name, scale.columns(range(at: index)), selected)
    }
  }
}

extension TimelineModel.Bar {
  fileprivate init(
    _ kind: ItemKind, _ number: Int, _ name: String, _ columns: Range<Int>, _ selected: ItemID?
  ) {
    label = "\(number) \(name)"
    self.columns = columns
    isSelected = selected?.kind == kind && selected?.number == number
  }
}

extension [Overlay] {
  fileprivate func bars(
    _ kind: ItemKind, _ scale: Scale, _ selected: ItemID?
  ) -> [TimelineModel.Bar] {
    map { .init(kind, $0.number, $0.name, scale.columns($0.range), selected) }
  }

  /// The overlays in as few lanes as possible without hiding each other; at least one lane.
  fileprivate var lanes: [[Overlay]] {
    var lanes: [[Overlay]] = [[]]
    for overlay in sorted(by: { ($0.start, $0.number) < ($1.start, $1.number) }) {
      let free = lanes.firstIndex { ($0.last?.range.upperBound ?? 0) <= overlay.start }
      if let free { lanes[free].append(overlay) } else { lanes.append([overlay]) }
    }
    return lanes
  }
}
