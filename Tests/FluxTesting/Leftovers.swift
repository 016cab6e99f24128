package import Foundation
import Synchronization

/// Folders that are gone when the tests are: also those of tests that hold on to something for good, to see what
/// becomes of it.
package enum Leftovers {
  private static let folders = Mutex<[String]?>(nil)

  /// Takes the folder away when the process exits, with all that is in it.
  package static func remove(_ folder: URL) {
    let path = folder.path(percentEncoded: false)
    folders.withLock { folders in
      if folders == nil { atexit { Leftovers.removeAll() } }
      folders = (folders ?? []) + [path]
    }
  }

  private static func removeAll() {
    for folder in folders.withLock({ $0 ?? [] }) {
      try? FileManager.default.removeItem(atPath: folder)
    }
  }
}
