/// A piece of film or sound on a track.
package struct Clip: Codable, Hashable, Sendable {
  /// Its number among all clips.
  package var number: Int
  /// What a person calls it.
  package var name: String
  /// Where in its source it begins, in milliseconds.
  package var offset: Int
  /// How long it is, in milliseconds.
  package var duration: Int

  /// A clip.
  package init(_ number: Int, _ name: String, offset: Int = 0, duration: Int) {
    self.number = number
    self.name = name
    self.offset = offset
    self.duration = duration
  }
}

/// Clips one after the other, without gaps: where a clip begins follows from those before it.
package struct Track: Codable, Hashable, Sendable {
  /// What a track is for.
  package enum Kind: String, Codable, Hashable, Sendable {
    /// Film.
    case video
    /// Sound.
    case audio
  }

  /// What it is for.
  package var kind: Kind
  /// Its clips, in order.
  package var clips: [Clip] = []

  /// A track.
  package init(_ kind: Kind, _ clips: [Clip] = []) {
    self.kind = kind
    self.clips = clips
  }

  /// How long it is, in milliseconds.
  package var duration: Int { clips.reduce(0) { $0 + $1.duration } }

  /// When the clip at `index` is seen or heard.
  func range(at index: Int) -> Range<Int> {
    let start = clips[..<index].reduce(0) { $0 + $1.duration }
    return start..<start + clips[index].duration
  }

  /// The clip that is seen or heard at `position`.
  package func clip(at position: Int) -> Clip? {
    clips.indices.first { range(at: $0).contains(position) }.map { clips[$0] }
  }
}

/// The tracks of a film, of which the first gives its length.
extension [Track] {
  /// Those of a new film: the main one, one for a picture in the picture, and one for sound.
  package static var ofNewFilm: [Track] { [Track(.video), Track(.video), Track(.audio)] }

  /// The film's length, in milliseconds.
  package var duration: Int { first?.duration ?? 0 }

  /// The number of the next new clip.
  var nextNumber: Int { (flatMap(\.clips).map(\.number).max() ?? 0) + 1 }

  /// When a clip is seen or heard.
  package func range(of number: Int) -> Range<Int>? {
    find(number).map { self[$0.track].range(at: $0.index) }
  }

  /// Where a clip is.
  func find(_ number: Int) -> (track: Int, index: Int)? {
    for (track, content) in enumerated() {
      if let index = content.clips.firstIndex(where: { $0.number == number }) {
        return (track, index)
      }
    }
    return nil
  }

  /// Changes the clip called `number`, if there is one.
  mutating func change(_ number: Int, _ body: (inout Clip) -> Void) {
    guard let (track, index) = find(number) else { return }
    body(&self[track].clips[index])
  }
}
