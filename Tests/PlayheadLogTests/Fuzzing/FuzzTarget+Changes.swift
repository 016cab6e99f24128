import PlayheadCoding
import PlayheadLog
import PlayheadReading

@testable import PlayheadReplay
import PlayheadValues

extension FuzzTarget {
  /// What happened at a path in a block of steps, in an index of changes. The first byte says through how
  /// many lists the path leads. What it gives survives being written again, and can be asked for.
  static let posting = FuzzTarget("posting", .ofColumns) {
    (0..<4).map { lists in [UInt8(lists)] + posting(lists: lists).bytes() }
  } read: { bytes in
    guard let first = bytes.first else { return }
    let lists = Int(first % 4)
    let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
    let posting = try Posting(rest, lists: lists, of: block)
    try requireSame(posting, lists)
    for step in [block.lowerBound, 1_500, block.upperBound] { ask(posting, lists, step) }
  }

  private static let block: ClosedRange<UInt64> = 1_000...17_383

  /// Of which pieces the stores' states consist, in an index of changes; and a piece itself, if the first
  /// byte is 0.
  static let pieces = FuzzTarget("pieces", .ofColumns) {
    let recipe = ByteBuffer()
    recipe.append(varint: 2)
    for numbers in [[1, 2, 3, 7], [8, 5]] as [[Int64]] {
      recipe.append(varint: numbers.count)
      RunColumn.write(numbers, to: recipe)
    }
    return [[1] + recipe.array, [0] + LogFrames.pack([Array("a piece of a state".utf8)])]
  } read: { bytes in
    guard let first = bytes.first else { return }
    let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
    if first == 0 {
      guard try StateArchive.readPiece(rest).count <= ContentPieces.longest else {
        throw Contradiction.tooLong
      }
    } else {
      guard try StateArchive.readRecipe(rest).joined().count <= RunColumn.limit else {
        throw Contradiction.tooLong
      }
    }
  }

  /// The directory of an index of changes. What it gives survives being written again.
  static let directory = FuzzTarget("directory", .ofColumns) {
    var directory = ChangeDirectory(mark: "a mark")
    let list = directory.makePath(directory.makePath(0, .field("list")), .index(0))
    let section = ChangeDirectory.Section(offset: 8, count: 90)
    for block in [1...9, 11...20] as [ClosedRange<UInt64>] {
      directory.add(block, [(PostingSeries(path: list, layer: .own, lists: 1), section)])
    }
    directory.pieces = [section, section]
    directory.add(ChangeDirectory.Checkpoint(step: 5, section: section))
    return [directory.bytes()]
  } read: { bytes in
    let directory = try ChangeDirectory(bytes, sectionsBefore: 1_000)
    guard directory.paths.count <= 5_000, directory.allPostings.count <= 5_000 else { return }
    let again = try directory.bytes().withUnsafeBytes {
      try ChangeDirectory($0, sectionsBefore: 1_000)
    }
    guard again == directory else { throw Contradiction.contents }
  }

  private static func posting(lists: Int) -> Posting {
    var posting = Posting(lists: lists)
    for number in 0..<60 as Range<UInt64> {
      let places = (0..<lists).map { (Int(number) * ($0 + 3)) % 7 }
      let event = Posting.Event(rawValue: Int64(number % 4)) ?? .set
      let value: Value? = number % 5 == 0 ? .string("v") : number % 3 == 0 ? .int(4) : nil
      posting.append(1_000 + number * number, event, at: places, lists == 0 ? .int(2) : value)
    }
    return posting
  }

  private static func requireSame(_ posting: Posting, _ lists: Int) throws {
    // Written again it takes as long as it has events; some thousand show what there is to see.
    guard posting.count <= 5_000 else { return }
    let again = try posting.bytes().withUnsafeBytes { try Posting($0, lists: lists, of: block) }
    guard again.steps == posting.steps, again.events == posting.events,
      again.places == posting.places, again.values == posting.values
    else { throw Contradiction.contents }
  }

  private static func ask(_ posting: Posting, _ lists: Int, _ step: UInt64) {
    guard let range = posting.events(atOrBefore: step) else { return }
    let events = StepEvents(posting: posting, range: range)
    let places = posting.places.map { $0[range.lowerBound] }
    _ = events.kind(at: places, isElement: lists > 0)
    _ = events.value(at: places)
    guard lists > 0, let last = places.last else { return }
    let moves = events.moves(in: places.dropLast())
    _ = moves.new(of: moves.old(of: last))
  }

  /// What cannot be of something that was read.
  private enum Contradiction: Error { case contents, tooLong }
}

extension AllocationBound {
  /// A few bytes stand for a column of two million numbers of eight bytes; of those there are seven at once
  /// at most, and as many values.
  fileprivate static let ofColumns = AllocationBound(perByte: 1_000, always: 256 << 20)
}
