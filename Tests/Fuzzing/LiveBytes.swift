import LibFuzzer
import Synchronization

/// Counts the bytes that are allocated at once, by the sanitizer's hooks.
enum LiveBytes {
  private static let live = Atomic<Int>(0)
  private static let highest = Atomic<Int>(0)
  private static let isInstalled = __sanitizer_install_malloc_and_free_hooks(
    { _, size in LiveBytes.add(size) },
    { block in LiveBytes.add(-Int(__sanitizer_get_allocated_size(block))) })

  /// The most bytes that were allocated at once while `body` ran, beyond those before it.
  static func peak(_ body: () throws -> Void) rethrows -> Int {
    _ = isInstalled
    let before = live.load(ordering: .relaxed)
    highest.store(before, ordering: .relaxed)
    try body()
    return highest.load(ordering: .relaxed) - before
  }

  private static func add(_ size: Int) {
    let now = live.wrappingAdd(size, ordering: .relaxed).newValue
    if now > highest.load(ordering: .relaxed) { highest.store(now, ordering: .relaxed) }
  }
}
