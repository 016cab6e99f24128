import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import ReplayTesting
import Synchronization
import Testing

@testable import PlayheadRecorder

/// Every kind of type with a secret in it × every rule × every replacement × both encodings.
@Suite struct RedactionTableTests {
  private static let key = RedactionKey(low: 0x0706_0504_0302_0100, high: 0x0f0e_0d0c_0b0a_0908)

  /// Each rule with one replacement, another for each rule and kind; with all when `PLAYHEAD_SOAK` is set.
  @Test(arguments: SecretKind.all.indices)
  func `neither the encoding nor the canonical form of a value contains its redacted secret`(
    number: Int
  ) throws {
    let (kind, all) = (SecretKind.all[number], Redaction.Replacement.allCases)
    for (place, rule) in SecretRule.allCases.enumerated() {
      for replacement in Soak.isOn ? all : [all[(number + place) % all.count]] {
        let redaction = Redaction(key: Self.key, rules: kind.rules(rule, replacement))
          .withDeclarations
        let values = kind.encodable(rule)
        for value in values { try expect(value, redaction, kind, "\(rule) \(replacement)") }
        for value in kind.reflected(rule) + values {
          try expect(Reflection(value), redaction, kind, "\(rule) \(replacement), reflected")
        }
      }
    }
  }

  private func expect(
    _ value: some Encodable, _ redaction: Redaction, _ kind: SecretKind, _ how: String
  ) throws {
    let bytes = try encoded(value, redaction)
    #expect(kind.leaks(into: bytes) == [], "\(how): \(value)")
  }

  private func encoded(_ value: some Encodable, _ redaction: Redaction?) throws -> [UInt8] {
    let rows = RowEncoding(redaction: redaction)
    _ = try rows.encode(value)
    let shapes = ByteBuffer()
    for shape in rows.shapes { shape.encode(to: shapes) }
    return rows.bytes.array + shapes.array
      + (try CanonicalEncoder(redaction: redaction).bytes(of: value))
  }

  @Test(arguments: SecretKind.all)
  func `without redaction rules, the test's search finds the secret in each encoded value`(
    kind: SecretKind
  ) throws {
    for value in kind.encodable(.type) {
      #expect(try kind.leaks(into: encoded(value, nil)) != [], "\(value)")
    }
    for value in kind.reflected(.type) + kind.encodable(.type) {
      #expect(try kind.leaks(into: encoded(Reflection(value), nil)) != [], "\(value)")
    }
  }

  /// A case without a value is recorded by its name, whatever it says of itself.
  private enum Described: CustomStringConvertible {
    case one
    var description: String { "hush-4711-zzz" }
  }

  @Test func `an enum case recorded by reflection has its case name, not its custom description`()
    throws
  {
    for value in [Described.one, [Described.one: 1]] as [Any] {
      let bytes = try encoded(Reflection(value), nil)
      #expect(bytes.contains(Array("one".utf8)) && !bytes.contains(Array("hush".utf8)), "\(value)")
    }
  }

  /// A whole recording of each, with the secret in the states, in actions, and in errors.
  @Test(arguments: SecretRule.allCases, Redaction.Replacement.allCases)
  func `a redacted secret is in no file, frame or error of a recording`(
    rule: SecretRule, replacement: Redaction.Replacement
  ) throws {
    for kind in SecretKind.some(of: rule, replacement) {
      let disk = ModelDisk()
      var options = RecordingOptions(digests: .every(1))
      options.redaction = Redaction(key: Self.key, rules: kind.rules(rule, replacement))
      options.waits = true
      let errors = Guarded("")
      options.onFailure = { error in errors.withLock { $0 += "\(error)" } }
      let (encodable, reflected) = (kind.encodable(rule), kind.reflected(rule))
      let places = stride(from: 0, to: reflected.count, by: Soak.isOn ? 1 : reflected.count / 5 + 1)
      let held = places.map { reflected[$0] }
      let states = held.map { Reflection($0) }
      let recording = try Recording(
        to: Flight.path, app: "secrets", stores: held.indices.map { "s\($0)" },
        options: options, on: disk, pageLength: 1 << 16,
        states: states)
      for value in encodable { recording.record(value, changed: { [0] }) { states } }
      for value in reflected + encodable { recording.record(reflecting: value) { held } }
      for value in encodable {
        recording.record(Refusing(value: value), changed: { [0] }) { states }
      }
      for value in reflected { recording.record(reflecting: Refusing(value: value)) { held } }
      try recording.flush()
      for value in encodable { recording.record(value, changed: { [0] }) { states } }
      var bytes = try all(disk)
      try recording.close()
      bytes += try all(disk)
      #expect(kind.leaks(into: bytes) == [], "\(rule) \(replacement)")
      #expect(kind.leaks(into: Array(errors.withLock { $0 }.utf8)) == [])
    }
  }

  /// The bytes of all files, and what their frames unpack to.
  private func all(_ disk: ModelDisk) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for name in disk.names(in: "") {
      let file = try disk.bytes(of: name)
      bytes += file
      try file.withUnsafeBytes { file in
        var rest = file[...]
        while let header = try? FrameHeader.read(UnsafeRawBufferPointer(rebasing: rest)) {
          let frame = UnsafeRawBufferPointer(rebasing: rest)
          if header.skippable == nil { bytes += try LZ4Frame.read(frame) }
          rest = rest.dropFirst(try LZ4Frame.length(frame))
        }
      }
    }
    return bytes
  }
}

/// What throws its secret.
private struct Refusing: Encodable {
  struct Refusal: Error, CustomStringConvertible, @unchecked Sendable {
    var value: Any
    var description: String { "\(value)" }
  }

  let value: Any

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value = value as? any Encodable { try container.encode(value) }
    throw Refusal(value: value)
  }
}
