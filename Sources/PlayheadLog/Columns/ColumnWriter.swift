package import PlayheadCoding

/// How hard to try to make columns small.
package struct ColumnEffort: Sendable {
  /// Fast enough for a running app: writes each column in one fixed form.
  package static let fast = ColumnEffort(nil)

  let forms: (any ColumnForms)?

  /// Writes columns of up to ``LogFormat/trialLimit`` bytes in these forms.
  package init(_ forms: (any ColumnForms)?) { self.forms = forms }
}

/// Writes columns that are not empty in other forms than a recorder does.
package protocol ColumnForms: Sendable {
  func write(_ numbers: [UInt64], to writer: ColumnWriter)
  func write(_ texts: [UnsafeRawBufferPointer], to writer: ColumnWriter)
  func write(_ values: UnsafeRawBufferPointer, width: Int, to writer: ColumnWriter)
}

package final class ColumnWriter {
  package let bytes: ByteBuffer
  private let effort: ColumnEffort
  /// The used part of the credit of the bytes so far (``LogFormat/credit(of:)``).
  package var used = 0

  init(_ bytes: ByteBuffer, _ effort: ColumnEffort) {
    (self.bytes, self.effort) = (bytes, effort)
  }

  /// Other forms to try for a column of this size.
  func forms(for count: Int) -> (any ColumnForms)? {
    count <= LogFormat.trialLimit ? effort.forms : nil
  }

  /// Uses credit for values that take no byte. Returns false if the bytes so far allow no more.
  package func spend(_ count: Int) -> Bool {
    guard count <= LogFormat.credit(of: bytes.count) - used else { return false }
    used += count
    return true
  }
}
