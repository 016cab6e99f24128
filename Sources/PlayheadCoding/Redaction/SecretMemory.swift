import Synchronization

/// The secrets of a running app by the tokens that are in its log, so that a debugger can put the app back into one of its
/// states. They are in the app's memory only, and are remembered only while a debugger is attached.
package final class SecretMemory: Sendable {
  /// The most bytes of tokens and secrets. Later secrets are not remembered.
  private static let limit = 4 << 20

  private struct Contents {
    /// Nil for a token of several secrets: truth values, for example, share one.
    var secrets: [[UInt8]: [UInt8]?] = [:]
    var size = 0
  }

  private let on = Atomic(false)
  private let contents = Mutex(Contents())

  package init() {}

  /// Whether secrets are remembered.
  var isOn: Bool { on.load(ordering: .relaxed) }

  package func begin() { on.store(true, ordering: .relaxed) }

  /// Remembers nothing any more, and forgets all secrets.
  package func end() {
    on.store(false, ordering: .relaxed)
    contents.withLock { $0 = Contents() }
  }

  /// Remembers a secret of a kind by its token, both as in a row.
  func remember(_ kind: Kind, _ secret: some Sequence<UInt8>, by token: some Sequence<UInt8>) {
    let key = [kind.rawValue] + token
    let secret = Array(secret)
    contents.withLock { contents in
      if let known = contents.secrets[key] {
        if known != secret { contents.secrets[key] = .some(nil) }
        return
      }
      guard contents.size + key.count + secret.count <= Self.limit else { return }
      contents.secrets[key] = secret
      contents.size += key.count + secret.count
    }
  }

  /// The secret that has a token; nil if it is not in memory.
  func secret(_ kind: Kind, for token: some Sequence<UInt8>) -> [UInt8]? {
    let key = [kind.rawValue] + token
    return contents.withLock { $0.secrets[key] ?? nil }
  }
}

/// Puts secrets back into values that were made of a redacted log. Not thread-safe.
package final class SecretRestorer {
  private let rows: RowEncoding

  /// A restorer of what `redaction` has replaced.
  package init(_ redaction: Redaction) {
    var reversed = redaction
    reversed.isReversed = true
    rows = RowEncoding(redaction: reversed)
  }

  /// The value with its secrets, made by `decode` from a row and its shape; nil if the value has none. Throws
  /// ``SecretUnknown`` if one is not in memory, unless the value may have secrets that are no tokens.
  package func restoring<Value>(
    _ value: some Encodable, mayHaveOthers: Bool = false,
    _ decode: (_ shapes: [Shape], _ shape: Int, _ row: UnsafeRawBufferPointer) throws -> Value
  ) throws -> Value? {
    let before = rows.replacementCounts
    let shape = try rows.encode(value)
    let after = rows.replacementCounts
    if after.lost > before.lost, !mayHaveOthers { throw SecretUnknown() }
    if after.all == before.all { return nil }
    return try decode(rows.shapes, shape, rows.row)
  }
}

/// The log has a token in the place of a secret, and the secret is not in memory.
package struct SecretUnknown: Error {}
