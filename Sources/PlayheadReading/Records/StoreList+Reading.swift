package import PlayheadCoding
package import PlayheadLog

extension StoreList {
  /// A store list's body with its states in other columns, and everything else as it is.
  package static func encoded(
    _ body: UnsafeRawBufferPointer, _ effort: ColumnEffort, to bytes: ByteBuffer
  ) throws(ByteFault) {
    var reader = RecordStream.reader(of: body)
    let storeList = try StoreList(from: &reader)
    bytes.append(UnsafeRawBufferPointer(rebasing: body[..<reader.position]))
    let rest = UnsafeRawBufferPointer(rebasing: body[reader.position...])
    let states = try Checkpoint(step: storeList.step, count: storeList.arrived.count, from: &reader)
    guard states.isWhole, states.storeCount > 0 else { return bytes.append(rest) }
    try states.draft.encodeRows(shapes: DecodingCore(shapes: states.shapes), effort, to: bytes)
  }

  /// Reads the body of a store list's record, with the states of the stores that arrived.
  package static func read(
    from body: UnsafeRawBufferPointer
  ) throws(ByteFault) -> (storeList: StoreList, states: Checkpoint) {
    var reader = RecordStream.reader(of: body)
    let storeList = try StoreList(from: &reader)
    let count = storeList.arrived.count
    return (storeList, try Checkpoint(step: storeList.step, count: count, from: &reader))
  }
}
