/// Why a readable draft makes no sense, for example because another program wrote it.
struct UnsoundDraft: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension Draft {
  /// Throws for impossible times, and for items with the same number.
  func requireSoundness() throws(UnsoundDraft) {
    guard film.tracks.map(\.kind) == [Track].ofNewFilm.map(\.kind) else {
      throw UnsoundDraft("a film has two video tracks and an audio track")
    }
    try film.requireSoundness()
    guard let cover else { return }
    guard Film.times.contains(cover.frame) else {
      throw UnsoundDraft("its cover shows no moment of a film")
    }
    try cover.composition.requireSoundness()
  }
}

extension Composition {
  fileprivate func requireSoundness() throws(UnsoundDraft) {
    let clips = tracks.flatMap(\.clips)
    try requireDistinct(clips.map(\.number), .clip)
    for clip in clips
    where !Film.times.contains(clip.offset) || !Film.durations.contains(clip.duration) {
      throw UnsoundDraft("clip \(clip.number) has a length that no clip has")
    }
    for kind in ItemKind.allCases {
      try requireDistinct(self[kind].map(\.number), kind)
      for overlay in self[kind] where !overlay.isSound {
        throw UnsoundDraft("\(kind.rawValue) \(overlay.number) has a time or place that none has")
      }
    }
  }

  private func requireDistinct(_ numbers: [Int], _ kind: ItemKind) throws(UnsoundDraft) {
    guard Set(numbers).count == numbers.count, numbers.allSatisfy(ItemID.numbers.contains) else {
      throw UnsoundDraft("its \(kind.plugin) are not numbered one by one")
    }
  }
}

extension ItemID {
  /// More numbers than a user needs, so that the next number always exists.
  fileprivate static let numbers = 1...1_000_000
}

extension Overlay {
  fileprivate var isSound: Bool {
    Film.times.contains(start) && Film.durations.contains(duration)
      && place?.isInPicture != false
  }
}
