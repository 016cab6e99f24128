import PlayheadFlux
import SampleSupport

extension TextEditorFault {
  /// How often the caret was moved, in all editors that there ever were.
  private static let moves = Locked(0)
  /// What was moved last.
  private static let marker = Locked<Marker?>(nil)

  private final class Marker: Sendable {}

  /// How far from its place the caret is put.
  var deviation: Int {
    switch self {
    case .countedMoves:
      return Self.moves.withLock { moves in
        moves += 1
        return moves % 5
      }
    case .placedByAddress:
      let marker = Marker()
      Self.marker.withLock { $0 = marker }
      // Where the heap is, in 16 MB: what else is in it differs from process to process, and more so on a busy machine.
      return Int(bitPattern: Unmanaged.passUnretained(marker).toOpaque()) >> 24 & 0xff
    case .sharedPlace, .forgottenZoom, .watchedLength: return 0
    }
  }

  /// The store that has the mistake; nil where it is elsewhere.
  var store: (any AnyStore)? {
    switch self {
    case .countedMoves, .placedByAddress, .watchedLength: nil
    case .sharedPlace:
      Store("places", Places()).on(MoveCaret.self) { $0.last.position = $1.to }
    case .forgottenZoom:
      Store("zoom", Zoom()).on(Select.self) { zoom, _ in zoom.level += 1 }
    }
  }
}

/// How long the text is, as far as an observer has seen.
final class SeenLength: Sendable {
  private let length = Locked(0)

  /// Observes a document for as long as it lives.
  init(of document: Store<Document>) {
    document.observe(with: self) { seen, document in
      seen.length.withLock { $0 = document.text.scalarCount }
    }
  }

  /// The place, or the end of the text.
  func limit(_ place: Int) -> Int { length.withLock { min(place, $0) } }
}

/// Where the writer was last, as an object.
private struct Places: Codable, Sendable {
  var last = Place()
}

private final class Place: Codable, @unchecked Sendable {
  var position = 0
}

/// How large the text is, of which the level is forgotten.
private struct Zoom: Codable, Sendable {
  var level = 1

  private enum CodingKeys: CodingKey { case level }

  init() {}

  init(from decoder: any Decoder) throws {
    // What is missing here: 'level = try … decode(Int.self, forKey: .level)'.
    _ = try decoder.container(keyedBy: CodingKeys.self)
  }
}
