import PlayheadCoding

extension TailWriter {
  /// What a number stands for in a page.
  enum Definition {
    case shape(Int)
    case type(Int)
    case storeSet(Int)
  }

  /// Makes sure that the page has room for a record of `length` and knows what it refers to: all
  /// shapes, and what is `wanted`. That may take another page. False if none is free, unless it
  /// `isForced`: then one is made in plain memory. False, too, if no page can have a record so long.
  @discardableResult @inline(never)
  func makeRoom(
    _ length: Int, defining wanted: [Definition], _ names: ChunkDraft.Names?,
    isForced: Bool = false
  ) -> Bool {
    let shapeCount = names?.shapes.count ?? shapes
    var definitions = (shapes..<shapeCount).map(Definition.shape) + wanted.filter { !isKnown($0) }
    var bodies = definitions.map { body(of: $0, names) }
    if !hasRoom(length, behind: bodies) {
      definitions = (0..<(names == nil ? 0 : shapeCount)).map(Definition.shape) + wanted
      bodies = definitions.map { body(of: $0, names) }
      let room = TailFormat.recordHeaderLength + length + Self.length(of: bodies)
      guard begin(room: room, isForced: isForced) else { return false }
    }
    for (definition, body) in zip(definitions, bodies) { put(body, defining: definition) }
    return true
  }

  private func hasRoom(_ length: Int, behind bodies: [[UInt8]]) -> Bool {
    hasRoom(length + Self.length(of: bodies))
  }

  private static func length(of bodies: [[UInt8]]) -> Int {
    bodies.reduce(0) { $0 + $1.count + TailFormat.recordHeaderLength }
  }

  /// Goes on with another page.
  private func begin(room: Int, isForced: Bool) -> Bool {
    leavePage()
    guard room < pool.largestRecord else { return false }
    if let renewal = pool.renewIfDeleted() { self.renewal = renewal }
    guard let next = pool.take(room) ?? (isForced ? TailPage(room: room) : nil) else { return false }
    cursor = next.begin(
      PageHeader(
        session: session, number: number, step: lastStep, length: next.memory.count,
        timing: timing, continues: open > 0))
    (page, shapes, lastTick, offset) = (next, 0, 0, nil)
    return true
  }

  private func leavePage() {
    guard let page else { return }
    finishPage()
    // Nothing was written into it.
    guard self.page != nil else { return }
    (self.page, cursor) = (nil, nil)
    pool.release(page)
  }

  private func isKnown(_ definition: Definition) -> Bool {
    switch definition {
    case .shape(let shape): shape < shapes
    case .type(let type): isDefined(type, in: types)
    case .storeSet(let set): isDefined(set, in: storeSets)
    }
  }

  private func put(_ body: [UInt8], defining definition: Definition) {
    guard var writer = cursor?.body else { return }
    body.withUnsafeBytes { writer.put($0) }
    cursor?.commit(writer)
    switch definition {
    case .shape(let shape): shapes = shape + 1
    case .type(let type): note(type, in: &types)
    case .storeSet(let set): note(set, in: &storeSets)
    }
  }

  private func note(_ thing: Int, in pages: inout [UInt64]) {
    while pages.count <= thing { pages.append(0) }
    pages[thing] = number
  }

  private func body(of definition: Definition, _ names: ChunkDraft.Names?) -> [UInt8] {
    guard let names else { return [] }
    let bytes = ByteBuffer()
    switch definition {
    case .shape(let number):
      bytes.append(PageRecordKind.shape.rawValue)
      names.shapes[number].encode(to: bytes)
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
