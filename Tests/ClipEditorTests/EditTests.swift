import ClipEditor
import FluxTesting
import PlayheadFlux
import Testing

@Suite struct `An edit of clips` {
  private let film = [
    Track(.video, [Clip(1, "a", duration: 4000), Clip(2, "b", duration: 3000)]), Track(.video),
    Track(.audio, [Clip(3, "s", duration: 9000)]),
  ]

  private func applying(_ edits: any Edit...) -> [Track] {
    edits.reduce(into: film) { $1.apply(to: &$0) }
  }

  @Test func `adding a clip puts it at the given position and gives it the next number`() {
    let tracks = applying(AddItem(.clip, "c", duration: 40, to: Destination(track: 1, index: 1)))
    #expect(tracks[0].clips.map(\.number) == [4, 1, 2])
    #expect(tracks.range(of: 1) == 40..<4040)
    #expect(applying(AddItem(.clip, "c", duration: 39)) == film)
    #expect(applying(AddItem(.clip, "c", duration: 40, to: Destination(track: 4))) == film)
  }

  @Test(arguments: 1...(Soak.isOn ? 20 : 5) as ClosedRange<UInt64>)
  func `after random edits, the clip editor's clips have valid lengths and unique numbers`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    var tracks = film
    for _ in 0..<200 {
      random.edit().apply(to: &tracks)
      let clips = tracks.flatMap(\.clips)
      #expect(Set(clips.map(\.number)).count == clips.count)
      #expect(clips.allSatisfy { $0.duration >= 40 && $0.offset >= 0 })
    }
  }

  @Test(arguments: 1...(Soak.isOn ? 20 : 5) as ClosedRange<UInt64>)
  func `splitting clips changes neither the film's length nor its picture at any time`(seed: UInt64)
  {
    var random = SplitMix64(seed: seed)
    var tracks = film
    for _ in 0..<50 {
      let item = ItemID(.clip, random.number(1...8))
      SplitItem(item, at: random.time()).apply(to: &tracks)
    }
    #expect(tracks.duration == film.duration)
    for moment in stride(from: 0, to: film.duration, by: 20) {
      #expect(tracks.source(at: moment) == film.source(at: moment))
    }
  }

  @Test(arguments: 1...(Soak.isOn ? 20 : 5) as ClosedRange<UInt64>)
  func `after trimming the first clip, the film shows what is left of it and then the next clip`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    let (from, to) = (random.number(0...1980), random.number(2020...4000))
    let tracks = applying(TrimItem(ItemID(.clip, 1), from: from, to: to))
    #expect(tracks.duration == film.duration - 4000 + (to - from))
    #expect(tracks.source(at: 0) == film.source(at: from))
    #expect(tracks.source(at: to - from - 1) == film.source(at: to - 1))
    #expect(tracks.source(at: to - from) == film.source(at: 4000))
  }
}

extension [Track] {
  /// Which moment of which source the first track shows.
  fileprivate func source(at moment: Int) -> String? {
    guard let clip = self[0].clip(at: moment), let range = range(of: clip.number) else {
      return nil
    }
    return "\(clip.name) \(clip.offset + moment - range.lowerBound)"
  }
}

@Suite struct `An edit of overlays` {
  private let sticker = Overlay(1, "star", start: 1000, duration: 2000, place: .center)
  private let item = ItemID(.sticker, 1)

  private func applying(_ edits: any Edit...) -> [Overlay] {
    edits.reduce(into: [sticker]) { $1.apply(to: &$0) }
  }

  @Test func `adding a sticker puts it on top, in the center of the picture`() {
    #expect(
      applying(AddItem(.sticker, "sun", duration: 500)).last
        == Overlay(2, "sun", start: 0, duration: 500, place: .center))
    #expect(applying(AddItem(.filter, "warm", duration: 500)).last?.place == nil)
    let outside = Destination(place: Place(x: 101, y: 0))
    #expect(applying(AddItem(.sticker, "sun", duration: 500, to: outside)) == [sticker])
    #expect(
      applying(AddItem(.sticker, "sun", duration: 500, to: Destination(start: -1))).count == 1)
  }

  @Test func `moving a sticker to an invalid time or position changes nothing`() {
    #expect(applying(MoveItem(item, to: Destination(start: 0)))[0].range == 0..<2000)
    let place = Place(x: 0, y: 100)
    #expect(applying(MoveItem(item, to: Destination(place: place)))[0].place == place)
    #expect(applying(MoveItem(item, to: Destination(index: 2))) == [sticker])
    #expect(applying(MoveItem(item, to: Destination(start: Int.max))) == [sticker])
  }

  @Test func `trimming or splitting a sticker does not shift what is left of it in time`() {
    #expect(applying(TrimItem(item, from: 500, to: 600))[0].range == 1500..<1600)
    #expect(applying(SplitItem(item, at: 1500)).map(\.range) == [1000..<1500, 1500..<3000])
    #expect(applying(SplitItem(item, at: 1039)) == [sticker])
  }

  @Test(arguments: 1...(Soak.isOn ? 20 : 5) as ClosedRange<UInt64>)
  func `after random edits, the clip editor's stickers have valid times and unique numbers`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    var overlays = [sticker]
    for _ in 0..<200 {
      random.edit().apply(to: &overlays)
      #expect(Set(overlays.map(\.number)).count == overlays.count)
      #expect(overlays.allSatisfy { $0.duration >= 40 && $0.start >= 0 })
    }
  }
}
