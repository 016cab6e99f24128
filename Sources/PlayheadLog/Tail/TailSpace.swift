/// Which parts of a tail's file pages have, so that the file is not longer than it has to be.
struct TailSpace {
  private let file: any TailFile
  /// How long the file is.
  private var end = 0
  /// What of it no page has, in order; none of them touches another.
  private var gaps: [Range<Int>] = []

  init(_ file: any TailFile) { self.file = file }

  /// A page in the first part that is long enough, or behind all.
  mutating func makePage(_ count: Int) throws(LogError) -> TailPage {
    let place = gaps.firstIndex { $0.count >= count }
    let start = place.map { gaps[$0].lowerBound } ?? end
    let page = try TailPage(at: start, count: count, of: file)
    if let place {
      gaps[place] = start + count..<gaps[place].upperBound
      gaps.removeAll { $0.isEmpty }
    } else {
      end += count
    }
    return page
  }

  /// Takes back the part of a page that nobody fills any more; what is at the end `isCut` off.
  mutating func take(back part: Range<Int>, isCut: Bool) {
    var part = part
    for gap in gaps where gap.upperBound == part.lowerBound || gap.lowerBound == part.upperBound {
      part = min(part.lowerBound, gap.lowerBound)..<max(part.upperBound, gap.upperBound)
    }
    gaps.removeAll { part.overlaps($0) }
    // If it cannot be cut off, it may be filled again.
    if isCut, part.upperBound == end, (try? file.cut(to: part.lowerBound)) != nil {
      end = part.lowerBound
    } else {
      gaps.insert(part, at: gaps.firstIndex { $0.lowerBound > part.lowerBound } ?? gaps.count)
    }
  }

  /// Whether the file was deleted.
  var isDeleted: Bool { file.isDeleted }

  /// Closes the file; takes it away, if that is what is wanted.
  func close(removing: Bool) {
    if removing { file.remove() }
    file.close()
  }
}
