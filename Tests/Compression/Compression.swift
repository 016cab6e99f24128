import CLZ4

// A stand-in for the two functions of Apple's Compression framework that Playhead calls, over liblz4, so that the code
// for Apple's systems is compiled and tested on others ('tools/check compression'). It does what the framework's
// documentation says of COMPRESSION_LZ4_RAW, and was never compared with the framework itself.

/// An algorithm of the framework.
public struct compression_algorithm: Equatable, Sendable {
  let rawValue: UInt32
}

/// LZ4 blocks without a frame.
public let COMPRESSION_LZ4_RAW = compression_algorithm(rawValue: 0x101)

/// Compresses a buffer. Returns how many bytes were written; 0 if the destination is too small, or after an error.
public func compression_encode_buffer(
  _ destination: UnsafeMutablePointer<UInt8>, _ destinationSize: Int,
  _ source: UnsafePointer<UInt8>, _ sourceSize: Int, _ scratch: UnsafeMutableRawPointer?,
  _ algorithm: compression_algorithm
) -> Int {
  precondition(algorithm == COMPRESSION_LZ4_RAW)
  return destination.withMemoryRebound(to: CChar.self, capacity: destinationSize) { destination in
    source.withMemoryRebound(to: CChar.self, capacity: sourceSize) { source in
      Int(LZ4_compress_default(source, destination, Int32(sourceSize), Int32(destinationSize)))
    }
  }
}

/// Decompresses a buffer. Returns how many bytes were written; if the destination is too small, what had room, with no sign
/// that there is more; 0 after an error.
public func compression_decode_buffer(
  _ destination: UnsafeMutablePointer<UInt8>, _ destinationSize: Int,
  _ source: UnsafePointer<UInt8>, _ sourceSize: Int, _ scratch: UnsafeMutableRawPointer?,
  _ algorithm: compression_algorithm
) -> Int {
  precondition(algorithm == COMPRESSION_LZ4_RAW)
  return destination.withMemoryRebound(to: CChar.self, capacity: destinationSize) { destination in
    source.withMemoryRebound(to: CChar.self, capacity: sourceSize) { source in
      let count = LZ4_decompress_safe_partial(
        source, destination, Int32(sourceSize), Int32(destinationSize), Int32(destinationSize))
      return Int(max(count, 0))
    }
  }
}
