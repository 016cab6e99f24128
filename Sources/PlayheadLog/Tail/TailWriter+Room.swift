import PlayheadCoding
import Synchronization

extension TailWriter {
  /// A number to define in a page.
  enum Definition {
    case shape(Int)
    case type(Int)
    case storeSet(Int)
  }

  /// The place for the next record.
  enum Room {
    /// The current page, which has the definitions that the record needs.
    case page
    /// A chain that begins with these definitions, because no page has room for all of it.
    case chain([[UInt8]])
  }

  /// Makes room for a record of `length`, and writes the definitions of `wanted` that are missing into its page,
  /// which may be another page. `nil` if none is free. If it `isForced`, takes plain memory instead.
  func makeRoom(
    _ length: Int, defining wanted: [Definition], _ names: ChunkDraft.Names?,
    isForced: Bool = false
  ) -> Room? {
    var definitions = wanted.filter { !isKnown($0) }
    var bodies = definitions.map { body(of: $0, names) }
    if !hasRoom(length + Self.length(of: bodies)) {
      leavePage()
      definitions = wanted
      bodies = definitions.map { body(of: $0, names) }
      let needed = TailFormat.recordHeaderLength + length + Self.length(of: bodies)
      guard needed <= pool.room else { return .chain(bodies) }
      let length = TailFormat.headerLength + needed
      guard let next = takePages(1, lastLength: length, isForced: isForced)?.first else {
        return nil
      }
      (page, cursor) = (next, next.begin(header(number, continuesChain: false)))
    }
    for (definition, body) in zip(definitions, bodies) {
      body.withUnsafeBytes { write($0) }
      note(definition)
    }
    return .page
  }

  /// Writes a record that fits.
  func write(_ body: UnsafeRawBufferPointer) {
    guard var writer = cursor?.body else { return }
    writer.append(body)
    cursor?.commit(writer)
  }

  private static func length(of bodies: [[UInt8]]) -> Int {
    bodies.reduce(0) { $0 + $1.count + TailFormat.recordHeaderLength }
  }

  /// Hands the page over, or gives it back if it is empty.
  private func leavePage() {
    finishPage()
    if let page { pool.release(page) }
    (page, cursor) = (nil, nil)
    (lastTick, offset, followsChain) = (0, nil, false)
  }

  /// Takes pages. If there are none and it `isForced`, takes plain memory, with room for only `lastLength`
  /// bytes in the last page, so that nothing else gets into it.
  private func takePages(_ count: Int, lastLength: Int, isForced: Bool) -> [TailPage]? {
    if let pages = pool.take(count) { return pages }
    guard isForced else { return nil }
    let full = TailFormat.headerLength + pool.room
    return (1...count).map { TailPage(count: $0 < count ? full : lastLength) }
  }

  private func header(_ number: UInt64, continuesChain: Bool) -> PageHeader {
    PageHeader(
      session: session, number: number, step: lastStep, timing: timing, continues: open > 0,
      continuesChain: continuesChain)
  }

  // MARK: Chains

  /// Writes definitions and the record in `scratch` into their own pages, one fragment each. Returns false
  /// without free pages, or if the record is longer than a chain can be.
  ///
  /// Writes the first fragment last, because without it there is no chain.
  func writeChain(_ definitions: [[UInt8]], isAction: Bool = false, isForced: Bool = false) -> Bool
  {
    let head = ByteBuffer()
    for body in definitions { body.withUnsafeBytes { head.append(sized: $0) } }
    head.append(varint: scratch.count)
    var parts = [head.bytes, scratch.bytes]
    var left = head.count + scratch.count
    let count = (left + pool.fragmentLength - 1) / pool.fragmentLength
    let lastLength =
      left - (count - 1) * pool.fragmentLength + TailFormat.headerLength
      + TailFormat.recordHeaderLength + TailFormat.fragmentHeadLength
    guard count <= TailFormat.longestChain,
      let pages = takePages(count, lastLength: lastLength, isForced: isForced)
    else { return false }
    var cursors: [PageCursor] = []
    var first: PageWriter?
    for (index, page) in pages.enumerated() {
      let header = header(number + UInt64(index), continuesChain: index > 0)
      guard var cursor = page.begin(header) else { return false }
      let length = min(left, pool.fragmentLength)
      left -= length
      var body = cursor.body
      body.append(PageRecordKind.fragment.rawValue)
      body.append(littleEndian: UInt32(left))
      Self.move(length, from: &parts, to: &body)
      if index > 0 { cursor.commit(body) } else { first = body }
      cursors.append(cursor)
    }
    guard let first else { return false }
    withExtendedLifetime(head) {}
    atomicMemoryFence(ordering: .releasing)
    cursors[0].commit(first, isAction: isAction)
    for (page, cursor) in zip(pages, cursors) { page.finish(cursor) }
    // If the last page is damaged, its number of actions determines the lost ones, which include this one.
    if isAction { cursors[count - 1].actions = 1 }
    number += UInt64(count - 1)
    pages[count - 1].chained = pages.dropLast()
    (page, cursor, followsChain) = (pages[count - 1], cursors[count - 1], true)
    (lastTick, offset) = (0, nil)
    return true
  }

  /// Moves `length` bytes from the first parts that have any.
  private static func move(
    _ length: Int, from parts: inout [UnsafeRawBufferPointer], to body: inout PageWriter
  ) {
    var length = length
    for index in parts.indices {
      let count = min(length, parts[index].count)
      body.append(UnsafeRawBufferPointer(rebasing: parts[index].prefix(count)))
      parts[index] = UnsafeRawBufferPointer(rebasing: parts[index].dropFirst(count))
      length -= count
    }
  }

  // MARK: Definitions

  private func isKnown(_ definition: Definition) -> Bool {
    switch definition {
    case .shape(let shape): shapes.isDefined(shape, in: number)
    case .type(let type): types.isDefined(type, in: number)
    case .storeSet(let set): storeSets.isDefined(set, in: number)
    }
  }

  private func note(_ definition: Definition) {
    switch definition {
    case .shape(let shape): shapes.define(shape, in: number)
    case .type(let type): types.define(type, in: number)
    case .storeSet(let set): storeSets.define(set, in: number)
    }
  }

  private func body(of definition: Definition, _ names: ChunkDraft.Names?) -> [UInt8] {
    guard let names else { return [] }
    let bytes = ByteBuffer()
    switch definition {
    case .shape(let number):
      bytes.append(PageRecordKind.shape.rawValue)
      bytes.append(varint: number)
      try? names.shapes.shape(number).encode(to: bytes)
    case .type(let number):
      bytes.append(PageRecordKind.type.rawValue)
      bytes.append(varint: number)
      names.types[number].encode(to: bytes)
    case .storeSet(let number):
      bytes.append(PageRecordKind.storeSet.rawValue)
      bytes.append(varint: number)
      for store in names.storeSets[number] { bytes.append(varint: store) }
    }
    return bytes.array
  }
}
