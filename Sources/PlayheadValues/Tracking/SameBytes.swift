import Foundation

/// Whether `count` bytes are the same in both places.
@inline(__always)
func sameBytes(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
  one == other || memcmp(one, other, count) == 0
}
