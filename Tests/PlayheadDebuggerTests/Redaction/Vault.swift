import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadReplay

/// A secret wherever it goes.
struct Secret: Codable, Hashable, Confidential { var text: String }

/// A secret that a dictionary has as a text.
struct Name: Codable, Hashable, Confidential, CodingKeyRepresentable {
  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
  var text: String
  var codingKey: any CodingKey { Key(stringValue: text) }
  init(_ text: String) { self.text = text }
  init?<K: CodingKey>(codingKey: K) { text = codingKey.stringValue }
}

enum Proof: Codable, Hashable, Confidential {
  static let confidentialKeys: Set<String>? = ["_0", "answer"]
  case code(String)
  case question(Int, answer: [String])
}

/// A secret in each of the places that an action has for one.
struct Keep: Action, Confidential {
  static let confidentialKeys: Set<String>? = ["note", "id", "link"]
  var secret: Secret
  var name: Name
  var proof: Proof
  var note: String?
  var id: UUID
  var link: URL
  var open = 1
}

struct Forget: Action { var secret: Secret }

/// Moves, compares and stores secrets, and does nothing else with them.
struct Vault: Codable, Sendable, Confidential {
  static let confidentialKeys: Set<String>? = ["notes", "ids", "links"]
  var bySecret: [Secret: Int] = [:]
  var byName: [Name: [Proof]] = [:]
  var seen: Set<Secret> = []
  var notes: [String] = []
  var ids: [UUID] = []
  var links: Set<URL> = []
  var repeats = 0
  var latest: Secret?

  mutating func keep(_ action: Keep) {
    if !seen.insert(action.secret).inserted { repeats += 1 }
    bySecret[action.secret, default: 0] += action.open
    byName[action.name, default: []].append(action.proof)
    notes = (notes + [action.note ?? ""]).suffix(5)
    ids = (ids.filter { $0 != action.id } + [action.id]).suffix(5)
    links.insert(action.link)
    latest = latest == action.secret ? nil : action.secret
  }

  mutating func forget(_ secret: Secret) {
    bySecret[secret] = nil
    seen.remove(secret)
  }
}

/// The app of these secrets: the drawer is opened later than the vault.
struct VaultApp: ReplayDetails {
  static let appName = "vault"
  let dispatcher: Dispatcher
  let vault: Store<Vault>
  let drawer = VaultApp.store("drawer")

  var otherStores: [any AnyStore] { [drawer] }

  init(inputs: SystemInputs) throws { try self.init(inputs: inputs, Vault()) }

  init(inputs: SystemInputs = .seeded(), _ state: Vault) throws {
    dispatcher = Dispatcher(inputs: inputs)
    vault = Self.store("vault", state)
    try dispatcher.register(vault)
  }

  private static func store(_ name: String, _ state: Vault = Vault()) -> Store<Vault> {
    Store(name, state)
      .on(Keep.self) { vault, action in vault.keep(action) }
      .on(Forget.self) { vault, action in vault.forget(action.secret) }
  }
}

/// Secrets by chance, each of which can be found in a file.
struct Secrets {
  private var generator: PlayheadFlux.SplitMix64
  /// Those that were handed out, as they would be in a file.
  private(set) var all: [[UInt8]] = []

  init(seed: UInt64) { generator = .init(seed: seed) }

  /// One of few numbers, so that some come again.
  mutating func number() -> Int { Int.random(in: 0..<20, using: &generator) }

  /// A text that nothing else has: long enough that no chance puts it into a file.
  mutating func text() -> String {
    let text = "hush\(number())-\(number() &* 7_919)-zzz"
    note(Array(text.utf8))
    return text
  }

  mutating func uuid() -> UUID {
    let (high, low) = (UInt64(number()) &* 0x9E37_79B9_7F4A_7C15 | 1, UInt64(number()) | 1 << 62)
    let uuid = withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    note(withUnsafeBytes(of: uuid.uuid) { Array($0) })
    note(Array(uuid.uuidString.utf8))
    note(Array(uuid.uuidString.lowercased().utf8))
    return uuid
  }

  mutating func action() -> any Action {
    if number() == 0 { return Forget(secret: Secret(text: text())) }
    let proof: Proof =
      number() < 10 ? .code(text()) : .question(number(), answer: [text(), text()])
    var link = URL(fileURLWithPath: "/")
    link.append(path: text())
    return Keep(
      secret: Secret(text: text()), name: Name(text()), proof: proof,
      note: number() < 3 ? nil : text(), id: uuid(), link: link)
  }

  /// A state that somebody has used before.
  mutating func vault() -> Vault {
    var vault = Vault()
    for _ in 0..<10 { if let keep = action() as? Keep { vault.keep(keep) } }
    return vault
  }

  private mutating func note(_ bytes: [UInt8]) {
    if !all.contains(bytes) { all.append(bytes) }
  }

  /// Those of them that are in the bytes: none, if all is well.
  func leaked(into bytes: some Sequence<UInt8>) -> [String] {
    let bytes = Data(bytes)
    return all.filter { bytes.range(of: Data($0)) != nil }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Those of them that are in any of the files, or in what its frames unpack to.
  func leaked(intoFiles paths: [String]) throws -> [String] {
    try paths.flatMap { path in
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      return leaked(into: bytes) + leaked(into: try unpacked(bytes))
    }
  }

  /// What the frames of a log unpack to; nothing for files without frames.
  private func unpacked(_ bytes: Data) throws -> [UInt8] {
    var contents: [UInt8] = []
    try bytes.withUnsafeBytes { file in
      var rest = file[...]
      while let header = try? FrameHeader.read(UnsafeRawBufferPointer(rebasing: rest)) {
        let frame = UnsafeRawBufferPointer(rebasing: rest)
        if header.skippable == nil { contents += try LZ4Frame.read(frame) }
        rest = rest.dropFirst(try LZ4Frame.length(frame))
      }
    }
    return contents
  }
}
