import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading

/// Knows what must be left of a log when some of its bytes are others.
struct DamageOracle {
  let whole: [UInt8]
  private let content: LogContent
  private let actions: [UInt64: ActionContent]
  /// Where each frame is, and the steps in it.
  private let frames: [(place: Range<Int>, steps: ClosedRange<Step>?)]
  /// How many damaged logs read as if they were whole.
  private(set) var silent = 0

  init(_ whole: [UInt8]) throws {
    self.whole = whole
    content = try LogContent(whole)
    actions = Dictionary(uniqueKeysWithValues: content.actions.map { ($0.step.number, $0) })
    let starts = try LogFrames(whole).starts
    frames = try zip(starts, starts.dropFirst() + [whole.count]).map { start, end in
      (start..<end, try Self.steps(Array(whole[start..<end])))
    }
  }

  private static func steps(_ frame: [UInt8]) throws -> ClosedRange<Step>? {
    guard let content = try LogFrames(frame).contents().first else { return nil }
    for record in try RecordFraming(content).records where record.kind == RecordKind.chunk.rawValue
    {
      return try record.body.withUnsafeBytes { try Chunk($0).steps }
    }
    return nil
  }

  /// What is wrong with what the reader makes of `damaged`; nil if it is as it must be.
  ///
  /// Nothing that it gives may be other than it was; all that stands in whole frames in front of the
  /// first damage must be there; and if anything is missing, something must be reported. How much of
  /// what is behind the damage it finds is the reader's to choose.
  mutating func complaint(about damaged: [UInt8]) throws -> String? {
    let read = try LogContent(damaged)
    for action in read.actions {
      let known = actions[action.step.number]
      let isSame =
        read.hasHeader ? known == action : known?.withoutStores == action.withoutStores
      if isSame { continue }
      return "step \(action.step) is not what it was"
    }
    if !read.notes.allSatisfy(content.notes.contains) { return "a note is not what it was" }
    let found = Set(read.actions.map(\.step.number))
    if let lost = promised(damaged).first(where: { !found.contains($0) }) {
      return "step \(lost) is whole and not given"
    }
    let isSilent = read.equals(content)
    if isSilent { silent += 1 }
    return isSilent || !read.faults.isEmpty ? nil : "a loss is not reported"
  }

  /// The steps in front of the first byte that is another.
  private func promised(_ damaged: [UInt8]) -> [UInt64] {
    let same = zip(whole, damaged).prefix { $0 == $1 }.count
    return frames.filter { $0.place.upperBound <= same }.compactMap(\.steps)
      .flatMap { $0.lowerBound.number...$0.upperBound.number }
  }
}

extension LogScript {
  /// A log of so many chunks, whose texts do not pack well, so that it has many sectors.
  static func large(chunks: Int) throws -> [UInt8] {
    let script = try LogScript()
    var random = SplitMix64(seed: 21)
    for _ in 0..<chunks {
      for _ in 0..<20 {
        try script.act(Insert(position: random.below(1_000), text: "\(random.next())"))
      }
      script.note("\(random.next())")
      try script.endChunk()
    }
    return try script.close()
  }
}
