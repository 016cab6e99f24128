import ItemList

/// A code of four digits, which takes as long to check as the gate is closed.
struct Passcode: Authenticator {
  /// The code of the sample: the middle column of a phone's keys.
  static let sample = "2580"

  let gate: Gate

  func accepts(_ code: String) async -> Bool {
    await gate.pass()
    return code == Self.sample
  }
}

extension ItemListSystem {
  /// A passcode behind `gate`, the examples in the memory, files by their paths, and a pasteboard of
  /// the app's own: scripts leave a person's alone.
  static func sample(behind gate: Gate) -> ItemListSystem {
    let memory = MemoryStorage()
    return ItemListSystem(
      authenticator: Passcode(gate: gate),
      storage: { path in
        if let path { FileStorage(path: path) } else { memory }
      },
      pasteboard: MemoryPasteboard())
  }
}
