package import PlayheadCoding
import PlayheadLog
import PlayheadValues

/// The records of a frame, one after the other: kind, length, body.
package struct RecordStream {
  package var reader: ByteReader

  package init(_ content: UnsafeRawBufferPointer) {
    reader = ByteReader(content)
  }

  /// A reader of a record's body, with the memory limit of a frame's records and the credit of the body.
  package static func reader(of body: UnsafeRawBufferPointer) -> ByteReader {
    ByteReader(body, memory: MemoryLimit.share, credit: LogFormat.credit(of: body.count))
  }
}
