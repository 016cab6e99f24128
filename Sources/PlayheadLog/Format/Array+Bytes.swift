extension [UInt8] {
  /// `withUnsafeBytes` that keeps the type of what `body` throws.
  package func withBytes<T, Fault: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Fault) -> T
  ) throws(Fault) -> T {
    let result = withUnsafeBytes { bytes -> Result<T, Fault> in
      do throws(Fault) {
        return .success(try body(bytes))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
