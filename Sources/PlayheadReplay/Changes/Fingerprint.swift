import Foundation
import PlayheadCoding
import PlayheadFiles
import PlayheadLog

/// By what an index knows whether it is of a log and of the stores that replay it.
enum Fingerprint {
  /// The log's content, the build of the program, what else decides which stores run, and how the log is read: a log
  /// that goes on has another one, and so has a program that was built again.
  static func of(_ replay: Replay) throws -> String {
    let log = replay.log
    let reading = replay.timeline.reading == .salvage ? "salvaged" : "whole"
    let variant = replay.player.variant.utf8
    let stores = String(Array(variant).withUnsafeBytes { XXHash.hash64($0) }, radix: 16)
    let session = log.header.session.uuidString
    return try "\(session) \(log.contentMark) \(reading) \(BuildIdentity.ofProgram) \(stores)"
  }
}
