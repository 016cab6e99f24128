/// The film as rows of bars over a common scale.
struct TimelineModel: Hashable {
  /// An item.
  struct Bar: Hashable {
    var label: String
    /// The columns that it takes; never empty.
    var columns: Range<Int>
    var isSelected: Bool
  }

  /// A track, or overlays of one kind that do not hide each other.
  struct Row: Hashable {
    var title: String
    var bars: [Bar]
  }

  /// How many columns the longest row has: what an 80-column terminal has beside the titles.
  static let columns = 64

  var rows: [Row]
  /// The column of the moment that is shown.
  var playhead: Int

  /// The timeline of a composition.
  init(_ composition: Composition, position: Int, selected: ItemID?) {
    let scale = Scale(length: composition.length)
    rows = zip(["video", "inset", "sound"], composition.tracks).map { title, track in
      Row(title: title, bars: track.bars(scale, selected))
    }
    for kind in [ItemKind.sticker, .text, .filter] {
      let lanes = composition[kind].lanes
      rows += lanes.enumerated().map { index, lane in
        let bars = lane.map { overlay in
          Bar(kind, overlay.number, overlay.name, scale.columns(overlay.range), selected)
        }
        return Row(title: index == 0 ? kind.plugin : "", bars: bars)
      }
    }
    playhead = scale.column(position)
  }
}

/// From times to columns.
private struct Scale {
  let length: Int

  func column(_ time: Int) -> Int { min(time * TimelineModel.columns / max(length, 1), last) }

  /// The columns of what is seen in `range`; what is too short for one gets it nevertheless.
  func columns(_ range: Range<Int>) -> Range<Int> {
    let start = column(range.lowerBound)
    let end = range.upperBound * TimelineModel.columns / max(length, 1)
    return start..<max(end, start + 1)
  }

  private var last: Int { TimelineModel.columns - 1 }
}

extension Composition {
  /// When the last thing ends.
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
  /// The overlays in as many lanes as it takes for none to hide another; at least one.
  fileprivate var lanes: [[Overlay]] {
    var lanes: [[Overlay]] = [[]]
    for overlay in sorted(by: { ($0.start, $0.number) < ($1.start, $1.number) }) {
      let free = lanes.firstIndex { ($0.last?.range.upperBound ?? 0) <= overlay.start }
      if let free { lanes[free].append(overlay) } else { lanes.append([overlay]) }
    }
    return lanes
  }
}
