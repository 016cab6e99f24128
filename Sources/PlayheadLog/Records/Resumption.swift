package import PlayheadCoding

/// The session went on from the state of an earlier step: the actions after `step` were applied to the state of
/// `origin`.
///
/// It is in the frame of the next action, whose chunk begins with that action, so both are readable or lost together.
package struct Resumption: Hashable, Sendable {
  /// The last step before it.
  package var step: Step
  /// The step with the state from which the session went on.
  package var origin: Step

  /// `origin` must be earlier than `step`.
  package init(after step: Step, from origin: Step) {
    (self.step, self.origin) = (step, origin)
  }

  /// The only kind so far. A reader cannot replay what follows another one.
  private static let fromEarlierStep: UInt64 = 1
}

extension Resumption: PlainRecord {
  package static var kind: RecordKind { .resumption }

  package func encode(to bytes: ByteBuffer) {
    bytes.append(varint: step.number)
    bytes.append(varint: Self.fromEarlierStep)
    bytes.append(varint: origin.number)
  }

  package init(from body: UnsafeRawBufferPointer) throws(ByteFault) {
    var reader = ByteReader(body)
    let (step, kind, origin) = (try reader.step(), try reader.varint(), try reader.step())
    guard kind == Self.fromEarlierStep else {
      throw ByteFault.malformed("a known kind of going on", at: reader.position)
    }
    guard origin < step else {
      throw ByteFault.malformed("an earlier step to go on from", at: reader.position)
    }
    self.init(after: step, from: origin)
  }
}
