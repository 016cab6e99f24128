package import Foundation
import PlayheadCoding

// The system's calls for file names as `String`, here and in modules that import this one. These keep the
// bytes of names that are not UTF-8 (``FileName``).

package func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  path.withFileName { open($0, flags, mode) }
}

package func stat(_ path: String, _ facts: UnsafeMutablePointer<stat>) -> Int32 {
  path.withFileName { stat($0, facts) }
}

package func lstat(_ path: String, _ facts: UnsafeMutablePointer<stat>) -> Int32 {
  path.withFileName { lstat($0, facts) }
}

@discardableResult package func unlink(_ path: String) -> Int32 {
  path.withFileName { unlink($0) }
}

package func realpath(_ path: String, _ real: UnsafeMutablePointer<CChar>?) -> UnsafeMutablePointer<
  CChar
>? {
  path.withFileName { realpath($0, real) }
}

@discardableResult func chmod(_ path: String, _ mode: mode_t) -> Int32 {
  path.withFileName { chmod($0, mode) }
}
