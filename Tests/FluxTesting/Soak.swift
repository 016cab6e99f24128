import Foundation

/// Whether tests run in full, as `tools/soak` does, or the share of them that takes seconds.
package enum Soak {
  package static let isOn = ProcessInfo.processInfo.environment["PLAYHEAD_SOAK"] != nil
}
