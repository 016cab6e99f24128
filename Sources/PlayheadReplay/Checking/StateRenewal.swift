import PlayheadCoding
import PlayheadLog
import PlayheadReading
import PlayheadValues

extension Replayable {
  /// Copies of all states that share no memory with them; a state that cannot be encoded is returned as it is.
  func renewedStates(at step: Step) throws -> [any Codable & Sendable] {
    let rows = RowEncoding()
    var renewed: [any Codable & Sendable] = []
    for (store, state) in states.enumerated() {
      guard let shape = try? rows.encode(state) else {
        renewed.append(state)
        continue
      }
      let decoding = RowDecoding(shapes: rows.shapes)
      do {
        renewed.append(
          try decoding.decoder(shape: shape, row: rows.bytes.bytes) { decoder in
            try decodeState(of: store, from: decoder)
          })
      } catch {
        throw ReplayError.undecodableState(
          store: stores[store], step: step,
          (error as? DecodingError)?.sentence ?? refusal(error))
      }
    }
    return renewed
  }
}

extension Timeline {
  /// Sets the log's first states, and returns their step.
  func restoreFirst() throws -> Step {
    let first = try firstCheckpoint().step
    try restoreStored(at: first)
    return first
  }

  /// Sets the states that the log itself has of `step`.
  func restoreStored(at step: Step) throws {
    // Fails early if the stores right after the step, whose states these are, cannot be read.
    _ = try log.storeLists.epoch(after: step)
    let checkpoint = try checkpoint(atOrBefore: step)
    guard checkpoint.step == step else { throw ReplayError.noState(step: step) }
    try restore(states(of: checkpoint).all, at: step)
  }
}

/// Holds memory of every size, so that allocations meanwhile get other addresses than before.
///
/// The order of a set depends on the address of its storage. A replay right after another one would get the
/// memory that the first freed, and with it the same orders: bugs that depend on them would never show.
enum HeapShift {
  /// Small blocks come from one list per size, in steps of 16 bytes. Most sets are stored in them.
  private static let small = stride(from: 16, through: 4_096, by: 16)
  /// Larger blocks take any space that fits, so one of each magnitude moves those after it. Beyond 64 KiB the
  /// system allocates each block, which takes longer than a step.
  private static let large = (13...16).map { 1 << $0 }

  /// Runs `body` while holding `count` blocks of every size.
  static func during<Result>(_ count: Int, _ body: () throws -> Result) rethrows -> Result {
    let blocks = (0..<count).flatMap { _ in
      (Array(small) + large).map { UnsafeMutableRawPointer.allocate(byteCount: $0, alignment: 16) }
    }
    defer { for block in blocks { block.deallocate() } }
    return try body()
  }
}
