import PlayheadFlux
import SampleSupport

extension TextEditorFault {
  /// How often the caret was moved, in all editors of the process.
  private static let moves = Locked(0)
  /// The object of the last move.
  private static let marker = Locked<Marker?>(nil)

  private final class Marker: Sendable {}

  /// How far the caret is shifted.
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
      // The heap's address in units of 16 MB. The rest differs between processes, more so on a busy machine.
      return Int(bitPattern: Unmanaged.passUnretained(marker).toOpaque()) >> 24 & 0xff
    case .sharedPlace, .forgottenZoom, .watchedLength: return 0
    }
  }

  /// The store with the mistake; nil if the mistake is elsewhere.
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

/// The length of the text that an observer saw last.
final class SeenLength: Sendable {
  private let length = Locked(0)

  /// Observes a document while this object lives.
  init(of document: Store<Document>) {
    document.observe(with: self) { seen, document in
      seen.length.withLock { $0 = document.text.scalarCount }
    }
  }

  /// The place, at most the end of the text.
  func limit(_ place: Int) -> Int { length.withLock { min(place, $0) } }
}

/// The writer's last place, as an object.
private struct Places: Codable, Sendable {
  var last = Place()
}

private final class Place: Codable, @unchecked Sendable {
  var position = 0
}

/// The zoom. Its level is not decoded.
private struct Zoom: Codable, Sendable {
  var level = 1

  private enum CodingKeys: CodingKey { case level }

  init() {}

  init(from decoder: any Decoder) throws {
    // The missing line: 'level = try … decode(Int.self, forKey: .level)'.
    _ = try decoder.container(keyedBy: CodingKeys.self)
  }
}
