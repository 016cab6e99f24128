/// A piece of film or sound on a track.
package struct Clip: Codable, Hashable, Sendable {
  /// The clip's number among all clips.
  package var number: Int
  /// The clip's name.
  package var name: String
  /// Where the clip begins in its source, in milliseconds.
  package var offset: Int
  /// The length, in milliseconds.
  package var duration: Int

  package init(_ number: Int, _ name: String, offset: Int = 0, duration: Int) {
    self.number = number
    self.name = name
    self.offset = offset
    self.duration = duration
  }
}

/// Clips one after the other, without gaps. The clips before one decide when it begins.
package struct Track: Codable, Hashable, Sendable {
  /// The purpose of a track.
  package enum Kind: String, Codable, Hashable, Sendable {
    /// Film.
    case video
    /// Sound.
    case audio
  }

  /// The purpose of the track.
  package var kind: Kind
  /// The clips, in order.
  package var clips: [Clip] = []

  package init(_ kind: Kind, _ clips: [Clip] = []) {
    self.kind = kind
    self.clips = clips
  }

  /// The length, in milliseconds.
  package var duration: Int { clips.reduce(0) { $0 + $1.duration } }

  /// When the clip at `index` is visible or audible.
  func range(at index: Int) -> Range<Int> {
    let start = clips[..<index].reduce(0) { $0 + $1.duration }
    return start..<start + clips[index].duration
  }

  /// The clip that is visible or audible at `position`.
  package func clip(at position: Int) -> Clip? {
    clips.indices.first { range(at: $0).contains(position) }.map { clips[$0] }
  }
}

/// The tracks of a film. The first one decides the film's length.
extension [Track] {
  /// The tracks of a new film: the main one, one for a picture in the picture, and one for sound.
  package static var ofNewFilm: [Track] { [Track(.video), Track(.video), Track(.audio)] }

  /// The film's length, in milliseconds.
  package var duration: Int { first?.duration ?? 0 }

  /// The number for the next new clip.
  var nextNumber: Int { (flatMap(\.clips).map(\.number).max() ?? 0) + 1 }

  /// When a clip is visible or audible.
  package func range(of number: Int) -> Range<Int>? {
    find(number).map { self[$0.track].range(at: $0.index) }
  }

  /// The place of a clip.
  func find(_ number: Int) -> (track: Int, index: Int)? {
    for (track, content) in enumerated() {
      if let index = content.clips.firstIndex(where: { $0.number == number }) {
        return (track, index)
      }
    }
    return nil
  }

  /// Changes the clip with this number, if there is one.
  mutating func change(_ number: Int, _ body: (inout Clip) -> Void) {
    guard let (track, index) = find(number) else { return }
    body(&self[track].clips[index])
  }
}
