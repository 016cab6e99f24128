import ItemList

/// Checks a code of four digits, as soon as the gate is open.
struct Passcode: Authenticator {
  /// The sample's code: the middle column of a phone's keys.
  static let sample = "2580"

  let gate: Gate

  func accepts(_ code: String) async -> Bool {
    await gate.pass()
    return code == Self.sample
  }
}

extension ItemListSystem {
  /// A passcode behind `gate`, the examples in memory, files by their paths, and a pasteboard of the app's
  /// own, so that scripts leave the user's pasteboard alone.
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
