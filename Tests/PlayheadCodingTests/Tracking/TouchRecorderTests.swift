import FluxTesting
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct `A touch recorder` {
  @Test(arguments: 0..<(Soak.isOn ? 32 : 8) as Range<UInt64>)
  func `TouchRecorder counts a value that changed at a step as written, even if it changed back`(
    seed: UInt64
  ) throws {
    var source = Seeded(seed)
    var state = World.random(&source)
    for _ in 0..<6 {
      let (start, recorder) = (state, TouchRecorder(state))
      var changed: Set<StatePath> = []
      for _ in 0..<6 {
        let old = try tree(state)
        if source.chance(30) { state = start } else { state.mutate(&source) }
        try recorder.note(state)
        changed.formUnion(Diff(from: old, to: try tree(state)).changes.map(\.path))
      }
      let written = recorder.touched
      for path in changed {
        let names = path.components.prefix { $0.name != nil }.compactMap(\.name)
        let isFound = written.contains { names.starts(with: $0) || $0.starts(with: names) }
        try #require(isFound, "seed \(seed): \(path) is not in \(written)")
      }
      #expect(recorder.isTouched || changed.isEmpty)
    }
  }

  private struct Shop: Encodable {
    enum Mode: Encodable { case idle, moving(from: Int, to: Int) }

    var title = "shop"
    var items = [1, 2, 3]
    var size = Point(x: 1, y: 2)
    var mode = Mode.moving(from: 1, to: 2)
    var old: [Int] = []
  }

  private func written(_ steps: [(inout Shop) -> Void]) throws -> [String] {
    var shop = Shop()
    let recorder = TouchRecorder(shop)
    for step in steps {
      step(&shop)
      try recorder.note(shop)
    }
    return recorder.touched.map { $0.joined(separator: ".") }
  }

  @Test func `TouchRecorder lists only the paths of the fields that were written`() throws {
    #expect(try written([{ _ in }]) == [])
    #expect(try written([{ $0.items[1] = 7 }]) == ["items"])
    #expect(try written([{ $0.size.y = 3 }, { $0.title = "other" }]) == ["size.y", "title"])
    #expect(try written([{ $0.mode = .moving(from: 1, to: 3) }]) == ["mode"])
    // The very storage from before comes back.
    let swapped: [(inout Shop) -> Void] = [
      { swap(&$0.items, &$0.old) }, { swap(&$0.items, &$0.old) },
    ]
    #expect(try written(swapped) == ["items", "old"])
  }

  private struct Refusal: Error {}

  private struct Lid: Encodable {
    var isStuck = false

    func encode(to encoder: any Encoder) throws {
      if isStuck { throw Refusal() }
      var place = encoder.singleValueContainer()
      try place.encode(0)
    }
  }

  @Test func `TouchRecorder throws the error of a value that cannot be encoded, at each step`()
    throws
  {
    let recorder = TouchRecorder(Lid())
    for _ in 0..<2 {
      #expect(throws: Refusal.self) { try recorder.note(Lid(isStuck: true)) }
      #expect(recorder.isRefused)
    }
    try recorder.note(Lid())
    #expect(!recorder.isRefused && recorder.touched == [[]])
  }

  private func tree(_ value: some Encodable) throws -> Value {
    try CanonicalEncoder().tree(of: value)
  }
}
